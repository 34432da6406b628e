// A shown photo view with two pages, a pin and a spine over a photo whose every pixel is known.
#pragma once

#include "tests/ui/view/wave_photo.h"
#include "ui/view/photo_view.h"

#include <QTest>
#include <gtest/gtest.h>

namespace platen::ui {

class PhotoViewTest : public testing::Test {
 protected:
  void SetUp() override {
    view_.resize(520, 420);
    view_.setPhoto(photo_.regions());
    overlay_.pages.resize(2);
    overlay_.pages[0].grid = {2, 2, {{100, 100}, {700, 100}, {100, 1100}, {700, 1100}}};
    overlay_.pages[1].grid = {2, 2, {{800, 100}, {1500, 100}, {800, 1100}, {1500, 1100}}};
    overlay_.pages[0].pins = {{{345, 567}, {0.4, 0.45}}};
    overlay_.pages[0].spine = {{750, 100}, {750, 1100}};
    view_.setOverlay(overlay_);
    view_.setTool(Tool::point);
    view_.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&view_));
    view_.setFocus();
  }
  [[nodiscard]] QPoint at(Vec2 source_px) const { return pointOf(view_.transform().toWidget(source_px)).toPoint(); }
  [[nodiscard]] Vec2 sourceAt(QPoint widget_px) const { return view_.transform().toPicture(vecOf(widget_px)); }
  void press(QPoint p) { QTest::mousePress(&view_, Qt::LeftButton, {}, p); }
  void move(QPoint p) { QTest::mouseMove(&view_, p); }
  void release(QPoint p) { QTest::mouseRelease(&view_, Qt::LeftButton, {}, p); }
  static void expectNear(Vec2 a, Vec2 b, double tolerance) {
    EXPECT_NEAR(a.x, b.x, tolerance);
    EXPECT_NEAR(a.y, b.y, tolerance);
  }

  WavePhoto photo_;
  Renderer renderer_{1};
  PhotoView view_{renderer_};
  PhotoOverlay overlay_;
};

struct Moved {
  int page;
  Vec2 uv, source_px;
  DragPhase phase;
};
inline Moved moved(const QList<QVariant>& signal) {
  return {signal[0].toInt(), signal[1].value<Vec2>(), signal[2].value<Vec2>(), signal[3].value<DragPhase>()};
}

}  // namespace platen::ui
