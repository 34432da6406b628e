// The photo view's tools say what was dragged and where to, under any zoom and device pixel ratio.
#include "ui/view/photo_view.h"

#include "tests/ui/view/photo_view_fixture.h"

#include <algorithm>
#include <memory>

#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>
#include <gtest/gtest.h>

namespace platen::ui {
namespace {

TEST_F(PhotoViewTest, DraggingAHandleTellsWhatOfThePageGoesWhere) {
  for (const double zoom : {0.0, 1.5}) {
    if (zoom > 0) {
      view_.setTransform({{650, 150}, zoom, {}});
    }
    QSignalSpy spy(&view_, &PhotoView::handleMoved);
    // Taken 2 widget_px beside its middle: it must not jump there.
    const QPoint from = at({700, 100}) + QPoint(2, 1);
    const QPoint to = from + QPoint(-40, 33);
    press(from);
    move(from + QPoint(-20, 16));
    move(to);
    release(to);
    ASSERT_GE(spy.size(), 4);
    const Moved first = moved(spy.front());
    EXPECT_EQ(first.phase, DragPhase::begin);
    expectNear(first.source_px, {700, 100}, 1e-6);
    const Moved last = moved(spy.back());
    EXPECT_EQ(last.phase, DragPhase::end);
    EXPECT_EQ(last.page, 0);
    EXPECT_EQ(last.uv, (Vec2{1, 0}));
    expectNear(last.source_px, Vec2{700, 100} + Vec2{-40, 33} / view_.transform().scale, 1e-6);
    EXPECT_EQ(moved(spy[1]).phase, DragPhase::move);
  }
}

TEST_F(PhotoViewTest, EscapeTakesADragBackAndAPressAloneMovesNothing) {
  QSignalSpy spy(&view_, &PhotoView::handleMoved);
  press(at({100, 1100}));
  release(at({100, 1100}));
  EXPECT_EQ(spy.size(), 0);
  press(at({100, 1100}));
  move(at({160, 1000}));
  QTest::keyClick(&view_, Qt::Key_Escape);
  ASSERT_GE(spy.size(), 3);
  EXPECT_EQ(moved(spy.back()).phase, DragPhase::cancel);
  expectNear(moved(spy.back()).source_px, {100, 1100}, 1e-6);
  const auto count = spy.size();
  move(at({300, 900}));
  release(at({300, 900}));
  EXPECT_EQ(spy.size(), count);
}

TEST_F(PhotoViewTest, ADragGoesOnWhileTheFitMovesTheGrid) {
  QSignalSpy spy(&view_, &PhotoView::handleMoved);
  press(at({100, 100}));
  move(at({150, 150}));
  for (int k = 0; k < 5; ++k) {
    overlay_.pages[0].grid.points[0] = {110.0 + k, 112.0};
    view_.setOverlay(overlay_);
    move(at({150.0 + 20 * k, 150}));
  }
  release(at({230, 150}));
  EXPECT_EQ(moved(spy.back()).phase, DragPhase::end);
  EXPECT_EQ(moved(spy.back()).uv, (Vec2{0, 0}));
  expectNear(moved(spy.back()).source_px, {230, 150}, 4);
  int begins = 0;
  for (const auto& signal : spy) {
    begins += moved(signal).phase == DragPhase::begin ? 1 : 0;
  }
  EXPECT_EQ(begins, 1);
}

TEST_F(PhotoViewTest, PinsAreDraggedRemovedAndAdded) {
  QSignalSpy moved_spy(&view_, &PhotoView::handleMoved);
  press(at({345, 567}));
  move(at({400, 567}));
  release(at({400, 567}));
  ASSERT_FALSE(moved_spy.isEmpty());
  EXPECT_EQ(moved(moved_spy.back()).uv, (Vec2{0.4, 0.45}));
  QSignalSpy removed(&view_, &PhotoView::pinRemoved);
  QTest::mouseDClick(&view_, Qt::LeftButton, {}, at({345, 567}));
  ASSERT_EQ(removed.size(), 1);
  EXPECT_EQ(removed[0][1].toInt(), 0);
  QTest::keyClick(&view_, Qt::Key_Delete);
  EXPECT_EQ(removed.size(), 2);
  QSignalSpy added(&view_, &PhotoView::pinAdded);
  const QPoint empty = at({500, 330});
  QTest::mouseDClick(&view_, Qt::LeftButton, {}, empty);
  ASSERT_EQ(added.size(), 1);
  const Vec2 source_px = sourceAt(empty);
  expectNear(added[0][2].value<Vec2>(), source_px, 1e-6);
  expectNear(added[0][1].value<Vec2>(), {(source_px.x - 100) / 600, (source_px.y - 100) / 1000}, 1e-6);
  QTest::mouseDClick(&view_, Qt::LeftButton, {}, at({750, 600}));  // between the pages
  EXPECT_EQ(added.size(), 1);
}

TEST_F(PhotoViewTest, HandlesAreReachedAndMovedByKeys) {
  QSignalSpy spy(&view_, &PhotoView::handleMoved);
  QTest::keyClick(&view_, Qt::Key_Right);  // no handle is chosen: it pans
  EXPECT_EQ(spy.size(), 0);
  QTest::keyClick(&view_, Qt::Key_Return);
  QTest::keyClick(&view_, Qt::Key_Return);  // the top right corner
  QTest::keyPress(&view_, Qt::Key_Left);
  QTest::keyPress(&view_, Qt::Key_Left);
  QTest::keyRelease(&view_, Qt::Key_Left);
  ASSERT_EQ(spy.size(), 4);  // begin, two moves, end
  EXPECT_EQ(moved(spy[3]).uv, (Vec2{1, 0}));
  expectNear(moved(spy[3]).source_px, {698, 100}, 1e-6);
  EXPECT_EQ(moved(spy[3]).phase, DragPhase::end);
  QTest::keyClick(&view_, Qt::Key_Down, Qt::ShiftModifier);
  expectNear(moved(spy.back()).source_px, {700, 110}, 1e-6);  // the overlay was not changed meanwhile
  QTest::keyClick(&view_, Qt::Key_Return, Qt::ShiftModifier);
  QTest::keyClick(&view_, Qt::Key_Up);
  EXPECT_EQ(moved(spy.back()).uv, (Vec2{0, 0}));
}

TEST_F(PhotoViewTest, ReturnGoesRoundTheHandlesAndEscapeLetsGo) {
  QSignalSpy spy(&view_, &PhotoView::handleMoved);
  const QString plain = view_.accessibleDescription();
  QTest::keyClick(&view_, Qt::Key_Return, Qt::ShiftModifier);
  const QString last = view_.accessibleDescription();
  QTest::keyClick(&view_, Qt::Key_Enter, Qt::KeypadModifier);
  const QString first = view_.accessibleDescription();
  EXPECT_NE(first, last);
  QTest::keyClick(&view_, Qt::Key_Return, Qt::ShiftModifier);
  EXPECT_EQ(view_.accessibleDescription(), last);
  QTest::keyClick(&view_, Qt::Key_Escape);
  EXPECT_EQ(view_.accessibleDescription(), plain);
  QTest::keyClick(&view_, Qt::Key_Left);  // pans again
  EXPECT_EQ(spy.size(), 0);
}

// Beside the view in a window: one press takes the focus to it, the next one away from it, whatever tool is chosen.
TEST_F(PhotoViewTest, TabLeavesTheViewAtOnce) {
  QWidget window;
  QLineEdit before(&window);
  PhotoView view(renderer_, &window);
  QLineEdit after(&window);
  view.setGeometry(0, 40, 400, 300);
  view.setPhoto(photo_.regions());
  view.setOverlay(overlay_);
  view.setTool(Tool::point);
  window.resize(420, 400);
  window.show();
  window.activateWindow();
  ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
  before.setFocus();
  QTest::keyClick(&before, Qt::Key_Tab);
  ASSERT_TRUE(view.hasFocus());
  QTest::keyClick(&view, Qt::Key_Return);  // a handle is chosen
  QTest::keyClick(&view, Qt::Key_Tab);
  EXPECT_TRUE(after.hasFocus());
  QTest::keyClick(&after, Qt::Key_Backtab, Qt::ShiftModifier);
  ASSERT_TRUE(view.hasFocus());
  QTest::keyClick(&view, Qt::Key_Backtab, Qt::ShiftModifier);
  EXPECT_TRUE(before.hasFocus());
}

TEST_F(PhotoViewTest, AClickOnAnotherPageChoosesIt) {
  QSignalSpy spy(&view_, &PhotoView::pageClicked);
  QTest::mouseClick(&view_, Qt::LeftButton, {}, at({430, 310}));
  EXPECT_EQ(spy.size(), 0);
  QTest::mouseClick(&view_, Qt::LeftButton, {}, at({1200, 310}));
  ASSERT_EQ(spy.size(), 1);
  EXPECT_EQ(spy[0][0].toInt(), 1);
  view_.setTool(Tool::hand);
  QTest::mouseClick(&view_, Qt::LeftButton, {}, at({1300, 600}));
  EXPECT_EQ(spy.size(), 2);
  QTest::mouseClick(&view_, Qt::LeftButton, {}, at({750, 600}));
  EXPECT_EQ(spy.size(), 2);
}

TEST_F(PhotoViewTest, StrokesAreDrawnFreelyOrPointByPoint) {
  QSignalSpy spy(&view_, &PhotoView::strokeDrawn);
  view_.setTool(Tool::levelStroke);
  press(at({150, 300}));
  for (int k = 1; k <= 10; ++k) {
    move(at({150.0 + 50 * k, 300}));
  }
  release(at({650, 300}));
  ASSERT_EQ(spy.size(), 1);
  EXPECT_EQ(spy[0][0].toInt(), 0);
  EXPECT_TRUE(spy[0][2].toBool());
  const auto line = spy[0][1].value<Polyline>();
  ASSERT_GE(line.size(), 2U);
  expectNear(line.front(), {150, 300}, 3);
  expectNear(line.back(), {650, 300}, 3);
  view_.setTool(Tool::uprightStroke);
  for (const double y : {200.0, 500.0, 900.0}) {
    QTest::mouseClick(&view_, Qt::LeftButton, {}, at({300, y}));
  }
  EXPECT_EQ(spy.size(), 1);
  QTest::keyClick(&view_, Qt::Key_Return);
  ASSERT_EQ(spy.size(), 2);
  EXPECT_FALSE(spy[1][2].toBool());
  EXPECT_EQ(spy[1][1].value<Polyline>().size(), 3U);
  QTest::mouseClick(&view_, Qt::LeftButton, {}, at({300, 300}));
  QTest::keyClick(&view_, Qt::Key_Escape);
  QTest::keyClick(&view_, Qt::Key_Return);
  EXPECT_EQ(spy.size(), 2);
}

TEST_F(PhotoViewTest, FitLeavesRoomForHandlesOutsideOfThePhoto) {
  overlay_.pages[0].grid = {2, 2, {{-200, -150}, {700, 100}, {-180, 1500}, {1e5, 1100}}};
  view_.setOverlay(overlay_);
  view_.zoomToFit();
  for (const Vec2 corner : {Vec2{-200, -150}, Vec2{-180, 1500}}) {
    EXPECT_TRUE(view_.rect().contains(at(corner))) << corner.x;
  }
  EXPECT_GT(view_.transform().scale, 0.05) << "a grid that runs wild does not make the photo a speck";
  QSignalSpy moves(&view_, &PhotoView::handleMoved);
  const QPoint from = at({-200, -150});
  press(from);
  move(from + QPoint(9, 0));
  release(from + QPoint(9, 0));
  ASSERT_FALSE(moves.empty());
  EXPECT_EQ(moved(moves[0]).uv, (Vec2{0, 0}));
}

TEST_F(PhotoViewTest, TheSpineIsMovedOrDrawnAnew) {
  QSignalSpy spy(&view_, &PhotoView::spineMoved);
  view_.setTool(Tool::spine);
  const QPoint from = at({750, 500});
  press(from);
  move(from + QPoint(20, 0));
  release(from + QPoint(20, 0));
  ASSERT_GE(spy.size(), 3);
  EXPECT_EQ(spy.front()[1].value<DragPhase>(), DragPhase::begin);
  EXPECT_EQ(spy.back()[1].value<DragPhase>(), DragPhase::end);
  const auto line = spy.back()[0].value<Polyline>();
  expectNear(line[0], {750 + 20 / view_.transform().scale, 100}, 1e-6);
  overlay_.pages[0].spine.clear();
  view_.setOverlay(overlay_);
  press(at({740, 200}));
  move(at({742, 210}));
  release(at({742, 210}));  // a slip of the hand
  EXPECT_NE(spy.back()[1].value<DragPhase>(), DragPhase::move);
  EXPECT_TRUE(spy.back()[1].value<DragPhase>() == DragPhase::cancel || spy.size() == 3);
  press(at({740, 200}));
  move(at({740, 1000}));
  release(at({740, 1000}));
  EXPECT_EQ(spy.back()[1].value<DragPhase>(), DragPhase::end);
  EXPECT_EQ(spy.back()[0].value<Polyline>().size(), 2U);
}

TEST_F(PhotoViewTest, PaintsThePhotoInPlaceWithItsGridOverIt) {
  overlay_.pages.clear();
  view_.setOverlay(overlay_);
  view_.setTransform({{812.5, 607.25}, 1.3 / view_.devicePixelRatioF(), {}});
  ASSERT_TRUE(QTest::qWaitFor([&] { return view_.isSharp(); }, kPatience_ms));
  const QImage plain = view_.grab().toImage();
  double worst = 0;
  for (int y = 20; y < view_.height() - 20; y += 20) {
    for (int x = 20; x < view_.width() - 20; x += 20) {
      worst = std::max(worst, offTheWave(paintedAt(plain, {x + 0.0, y + 0.0}), sourceAt({x, y})));
    }
  }
  EXPECT_LT(worst, 2);
  overlay_.pages.resize(1);
  overlay_.pages[0].grid = {2, 2, {{812.5, 0}, {1400, 0}, {812.5, 1200}, {1400, 1200}}};
  overlay_.current = 0;
  view_.setOverlay(overlay_);
  OverlayLayers layers;
  layers.handles = false;
  view_.setLayers(layers);
  const QImage with = view_.grab().toImage();
  // Its left side runs through the middle of the widget.
  EXPECT_NE(paintedAt(with, {260, 105}), paintedAt(plain, {260, 105}));
  EXPECT_EQ(paintedAt(with, {200, 105}), paintedAt(plain, {200, 105}));
  layers.grid = false;
  view_.setLayers(layers);
  EXPECT_EQ(view_.grab().toImage(), plain);
}

// While its fit runs more of a photo is read: what is in view must neither blur nor be made again.
TEST_F(PhotoViewTest, TheSamePhotoReadFurtherStaysAsSharpAsItWas) {
  const auto again = [&] {
    Pyramid coarse;
    coarse.source_size = kWavePhoto;
    coarse.levels.push_back(photo_.regions()->atHand(0));
    return std::make_shared<const pipeline::PhotoRegions>(photo_.regions()->info(), coarse);
  };
  view_.setTransform({{800, 600}, 1.5, {}});
  ASSERT_TRUE(QTest::qWaitFor([&] { return view_.isSharp(); }, kPatience_ms));
  const QImage sharp = view_.grab().toImage();
  view_.readFurther(again(), true);
  EXPECT_TRUE(view_.isSharp());
  EXPECT_EQ(view_.grab().toImage(), sharp);
  // A file that was read anew may show something else.
  view_.setPhoto(again(), true);
  view_.setTransform({{800, 600}, 1.5, {}});
  EXPECT_FALSE(view_.isSharp());
  EXPECT_TRUE(QTest::qWaitFor([&] { return view_.isSharp(); }, kPatience_ms));
  EXPECT_EQ(view_.grab().toImage(), sharp);
}

TEST_F(PhotoViewTest, SaysWhatItIsToThoseWhoCanNotSeeIt) {
  EXPECT_FALSE(view_.accessibleName().isEmpty());
  EXPECT_EQ(view_.focusPolicy(), Qt::StrongFocus);
  const QString plain = view_.accessibleDescription();
  EXPECT_FALSE(plain.isEmpty());
  QTest::keyClick(&view_, Qt::Key_Return);
  const QString first = view_.accessibleDescription();
  QTest::keyClick(&view_, Qt::Key_Return);
  EXPECT_NE(first, plain);
  EXPECT_NE(view_.accessibleDescription(), first);  // another corner
}

}  // namespace
}  // namespace platen::ui
