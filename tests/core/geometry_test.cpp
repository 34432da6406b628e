// WorkFrame against pixels: a turned and scaled frame holds each pixel's centre where turning the image puts it.
#include "core/geometry.h"

#include <algorithm>
#include <utility>

#include <gtest/gtest.h>

namespace platen {
namespace {

TEST(Vec2, Arithmetic) {
  const Vec2 a{3, -4};
  EXPECT_EQ(a + (Vec2{1, 1}), (Vec2{4, -3}));
  EXPECT_EQ(a - (Vec2{1, 1}), (Vec2{2, -5}));
  EXPECT_EQ(2 * a, (Vec2{6, -8}));
  EXPECT_EQ(a / 2, (Vec2{1.5, -2}));
  EXPECT_DOUBLE_EQ(norm(a), 5);
  EXPECT_DOUBLE_EQ(dot(a, {2, 1}), 2);
  EXPECT_DOUBLE_EQ(cross({1, 0}, {0, 1}), 1);  // from right to down: clockwise on the screen is positive
}

TEST(Box, Sides) {
  const Box box{1, 2, 4, 8};
  EXPECT_DOUBLE_EQ(box.width(), 3);
  EXPECT_DOUBLE_EQ(box.height(), 6);
}

// Where pixel (column, row) of a w x h image comes to lie when the image is turned clockwise, derived by counting
// pixels: one turn sends the bottom-left pixel to the top left.
TEST(WorkFrame, PixelCentresGoWhereTurningTheImagePutsThem) {
  const Size size{5, 3};
  for (int turns = 0; turns < 4; ++turns) {
    const WorkFrame frame{size, 1, turns};
    for (int row = 0; row < size.height; ++row) {
      for (int column = 0; column < size.width; ++column) {
        int c = column;
        int r = row;
        int w = size.width;
        int h = size.height;
        for (int turn = 0; turn < turns; ++turn) {
          const int turned_column = h - 1 - r;
          r = c;
          c = turned_column;
          std::swap(w, h);
        }
        const Vec2 work_px = frame.workFromSource({column + 0.5, row + 0.5});
        EXPECT_EQ(work_px, (Vec2{c + 0.5, r + 0.5})) << turns << " turns, pixel " << column << ", " << row;
      }
    }
  }
}

TEST(WorkFrame, ThereAndBack) {
  for (int turns = 0; turns < 4; ++turns) {
    const WorkFrame frame{{4032, 3024}, 0.3125, turns};
    for (const Vec2 source_px : {Vec2{0, 0}, Vec2{4032, 3024}, Vec2{0.5, 0.5}, Vec2{1234.56, 789.01}, Vec2{-3, 5000}}) {
      const Vec2 back = frame.sourceFromWork(frame.workFromSource(source_px));
      EXPECT_NEAR(back.x, source_px.x, 1e-9) << turns;
      EXPECT_NEAR(back.y, source_px.y, 1e-9) << turns;
    }
  }
}

TEST(WorkFrame, TheScaledPhotoFillsItsExtent) {
  for (int turns = 0; turns < 4; ++turns) {
    const WorkFrame frame{{101, 57}, 0.37, turns};
    const Vec2 a = frame.workFromSource({0, 0});
    const Vec2 b = frame.workFromSource({101, 57});
    EXPECT_NEAR(std::min(a.x, b.x), 0, 1e-12);
    EXPECT_NEAR(std::min(a.y, b.y), 0, 1e-12);
    EXPECT_NEAR(std::max(a.x, b.x), frame.extent().x, 1e-12);
    EXPECT_NEAR(std::max(a.y, b.y), frame.extent().y, 1e-12);
  }
}

TEST(WorkFrame, OneTurnSendsUpToRight) {
  const WorkFrame frame{{100, 60}, 1, 1};
  const Vec2 up = frame.workFromSource({50, 20}) - frame.workFromSource({50, 30});
  EXPECT_EQ(up, (Vec2{10, 0}));
}

}  // namespace
}  // namespace platen
