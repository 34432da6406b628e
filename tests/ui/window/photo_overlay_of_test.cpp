// How large a page is shown whose own extent is not known yet.
#include "ui/window/photo_overlay_of.h"

#include <gtest/gtest.h>

namespace platen::ui {
namespace {

// A page that lies back: 400 px wide at its foot, 200 at its top, 300 high on the photo.
WarpGrid lyingBack() {
  WarpGrid grid{4, 3, {}};
  for (int i = 0; i < grid.rows; ++i) {
    const double width = 200 + 200.0 * i / 3;
    for (int j = 0; j < grid.cols; ++j) {
      grid.points.push_back({500 + width * (j / 2.0 - 0.5), 100.0 * i});
    }
  }
  return grid;
}

TEST(ExtentOf, IsWhatThePhotoShowsWhereNoProportionsAreKnown) {
  const Vec2 extent = extentOf(lyingBack(), 0);
  EXPECT_GT(extent.x, 250);
  EXPECT_LT(extent.x, 350);
  EXPECT_GE(extent.y, 300);
  EXPECT_LT(extent.y, 330);
}

TEST(ExtentOf, HasTheProportionsOfTheFlatPageAndLosesNoDetail) {
  const Vec2 extent = extentOf(lyingBack(), 1.4);
  EXPECT_NEAR(extent.y / extent.x, 1.4, 1e-12);
  EXPECT_GT(extent.x, 300);
  EXPECT_LE(extent.x, 400);
}

TEST(ExtentOf, OfNoGridIsOnePixel) {
  EXPECT_EQ(extentOf({}, 1.4), (Vec2{1, 1}));
}

}  // namespace
}  // namespace platen::ui
