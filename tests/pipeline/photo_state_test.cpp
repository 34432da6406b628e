#include "core/pipeline/photo_state.h"

#include "core/optim/fit.h"

#include <gtest/gtest.h>

namespace platen::pipeline {
namespace {

PageState pageOf(int index, double confidence) {
  PageState page;
  page.fitted.index = index;
  page.fitted.fit.grid = identityGrid({1000, 800});
  page.fitted.fit.page_extent_px = {1000, 800};
  page.fitted.fit.confidence = confidence;
  page.fitted.fit.parameters["work"] = {0.5};
  return page;
}

PhotoState spread() {
  PhotoState state;
  state.pages = {pageOf(1, 0.97), pageOf(2, 0.9)};
  state.due = Due::nothing;
  return state;
}

TEST(PhotoState, ItsConfidenceIsThatOfItsLeastCertainPage) {
  EXPECT_FALSE(PhotoState{}.confidence());
  EXPECT_EQ(spread().confidence(), 0.9);
}

TEST(PhotoState, AnUncertainPageNeedsALookAWarningAloneDoesNot) {
  PhotoState state = spread();
  EXPECT_EQ(statusOf(PhotoState{}), PhotoStatus::waiting);
  EXPECT_EQ(statusOf(state), PhotoStatus::done);
  state.pages[1].fitted.fit.warnings = {"the paper is folded"};
  EXPECT_EQ(statusOf(state), PhotoStatus::done);
  state.pages[1] = pageOf(2, optim::kUnsureConfidence);
  EXPECT_EQ(statusOf(state), PhotoStatus::done);
  state.pages[1] = pageOf(2, optim::kUnsureConfidence - 0.01);
  EXPECT_EQ(statusOf(state), PhotoStatus::needsLook);
}

TEST(PhotoState, AFitOnwardBeginsFromEachPagesShapeAndOneAfreshFromNone) {
  PhotoState state = spread();
  state.pages[0].pins = {{{10, 20}, {0.1, 0.2}}};
  state.due = Due::onward;
  Guide guide = guideFor(state);
  ASSERT_EQ(guide.pages.size(), 2u);
  EXPECT_EQ(guide.ofPage(1)->shape, state.pages[0].fitted.fit.grid);
  EXPECT_EQ(guide.ofPage(1)->pins.size(), 1u);
  EXPECT_EQ(guide.ofPage(1)->reading_rotation, 0);
  EXPECT_FALSE(guide.ofPage(2)->reading_rotation);
  state.due = Due::afresh;
  guide = guideFor(state);
  EXPECT_TRUE(guide.ofPage(1)->shape.empty());
  EXPECT_EQ(guide.ofPage(1)->pins.size(), 1u);
  EXPECT_TRUE(guide.ofPage(2)->empty());
}

TEST(PhotoState, BothPagesHearOfTheSpine) {
  PhotoState state = spread();
  state.spine = {{500, 0}, {500, 800}};
  EXPECT_EQ(guideFor(state).ofPage(1)->spine, state.spine);
  EXPECT_EQ(guideFor(state).ofPage(2)->spine, state.spine);
  state.pages.clear();
  EXPECT_EQ(guideFor(state).spine(), state.spine) << "which says how many pages there will be";
}

TEST(PhotoState, AFitAfreshBeginsFromAShapeThatWasCopied) {
  PhotoState state;
  state.start = shapesFor(spread(), {1000, 800}, {1000, 800});
  EXPECT_EQ(guideFor(state).ofPage(2)->shape, identityGrid({1000, 800}));
}

TEST(PhotoState, ShapesAreScaledToTheOtherPhotoAndRefusedByOneOfOtherProportions) {
  const Guide guide = shapesFor(spread(), {1000, 800}, {2000, 1600});
  ASSERT_EQ(guide.pages.size(), 2u);
  EXPECT_EQ(guide.pages[0].shape.points.back(), (Vec2{2000, 1600}));
  EXPECT_EQ(guide.pages[0].shape_extent_px, (Vec2{2000, 1600}));
  EXPECT_EQ(guide.pages[0].parameters.at("work")[0], 0.25);
  EXPECT_TRUE(guide.pages[0].pins.empty());
  EXPECT_TRUE(shapesFor(spread(), {1000, 800}, {800, 1000}).pages.empty());
}

TEST(PhotoState, GuidesStayWhereTheyAreOnThePhotoWhenThePageIsTurned) {
  const WarpGrid grid = identityGrid({1000, 800});
  PageState page = pageOf(1, 1);
  const Vec2 place{0.2, 0.7};
  page.pins = {{sourceFromPage(splineNet(grid), place), place}};
  page.strokes = {{{{0, 0}, {100, 0}}, true}};
  for (int turns = 0; turns < 4; ++turns) {
    PageState turned_page = page;
    turnGuides(turned_page, turns);
    const Pin& pin = turned_page.pins[0];
    EXPECT_NEAR(norm(sourceFromPage(splineNet(turned(grid, turns)), pin.page_uv) - pin.point), 0, 1e-9) << turns;
    EXPECT_EQ(turned_page.strokes[0].is_level, turns % 2 == 0);
  }
}

}  // namespace
}  // namespace platen::pipeline
