#include "core/pipeline/export_plan.h"

#include "core/io/size_limits.h"
#include "core/page_inverse.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include <fmt/format.h>

namespace platen::pipeline {
namespace {

constexpr double kAssumedLongSideInches = 297 / 25.4;
constexpr int kBorderPoints = 33;  // on each side of the photo
constexpr double kMostGrowth = 2;  // page sizes on each side

// The rectangle around the page and every point of the photo's border that the map reaches.
Box wholePhoto(const WarpGrid& grid, Size photo) {
  const SplineNet net = splineNet(grid);
  Box box{0, 0, 1, 1};
  for (int side = 0; side < 4; ++side) {
    Vec2 start{0.5, 0.5};
    for (int k = 0; k < kBorderPoints; ++k) {
      const double t = static_cast<double>(k) / (kBorderPoints - 1);
      const double w = photo.width;
      const double h = photo.height;
      const Vec2 p = side == 0   ? Vec2{t * w, 0}
                     : side == 1 ? Vec2{t * w, h}
                     : side == 2 ? Vec2{0, t * h}
                                 : Vec2{w, t * h};
      const std::optional<Vec2> uv = pageFromSourceNear(net, p, start, kMostGrowth);
      if (uv) {
        box = {std::min(box.x0, uv->x), std::min(box.y0, uv->y), std::max(box.x1, uv->x), std::max(box.y1, uv->y)};
        start = *uv;
      }
    }
  }
  return box;
}

// As many cells as the page has, twice as fine: the part's spline then follows the page's to a few hundredths of a
// pixel.
int samplesFor(int page_samples, double share) {
  return std::clamp(static_cast<int>(std::lround(2 * (page_samples - 1) * share)) + 1, 2, 1024);
}

}  // namespace

Result<ExportPlan> planExport(const PageToExport& page, const PhotoInfo& info, const ExportOptions& options) {
  ExportPlan plan;
  const Vec2 extent = page.extent_px;
  double physical_dpi = page.density_dpi;
  if (!(physical_dpi > 0) && (options.dpi > 0 || options.margin_mm != 0)) {
    physical_dpi = std::max(extent.x, extent.y) / kAssumedLongSideInches;
    plan.warnings.emplace_back("the paper's size is not known: the page is taken to be 297 mm long (as A4)");
  }
  const double scale = options.dpi > 0 ? options.dpi / physical_dpi : options.scale;
  plan.sharpening = enhance::sharpeningOf(options.sharpen, scale);
  plan.paper_dpi = options.dpi > 0 ? options.dpi : physical_dpi * scale;
  plan.known_dpi = options.dpi > 0 || page.density_dpi > 0 ? plan.paper_dpi : 0;
  plan.dpi = options.dpi > 0 ? options.dpi : (info.dpi ? *info.dpi : page.density_dpi) * scale;

  Box box{0, 0, 1, 1};
  if (options.crop == Crop::content) {
    box = page.content_uv;
  } else if (options.crop == Crop::none) {
    box = wholePhoto(page.grid, info.size);
  }
  if (options.margin_mm != 0) {
    const double margin_px = options.margin_mm / 25.4 * physical_dpi;
    box.x0 -= margin_px / extent.x;
    box.x1 += margin_px / extent.x;
    box.y0 -= margin_px / extent.y;
    box.y1 += margin_px / extent.y;
  }
  const double width = extent.x * box.width() * scale;
  const double height = extent.y * box.height() * scale;
  if (!(box.width() > 0) || !(box.height() > 0) || !(width > 0) || !(height > 0)) {
    return fail(ErrorKind::badInput, info.file,
                "nothing is left of the page (a smaller negative --margin, or another --crop)");
  }
  if (!(width * height <= io::maxPixels())) {
    const double megapixels = width * height / 1e6;
    const std::string count = megapixels < 1 ? fmt::format("{:.2g}", megapixels) : fmt::format("{:.0f}", megapixels);
    return fail(ErrorKind::tooLarge, info.file,
                "the page would have " + count + " megapixels (ask for a smaller --dpi or --scale)");
  }
  plan.out_px = {std::max(1, static_cast<int>(std::lround(width))), std::max(1, static_cast<int>(std::lround(height)))};
  plan.page_uv = box;
  constexpr double kBeyond = 0.002;  // of the page: print is measured without its outermost rows
  const Box& print = page.content_uv;
  plan.desk = {box.x0<print.x0 - kBeyond, box.y0<print.y0 - kBeyond, box.x1> print.x1 + kBeyond, box.y1> print.y1 +
               kBeyond};
  plan.grid = box == Box{0, 0, 1, 1} ? page.grid
                                     : subGrid(page.grid, box, samplesFor(page.grid.rows, box.height()),
                                               samplesFor(page.grid.cols, box.width()));
  return plan;
}

}  // namespace platen::pipeline
