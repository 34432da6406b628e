// The grid is a value: what its spline gives between the samples is the same surface for everybody who reads it.
#include "core/warp_grid.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <stdexcept>

#include <gtest/gtest.h>

namespace platen {
namespace {

using Map = std::function<Vec2(double u, double v)>;

WarpGrid sampled(int rows, int cols, const Map& map) {
  WarpGrid grid{rows, cols, {}};
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < cols; ++j) {
      grid.points.push_back(map(static_cast<double>(j) / (cols - 1), static_cast<double>(i) / (rows - 1)));
    }
  }
  return grid;
}

void expectNear(Vec2 a, Vec2 b, double tolerance) {
  EXPECT_NEAR(a.x, b.x, tolerance);
  EXPECT_NEAR(a.y, b.y, tolerance);
}

Vec2 affine(double u, double v) {
  return {100 + 900 * u - 50 * v, 70 + 30 * u + 1200 * v};
}
Vec2 bilinear(double u, double v) {
  return affine(u, v) + Vec2{40 * u * v, -25 * u * v};
}
// A page curled near its left side and seen askew: smooth, but no polynomial.
Vec2 curled(double u, double v) {
  return {200 + 900 * u + 60 * std::exp(-4 * u), 100 + 1300 * v + 40 * std::sin(2.5 * u) * (1 - 0.4 * v)};
}

double worstError(const WarpGrid& grid, const Map& map, double low, double high) {
  const SplineNet net = splineNet(grid);
  double worst = 0;
  constexpr int kLattice = 47;
  for (int i = 0; i <= kLattice; ++i) {
    for (int j = 0; j <= kLattice; ++j) {
      const double u = low + (high - low) * j / kLattice;
      const double v = low + (high - low) * i / kLattice;
      worst = std::max(worst, norm(sourceFromPage(net, {u, v}) - map(u, v)));
    }
  }
  return worst;
}

TEST(WarpGrid, GoesThroughItsSamples) {
  for (const auto& [rows, cols] : {std::pair{2, 2}, {2, 3}, {3, 2}, {3, 3}, {4, 5}, {7, 4}, {20, 31}}) {
    const WarpGrid grid = sampled(rows, cols, curled);
    const SplineNet net = splineNet(grid);
    EXPECT_EQ(net.rows, rows + 2);
    EXPECT_EQ(net.cols, cols + 2);
    for (int i = 0; i < rows; ++i) {
      for (int j = 0; j < cols; ++j) {
        const Vec2 page_uv{static_cast<double>(j) / (cols - 1), static_cast<double>(i) / (rows - 1)};
        expectNear(sourceFromPage(net, page_uv), grid.at(i, j), 1e-9);
      }
    }
  }
}

TEST(WarpGrid, AffineAndBilinearMapsAreExactInsideAndOutside) {
  for (const auto& [rows, cols] : {std::pair{2, 2}, {3, 4}, {9, 6}}) {
    EXPECT_LT(worstError(sampled(rows, cols, affine), affine, -0.5, 1.5), 1e-9);
    EXPECT_LT(worstError(sampled(rows, cols, bilinear), bilinear, -0.5, 1.5), 1e-9);
  }
}

TEST(WarpGrid, ErrorFallsLikeACubicSplineAwayFromTheBorder) {
  // Natural ends spoil the order at the border only; inside, halving the step divides the error by 16.
  const double coarse = worstError(sampled(17, 17, curled), curled, 0.3, 0.7);
  const double fine = worstError(sampled(33, 33, curled), curled, 0.3, 0.7);
  EXPECT_LT(coarse, 0.01);
  EXPECT_LT(fine, coarse / 10);
}

TEST(WarpGrid, IsTwiceContinuouslyDifferentiableAcrossItsKnots) {
  const SplineNet net = splineNet(sampled(6, 6, curled));
  constexpr double kStep = 1e-4;
  for (int knot = 1; knot < 5; ++knot) {
    const double u = knot / 5.0;
    const auto secondDerivative = [&](double at) {
      return (warpJet(net, {at + kStep, 0.37}).du - warpJet(net, {at, 0.37}).du) / kStep;
    };
    const Vec2 left = secondDerivative(u - kStep);
    const Vec2 right = secondDerivative(u);
    expectNear(left, right, 0.02 * norm(left) + 0.5);
  }
}

TEST(WarpGrid, JetsAreTheDerivatives) {
  const SplineNet net = splineNet(sampled(8, 11, curled));
  constexpr double kStep = 1e-6;
  for (const Vec2 at : {Vec2{0.01, 0.02}, Vec2{0.35, 0.81}, Vec2{0.5, 0.5}, Vec2{0.99, 0.4}, Vec2{-0.2, 0.5},
                        Vec2{1.3, 0.45}, Vec2{0.4, 1.2}, Vec2{1.1, -0.3}}) {
    const WarpJet jet = warpJet(net, at);
    expectNear(jet.point, sourceFromPage(net, at), 0);
    const auto slope = [&](Vec2 step) {
      return (sourceFromPage(net, at + step) - sourceFromPage(net, at - step)) / (2 * kStep);
    };
    expectNear(jet.du, slope({kStep, 0}), 1e-4);
    expectNear(jet.dv, slope({0, kStep}), 1e-4);
  }
}

TEST(WarpGrid, ContinuesAsAStraightLineOutside) {
  const SplineNet net = splineNet(sampled(8, 8, curled));
  const WarpJet edge = warpJet(net, {1, 0.4});
  expectNear(sourceFromPage(net, {1.25, 0.4}), edge.point + 0.25 * edge.du, 1e-9);
  const WarpJet top = warpJet(net, {0.3, 0});
  expectNear(sourceFromPage(net, {0.3, -0.5}), top.point - 0.5 * top.dv, 1e-9);
}

TEST(WarpGrid, GridsThatAreNoneAreRefused) {
  EXPECT_THROW((void)splineNet({}), std::invalid_argument);
  EXPECT_THROW((void)splineNet({1, 2, {{0, 0}, {1, 0}}}), std::invalid_argument);
  EXPECT_THROW((void)splineNet({2, 2, {{0, 0}, {1, 0}, {0, 1}}}), std::invalid_argument);
}

TEST(WarpGrid, OneTurnMovesTheLeftSideToTheTop) {
  const WarpGrid grid = sampled(3, 4, affine);
  const WarpGrid once = turned(grid, 1);
  EXPECT_EQ(once.rows, 4);
  EXPECT_EQ(once.cols, 3);
  // The left side read from the bottom up becomes the top read from left to right.
  for (int j = 0; j < once.cols; ++j) {
    EXPECT_EQ(once.at(0, j), grid.at(grid.rows - 1 - j, 0));
  }
  // So the old top ends up on the right.
  for (int i = 0; i < once.rows; ++i) {
    EXPECT_EQ(once.at(i, once.cols - 1), grid.at(0, i));
  }
}

TEST(WarpGrid, TurnsAddUp) {
  const WarpGrid grid = sampled(3, 4, curled);
  EXPECT_EQ(turned(grid, 0), grid);
  EXPECT_EQ(turned(grid, 4), grid);
  EXPECT_EQ(turned(turned(turned(turned(grid, 1), 1), 1), 1), grid);
  EXPECT_EQ(turned(turned(grid, 1), 2), turned(grid, 3));
  EXPECT_EQ(turned(grid, -1), turned(grid, 3));
  EXPECT_EQ(turned(grid, 2).at(0, 0), grid.at(2, 3));
}

TEST(WarpGrid, SubGridIsThePartOfThePage) {
  const WarpGrid grid = sampled(9, 7, bilinear);
  const Box box{0.25, -0.1, 0.75, 0.6};
  const SplineNet part = splineNet(subGrid(grid, box, 5, 6));
  for (const Vec2 at : {Vec2{0, 0.2}, Vec2{1, 1}, Vec2{0.3, 0.8}}) {
    const Vec2 whole_uv{box.x0 + box.width() * at.x, box.y0 + box.height() * at.y};
    expectNear(sourceFromPage(part, at), bilinear(whole_uv.x, whole_uv.y), 1e-9);
  }
  EXPECT_EQ(subGrid(grid, box, 5, 6).rows, 5);
  EXPECT_EQ(subGrid(grid, box, 5, 6).cols, 6);
}

TEST(WarpGrid, TheWholeBoxIsTheGridItself) {
  const WarpGrid grid = sampled(9, 7, curled);
  const WarpGrid same = subGrid(grid, {0, 0, 1, 1}, 9, 7);
  for (std::size_t k = 0; k < grid.points.size(); ++k) {
    expectNear(same.points[k], grid.points[k], 1e-9);
  }
}

TEST(WarpGrid, TheIdentityPageIsThePhoto) {
  const SplineNet net = splineNet(identityGrid({640, 480}));
  expectNear(sourceFromPage(net, {0, 0}), {0, 0}, 1e-9);
  expectNear(sourceFromPage(net, {1, 1}), {640, 480}, 1e-9);
  expectNear(sourceFromPage(net, {0.25, 0.5}), {160, 240}, 1e-12);
  EXPECT_NEAR(minRelativeDeterminant(net), 1, 1e-12);
}

TEST(WarpGrid, AFoldHasANegativeDeterminant) {
  EXPECT_GT(minRelativeDeterminant(splineNet(sampled(12, 12, curled))), 0.5);
  const WarpGrid folded = sampled(12, 12, [](double u, double v) {
    return Vec2{1000 * u + 320 * std::sin(2 * std::numbers::pi * u), 1000 * v};  // runs back around the middle
  });
  EXPECT_LT(minRelativeDeterminant(splineNet(folded)), -0.1);
  const WarpGrid mirrored = sampled(4, 4, [](double u, double v) { return Vec2{1000 - 1000 * u, 1000 * v}; });
  EXPECT_LT(minRelativeDeterminant(splineNet(mirrored)), 0);
}

TEST(WarpGridPoints, NotFiniteOnesGiveNanAndStayInTheNet) {
  const SplineNet net = splineNet(sampled(5, 4, curled));
  const double nan = std::nan("");
  EXPECT_TRUE(std::isnan(sourceFromPage(net, {nan, 0.5}).x));
  EXPECT_TRUE(std::isnan(sourceFromPage(net, {0.5, nan}).y));
  EXPECT_FALSE(std::isfinite(sourceFromPage(net, {1e300 * 1e300, 0.5}).x));
}

}  // namespace
}  // namespace platen
