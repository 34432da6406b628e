#include "ui/view/handles.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace platen::ui {
namespace {

PageOverlay flatPage() {
  PageOverlay page;
  page.grid = {2, 2, {{100, 100}, {500, 100}, {100, 700}, {500, 700}}};
  return page;
}

int count(const std::vector<Handle>& handles, HandleKind kind) {
  return static_cast<int>(
      std::count_if(handles.begin(), handles.end(), [kind](const Handle& h) { return h.kind == kind; }));
}

TEST(Handles, AreALatticeOfFiveBySevenWithCornersFirstAndPinsLast) {
  PageOverlay page = flatPage();
  page.pins = {{{222, 333}, {0.3, 0.4}}};
  const auto handles = handlesOf(page, splineNet(page.grid), {{300, 400}, 0.5, {400, 400}});
  ASSERT_EQ(handles.size(), 5U * 7 + 1);
  EXPECT_EQ(count(handles, HandleKind::corner), 4);
  EXPECT_EQ(count(handles, HandleKind::side), 2 * 3 + 2 * 5);
  EXPECT_EQ(count(handles, HandleKind::inner), 3 * 5);
  EXPECT_EQ(handles[2].page_uv, (Vec2{1, 1}));
  EXPECT_NEAR(handles[2].source_px.x, 500, 1e-9);
  EXPECT_NEAR(handles[2].source_px.y, 700, 1e-9);
  EXPECT_EQ(handles.back().kind, HandleKind::pin);
  EXPECT_EQ(handles.back().source_px, (Vec2{222, 333}));
  const auto middle_of_top = std::find_if(handles.begin(), handles.end(), [](const Handle& h) {
    return h.page_uv == Vec2{0.5, 0};
  });
  ASSERT_NE(middle_of_top, handles.end());
  EXPECT_EQ(middle_of_top->kind, HandleKind::side);
}

TEST(Handles, AreMoreWhereThePageIsLargeOnTheScreen) {
  const PageOverlay page = flatPage();
  const auto handles = handlesOf(page, splineNet(page.grid), {{300, 400}, 3, {400, 400}});
  EXPECT_EQ(handles.size(), 17U * 25);
}

TEST(Handles, OfAPageWithoutAGridAreItsPins) {
  PageOverlay page;
  EXPECT_TRUE(handlesOf(page, {}, {}).empty());
  page.pins = {{{1, 2}, {0, 0}}};
  EXPECT_EQ(handlesOf(page, {}, {}).size(), 1U);
}

TEST(Handles, AreFoundWithinReachPinsFirst) {
  PageOverlay page = flatPage();
  page.pins = {{{106, 100}, {0.01, 0}}};
  const ViewTransform view{{300, 400}, 1, {600, 800}};
  const auto handles = handlesOf(page, splineNet(page.grid), view);
  const auto pin = handleAt(handles, view, view.toWidget({101, 100}));
  ASSERT_TRUE(pin);
  EXPECT_EQ(pin->kind, HandleKind::pin);
  const auto corner = handleAt(handles, view, view.toWidget({91, 97}));
  ASSERT_TRUE(corner);
  EXPECT_EQ(corner->kind, HandleKind::corner);
  EXPECT_FALSE(handleAt(handles, view, view.toWidget({125, 125})));
}

// A line along the bottom is not in the way of the handle at the middle of that side, and is within reach itself.
TEST(Handles, OfALineLieBesideThoseThatCanBeDragged) {
  PageOverlay page = flatPage();
  page.strokes = {{{{100, 700}, {500, 700}}, true}, {{{298, 697}, {302, 703}}, false}};
  const ViewTransform view{{300, 400}, 1, {600, 800}};
  const auto handles = handlesOf(page, splineNet(page.grid), view);
  const auto middle = handleAt(handles, view, view.toWidget({300, 700}));
  ASSERT_TRUE(middle);
  EXPECT_EQ(middle->kind, HandleKind::side);
  const auto line = std::find_if(handles.begin(), handles.end(), [](const Handle& h) { return h.pin == 0; });
  ASSERT_NE(line, handles.end());
  const auto at_line = handleAt(handles, view, view.toWidget(line->source_px));
  ASSERT_TRUE(at_line);
  EXPECT_TRUE(at_line->isSame(*line));
}

TEST(Handles, AreKnownByWhatTheyAreNotByTheirNumber) {
  PageOverlay page = flatPage();
  page.pins = {{{222, 333}, {0.3, 0.4}}, {{333, 444}, {0.6, 0.6}}};
  page.strokes = {{{{120, 200}, {480, 200}}, true}, {{{120, 300}, {480, 300}}, true}};
  const ViewTransform view{{300, 400}, 1, {600, 800}};
  const auto before = handlesOf(page, splineNet(page.grid), view);
  page.pins.erase(page.pins.begin());
  page.strokes.erase(page.strokes.begin());
  for (const Handle& handle : handlesOf(page, splineNet(page.grid), view)) {
    const auto same = std::find_if(before.begin(), before.end(), [&](const Handle& h) { return h.isSame(handle); });
    ASSERT_NE(same, before.end());
    EXPECT_EQ(same->source_px, handle.source_px);
  }
}

TEST(Handles, APageHoldsThePointsWithinItsOutline) {
  const WarpGrid grid = flatPage().grid;
  EXPECT_TRUE(holds(grid, {101, 101}));
  EXPECT_FALSE(holds(grid, {99, 300}));
  EXPECT_FALSE(holds(grid, {300, 701}));
  EXPECT_FALSE(holds({}, {0, 0}));
}

}  // namespace
}  // namespace platen::ui
