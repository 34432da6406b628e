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

TEST(FitConfidence, LinesThatWanderSayNothingOfASheetOnItsSides) {
  PageCues cues = twentyLines();
  SheetFit sheet;
  sheet.inlier_share = 0.3;
  sheet.cost = 0.02;
  for (bool& edge : sheet.edge_found) {
    edge = true;
  }
  EXPECT_LT(confidenceOf(sheet, cues, {}), 0.5);
  cues.text_trust = 0.1;
  EXPECT_GT(confidenceOf(sheet, cues, {}), 0.8);
}

TEST(FitConfidence, APageThatItsEvidenceLeavesOpenIsOneToLookAt) {
  const PageCues cues = twentyLines();
  SheetFit sheet;
  sheet.kind = SheetKind::plane;
  sheet.inlier_share = 1;
  for (bool& edge : sheet.edge_found) {
    edge = true;
  }
  const double told = confidenceOf(sheet, cues, {});
  const std::size_t warnings = warningsOf(sheet, cues, false).size();
  ASSERT_GT(told, 0.9);
  sheet.map_sigma = 0.006;
  EXPECT_GT(confidenceOf(sheet, cues, {}), 0.95 * told) << "most pages leave as much open";
  EXPECT_EQ(warningsOf(sheet, cues, false).size(), warnings);
  sheet.map_sigma = 0.022;
  EXPECT_LT(confidenceOf(sheet, cues, {}), 0.4 * told);
  EXPECT_EQ(warningsOf(sheet, cues, false).size(), warnings + 1);
}

TEST(FitConfidence, LinesThatAreNotStraightTakeSome) {
  const PageCues cues = twentyLines();
  SheetFit sheet = deskewed(2);
  const double straight = confidenceOf(sheet, cues, {});
  FitDoubts doubts;
  doubts.held_out_lines = 1;
  EXPECT_LT(confidenceOf(sheet, cues, doubts), straight);
  doubts = {};
  doubts.missed_h = 1;
  const double nearly_met = confidenceOf(sheet, cues, doubts);
  EXPECT_LT(nearly_met, straight);
  EXPECT_GT(nearly_met, 0.85 * straight);
  doubts.missed_h = 30;
  const double missed = confidenceOf(sheet, cues, doubts);
  EXPECT_LT(missed, 0.5) << "someone should look";
  doubts.missed_h = 3000;
  EXPECT_GT(confidenceOf(sheet, cues, doubts), 0.5 * missed) << "the fit is what it is";
  sheet.inlier_share = 0.5;
  EXPECT_NEAR(confidenceOf(sheet, cues, {}), straight / 2, 1e-9);
  sheet.soft = true;
  sheet.inlier_share = 1;
  EXPECT_LE(confidenceOf(sheet, cues, {}), 0.5);
}

}  // namespace
}  // namespace platen::optim
