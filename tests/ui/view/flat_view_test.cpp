// The flat page: painted from the grid it was given last, live and then sharp; drags in page_uv; before and after.
#include "ui/view/flat_view.h"

#include "tests/ui/view/wave_photo.h"
#include "ui/view/straight_view.h"

#include <algorithm>

#include <QSignalSpy>
#include <QTest>
#include <gtest/gtest.h>

namespace platen::ui {
namespace {

class FlatViewTest : public testing::Test {
 protected:
  void SetUp() override {
    view_.resize(500, 460);
    view_.setPage(photo_.regions(), bentPage(), kPageExtent);
    view_.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&view_));
    view_.setFocus();
  }
  void waitUntilSharp() {
    ASSERT_TRUE(QTest::qWaitFor([&] { return view_.isSharp(); }, kPatience_ms));
  }
  [[nodiscard]] Vec2 pageAt(Vec2 widget_px) const {
    return view_.pageFromPicture(view_.transform().toPicture(widget_px));
  }
  [[nodiscard]] QPoint at(Vec2 page_uv) const {
    return pointOf(view_.transform().toWidget(view_.pictureFromPage(page_uv))).toPoint();
  }
  // Greatest error of the pixels painted in columns [x0, x1) of the widget.
  double worst(const WarpGrid& grid, int x0, int x1) {
    const QImage grabbed = view_.grab().toImage();
    const SplineNet net = splineNet(grid);
    double most = 0;
    int looked_at = 0;
    for (int y = 50; y < view_.height() - 20; y += 15) {
      for (int x = x0; x < x1; x += 15) {
        const Vec2 uv = pageAt({x + 0.0, y + 0.0});
        const bool by_the_grip = std::abs(x - 250) < 40 && std::abs(y - 230) < 20;
        if (uv.x > 0.01 && uv.y > 0.01 && uv.x < 0.99 && uv.y < 0.99 && !by_the_grip) {
          most = std::max(most, offTheWave(paintedAt(grabbed, {x + 0.0, y + 0.0}), sourceFromPage(net, uv)));
          ++looked_at;
        }
      }
    }
    EXPECT_GT(looked_at, 50);
    return most;
  }

  WavePhoto photo_;
  Renderer renderer_{1};
  FlatView view_{renderer_};
};

TEST_F(FlatViewTest, PaintsThePageThatTheGridMakes) {
  waitUntilSharp();
  EXPECT_LT(worst(bentPage(), 10, 490), 3);
  view_.setTransform({{300, 800}, 1.7, {}});
  waitUntilSharp();
  EXPECT_LT(worst(bentPage(), 10, 490), 3);
}

TEST_F(FlatViewTest, FollowsAFitLiveAndEndsSharp) {
  waitUntilSharp();
  view_.setTransform({{400, 450}, 0.8, {}});
  const ViewTransform before = view_.transform();
  QSignalSpy painted(&view_, &FlatView::framePainted);
  // As the session does it: the next frame when the last one has been painted.
  for (int k = 1; k <= 8; ++k) {
    const auto count = painted.size();
    view_.setGrid(bentPage(k * 10));
    ASSERT_TRUE(QTest::qWaitFor([&] { return painted.size() > count; }, kPatience_ms)) << k;
  }
  EXPECT_EQ(view_.transform(), before);
  EXPECT_EQ(view_.grid(), bentPage(80));
  waitUntilSharp();
  EXPECT_LT(worst(bentPage(80), 10, 490), 3);
}

TEST_F(FlatViewTest, AnotherExtentKeepsThePartInView) {
  view_.setTransform({{450, 500}, 1.5, {}});
  const Vec2 before = pageAt({100, 100});
  view_.setGrid(bentPage(), kPageExtent * 1.5);
  EXPECT_EQ(view_.extent(), kPageExtent * 1.5);
  EXPECT_NEAR(pageAt({100, 100}).x, before.x, 1e-9);
  EXPECT_NEAR(pageAt({100, 100}).y, before.y, 1e-9);
  waitUntilSharp();
  EXPECT_LT(worst(bentPage(), 10, 490), 3);
}

TEST_F(FlatViewTest, DraggingContentTellsFromWhereToWhereOnThePage) {
  QSignalSpy spy(&view_, &FlatView::contentMoved);
  const ViewTransform before = view_.transform();
  view_.setTool(Tool::point);
  const QPoint from = at({0.3, 0.4});
  const QPoint to = at({0.5, 0.6});
  QTest::mousePress(&view_, Qt::LeftButton, {}, from);
  QTest::mouseMove(&view_, (from + to) / 2);
  QTest::mouseMove(&view_, to);
  QTest::mouseRelease(&view_, Qt::LeftButton, {}, to);
  ASSERT_GE(spy.size(), 4);
  EXPECT_EQ(spy.front()[2].value<DragPhase>(), DragPhase::begin);
  EXPECT_EQ(spy.back()[2].value<DragPhase>(), DragPhase::end);
  const Vec2 from_uv = spy.back()[0].value<Vec2>();
  const Vec2 to_uv = spy.back()[1].value<Vec2>();
  EXPECT_NEAR(from_uv.x, pageAt(vecOf(from)).x, 1e-9);
  EXPECT_NEAR(to_uv.x, pageAt(vecOf(to)).x, 1e-9);
  EXPECT_NEAR(to_uv.y, pageAt(vecOf(to)).y, 1e-9);
  EXPECT_EQ(view_.transform(), before);
  QTest::mousePress(&view_, Qt::LeftButton, {}, from);
  QTest::mouseMove(&view_, to);
  QTest::keyClick(&view_, Qt::Key_Escape);
  EXPECT_EQ(spy.back()[2].value<DragPhase>(), DragPhase::cancel);
  QTest::mouseRelease(&view_, Qt::LeftButton, {}, to);
}

TEST_F(FlatViewTest, StrokesAreInPageCoordinates) {
  QSignalSpy spy(&view_, &FlatView::strokeDrawn);
  view_.setTool(Tool::uprightStroke);
  QTest::mouseClick(&view_, Qt::LeftButton, {}, at({0.25, 0.2}));
  QTest::mouseClick(&view_, Qt::LeftButton, {}, at({0.25, 0.8}));
  QTest::keyClick(&view_, Qt::Key_Return);
  ASSERT_EQ(spy.size(), 1);
  const auto line = spy[0][0].value<Polyline>();
  ASSERT_EQ(line.size(), 2U);
  EXPECT_NEAR(line[1].x, 0.25, 0.005);
  EXPECT_NEAR(line[1].y, 0.8, 0.005);
  EXPECT_FALSE(spy[0][1].toBool());
}

TEST_F(FlatViewTest, LeftOfTheDividerIsThePhotoFromStraightAbove) {
  view_.setDivider(0.5);
  waitUntilSharp();
  EXPECT_LT(worst(straightView(bentPage()), 10, 240), 3);
  EXPECT_LT(worst(bentPage(), 265, 490), 3);
  // The page's sides are bent: the two must differ.
  EXPECT_GT(worst(bentPage(), 10, 240), 10);
  QSignalSpy spy(&view_, &FlatView::dividerMoved);
  QTest::mousePress(&view_, Qt::LeftButton, {}, {251, 100});
  QTest::mouseMove(&view_, {400, 100});
  QTest::mouseRelease(&view_, Qt::LeftButton, {}, {400, 100});
  ASSERT_FALSE(spy.isEmpty());
  EXPECT_NEAR(*view_.divider(), 0.8, 1e-9);
  QTest::keyClick(&view_, Qt::Key_Left, Qt::ShiftModifier);
  EXPECT_NEAR(*view_.divider(), 0.78, 1e-9);
  view_.setDivider(7);
  EXPECT_EQ(view_.divider(), 1.0);
  view_.setDivider(std::nullopt);
  EXPECT_FALSE(view_.divider());
}

TEST_F(FlatViewTest, WithoutAPageThereIsNothingToDragAndNoCrash) {
  view_.setPage(nullptr, {}, {});
  view_.setGrid(bentPage());
  EXPECT_TRUE(view_.grid().empty());
  view_.setDivider(0.4);
  view_.setTool(Tool::point);
  QSignalSpy spy(&view_, &FlatView::contentMoved);
  QTest::mousePress(&view_, Qt::LeftButton, {}, {100, 100});
  QTest::mouseMove(&view_, {160, 160});
  QTest::mouseRelease(&view_, Qt::LeftButton, {}, {160, 160});
  EXPECT_TRUE(spy.isEmpty());
  EXPECT_TRUE(view_.isSharp());
  view_.grab();
}

}  // namespace
}  // namespace platen::ui
