#include "core/optim/turn_between.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace platen::optim {
namespace {

const std::vector<Vec2> kPoints = {{0, 0}, {4, 0}, {4, 3}, {0, 3}, {2, 1}};

std::vector<Vec2> moved(double radians, double scale, Vec2 shift) {
  std::vector<Vec2> points;
  points.reserve(kPoints.size());
  for (const Vec2 p : kPoints) {
    points.push_back(
        Vec2{std::cos(radians) * p.x - std::sin(radians) * p.y, std::sin(radians) * p.x + std::cos(radians) * p.y} *
            scale +
        shift);
  }
  return points;
}

TEST(TurnBetween, IsToldExactlyWhereItIsOne) {
  const TurnBetween turn = turnBetween(kPoints, moved(0.3, 2.5, {100, -20}));
  EXPECT_NEAR(turn.radians, 0.3, 1e-12);
  EXPECT_NEAR(turn.scale, 2.5, 1e-12);
  EXPECT_NEAR(turn.most, 0, 1e-9);
}

TEST(TurnBetween, WhatIsLeftIsInUnitsOfTheSecond) {
  // A shear of y by x of so little changes x and y of the four corners of a square alike.
  const std::vector<Vec2> square = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
  std::vector<Vec2> sheared;
  sheared.reserve(square.size());
  for (const Vec2 p : square) {
    sheared.push_back(10 * Vec2{p.x, p.y + 0.02 * p.x});
  }
  // y + s x is a turn by s/2 and a symmetric part of s/2, which moves every corner by s/2 in both directions.
  const TurnBetween turn = turnBetween(square, sheared);
  EXPECT_NEAR(turn.radians, 0.01, 1e-5);
  EXPECT_NEAR(turn.rms, 10 * 0.01 * std::sqrt(2.0), 1e-4);
  EXPECT_NEAR(turn.most, turn.rms, 1e-4);
}

}  // namespace
}  // namespace platen::optim
