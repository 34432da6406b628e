// Zoom, pan, keys and cursors of any view.
#include "ui/view/canvas.h"

#include <QCoreApplication>
#include <QMouseEvent>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>
#include <gtest/gtest.h>

namespace platen::ui {
namespace {

class PlainCanvas : public Canvas {
 public:
  PlainCanvas() : Canvas(nullptr) { resize(400, 300); }
  using Canvas::rescalePicture;
  using Canvas::setPictureSize;
  bool takes_drags = false;
  int looks = 0, cancelled = 0;
  std::vector<Vec2> dragged, clicks;

 protected:
  void paintPicture(QPainter& /*painter*/) override {}
  void paintOverlay(QPainter& /*painter*/) override {}
  void viewChanged() override { ++looks; }
  bool toolPressed(Vec2 widget_px, Qt::KeyboardModifiers /*keys*/) override {
    if (takes_drags) {
      dragged = {widget_px};
    }
    return takes_drags;
  }
  void toolMoved(Vec2 widget_px, Qt::KeyboardModifiers /*keys*/) override { dragged.push_back(widget_px); }
  void toolCancelled() override { ++cancelled; }
  void clicked(Vec2 widget_px) override { clicks.push_back(widget_px); }
};

class CanvasTest : public testing::Test {
 protected:
  void SetUp() override {
    canvas_.setPictureSize({4000, 2000});
    canvas_.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&canvas_));
    canvas_.resize(400, 300);
  }

  void turnWheel(QPoint at, int angle, Qt::KeyboardModifiers keys = {}) {
    QWheelEvent event(at, canvas_.mapToGlobal(at), {}, {0, angle}, Qt::NoButton, keys, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(&canvas_, &event);
  }
  // To the fraction: QTest's moves go by whole pixels of a screen, which has others.
  void moveMouse(QPointF at) {
    QMouseEvent event(QEvent::MouseMove, at, canvas_.mapToGlobal(at), Qt::NoButton, Qt::NoButton, {});
    QCoreApplication::sendEvent(&canvas_, &event);
  }
  void drag(Qt::MouseButton button, QPoint from, QPoint to) {
    QTest::mousePress(&canvas_, button, {}, from);
    QTest::mouseMove(&canvas_, (from + to) / 2);
    QTest::mouseMove(&canvas_, to);
    QTest::mouseRelease(&canvas_, button, {}, to);
  }
  void expectNear(Vec2 a, Vec2 b, double tolerance = 1e-6) {
    EXPECT_NEAR(a.x, b.x, tolerance);
    EXPECT_NEAR(a.y, b.y, tolerance);
  }

  PlainCanvas canvas_;
};

TEST_F(CanvasTest, APictureIsFittedAndStaysSoUntilItIsZoomed) {
  EXPECT_TRUE(canvas_.isFitted());
  EXPECT_DOUBLE_EQ(canvas_.transform().scale, 376.0 / 4000);
  canvas_.resize(800, 600);
  EXPECT_DOUBLE_EQ(canvas_.transform().scale, 776.0 / 4000);
  turnWheel({100, 100}, 120);
  EXPECT_FALSE(canvas_.isFitted());
  const double scale = canvas_.transform().scale;
  canvas_.resize(500, 600);
  EXPECT_DOUBLE_EQ(canvas_.transform().scale, scale);
  EXPECT_EQ(canvas_.transform().widget_size, (Vec2{500, 600}));
}

TEST_F(CanvasTest, TheWheelKeepsThePointUnderTheCursor) {
  for (const int angle : {120, 120, 360, -120, 15}) {
    const Vec2 cursor{170, 130};
    const Vec2 held = canvas_.transform().toPicture(cursor);
    const double before = canvas_.transform().scale;
    turnWheel({170, 130}, angle);
    EXPECT_EQ(canvas_.transform().scale > before, angle > 0);
    expectNear(canvas_.transform().toPicture(cursor), held);
  }
  const Vec2 centre = canvas_.transform().centre;
  const double scale = canvas_.transform().scale;
  turnWheel({170, 130}, 120, Qt::ShiftModifier);
  EXPECT_DOUBLE_EQ(canvas_.transform().scale, scale);
  EXPECT_LT(canvas_.transform().centre.x, centre.x);
  EXPECT_DOUBLE_EQ(canvas_.transform().centre.y, centre.y);
}

TEST_F(CanvasTest, ZoomHasBounds) {
  for (int k = 0; k < 60; ++k) {
    turnWheel({200, 150}, 600);
  }
  EXPECT_NEAR(canvas_.zoom(), 32, 1e-6);
  for (int k = 0; k < 60; ++k) {
    turnWheel({200, 150}, -600);
  }
  EXPECT_NEAR(canvas_.transform().scale, 376.0 / 4000 / 4, 1e-6);
}

TEST_F(CanvasTest, DragsPanWithTheMiddleButtonWithSpaceAndOnEmptyGround) {
  canvas_.zoomToActualSize();
  EXPECT_NEAR(canvas_.zoom(), 1, 1e-9);
  const auto panned = [&](Qt::MouseButton button) {
    const Vec2 held = canvas_.transform().toPicture({100, 100});
    drag(button, {100, 100}, {160, 60});
    const Vec2 now = canvas_.transform().toPicture({160, 60});
    return norm(now - held) < 1e-6;
  };
  EXPECT_TRUE(panned(Qt::LeftButton));
  canvas_.takes_drags = true;
  EXPECT_FALSE(panned(Qt::LeftButton));
  EXPECT_EQ(canvas_.dragged.front(), (Vec2{100, 100}));
  EXPECT_EQ(canvas_.dragged.back(), (Vec2{160, 60}));
  EXPECT_TRUE(panned(Qt::MiddleButton));
  QTest::keyPress(&canvas_, Qt::Key_Space);
  EXPECT_TRUE(panned(Qt::LeftButton));
  QTest::keyRelease(&canvas_, Qt::Key_Space);
  EXPECT_FALSE(panned(Qt::LeftButton));
}

TEST_F(CanvasTest, APressWithoutADragIsAClickAndEscapeEndsATool) {
  QTest::mouseClick(&canvas_, Qt::LeftButton, {}, {50, 60});
  ASSERT_EQ(canvas_.clicks.size(), 1U);
  EXPECT_EQ(canvas_.clicks[0], (Vec2{50, 60}));
  drag(Qt::LeftButton, {50, 60}, {90, 60});
  QTest::mouseClick(&canvas_, Qt::MiddleButton, {}, {50, 60});
  EXPECT_EQ(canvas_.clicks.size(), 1U);
  canvas_.takes_drags = true;
  QTest::mousePress(&canvas_, Qt::LeftButton, {}, {50, 60});
  QTest::keyClick(&canvas_, Qt::Key_Escape);
  EXPECT_EQ(canvas_.cancelled, 1);
  QTest::mouseRelease(&canvas_, Qt::LeftButton, {}, {50, 60});
  EXPECT_EQ(canvas_.clicks.size(), 1U);
}

TEST_F(CanvasTest, KeysZoomFitAndPan) {
  const double fitted = canvas_.transform().scale;
  QTest::keyClick(&canvas_, Qt::Key_Plus);
  EXPECT_GT(canvas_.transform().scale, fitted);
  QTest::keyClick(&canvas_, Qt::Key_Minus);
  EXPECT_NEAR(canvas_.transform().scale, fitted, 1e-12);
  QTest::keyClick(&canvas_, Qt::Key_1);
  EXPECT_NEAR(canvas_.zoom(), 1, 1e-9);
  const Vec2 centre = canvas_.transform().centre;
  QTest::keyClick(&canvas_, Qt::Key_Right);
  QTest::keyClick(&canvas_, Qt::Key_Down);
  EXPECT_GT(canvas_.transform().centre.x, centre.x);
  EXPECT_GT(canvas_.transform().centre.y, centre.y);
  QTest::keyClick(&canvas_, Qt::Key_0);
  EXPECT_TRUE(canvas_.isFitted());
  EXPECT_DOUBLE_EQ(canvas_.transform().scale, fitted);
}

TEST_F(CanvasTest, TellsWhereTheCursorIsOnThePicture) {
  QSignalSpy spy(&canvas_, &Canvas::cursorAt);
  moveMouse({200, 150});
  ASSERT_GE(spy.size(), 1);
  const auto at = spy.back()[0].value<std::optional<Vec2>>();
  ASSERT_TRUE(at);
  expectNear(*at, canvas_.transform().toPicture({200, 150}));
  EXPECT_EQ(canvas_.cursor(), at);
  moveMouse({2, 2});  // beside the fitted picture
  EXPECT_FALSE(spy.back()[0].value<std::optional<Vec2>>());
  EXPECT_FALSE(canvas_.cursor());
}

TEST_F(CanvasTest, PaintsTheLinkedCursorWhereThePointIsAndTakesItAway) {
  const QImage before = canvas_.grab().toImage();
  const Vec2 place{1234, 987};
  canvas_.showLinkedCursor(place);
  const QImage with = canvas_.grab().toImage();
  QPointF sum;
  int count = 0;
  for (int y = 0; y < with.height(); ++y) {
    for (int x = 0; x < with.width(); ++x) {
      if (with.pixel(x, y) != before.pixel(x, y)) {
        sum += QPointF(x + 0.5, y + 0.5);
        ++count;
      }
    }
  }
  ASSERT_GT(count, 20);
  expectNear(vecOf(sum / count / with.devicePixelRatio()), canvas_.transform().toWidget(place), 0.6);
  canvas_.showLinkedCursor(std::nullopt);
  EXPECT_EQ(canvas_.grab().toImage(), before);
}

TEST_F(CanvasTest, EveryChangeOfTheViewIsToldOnceAndOnlyThen) {
  QSignalSpy spy(&canvas_, &Canvas::transformChanged);
  const ViewTransform view{{1000, 700}, 0.5, {400, 300}};
  canvas_.setTransform(view);
  EXPECT_EQ(spy.size(), 1);
  EXPECT_EQ(spy[0][0].value<ViewTransform>(), view);
  const int looks = canvas_.looks;
  canvas_.setTransform(view);
  EXPECT_EQ(spy.size(), 1);
  EXPECT_EQ(canvas_.looks, looks);
  canvas_.setTransform({{-500, 700}, 0.5, {}});
  EXPECT_EQ(canvas_.transform().centre, (Vec2{0, 700}));
}

TEST_F(CanvasTest, APictureInALargerFrameKeepsWhatIsInView) {
  canvas_.setTransform({{1000, 500}, 0.5, {}});
  canvas_.rescalePicture({8000, 4000});
  expectNear(canvas_.transform().centre, {2000, 1000});
  EXPECT_DOUBLE_EQ(canvas_.transform().scale, 0.25);
  canvas_.setPictureSize({100, 100});
  EXPECT_TRUE(canvas_.isFitted());
}

}  // namespace
}  // namespace platen::ui
