#include "core/pipeline/export_plan.h"

#include "core/io/probe.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace platen::pipeline {
namespace {

constexpr double kAssumedLongSideInches = 297 / 25.4;
constexpr int kSidePoints = 33;
constexpr double kGrowStep = 0.02;  // of the page
constexpr double kMostGrowth = 2;   // page sizes on each side

// Does this side of the rectangle still see the photo, and does the map keep its orientation there?
bool seesPhoto(const SplineNet& net, Vec2 from_uv, Vec2 to_uv, Size photo, double determinant) {
  bool sees = false;
  for (int k = 0; k < kSidePoints; ++k) {
    const WarpJet jet = warpJet(net, from_uv + (to_uv - from_uv) * (static_cast<double>(k) / (kSidePoints - 1)));
    const Vec2 p = jet.point;
    if (p.x > 1 && p.y > 1 && p.x < photo.width - 1 && p.y < photo.height - 1) {
      sees = true;
      if (cross(jet.du, jet.dv) < 0.05 * determinant) {
        return false;
      }
    }
  }
  return sees;
}

Box wholePhoto(const WarpGrid& grid, Size photo) {
  const SplineNet net = splineNet(grid);
  const WarpJet middle = warpJet(net, {0.5, 0.5});
  const double determinant = cross(middle.du, middle.dv);
  Box box{0, 0, 1, 1};
  for (bool grown = true; grown;) {
    grown = false;
    const auto grow = [&](double& side, double step, double limit, Vec2 from, Vec2 to) {
      if (std::abs(side - limit) < kMostGrowth && seesPhoto(net, from, to, photo, determinant)) {
        side += step;
        grown = true;
      }
    };
    grow(box.x0, -kGrowStep, 0, {box.x0, box.y0}, {box.x0, box.y1});
    grow(box.x1, kGrowStep, 1, {box.x1, box.y0}, {box.x1, box.y1});
    grow(box.y0, -kGrowStep, 0, {box.x0, box.y0}, {box.x1, box.y0});
    grow(box.y1, kGrowStep, 1, {box.x0, box.y1}, {box.x1, box.y1});
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
  plan.dpi = options.dpi > 0 ? options.dpi : page.density_dpi * scale;

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
  if (!(width * height <= io::kMaxMegapixels * 1e6)) {
    return fail(ErrorKind::tooLarge, info.file,
                "the page would have " + std::to_string(static_cast<long long>(width * height / 1e6)) +
                    " megapixels (ask for a smaller --dpi or --scale)");
  }
  plan.out_px = {std::max(1, static_cast<int>(std::lround(width))), std::max(1, static_cast<int>(std::lround(height)))};
  plan.grid = box == Box{0, 0, 1, 1} ? page.grid
                                     : subGrid(page.grid, box, samplesFor(page.grid.rows, box.height()),
                                               samplesFor(page.grid.cols, box.width()));
  return plan;
}

}  // namespace platen::pipeline
