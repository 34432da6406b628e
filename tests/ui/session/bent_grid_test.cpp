#include "ui/session/bent_grid.h"

#include <gtest/gtest.h>

namespace platen::ui {
namespace {

TEST(BentGrid, ThePlaceLiesUnderTheCursorAndFarPlacesStay) {
  for (const int lattice : {3, 9, 40}) {
    WarpGrid grid;
    grid.rows = grid.cols = lattice;
    for (int i = 0; i < lattice; ++i) {
      for (int j = 0; j < lattice; ++j) {
        grid.points.push_back({100 + 800.0 * j / (lattice - 1), 50 + 1100.0 * i / (lattice - 1)});
      }
    }
    for (const Vec2 place : {Vec2{0, 0}, Vec2{0.37, 0.61}, Vec2{1, 0.5}}) {
      const Vec2 to = sourceFromPage(splineNet(grid), place) + Vec2{23, -41};
      const SplineNet bent = splineNet(bentGrid(grid, place, to));
      EXPECT_NEAR(norm(sourceFromPage(bent, place) - to), 0, lattice < 5 ? 5 : 0.1) << lattice;
      const Vec2 far{place.x < 0.5 ? 1.0 : 0.0, place.y < 0.5 ? 1.0 : 0.0};
      EXPECT_LT(norm(sourceFromPage(bent, far) - sourceFromPage(splineNet(grid), far)), 3) << lattice;
    }
  }
}

TEST(BentGrid, NothingComesOfNothing) {
  EXPECT_TRUE(bentGrid({}, {0.5, 0.5}, {1, 1}).empty());
}

}  // namespace
}  // namespace platen::ui
