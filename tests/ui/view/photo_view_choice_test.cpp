// What of the photo view is chosen, by pointer and by keys, and what Delete and the menu then mean.
#include "tests/ui/view/photo_view_fixture.h"
#include "ui/view/handles.h"

#include <optional>
#include <vector>

#include <QContextMenuEvent>
#include <QSignalSpy>
#include <QTest>
#include <gtest/gtest.h>

namespace platen::ui {
namespace {

TEST_F(PhotoViewTest, ADrawnLineIsChosenAtItsMiddleAndRemoved) {
  overlay_.pages[0].strokes = {{{{150, 640}, {650, 640}}, true}, {{{220, 200}, {220, 900}}, false}};
  view_.setOverlay(overlay_);
  QSignalSpy removed(&view_, &PhotoView::strokeRemoved);
  QSignalSpy moves(&view_, &PhotoView::handleMoved);
  QTest::mouseClick(&view_, Qt::LeftButton, {}, at({220, 550}));
  const QString description = view_.accessibleDescription();
  QTest::keyClick(&view_, Qt::Key_Right);
  EXPECT_TRUE(moves.empty()) << "it is not dragged";
  QTest::keyClick(&view_, Qt::Key_Delete);
  ASSERT_EQ(removed.size(), 1);
  EXPECT_EQ(removed[0][0].toInt(), 0);
  EXPECT_EQ(removed[0][1].toInt(), 1);
  // By keys alone: the line before the first handle is the last of all.
  QTest::keyClick(&view_, Qt::Key_Escape);
  QTest::keyClick(&view_, Qt::Key_Return, Qt::ShiftModifier);
  EXPECT_EQ(view_.accessibleDescription(), description);
  QTest::keyClick(&view_, Qt::Key_Backspace);
  EXPECT_EQ(removed.size(), 2);
}

// What comes after the removed one is not chosen by having its number now.
TEST_F(PhotoViewTest, DeleteRemovesOnlyWhatWasChosen) {
  overlay_.pages[0].pins.push_back({{500, 800}, {0.7, 0.7}});
  overlay_.pages[0].strokes = {{{{150, 640}, {650, 640}}, true}, {{{220, 200}, {220, 900}}, false}};
  view_.setOverlay(overlay_);
  int removed = 0;
  QObject::connect(&view_, &PhotoView::pinRemoved, &view_, [&](int, int pin) {
    ++removed;
    overlay_.pages[0].pins.erase(overlay_.pages[0].pins.begin() + pin);
    view_.setOverlay(overlay_);
  });
  QObject::connect(&view_, &PhotoView::strokeRemoved, &view_, [&](int, int stroke) {
    ++removed;
    overlay_.pages[0].strokes.erase(overlay_.pages[0].strokes.begin() + stroke);
    view_.setOverlay(overlay_);
  });
  const QString plain = view_.accessibleDescription();
  const auto holdDelete = [&] {
    QTest::keyClick(&view_, Qt::Key_Delete);
    QKeyEvent repeated(QEvent::KeyPress, Qt::Key_Delete, Qt::NoModifier, QString(), true);
    QCoreApplication::sendEvent(&view_, &repeated);
    QTest::keyClick(&view_, Qt::Key_Delete);
  };
  QTest::mouseClick(&view_, Qt::LeftButton, {}, at({345, 567}));
  EXPECT_NE(view_.accessibleDescription(), plain);
  holdDelete();
  EXPECT_EQ(removed, 1);
  EXPECT_EQ(view_.accessibleDescription(), plain);
  for (int k = 0; k < 2; ++k) {
    QTest::keyClick(&view_, Qt::Key_Return, Qt::ShiftModifier);
  }
  holdDelete();
  EXPECT_EQ(removed, 2);
  ASSERT_EQ(overlay_.pages[0].strokes.size(), 1u);
  EXPECT_FALSE(overlay_.pages[0].strokes[0].is_level);
  // A double click on a pin leaves nothing chosen either.
  overlay_.pages[0].pins.push_back({{345, 567}, {0.4, 0.45}});
  view_.setOverlay(overlay_);
  QTest::mouseDClick(&view_, Qt::LeftButton, {}, at({500, 800}));
  EXPECT_EQ(removed, 3);
  holdDelete();
  EXPECT_EQ(removed, 3);
}

// The choice is of a page of a photo, not of whatever has a point at the same place.
TEST_F(PhotoViewTest, AnotherPageOrPhotoLeavesNothingChosen) {
  overlay_.pages[1].pins = {{{1078, 551}, {0.4, 0.45}}};
  view_.setOverlay(overlay_);
  QSignalSpy removed(&view_, &PhotoView::pinRemoved);
  QTest::mouseClick(&view_, Qt::LeftButton, {}, at({345, 567}));
  overlay_.current = 1;
  view_.setOverlay(overlay_);
  QTest::keyClick(&view_, Qt::Key_Delete);
  QTest::mouseClick(&view_, Qt::LeftButton, {}, at({1078, 551}));
  view_.setPhoto(nullptr);
  view_.setPhoto(photo_.regions());
  QTest::keyClick(&view_, Qt::Key_Delete);
  EXPECT_TRUE(removed.empty());
}

TEST_F(PhotoViewTest, ADragThatBeginsOnALinePansAndAHandleUnderItIsDragged) {
  overlay_.pages[0].strokes = {{{{150, 640}, {650, 640}}, true}, {{{399, 1098}, {401, 1102}}, false}};
  view_.setOverlay(overlay_);
  QSignalSpy moves(&view_, &PhotoView::handleMoved);
  const QPoint side = at({400, 1100});
  press(side);
  move(side + QPoint(9, 0));
  release(side + QPoint(9, 0));
  ASSERT_FALSE(moves.empty());
  EXPECT_EQ(moved(moves[0]).uv, (Vec2{0.5, 1}));
  view_.setOverlay(overlay_);
  moves.clear();
  QTest::keyClick(&view_, Qt::Key_Escape);
  const QString plain = view_.accessibleDescription();
  const Vec2 centre = view_.transform().centre;
  const QPoint line = at({400, 640});
  press(line);
  move(line + QPoint(30, 10));
  release(line + QPoint(30, 10));
  EXPECT_TRUE(moves.empty());
  EXPECT_LT(view_.transform().centre.x, centre.x - 1);
  EXPECT_EQ(view_.accessibleDescription(), plain);
  QTest::mouseClick(&view_, Qt::LeftButton, {}, at({400, 640}));
  EXPECT_NE(view_.accessibleDescription(), plain);
}

TEST_F(PhotoViewTest, TheMenuSpeaksOfWhatIsUnderItOrChosen) {
  std::vector<std::optional<Handle>> asked;
  QObject::connect(&view_, &PhotoView::menuWanted, &view_,
                   [&](int, const std::optional<Handle>& handle, QPoint) { asked.push_back(handle); });
  const auto ask = [&](QContextMenuEvent::Reason reason, QPoint where) {
    QContextMenuEvent event(reason, where, view_.mapToGlobal(where));
    QCoreApplication::sendEvent(&view_, &event);
  };
  ask(QContextMenuEvent::Mouse, at({345, 567}));
  ask(QContextMenuEvent::Mouse, at({700, 1100}));
  ask(QContextMenuEvent::Mouse, at({1580, 40}));
  ASSERT_EQ(asked.size(), 3u);
  ASSERT_TRUE(asked[0] && asked[1]);
  EXPECT_EQ(asked[0]->kind, HandleKind::pin);
  EXPECT_EQ(asked[1]->kind, HandleKind::corner);
  EXPECT_FALSE(asked[2]);
  QTest::keyClick(&view_, Qt::Key_Return);
  ask(QContextMenuEvent::Keyboard, {});
  ASSERT_EQ(asked.size(), 4u);
  ASSERT_TRUE(asked[3]);
  EXPECT_EQ(asked[3]->page_uv, (Vec2{0, 0}));
}

// What is seen there, in widget coordinates, on a screen of any scale.
QColor colorAt(QWidget& widget, QPoint place) {
  const QImage seen = widget.grab().toImage();
  return seen.pixelColor((QPointF(place) * seen.devicePixelRatio()).toPoint());
}

// Yellow is what was set: a point that is only chosen is not.
TEST_F(PhotoViewTest, WhatIsChosenDoesNotLookSet) {
  const auto yellow = [&](Vec2 source_px) {
    const QColor c = colorAt(view_, at(source_px) + QPoint(3, 0));
    return c.red() > 200 && c.green() > 170 && c.blue() < 140;
  };
  EXPECT_TRUE(yellow({345, 567}));
  EXPECT_FALSE(yellow({100, 100}));
  QTest::keyClick(&view_, Qt::Key_Return);
  EXPECT_FALSE(yellow({100, 100})) << "the first corner is chosen now";
  const QColor ring = colorAt(view_, at({100, 100}) + QPoint(11, 0));
  EXPECT_GT(ring.red(), ring.blue() + 60);
}

// A corner that was dragged is a pin from then on: it looks like one, stays chosen, and Delete frees it.
TEST_F(PhotoViewTest, APinnedCornerIsAPinAndLooksSet) {
  QTest::mouseClick(&view_, Qt::LeftButton, {}, at({700, 100}));
  overlay_.pages[0].pins.push_back({{700, 100}, {1, 0}});
  view_.setOverlay(overlay_);
  view_.hide();
  view_.show();
  const QColor c = colorAt(view_, at({700, 100}) + QPoint(3, 0));
  EXPECT_TRUE(c.red() > 200 && c.green() > 170 && c.blue() < 140) << c.name().toStdString();
  QSignalSpy removed(&view_, &PhotoView::pinRemoved);
  QTest::keyClick(&view_, Qt::Key_Delete);
  ASSERT_EQ(removed.size(), 1);
  EXPECT_EQ(removed[0][1].toInt(), 1);
}

}  // namespace
}  // namespace platen::ui
