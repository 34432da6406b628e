#include "core/optim/refused_lines.h"

#include "core/optim/baked_sheet.h"
#include "core/optim/guided_start.h"
#include "core/optim/page_score.h"
#include "core/optim/withheld_evidence.h"

#include <algorithm>
#include <limits>

namespace platen::optim {
namespace {

constexpr double kBadly = 0.03;  // SheetFit::cost

// Lines that contradict each other on their own sheet.
bool disagree(const SheetFit& with_lines) {
  constexpr double kAgreeing = 0.9;  // SheetFit::inlier_share
  return with_lines.inlier_share > 0 && with_lines.inlier_share < kAgreeing;
}

// Whether it may be the lines that leave a sheet with much unexplained. Of a few that is always asked; of many where
// the sheet, from where it is, soon comes to explain all else without them. One that needs folds for that does not,
// and all of stage 1 is not worth its time to learn it: crumpled paper has such sheets as well.
bool mayBeInTheWay(const PageCues& cues,
                   const SheetFit& sheet,
                   const PageCues& without,
                   const SheetFitOptions& options,
                   const FitHooks& hooks,
                   const std::stop_token& stop) {
  constexpr std::size_t kFew = 12;
  constexpr double kSoonWell = 0.05;  // SheetFit::cost
  if (cues.segments.size() < kFew) {
    return true;
  }
  const SheetStart start{sheet.frame, sheet.parameters};
  const SheetFit soon = fitSheet(without, options, &start, hooks, stop);
  return soon.usable && soon.cost < kSoonWell;
}

// Without them a sheet explains all else, and tells the map about as well as with them.
bool explainsAllElse(const SheetFit& other, const SheetFit& with_lines) {
  constexpr double kWell = 0.03;       // SheetFit::cost
  constexpr double kOfIt = 0.3;        // of what was unexplained with them, at most
  constexpr double kWellTold = 0.003;  // SheetFit::map_sigma
  constexpr double kAsMuch = 1.5;
  return with_lines.cost > kBadly && other.cost < kWell && other.cost < kOfIt * with_lines.cost &&
         other.map_sigma > 0 && other.map_sigma < std::max(kWellTold, kAsMuch * with_lines.map_sigma);
}

// Where they contradict each other, less is asked of one that lies on all four sides.
bool liesOnFourSides(const SheetFit& other, const SheetFit& with_lines) {
  constexpr double kFairly = 0.07;  // SheetFit::cost
  return disagree(with_lines) && other.edgeCount() == 4 && other.cost < kFairly;
}

// PageScore::waviness_h of the lines on a sheet; infinite where it has no map.
double wavinessOn(const PageCues& lines,
                  const PageCues& cues,
                  const SheetFit& sheet,
                  const SheetFitOptions& options,
                  const std::stop_token& stop) {
  const BakedSheet baked = bakeOrFallBack(cues, sheet, options, stop);
  if (!baked.ok || baked.poorer) {
    return std::numeric_limits<double>::infinity();
  }
  const double unit_px = baked.sheet.frame.norm * baked.sheet.frame.half_width_q / cues.frame.scale;
  const Vec2 extent_px{baked.sheet.rect.width() * unit_px, baked.sheet.rect.height() * unit_px};
  return scorePage(lines, baked.grid, extent_px).waviness_h;
}

}  // namespace

std::optional<StageOneAnew> fitWithoutLines(const PageCues& cues,
                                            const SheetFit& sheet,
                                            const SheetFitOptions& options,
                                            const SheetStart* start,
                                            const FitHooks& hooks,
                                            const std::stop_token& stop) {
  constexpr double kLevel_h = 0.2;
  constexpr double kMore = 1.5;
  if (!sheet.usable || !fitsText(cues) || cues.linesWander() || cues.isGuided() || !cues.shape.empty() ||
      cues.hasGutter() || cues.sides.size() < 3 || (!disagree(sheet) && !(sheet.cost > kBadly))) {
    return std::nullopt;
  }
  StageOneAnew anew;
  anew.cues = withoutEvidence(cues, {Evidence::lines});
  if (!disagree(sheet) && !mayBeInTheWay(cues, sheet, anew.cues, options, hooks, stop)) {
    return std::nullopt;
  }
  anew.stage_one = fitFromStart(anew.cues, options, start, hooks, stop);
  const SheetFit& other = anew.stage_one.sheet;
  if (stop.stop_requested() || !other.usable) {
    return std::nullopt;
  }
  const bool all_else = explainsAllElse(other, sheet);
  if (!all_else && !liesOnFourSides(other, sheet)) {
    return std::nullopt;
  }
  const double waviness_h = wavinessOn(cues, anew.cues, other, options, stop);
  if (waviness_h < kLevel_h || (!all_else && waviness_h < kMore * wavinessOn(cues, cues, sheet, options, stop))) {
    return anew;
  }
  return std::nullopt;
}

}  // namespace platen::optim
