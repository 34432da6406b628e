#include "ui/view/view_transform.h"

#include <gtest/gtest.h>

namespace platen::ui {
namespace {

void expectNear(Vec2 a, Vec2 b) {
  EXPECT_NEAR(a.x, b.x, 1e-9);
  EXPECT_NEAR(a.y, b.y, 1e-9);
}

TEST(ViewTransform, TheWholePictureIsInViewAndCentred) {
  const ViewTransform view = ViewTransform::fitted({4000, 3000}, {800, 800}, 0);
  EXPECT_DOUBLE_EQ(view.scale, 0.2);
  expectNear(view.toWidget({0, 0}), {0, 100});
  expectNear(view.toWidget({4000, 3000}), {800, 700});
  EXPECT_DOUBLE_EQ(ViewTransform::fitted({4000, 3000}, {800, 800}, 100).scale, 0.15);
}

TEST(ViewTransform, ZoomingKeepsThePointUnderTheCursor) {
  const ViewTransform view = ViewTransform::fitted({4000, 3000}, {800, 600}, 10);
  const Vec2 cursor{123, 456};
  const ViewTransform zoomed = view.zoomedAt(cursor, 3.7, 0.01, 32);
  EXPECT_DOUBLE_EQ(zoomed.scale, view.scale * 3.7);
  expectNear(zoomed.toPicture(cursor), view.toPicture(cursor));
  EXPECT_DOUBLE_EQ(view.zoomedAt(cursor, 1e9, 0.01, 32).scale, 32);
  expectNear(view.zoomedAt(cursor, 1e9, 0.01, 32).toPicture(cursor), view.toPicture(cursor));
  EXPECT_DOUBLE_EQ(view.zoomedAt(cursor, 1e-9, 0.01, 32).scale, 0.01);
}

TEST(ViewTransform, PanningMovesThePictureWithTheCursorAndNeverOutOfView) {
  const ViewTransform view{{2000, 1500}, 0.5, {800, 600}};
  const ViewTransform panned = view.pannedBy({30, -20});
  expectNear(panned.toWidget({100, 100}), view.toWidget({100, 100}) + Vec2{30, -20});
  expectNear(view.pannedBy({1e7, -1e7}).within({4000, 3000}).centre, {0, 3000});
}

TEST(ViewTransform, WhatIsVisibleIsTheWidgetsRectangle) {
  const ViewTransform view{{100, 50}, 2, {80, 40}};
  EXPECT_EQ(view.visible(), (Box{80, 40, 120, 60}));
}

}  // namespace
}  // namespace platen::ui
