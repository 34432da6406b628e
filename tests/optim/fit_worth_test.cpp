// Whether a fit is worth bending a page by: made up pages, whose rules run as the test says.
#include "core/optim/fit_worth.h"

#include "core/optim/fit.h"
#include "core/optim/page_score.h"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

namespace platen::optim {
namespace {

constexpr double kSide = 1000;

PageCues blankPhoto() {
  PageCues cues;
  cues.frame.source_size = {static_cast<int>(kSide), static_cast<int>(kSide)};
  return cues;
}

// `count` rules as long as half the photo, each turned by `angle(k)` radians.
template <class Angle>
PageCues ruledPhoto(int count, Angle&& angle) {
  PageCues cues = blankPhoto();
  for (int k = 0; k < count; ++k) {
    const double a = angle(k);
    const Vec2 middle{kSide / 2, kSide * (k + 1.0) / (count + 1)};
    const Vec2 half = Vec2{std::cos(a), std::sin(a)} * (kSide / 4);
    cues.rules.push_back({{middle - half, middle + half}});
  }
  return cues;
}

constexpr double kAslant = 0.1;

DeskewedPhoto levelled(const PageCues& cues) {
  return deskewedPhoto(cues.frame, kAslant);
}

bool isWorthIt(const PageCues& cues, const FitEvidence& evidence) {
  const DeskewedPhoto page = levelled(cues);
  return isWorthIt(cues, page.grid, page.extent_px, evidence);
}

TEST(RuleScore, IsTheShareThatRunsLevelOrUpright) {
  const PageCues cues = ruledPhoto(8, [](int k) { return k < 6 ? kAslant : 0.4; });
  const DeskewedPhoto photo = deskewedPhoto(cues.frame, 0);
  const RuleScore before = scoreRules(cues, photo.grid, photo.extent_px);
  EXPECT_EQ(before.straight, 0);
  EXPECT_NEAR(before.length, 4, 1e-9);
  const DeskewedPhoto page = levelled(cues);
  EXPECT_NEAR(scoreRules(cues, page.grid, page.extent_px).straight, 0.75, 1e-9);
  const PageCues upright = ruledPhoto(4, [](int) { return M_PI / 2; });
  EXPECT_EQ(scoreRules(upright, photo.grid, photo.extent_px).straight, 1);
  EXPECT_EQ(scoreRules(blankPhoto(), photo.grid, photo.extent_px).length, 0);
}

TEST(FitWorth, WhatEdgesHoldIsWorthIt) {
  const PageCues cues = ruledPhoto(8, [](int k) { return 0.3 * k; });
  EXPECT_TRUE(isWorthIt(cues, {.edges = 3, .cost = 0.4, .confidence = 0.05}));
  EXPECT_FALSE(isWorthIt(cues, {.edges = 2, .cost = 0.4, .confidence = 0.05}));
}

TEST(FitWorth, WhatIsUnexplainedIsNot) {
  PageCues cues = ruledPhoto(8, [](int) { return kAslant; });
  cues.has_text = true;
  EXPECT_TRUE(isWorthIt(cues, {.edges = 0, .cost = 0.19, .confidence = 0.3}));
  EXPECT_FALSE(isWorthIt(cues, {.edges = 0, .cost = 0.21, .confidence = 0.3}));
  EXPECT_FALSE(isWorthIt(cues, {.edges = 0, .cost = 0.1, .confidence = 0.09})) << "lines that are none";
}

TEST(FitWorth, LittleConfidenceWithoutAnEdgeNeedsRulesThatGetStraighter) {
  PageCues cues = ruledPhoto(3, [](int k) { return 0.3 * k; });
  cues.has_text = true;
  EXPECT_FALSE(isWorthIt(cues, {.edges = 0, .cost = 0.04, .confidence = 0.2}));
  EXPECT_TRUE(isWorthIt(cues, {.edges = 1, .cost = 0.04, .confidence = 0.2}));
  EXPECT_TRUE(isWorthIt(cues, {.edges = 0, .cost = 0.04, .confidence = 0.4}));
  PageCues grid = ruledPhoto(8, [](int) { return kAslant; });
  grid.has_text = true;
  EXPECT_TRUE(isWorthIt(grid, {.edges = 0, .cost = 0.04, .confidence = 0.2}));
}

TEST(FitWorth, AFewLinesThatAreNoTextAndNoRulesAreNoReason) {
  PageCues cues = ruledPhoto(2, [](int k) { return 0.2 + 0.3 * k; });
  EXPECT_FALSE(isWorthIt(cues, {.edges = 0, .cost = 0.01, .confidence = 0.3}));
  EXPECT_TRUE(isWorthIt(cues, {.edges = 1, .cost = 0.01, .confidence = 0.3}));
}

TEST(FitWorth, RulesThatTheFitMakesStraightAreReason) {
  const FitEvidence poor{.edges = 0, .cost = 0.1, .confidence = 0.05};
  EXPECT_TRUE(isWorthIt(ruledPhoto(8, [](int) { return kAslant; }), poor));
  EXPECT_FALSE(isWorthIt(ruledPhoto(3, [](int) { return kAslant; }), poor)) << "few";
  EXPECT_FALSE(isWorthIt(ruledPhoto(8, [](int k) { return 0.3 * k; }), poor)) << "any way";
  EXPECT_FALSE(isWorthIt(ruledPhoto(8, [](int) { return 0.0; }), poor)) << "straight before";
}

TEST(FitWorth, RulesThatAreStraightOnThePhotoNeedNoFit) {
  const FitEvidence good{.edges = 0, .cost = 0.01, .confidence = 0.3};
  EXPECT_FALSE(isWorthIt(ruledPhoto(8, [](int) { return 0.0; }), good));
  EXPECT_TRUE(isWorthIt(ruledPhoto(8, [](int k) { return 0.2 + 0.3 * k; }), good)) << "it explains what there is";
}

TEST(FitWorth, TheLookOfRowsAloneIsJudgedElsewhere) {
  EXPECT_TRUE(isWorthIt(blankPhoto(), {.edges = 0, .cost = 0.3, .confidence = 0.05}));
}

// Short lines that run any way, as those of foliage, engravings and painted fish: some sheet fits them best, and bends
// the photo for nothing.
TEST(FitWorth, APhotoOfNoPageIsLeftAsItWas) {
  PageCues cues = blankPhoto();
  cues.frame.quarter_turns = 1;  // neither is the turn that they seem to read at
  std::mt19937 random(7);
  const auto between = [&](double low, double high) { return low + (high - low) * random() / 4294967296.0; };
  for (int k = 0; k < 60; ++k) {
    const double angle = between(-0.7, 0.7);
    const Vec2 from{between(50, 800), between(150, 850)};
    TextSegment line;
    for (int n = 0; n < 8; ++n) {
      line.points.push_back(from + Vec2{std::cos(angle), std::sin(angle)} * (15.0 * n));
    }
    line.length = 105 / cues.char_height;
    line.strength = 0.3;
    cues.segments.push_back(line);
  }
  const FitResult result = fit(cues, {}, {}, 0, {}, {});
  EXPECT_EQ(result.grid, identityGrid(cues.frame.source_size));
  EXPECT_EQ(result.page_extent_px, (Vec2{kSide, kSide}));
  EXPECT_EQ(result.reading_rotation, 0);
  EXPECT_EQ(result.confidence, 0);
  ASSERT_FALSE(result.warnings.empty());
  EXPECT_NE(result.warnings.front().find("left as it was"), std::string::npos);
}

}  // namespace
}  // namespace platen::optim
