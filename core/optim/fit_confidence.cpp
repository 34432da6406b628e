#include "core/optim/fit_confidence.h"

#include <algorithm>
#include <cmath>

namespace platen::optim {
namespace {

// SheetFit::map_sigma at which half of the confidence is gone, without other doubt. Of 750 drawn and printed pages
// the 29 of which most is left open are off by 2.1 % of their diagonal at the median, the others by .05.
constexpr double kOpenMap = 0.016;
constexpr double kUncertainMap = 0.012;  // said in words

}  // namespace

double confidenceOf(const SheetFit& sheet, const PageCues& cues, const FitDoubts& doubts) {
  const int support = std::min(4, sheet.edgeCount() + sheet.margin_count);
  const bool textual = cues.has_text && !cues.linesWander() && sheet.inlier_share > 0;
  // Without text, or with lines that wander (wandering_lines.h), the sides and rules speak for themselves: how many
  // sides, and how well the sheet explains them.
  const double explained = textual ? sheet.inlier_share : std::max(0.0, 1 - sheet.cost) * (support >= 3 ? 0.9 : 0.5);
  double confidence = explained * (0.6 + 0.1 * support);
  if (sheet.kind == SheetKind::similarity && textual) {
    confidence = std::max(confidence, 0.8 * explained);  // a flat page has no metric to get wrong
  }
  double doubt = doubts.held_out_lines / 4 + doubts.bent_lines + std::max(0.0, doubts.direction - 4) / 20 +
                 std::min(2.0, doubts.missed_h / 10);
  if (textual) {
    doubt += 1 / std::max(1.0, static_cast<double>(cues.segments.size()));
    // A page that was only turned claims nothing that could have been stretched.
    if (sheet.kind != SheetKind::similarity) {
      doubt += std::pow(sheet.cost / 0.2, 2) + std::clamp(std::abs(doubts.stretch) - 0.02, 0.0, 0.3);
    }
  }
  // Steep: what is left open of most pages is in no proportion to what they are off, as other things decide that.
  doubt += std::pow(sheet.map_sigma / kOpenMap, 4);
  confidence /= 1 + doubt;
  return std::clamp(sheet.soft ? std::min(confidence, 0.5) : confidence, 0.0, 1.0);
}

std::vector<std::string> warningsOf(const SheetFit& sheet, const PageCues& cues, bool whole_photo) {
  std::vector<std::string> warnings;
  if (!cues.has_text) {
    warnings.emplace_back("no text lines were found: the page was fitted to its outline and printed lines alone");
  } else if (cues.segments.size() < 12) {
    warnings.emplace_back("few text lines were found: the shape of the page is uncertain");
  }
  if (sheet.map_sigma > kUncertainMap) {
    warnings.emplace_back("too few lines and edges were found to be sure of the perspective");
  }
  const int edges = sheet.edgeCount();
  if (!whole_photo && edges == 0) {
    warnings.emplace_back("no page edges were found: cropped to the printed content");
  } else if (!whole_photo && edges < 4) {
    warnings.emplace_back("not all page edges were found: cropped to the printed content where they are missing");
  }
  if (cues.outline_touches_frame && !whole_photo) {
    warnings.emplace_back("part of the page lies outside the photo");
  }
  if (sheet.soft) {
    warnings.emplace_back("the paper is folded or crumpled: small waves may remain");
  }
  return warnings;
}

}  // namespace platen::optim
