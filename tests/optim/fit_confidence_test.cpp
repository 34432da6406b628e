#include "core/optim/fit_confidence.h"

#include <gtest/gtest.h>

namespace platen::optim {
namespace {

// Twenty straight lines of a scan that was only turned.
SheetFit deskewed(int margins) {
  SheetFit sheet;
  sheet.kind = SheetKind::similarity;
  sheet.inlier_share = 1;
  sheet.margin_count = margins;
  return sheet;
}

PageCues twentyLines() {
  PageCues cues;
  cues.has_text = true;
  cues.segments.resize(20);
  return cues;
}

TEST(FitConfidence, AMarginOfADeskewedPageTakesNoneAway) {
  const PageCues cues = twentyLines();
  const double without = confidenceOf(deskewed(0), cues, {});
  EXPECT_GT(without, 0.75);
  double last = without;
  for (const int margins : {1, 2, 3, 4}) {
    const double with = confidenceOf(deskewed(margins), cues, {});
    EXPECT_GE(with, last) << margins;
    last = with;
  }
  EXPECT_GT(last, without);
}

TEST(FitConfidence, LinesThatAreNotStraightTakeSome) {
  const PageCues cues = twentyLines();
  SheetFit sheet = deskewed(2);
  const double straight = confidenceOf(sheet, cues, {});
  FitDoubts doubts;
  doubts.held_out_lines = 1;
  EXPECT_LT(confidenceOf(sheet, cues, doubts), straight);
  sheet.inlier_share = 0.5;
  EXPECT_NEAR(confidenceOf(sheet, cues, {}), straight / 2, 1e-9);
  sheet.soft = true;
  sheet.inlier_share = 1;
  EXPECT_LE(confidenceOf(sheet, cues, {}), 0.5);
}

}  // namespace
}  // namespace platen::optim
