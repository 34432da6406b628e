// What is timed: one photo, one bent page on it, and the same export done by the renderer and by OpenCV's cv::remap.
//
// The photo is RGB of 8 bits, three to four; the page has as many pixels as the photo, about one for one, and its map
// is given as all maps are here, on a coarse grid. cv::remap wants a float map of the page's size instead: once it is
// given for nothing, once it is made in the same call, by cv::resize of a coarse map (bilinear, 120 x 160 cells: its
// bicubic kernel, with a = -3/4, bends straight lines). cv::remap rounds positions to 1/32 pixel, the renderer to
// 1/1024. Both write to memory that they wrote to before, as an export does band by band: new memory costs both the
// same, which is the system's time.
#pragma once

#include "core/image.h"
#include "core/options.h"
#include "core/warp_grid.h"

#include <opencv2/core.hpp>

namespace platen::bench {

class RenderCase {
 public:
  // megapixels: 1e6 of photo and of page. threads: of both contenders.
  RenderCase(int megapixels, Filter filter, int threads);

  void platen();
  void opencvMapsGiven();
  void opencvMapsBuilt();

  // 1e6 page pixels a call.
  [[nodiscard]] double megapixels() const { return 1e-6 * page_.width * page_.height; }
  // Mean absolute difference of both results, in grey levels: whether both did the same.
  [[nodiscard]] double difference();

 private:
  void buildMaps();

  Filter filter_;
  int threads_;
  int cell_;  // page pixels a side of a coarse cell
  Size page_;
  Image photo_;
  WarpGrid grid_;
  cv::Mat pixels_;               // photo_, shared
  cv::Mat coarse_x_, coarse_y_;  // f32, at cell centres, in OpenCV's convention
  cv::Mat map_x_, map_y_;        // f32, of the page's size and a ring around it
  cv::Mat out_;
  Image rendered_;
};

}  // namespace platen::bench
