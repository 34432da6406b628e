#include "ui/view/stroke_drawing.h"

#include <cmath>

#include <gtest/gtest.h>

namespace platen::ui {
namespace {

const ViewTransform kView{{1000, 1000}, 0.5, {400, 400}};

TEST(StrokeDrawing, AFreeLineEndsWithTheButtonAndKeepsItsShapeWithFewPoints) {
  StrokeDrawing stroke;
  const auto arc = [](int k) { return Vec2{20.0 + 3 * k, 200 + 40 * std::sin(k * 0.03)}; };
  stroke.press(kView, arc(0));
  for (int k = 1; k <= 100; ++k) {
    EXPECT_TRUE(stroke.move(kView, arc(k)) || k < 3);
  }
  const auto line = stroke.release(kView, arc(100));
  ASSERT_TRUE(line);
  EXPECT_FALSE(stroke.isUnderWay());
  EXPECT_EQ(line->front(), kView.toPicture(arc(0)));
  EXPECT_EQ(line->back(), kView.toPicture(arc(100)));
  EXPECT_LT(line->size(), 30U);
  EXPECT_GT(line->size(), 3U);
}

TEST(StrokeDrawing, ClicksAddPointsUntilItIsFinished) {
  StrokeDrawing stroke;
  for (const Vec2 at : {Vec2{10, 10}, Vec2{100, 20}, Vec2{300, 15}}) {
    stroke.press(kView, at);
    EXPECT_FALSE(stroke.release(kView, at));
  }
  EXPECT_TRUE(stroke.move(kView, {350, 40}));  // the piece to the cursor
  EXPECT_EQ(stroke.points().size(), 4U);
  stroke.removeLastPoint();
  const auto line = stroke.finish();
  ASSERT_TRUE(line);
  EXPECT_EQ(*line, (Polyline{kView.toPicture({10, 10}), kView.toPicture({100, 20})}));
  EXPECT_FALSE(stroke.isUnderWay());
  EXPECT_FALSE(stroke.finish());
}

TEST(StrokeDrawing, OneClickIsNoLineAndCancelLeavesNothing) {
  StrokeDrawing stroke;
  stroke.press(kView, {10, 10});
  EXPECT_FALSE(stroke.release(kView, {11, 10}));
  EXPECT_TRUE(stroke.isUnderWay());
  EXPECT_FALSE(stroke.finish());
  stroke.press(kView, {10, 10});
  stroke.cancel();
  EXPECT_FALSE(stroke.isUnderWay());
  EXPECT_TRUE(stroke.points().empty());
  EXPECT_FALSE(stroke.move(kView, {50, 50}));
}

TEST(Simplified, KeepsWhatIsOffTheLineByMoreThanTheTolerance) {
  const Polyline line{{0, 0}, {1, 0.4}, {2, -0.4}, {3, 5}, {4, 0.2}, {6, 0}};
  EXPECT_EQ(simplified(line, 10), (Polyline{{0, 0}, {6, 0}}));
  EXPECT_EQ(simplified(line, 1), (Polyline{{0, 0}, {2, -0.4}, {3, 5}, {4, 0.2}, {6, 0}}));
}

}  // namespace
}  // namespace platen::ui
