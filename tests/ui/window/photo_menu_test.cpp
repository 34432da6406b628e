// What the menu of a point or a line does when the photo has changed while it was open.
#include "ui/window/photo_menu.h"

#include "ui/view/photo_view.h"
#include "ui/window/actions.h"

#include <memory>

#include <QMenu>
#include <QSignalSpy>
#include <QTest>
#include <gtest/gtest.h>

namespace platen::ui {
namespace {

class PhotoMenuTest : public testing::Test {
 protected:
  void SetUp() override {
    overlay_.pages.resize(1);
    overlay_.pages[0].grid = {2, 2, {{100, 100}, {700, 100}, {100, 1100}, {700, 1100}}};
    overlay_.pages[0].pins = {{{200, 300}, {0.2, 0.2}}, {{500, 600}, {0.7, 0.5}}};
    overlay_.pages[0].strokes = {{{{150, 640}, {650, 640}}, true}, {{{220, 200}, {220, 900}}, false}};
    view_.setOverlay(overlay_);
  }
  // The menu of a handle of the page, open while the overlay becomes another; then its first action.
  void choose(const Handle& handle, const PhotoOverlay& meanwhile) {
    const std::unique_ptr<QMenu> menu(photoMenu(view_, actions_, 0, handle, nullptr));
    view_.setOverlay(meanwhile);
    menu->actions().front()->trigger();
  }

  Renderer renderer_{1};
  PhotoView view_{renderer_};
  Actions actions_{nullptr};
  PhotoOverlay overlay_;
};

TEST_F(PhotoMenuTest, RemovesThePinAndTheLineThatWereMeant) {
  QSignalSpy pins(&view_, &PhotoView::pinRemoved);
  QSignalSpy lines(&view_, &PhotoView::strokeRemoved);
  PhotoOverlay split = overlay_;
  split.pages.insert(split.pages.begin(), PageOverlay{});
  split.pages[1].pins.erase(split.pages[1].pins.begin());
  split.pages[1].strokes.erase(split.pages[1].strokes.begin());
  choose({HandleKind::pin, 1, {0.7, 0.5}, {500, 600}}, split);
  ASSERT_EQ(pins.size(), 1);
  EXPECT_EQ(pins[0][0].toInt(), 1);
  EXPECT_EQ(pins[0][1].toInt(), 0);
  view_.setOverlay(overlay_);
  choose({HandleKind::stroke, 1, {}, {220, 550}, {220, 550}}, split);
  ASSERT_EQ(lines.size(), 1);
  EXPECT_EQ(lines[0][0].toInt(), 1);
  EXPECT_EQ(lines[0][1].toInt(), 0);
}

TEST_F(PhotoMenuTest, LeavesAloneWhatIsNoLongerThere) {
  QSignalSpy pins(&view_, &PhotoView::pinRemoved);
  QSignalSpy lines(&view_, &PhotoView::strokeRemoved);
  PhotoOverlay fewer = overlay_;
  fewer.pages[0].pins.erase(fewer.pages[0].pins.begin());
  fewer.pages[0].strokes.erase(fewer.pages[0].strokes.begin());
  choose({HandleKind::pin, 0, {0.2, 0.2}, {200, 300}}, fewer);
  view_.setOverlay(overlay_);
  choose({HandleKind::stroke, 0, {}, {400, 640}, {400, 640}}, fewer);
  EXPECT_TRUE(pins.empty());
  EXPECT_TRUE(lines.empty());
}

TEST_F(PhotoMenuTest, PinsThePointWhereItIsByThenOnItsOwnPage) {
  QSignalSpy added(&view_, &PhotoView::pinAdded);
  const Handle corner{HandleKind::corner, -1, {1, 0}, {700, 100}};
  PhotoOverlay moved = overlay_;
  moved.pages[0].grid.points[1] = {720, 90};
  choose(corner, moved);
  ASSERT_EQ(added.size(), 1);
  EXPECT_EQ(added[0][1].value<Vec2>(), (Vec2{1, 0}));
  EXPECT_NEAR(added[0][2].value<Vec2>().x, 720, 1e-6);
  EXPECT_NEAR(added[0][2].value<Vec2>().y, 90, 1e-6);
  view_.setOverlay(overlay_);
  PhotoOverlay split = overlay_;
  split.pages.push_back(split.pages[0]);
  choose(corner, split);
  view_.setOverlay(overlay_);
  choose(corner, {});
  EXPECT_EQ(added.size(), 1);
}

}  // namespace
}  // namespace platen::ui
