#include "ui/view/straight_view.h"

#include <gtest/gtest.h>

namespace platen::ui {
namespace {

TEST(StraightView, OfAFlatPageUnderACameraIsThatPage) {
  // A projective map with a vanishing line, sampled as a grid.
  const auto camera = [](double u, double v) {
    const double w = 1 + 0.4 * u + 0.25 * v;
    return Vec2{(300 + 900 * u - 50 * v) / w, (200 + 80 * u + 1100 * v) / w};
  };
  WarpGrid grid{9, 7, {}};
  for (int i = 0; i < 9; ++i) {
    for (int j = 0; j < 7; ++j) {
      grid.points.push_back(camera(j / 6.0, i / 8.0));
    }
  }
  const SplineNet straight = splineNet(straightView(grid));
  for (const double u : {0.0, 0.21, 0.5, 0.9, 1.0}) {
    for (const double v : {0.0, 0.33, 0.75, 1.0}) {
      const Vec2 p = sourceFromPage(straight, {u, v});
      EXPECT_NEAR(p.x, camera(u, v).x, 0.02);
      EXPECT_NEAR(p.y, camera(u, v).y, 0.02);
    }
  }
}

TEST(StraightView, KeepsTheCornersEvenOfNoQuadrilateral) {
  // The third corner lies inside the triangle of the others: no camera sees a sheet so.
  const WarpGrid grid{2, 2, {{0, 0}, {100, 0}, {0, 100}, {20, 20}}};
  const WarpGrid straight = straightView(grid);
  EXPECT_EQ(straight.at(0, 0), (Vec2{0, 0}));
  EXPECT_EQ(straight.at(0, straight.cols - 1), (Vec2{100, 0}));
  EXPECT_NEAR(straight.at(straight.rows - 1, straight.cols - 1).x, 20, 1e-9);
  EXPECT_NEAR(straight.at(straight.rows - 1, straight.cols - 1).y, 20, 1e-9);
}

}  // namespace
}  // namespace platen::ui
