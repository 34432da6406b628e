#include "core/optim/fit_worth.h"

#include "core/optim/page_score.h"
#include "core/optim/row_sharpness.h"

namespace platen::optim {

bool isWorthIt(const PageCues& cues, const WarpGrid& source_from_page, Vec2 extent_px, const FitEvidence& evidence) {
  constexpr int kEnoughEdges = 3;
  constexpr double kUnexplained = 0.2;  // of cost
  // Of photos without an edge in view those of flat pages have 1.25 times the sharpness of what was made of them, and
  // more; those of bent ones .95 and less.
  constexpr double kSharper = 1.2;
  // Without lines and rules it was the look of its rows that carried the fit, which has a bound of its own.
  if (evidence.edges >= kEnoughEdges || (cues.segments.empty() && cues.rules.empty())) {
    return true;
  }
  if (evidence.cost > kUnexplained) {
    return false;
  }
  const DeskewedPhoto photo = deskewedPhoto(cues.frame, 0);
  if (evidence.edges == 0 &&
      rowSharpness(cues, photo.grid, photo.extent_px) > kSharper * rowSharpness(cues, source_from_page, extent_px)) {
    return false;
  }
  if (cues.has_text) {
    constexpr double kLittle = 0.3;  // where not one edge tells that the lines are those of a page
    if (evidence.confidence < kHopelessConfidence) {
      return false;
    }
    if (evidence.edges > 0 || evidence.confidence >= kLittle) {
      return true;
    }
  }
  constexpr double kStraightAlready = 0.95;
  constexpr double kSomeRules = 1.2;  // long sides of the photo
  constexpr double kManyRules = 2;
  constexpr double kMostly = 0.65;
  constexpr double kMuchStraighter = 0.2;
  constexpr double kExplained = 0.05;  // of cost
  const RuleScore before = scoreRules(cues, photo.grid, photo.extent_px);
  const RuleScore after = scoreRules(cues, source_from_page, extent_px);
  if (before.straight >= kStraightAlready && before.length > kSomeRules) {
    return false;
  }
  if (after.straight >= before.straight + kMuchStraighter &&
      (evidence.edges == 2 || (after.straight >= kMostly && after.length > kManyRules))) {
    return true;
  }
  const bool is_told = !cues.has_text && (evidence.edges > 0 || after.length > kSomeRules);
  return is_told && evidence.confidence >= kHopelessConfidence && evidence.cost < kExplained &&
         after.straight >= before.straight;
}

}  // namespace platen::optim
