// The outline of a sheet of paper as one closed path of most edge around the quadrilateral that a mask is like: for
// sheets whose sides curl and wave, and for paper on paper, where a flood leaks over and straight lines cut corners
// (docs/fit.md, page mask). It goes around the print, and no farther off the quadrilateral than its size / 3.
#pragma once

#include "core/detect/edge_field.h"
#include "core/detect/outline_path.h"
#include "core/detect/page_mask.h"
#include "core/geometry.h"
#include "core/page_cues.h"

#include <array>
#include <functional>
#include <vector>

#include <opencv2/core.hpp>

namespace platen::detect {

// The mask inside of that path, if it has clearly more edge along it than `page` has, or shows more of the four sides,
// and holds its print; else `page` as it is: also where it is a sheet with its edges, or believed and full of print,
// or mostly cut off. One that is not believed must be full of print, without any beside it, and the path an edge along
// all that is in the photo. segments: traced text, of which those inside of `page` are print.
PageMask followOutline(const MaskScene& scene,
                       PageMask page,
                       const std::vector<TextSegment>& segments,
                       double text_angle);

// The mask inside of a path, its sides by the edge along it.
PageMask maskInside(const MaskScene& scene, const OutlinePath& path, double text_angle);

// The mask inside of such a path about any quadrilateral (clockwise from top left, mask indices), whatever is printed
// there.
struct OutlineAround {
  PageMask page;
  double edge = 0;   // of the outline inside the photo: the share that has an edge
  double shown = 0;  // of the outline: inside the photo
};

// Such paths about the photo's middle: the best of those that `accept` takes, empty where it takes none.
struct MiddleSearch {
  // In further rounds, if any, a path is begun again at the quadrilateral that it is like, while that finds more edge:
  // from nearer by it reaches corners that were too far off.
  int rounds = 1;
  std::vector<double> sizes{0.62, 0.8};  // of the photo, of what the paths begin at
  cv::Mat holds{};                       // u8 of the scene's size: what lies inside of the path; empty: anything may
  double text_angle = 0;
};
PageMask sheetAroundMiddle(const MaskScene& scene,
                           const EdgeField& field,
                           const MiddleSearch& search,
                           const std::function<bool(const OutlineAround&)>& accept);

}  // namespace platen::detect
