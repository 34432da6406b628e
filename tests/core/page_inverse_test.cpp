#include "core/page_inverse.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace platen {
namespace {

WarpGrid bentPage() {
  WarpGrid grid{33, 25, {}};
  for (int i = 0; i < grid.rows; ++i) {
    for (int j = 0; j < grid.cols; ++j) {
      const double u = static_cast<double>(j) / (grid.cols - 1);
      const double v = static_cast<double>(i) / (grid.rows - 1);
      grid.points.push_back({300 + 900 * u + 25 * std::sin(3 * v),
                             90 + 950 * v + 40 * std::sin(std::numbers::pi * u) + 80 * std::abs(v - 0.5) * u});
    }
  }
  return grid;
}

TEST(PageInverse, FindsThePlaceThatAPointOfThePageCameFrom) {
  const WarpGrid grid = bentPage();
  const SplineNet net = splineNet(grid);
  for (const double u : {0.0, 0.013, 0.3, 0.5, 0.77, 1.0}) {
    for (const double v : {0.0, 0.2, 0.49, 0.51, 0.99, 1.0}) {
      const auto uv = pageFromSource(grid, sourceFromPage(net, {u, v}), 1e-9);
      ASSERT_TRUE(uv) << u << ", " << v;
      EXPECT_NEAR(uv->x, u, 1e-6);
      EXPECT_NEAR(uv->y, v, 1e-6);
    }
  }
}

TEST(PageInverse, BesideThePageIsNoPlaceButWithinTheMargin) {
  const WarpGrid grid = bentPage();
  const Vec2 beside = sourceFromPage(splineNet(grid), {1.05, 0.4});
  EXPECT_FALSE(pageFromSource(grid, beside));
  const auto uv = pageFromSource(grid, beside, 0.1);
  ASSERT_TRUE(uv);
  EXPECT_NEAR(uv->x, 1.05, 1e-6);
  EXPECT_FALSE(pageFromSource(grid, {-5000, 9000}, 0.1));
  EXPECT_FALSE(pageFromSource({}, {0, 0}));
  EXPECT_FALSE(pageFromSource({2, 2, {{5, 5}, {5, 5}, {5, 5}, {5, 5}}}, {1, 1}));
}

// Beyond where the map folds there is another place with the same point; it is none of the page's.
TEST(PageInverse, ThereIsNoWayOverAFold) {
  WarpGrid grid{33, 33, {}};
  for (int i = 0; i < grid.rows; ++i) {
    for (int j = 0; j < grid.cols; ++j) {
      const double u = static_cast<double>(j) / (grid.cols - 1);
      grid.points.push_back({1000 * u * (1.6 - u), 30.0 * i});  // turns back at u = .8
    }
  }
  const SplineNet net = splineNet(grid);
  const Vec2 seen_twice = sourceFromPage(net, {0.7, 0.5});
  const auto uv = pageFromSourceNear(net, seen_twice, {0.2, 0.5}, 0.5);
  ASSERT_TRUE(uv);
  EXPECT_NEAR(uv->x, 0.7, 1e-5);
  EXPECT_FALSE(pageFromSourceNear(net, seen_twice, {0.95, 0.5}, 0.5));
  EXPECT_FALSE(pageFromSourceNear(net, {700, 480}, {0.2, 0.5}, 0.5));  // it reaches 640 at most
}

}  // namespace
}  // namespace platen
