#include "core/optim/refused_lines.h"

#include "core/optim/baked_sheet.h"
#include "core/optim/guided_start.h"
#include "core/optim/page_score.h"
#include "core/optim/withheld_evidence.h"
#include "core/options.h"

#include <algorithm>
#include <cstddef>

namespace platen::optim {
namespace {

constexpr double kBadly = 0.03;  // SheetFit::cost

// Lines that contradict each other on their own sheet.
bool linesDisagree(const SheetFit& with_lines) {
  constexpr double kAgreeing = 0.9;  // SheetFit::inlier_share
  return with_lines.inlier_share > 0 && with_lines.inlier_share < kAgreeing;
}

// Whether it may be lines which agree that leave a sheet with much unexplained. Of a few that is always asked; of many
// where the sheet, from where it is, soon comes to explain all else without them. One that needs folds for that does
// not, and all of stage 1 is not worth its time to learn it: crumpled paper has such sheets as well.
bool mayBeInTheWay(const PageCues& cues,
                   const SheetFit& sheet,
                   const PageCues& cues_without,
                   const SheetFitOptions& options,
                   const FitHooks& hooks,
                   const std::stop_token& stop) {
  constexpr std::size_t kFew = 12;
  constexpr double kSoonWell = 0.05;  // SheetFit::cost
  if (cues.segments.size() < kFew) {
    return true;
  }
  const SheetStart start{sheet.frame, sheet.parameters};
  const SheetFit soon = fitSheet(cues_without, options, &start, hooks, stop);
  return soon.usable && soon.cost < kSoonWell;
}

// A sheet without lines explains all else, and tells the map about as well as with them. Where print is large its cost
// is measured by a smaller height than that of the sheet with lines (toleranceHeight), and so comes out higher.
bool explainsAllElse(const SheetFit& without_lines, const SheetFit& with_lines) {
  constexpr double kWell = 0.03;       // SheetFit::cost
  constexpr double kOfIt = 0.3;        // of what was unexplained with them, at most
  constexpr double kWellTold = 0.003;  // SheetFit::map_sigma
  constexpr double kAsMuch = 1.5;
  return with_lines.cost > kBadly && without_lines.cost < kWell && without_lines.cost < kOfIt * with_lines.cost &&
         without_lines.map_sigma > 0 && without_lines.map_sigma < std::max(kWellTold, kAsMuch * with_lines.map_sigma);
}

// Of lines that contradict each other less is asked: a sheet that ends at its four edges, and explains them fairly.
bool hasFourEdges(const SheetFit& without_lines) {
  constexpr double kFairly = 0.07;  // SheetFit::cost
  return without_lines.edgeCount() == 4 && without_lines.cost < kFairly;
}

// How the lines lie on a sheet that was fitted to `cues`; none where it has no map.
std::optional<PageScore> linesOn(const PageCues& lines,
                                 const PageCues& cues,
                                 const SheetFit& sheet,
                                 const SheetFitOptions& options,
                                 const std::stop_token& stop) {
  const BakedSheet baked = bakeOrFallBack(cues, sheet, options, stop);
  if (!baked.ok || baked.poorer) {
    return std::nullopt;
  }
  return scoreSheet(lines, baked.grid, baked.sheet);
}

}  // namespace

std::optional<StageOneAnew> fitWithoutLines(const PageCues& cues,
                                            const SheetFit& sheet,
                                            const SheetFitOptions& options,
                                            const SheetStart* start,
                                            const FitHooks& hooks,
                                            const std::stop_token& stop) {
  constexpr double kLevel_h = 0.2;  // PageScore::waviness_h
  constexpr double kMore = 1.5;
  constexpr double kOutside = 0.1;  // PageScore::lost
  // SheetFit::cost. Sheets that crumpled so far are none that their edges explain: of those that were better without
  // lines none had more than .2.
  constexpr double kCrumpled = 0.25;
  const bool may_be_refused = sheet.usable && options.model != ModelLimit::plane && cues.has_text && fitsText(cues) &&
                              !cues.linesWander() && !cues.isGuided() && !cues.hasGutter() && cues.sides.size() >= 3;
  const bool disagree = linesDisagree(sheet);
  if (!may_be_refused || (!disagree && !(sheet.cost > kBadly)) || sheet.cost > kCrumpled) {
    return std::nullopt;
  }
  StageOneAnew anew;
  anew.without_lines = true;
  anew.cues = withoutEvidence(cues, {Evidence::lines});
  if (!disagree && !mayBeInTheWay(cues, sheet, anew.cues, options, hooks, stop)) {
    return std::nullopt;
  }
  // Of the sheets that were taken so, none had needed a side to be held.
  SheetFitOptions as_it_comes = options;
  as_it_comes.may_hold_sides = false;
  anew.stage_one = fitFromStart(anew.cues, as_it_comes, start, hooks, stop);
  const SheetFit& without_lines = anew.stage_one.sheet;
  const bool is_explained = explainsAllElse(without_lines, sheet);
  if (!without_lines.usable || (!is_explained && !(disagree && hasFourEdges(without_lines)))) {
    return std::nullopt;
  }
  const std::optional<PageScore> after = linesOn(cues, anew.cues, without_lines, options, stop);
  if (!after || after->lines == 0 || after->lost > kOutside) {
    return std::nullopt;
  }
  double most_h = kLevel_h;
  if (!is_explained) {
    const std::optional<PageScore> before = linesOn(cues, cues, sheet, options, stop);
    most_h = before ? std::max(most_h, kMore * before->waviness_h) : most_h;
  }
  if (stop.stop_requested() || after->waviness_h > most_h) {
    return std::nullopt;
  }
  return anew;
}

}  // namespace platen::optim
