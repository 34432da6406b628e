// The bound on what a part of a page looks at: strict, by brute force over random nets, and close.
#include "core/pipeline/spline_hull.h"
#include "core/pipeline/strip.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace platen::pipeline {
namespace {

WarpGrid randomGrid(std::mt19937& random, Size photo) {
  std::uniform_real_distribution<double> unit(0, 1);
  WarpGrid grid{2 + static_cast<int>(random() % 7), 2 + static_cast<int>(random() % 7), {}};
  const double turn = 6.3 * unit(random);
  const double scale = 0.4 + 0.8 * unit(random);
  const double noise = unit(random) < 0.5 ? 6 : 0.15 * photo.width;
  const Vec2 middle{photo.width * unit(random), photo.height * unit(random)};
  for (int i = 0; i < grid.rows; ++i) {
    for (int j = 0; j < grid.cols; ++j) {
      const Vec2 p{(static_cast<double>(j) / (grid.cols - 1) - 0.5) * scale * photo.width,
                   (static_cast<double>(i) / (grid.rows - 1) - 0.5) * scale * photo.height};
      grid.points.push_back(middle + Vec2{p.x * std::cos(turn) - p.y * std::sin(turn) + noise * (unit(random) - 0.5),
                                          p.x * std::sin(turn) + p.y * std::cos(turn) + noise * (unit(random) - 0.5)});
    }
  }
  return grid;
}

TEST(SplineHull, HoldsEveryPointAndLittleMore) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> unit(0, 1);
  for (int round = 0; round < 300; ++round) {
    const SplineNet net = splineNet(randomGrid(random, {900, 700}));
    const double u = unit(random);
    const double v = unit(random);
    const Box part{u, v, u + (1 - u) * unit(random), v + (1 - v) * unit(random)};
    const Box hull = splineHull(net, part);
    Box seen{1e9, 1e9, -1e9, -1e9};
    constexpr int kSteps = 40;
    for (int i = 0; i <= kSteps; ++i) {
      for (int j = 0; j <= kSteps; ++j) {
        const Vec2 p = sourceFromPage(net, {part.x0 + part.width() * j / kSteps, part.y0 + part.height() * i / kSteps});
        seen = {std::min(seen.x0, p.x), std::min(seen.y0, p.y), std::max(seen.x1, p.x), std::max(seen.y1, p.y)};
        ASSERT_GE(p.x, hull.x0 - 1e-6);
        ASSERT_LE(p.x, hull.x1 + 1e-6);
        ASSERT_GE(p.y, hull.y0 - 1e-6);
        ASSERT_LE(p.y, hull.y1 + 1e-6);
      }
    }
    // A Bezier net is wider than its patch, most of all where the patch is curved: by less than the patch itself here.
    EXPECT_LT(hull.width(), 2 * seen.width() + 1);
    EXPECT_LT(hull.height(), 2 * seen.height() + 1);
  }
}

TEST(SplineHull, OfAThinPartIsTheSpreadOfItsPoints) {
  WarpGrid grid{5, 5, {}};
  for (int k = 0; k < 25; ++k) {
    grid.points.push_back({100.0 * (k % 5) + 9 * std::sin(k), 120.0 * (k / 5) + 20 * std::cos(k % 5)});
  }
  const SplineNet net = splineNet(grid);
  const Box part{0, 0.4, 1, 0.401};
  double least = 1e9;
  double most = -1e9;
  for (int j = 0; j <= 2000; ++j) {
    for (const double v : {part.y0, part.y1}) {
      const double y = sourceFromPage(net, {j / 2000.0, v}).y;
      least = std::min(least, y);
      most = std::max(most, y);
    }
  }
  double tiles_least = 1e9;
  double tiles_most = -1e9;
  for (int k = 0; k < 40; ++k) {
    const Box tile = splineHull(net, {k / 40.0, part.y0, (k + 1) / 40.0, part.y1});
    tiles_least = std::min(tiles_least, tile.y0);
    tiles_most = std::max(tiles_most, tile.y1);
  }
  EXPECT_LE(tiles_least, least);
  EXPECT_GE(tiles_most, most);
  EXPECT_NEAR(tiles_least, least, 0.3);
  EXPECT_NEAR(tiles_most, most, 0.3);
}

Image noise(const SourceKind& kind, std::mt19937& random) {
  Image image = Image::allocate(kind.size, kind.channels, kind.type);
  for (int j = 0; j < kind.size.height; ++j) {
    auto* bytes = reinterpret_cast<unsigned char*>(image.row(j));
    for (std::size_t k = 0; k < static_cast<std::size_t>(kind.size.width) * image.bytesPerPixel(); ++k) {
      bytes[k] = static_cast<unsigned char>(random());
    }
  }
  return image;
}

// What lies outside the reach has no part in what is rendered, be it what it may.
TEST(SourceReach, HoldsEveryPixelThatIsLookedAt) {
  std::mt19937 random(11);
  for (int round = 0; round < 120; ++round) {
    const SourceKind kind{{200 + static_cast<int>(random() % 500), 200 + static_cast<int>(random() % 400)},
                          round % 4 == 0 ? 1 : 3,
                          round % 5 == 0 ? PixelType::u16 : PixelType::u8};
    const Size out{100 + static_cast<int>(random() % 1200), 30 + static_cast<int>(random() % 300)};
    const auto filter = static_cast<Filter>(round % 3);
    const StripRenderer renderer(kind, 1, randomGrid(random, kind.size), out, filter, round % 7 == 0);
    const int first_row = static_cast<int>(random() % static_cast<unsigned>(out.height)) / kStripRows * kStripRows;
    const int first_column = out.width > kTileColumns && round % 2 == 0 ? kTileColumns : 0;
    const int columns = round % 3 == 0 ? out.width - first_column : std::min(kTileColumns, out.width - first_column);
    const int rows = std::min(64, out.height - first_row);
    const SourceReach reach = renderer.reach(first_column, columns, first_row, rows);

    const Image photo = noise(kind, random);
    Image cut = noise(kind, random);
    if (!reach.empty()) {
      ASSERT_GE(reach.x0, 0);
      ASSERT_LE(reach.x1, kind.size.width);
      const std::size_t pixel = photo.bytesPerPixel();
      for (int j = reach.y0; j < reach.y1; ++j) {
        std::memcpy(cut.row(j) + static_cast<std::size_t>(reach.x0) * pixel,
                    photo.row(j) + static_cast<std::size_t>(reach.x0) * pixel,
                    static_cast<std::size_t>(reach.x1 - reach.x0) * pixel);
      }
    }
    Image a = Image::allocate({columns, rows}, kind.channels, kind.type);
    Image b = Image::allocate({columns, rows}, kind.channels, kind.type);
    StripRenderer::Scratch scratch;
    renderer.render(viewOf(photo), first_column, columns, first_row, rows, a, scratch);
    renderer.render(viewOf(cut), first_column, columns, first_row, rows, b, scratch);
    for (int j = 0; j < rows; ++j) {
      ASSERT_EQ(std::memcmp(a.row(j), b.row(j), static_cast<std::size_t>(columns) * a.bytesPerPixel()), 0)
          << "round " << round << ", row " << first_row + j;
    }
  }
}

TEST(SourceReach, OfAnUprightBandIsItsRowsAndTheFiltersTaps) {
  const SourceKind kind{{3000, 4000}, 3, PixelType::u8};
  const StripRenderer renderer(kind, 1, identityGrid(kind.size), kind.size, Filter::bicubic);
  const SourceReach reach = renderer.reach(0, 3000, 1024, 64);
  EXPECT_FALSE(reach.beyond);
  EXPECT_LE(reach.y0, 1023);
  EXPECT_GE(reach.y0, 1021);
  EXPECT_GE(reach.y1, 1090);
  EXPECT_LE(reach.y1, 1093);
  EXPECT_EQ(reach.x0, 0);
  EXPECT_EQ(reach.x1, 3000);
}

TEST(SourceReach, OfAMapThatGoesFarAwayIsAll) {
  const SourceKind kind{{30, 40}, 3, PixelType::u8};
  const StripRenderer renderer(kind, 1, {2, 2, {{0, 0}, {1e9, 0}, {0, 40}, {30, 40}}}, {20, 20}, Filter::bicubic);
  const SourceReach reach = renderer.reach(0, 20, 0, 16);
  EXPECT_TRUE(reach.beyond);
  EXPECT_EQ(reach.x0, 0);
  EXPECT_EQ(reach.y1, 40);
}

TEST(SourceReach, OfAPartBesideThePhotoIsNone) {
  const SourceKind kind{{300, 400}, 3, PixelType::u8};
  const StripRenderer renderer(kind, 1, {2, 2, {{-500, 0}, {-310, 0}, {-500, 400}, {-310, 400}}}, {200, 400},
                               Filter::lanczos);
  const SourceReach reach = renderer.reach(0, 200, 64, 64);
  EXPECT_TRUE(reach.empty());
  EXPECT_TRUE(reach.beyond);
}

}  // namespace
}  // namespace platen::pipeline
