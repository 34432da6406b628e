// Zoom, pan, keys and cursors of any view.
#include "ui/view/canvas.h"

#include <memory>

#include <QCoreApplication>
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QPointingDevice>
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

TEST_F(CanvasTest, ATouchpadsPinchZoomsAboutTheCursorAndADoubleTapFits) {
  const auto send = [&](Qt::NativeGestureType type, QPointF at, double value) {
    QNativeGestureEvent event(type, QPointingDevice::primaryPointingDevice(), 2, at, at, canvas_.mapToGlobal(at), value,
                              {});
    QCoreApplication::sendEvent(&canvas_, &event);
  };
  const QPointF at(100, 120);
  const Vec2 under = canvas_.transform().toPicture(vecOf(at));
  const double before = canvas_.transform().scale;
  send(Qt::BeginNativeGesture, at, 0);
  send(Qt::ZoomNativeGesture, at, 0.5);
  send(Qt::EndNativeGesture, at, 0);
  EXPECT_NEAR(canvas_.transform().scale, 1.5 * before, 1e-9);
  EXPECT_LT(norm(canvas_.transform().toPicture(vecOf(at)) - under), 1e-6);
  send(Qt::ZoomNativeGesture, at, -1.5);  // fingers that meet: never inside out
  EXPECT_GT(canvas_.transform().scale, 0);
  EXPECT_LT(canvas_.transform().scale, 1.5 * before);
  send(Qt::SmartZoomNativeGesture, at, 0);
  const double smart = canvas_.transform().scale;
  send(Qt::SmartZoomNativeGesture, at, 0);
  EXPECT_NE(canvas_.transform().scale, smart);
}

// Two fingers on a screen that go apart: what was between them stays between them, and no tool takes the first one for
// a drag.
TEST_F(CanvasTest, TwoFingersApartZoomBetweenThem) {
  static const std::unique_ptr<QPointingDevice> screen(QTest::createTouchDevice());
  canvas_.takes_drags = true;
  const QPoint middle(180, 140);
  const Vec2 under = canvas_.transform().toPicture(vecOf(QPointF(middle)));
  const double before = canvas_.transform().scale;
  int apart = 20;
  QTest::touchEvent(&canvas_, screen.get()).press(0, middle - QPoint(apart, 0), &canvas_);
  QTest::touchEvent(&canvas_, screen.get()).stationary(0).press(1, middle + QPoint(apart, 0), &canvas_);
  for (; apart <= 80; apart += 5) {
    QTest::touchEvent(&canvas_, screen.get())
        .move(0, middle - QPoint(apart, 0), &canvas_)
        .move(1, middle + QPoint(apart, 0), &canvas_);
  }
  QTest::touchEvent(&canvas_, screen.get())
      .release(0, middle - QPoint(80, 0), &canvas_)
      .release(1, middle + QPoint(80, 0), &canvas_);
  EXPECT_GT(canvas_.transform().scale, 2 * before);
  EXPECT_LE(canvas_.transform().scale, 4.5 * before);
  EXPECT_LT(norm(canvas_.transform().toPicture(vecOf(QPointF(middle))) - under), 3 / canvas_.transform().scale);
  EXPECT_TRUE(canvas_.clicks.empty());
  EXPECT_LE(canvas_.dragged.size(), 2U);
  const Vec2 rests = canvas_.transform().centre;
  QTest::qWait(0);
  EXPECT_EQ(canvas_.transform().centre, rests);
}

}  // namespace
}  // namespace platen::ui
