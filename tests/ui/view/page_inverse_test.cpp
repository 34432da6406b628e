#include "ui/view/page_inverse.h"

#include "tests/ui/view/wave_photo.h"

#include <gtest/gtest.h>

namespace platen::ui {
namespace {

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

}  // namespace
}  // namespace platen::ui
