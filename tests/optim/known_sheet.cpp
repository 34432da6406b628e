#include "tests/optim/known_sheet.h"

#include "core/optim/bake.h"
#include "core/optim/sheet_model.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace platen::test {

optim::SheetFit knownSheet(const SyntheticPage& page) {
  optim::SheetFit fit;
  fit.frame = page.frame;
  fit.parameters = page.recipe.truth;
  fit.usable = true;
  fit.rect = page.page_sheet_uv;
  fit.content = page.text_sheet_uv;
  for (std::size_t k = 0; k < page.cues.segments.size(); ++k) {
    const TextSegment& segment = page.cues.segments[k];
    optim::Curve curve;
    curve.points = segment.points;
    curve.length_h = segment.length;
    curve.source = static_cast<int>(k);
    fit.curves.push_back(curve);
  }
  for (std::size_t k = 0; k < page.cues.sides.size(); ++k) {
    const PageSide& side = page.cues.sides[k];
    optim::Curve curve;
    curve.kind = optim::CurveKind::side;
    curve.side = side.kind;
    curve.is_h = side.kind == SideKind::top || side.kind == SideKind::bottom;
    curve.points = side.points;
    curve.length_h = 24;
    curve.weight = 2;
    curve.valid_fraction = side.valid_fraction;
    curve.source = static_cast<int>(k);
    fit.curves.push_back(curve);
    fit.edge_found[static_cast<std::size_t>(side.kind)] = true;
    ++fit.side_count;
  }
  fit.residual_h.assign(fit.curves.size(), 0.1);
  fit.inlier.assign(fit.curves.size(), true);
  fit.inlier_share = 1;
  return fit;
}

SyntheticRecipe foldedRecipe() {
  SyntheticRecipe recipe;
  recipe.truth.roll = 0.03;
  recipe.truth.pitch = 0.1;
  recipe.truth.log_focal = std::log(1.2);
  recipe.truth.ruling = 0.6;
  recipe.truth.bend.clear();
  for (int k = 0; k < 17; ++k) {
    recipe.truth.bend.push_back(0.3 * std::tanh((k - 8.5) / 0.8));
  }
  return recipe;
}

WarpGrid bakedGrid(const PageCues& cues, const optim::SheetFit& sheet) {
  return optim::bakeToSource(optim::SheetModel(sheet.frame, sheet.parameters), sheet.rect, cues.frame);
}

double aspectOf(const optim::SheetFit& sheet) {
  return sheet.rect.height() / sheet.rect.width();
}

std::vector<double> randomControls(std::size_t n, double amplitude_px, std::uint32_t seed) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> uniform(-amplitude_px, amplitude_px);
  std::vector<double> controls(n);
  for (double& c : controls) {
    c = uniform(generator);
  }
  return controls;
}

std::vector<double> randomControls(optim::NetShape shape, double amplitude_px, std::uint32_t seed) {
  return randomControls(shape.size(), amplitude_px, seed);
}

double gridErrorPercent(const SyntheticPage& page, const WarpGrid& work_from_page, bool text_only) {
  FitResult result;
  result.grid = work_from_page;
  for (Vec2& point : result.grid.points) {
    point = page.cues.frame.sourceFromWork(point);
  }
  result.page_extent_px = {page.page_sheet_uv.width(), page.page_sheet_uv.height()};
  return mapErrorPercent(page, result, text_only);
}

double gradientError(const std::function<double(std::span<const double>)>& value,
                     std::span<const double> at,
                     std::span<const double> gradient,
                     double step,
                     std::size_t stride) {
  std::vector<double> moved(at.begin(), at.end());
  double largest = 0;
  double worst = 0;
  for (std::size_t k = 0; k < moved.size(); k += stride) {
    moved[k] = at[k] + step;
    const double up = value(moved);
    moved[k] = at[k] - step;
    const double down = value(moved);
    moved[k] = at[k];
    worst = std::max(worst, std::abs((up - down) / (2 * step) - gradient[k]));
    largest = std::max(largest, std::abs(gradient[k]));
  }
  return worst / largest;
}

}  // namespace platen::test
