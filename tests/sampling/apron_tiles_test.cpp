// An image in tiles is the same image: every sample has the value and the derivatives that it has of rows, to the bit.
#include "core/sampling/apron_tiles.h"

#include "tests/sampling/random_images.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

namespace platen::sampling::test {
namespace {

template <class Scalar>
void spoil(std::vector<Scalar>& positions) {
  for (std::size_t k = 0; k + 1 < positions.size(); k += 14) {  // centres, where the cell changes
    positions[k] = std::floor(positions[k]) + Scalar(0.5);
    positions[k + 1] = std::floor(positions[k + 1]) + Scalar(0.5);
  }
  positions[7] = std::numeric_limits<Scalar>::quiet_NaN();
  positions[12] = std::numeric_limits<Scalar>::infinity();
  positions[33] = Scalar(-1e30);
}

template <class Scalar>
void expectSame(const std::vector<Scalar>& a, const std::vector<Scalar>& b, const std::string& what) {
  ASSERT_EQ(a.size(), b.size());
  EXPECT_EQ(std::memcmp(a.data(), b.data(), a.size() * sizeof(Scalar)), 0) << what;
}

template <class Scalar>
void expectSameImage(std::int64_t width, std::int64_t height, std::int64_t padding) {
  Random random(static_cast<std::uint64_t>(100 * width + height));
  TestImage<std::uint8_t> image(width, height, 1, padding);
  random.fill(image);
  const ApronTiles tiles(image.view());
  auto positions = random.positions<Scalar>(333, width, height);
  spoil(positions);
  for (const Border border : kAllBorders) {
    const std::string what = std::to_string(width) + " x " + std::to_string(height) + ", " + borderName(border);
    const auto of_rows = sampleAll(image.view(), border, positions);
    const auto of_tiles = sampleAll(tiles.view(), border, positions);
    expectSame(of_rows.values, of_tiles.values, what);
    expectSame(of_rows.d_dx, of_tiles.d_dx, what);
    expectSame(of_rows.d_dy, of_tiles.d_dy, what);
  }
}

// Every phase of the tiles at both ends, one pixel wide and high among them. Run for each CPU level by CTest. (Rows of
// less than a word, which no vector loop reads, are in bilinear_bounds_test.cpp.)
TEST(ApronTiles, AreTheSameImage) {
  for (std::int64_t width = 1; width <= 23; ++width) {
    for (std::int64_t height = 1; height <= 23; ++height) {
      if (width * height >= 4) {
        expectSameImage<float>(width, height, width % 3);
      }
    }
  }
  expectSameImage<float>(1021, 777, 3);
}

TEST(ApronTiles, AreTheSameImageInDoublePrecision) {
  for (const auto& [width, height] : {std::pair<int, int>{1, 1}, {1, 9}, {15, 1}, {8, 8}, {22, 36}, {301, 203}}) {
    expectSameImage<double>(width, height, 0);
  }
}

// The division by 7 in floats at the end of what the vector loops take, and the portable loops beyond it.
TEST(ApronTiles, AreCountedExactlyInLongImages) {
  for (const std::int64_t width : {kMaxTiledSideF32, kMaxTiledSideF32 + 100}) {
    TestImage<std::uint8_t> image(width, 2, 1);
    Random random(5);
    random.fill(image);
    const ApronTiles tiles(image.view());
    std::vector<float> positions;
    for (std::int64_t i = 0; i < 400; ++i) {
      for (const std::int64_t column : {i, width / 2 + i, width - 1 - i}) {
        positions.push_back(static_cast<float>(column) + 0.5F);
        positions.push_back(1);
      }
    }
    expectSame(sampleAll(image.view(), Border::replicate, positions).values,
               sampleAll(tiles.view(), Border::replicate, positions).values, std::to_string(width));
  }
}

TEST(ApronTiles, SaysWhatItCannotHold) {
  TestImage<std::uint8_t> color(8, 8, 3);
  TestImage<float> deep(8, 8, 1);
  TestImage<std::uint8_t> grey(8, 8, 1);
  EXPECT_THROW(ApronTiles(color.view()), std::invalid_argument);
  EXPECT_THROW(ApronTiles(deep.view()), std::invalid_argument);
  EXPECT_THROW(ApronTiles(ImageView{}), std::invalid_argument);
  const ApronTiles tiles(grey.view());
  EXPECT_THROW(ApronTiles(tiles.view()), std::invalid_argument);
  // A view that calls something tiles that can't be.
  const std::vector<float> positions = {4, 4};
  ImageView wrong = tiles.view();
  wrong.row_stride = kTileBytes / 2;
  EXPECT_THROW(sampleAll(wrong, Border::zeros, positions), std::invalid_argument);
  wrong = tiles.view();
  wrong.kind = PixelKind::f32;
  EXPECT_THROW(sampleAll(wrong, Border::zeros, positions), std::invalid_argument);
}

TEST(ApronTiles, CountsTilesAlongASide) {
  EXPECT_EQ(tilesAlong(1), 1);
  EXPECT_EQ(tilesAlong(8), 1);
  EXPECT_EQ(tilesAlong(9), 2);
  EXPECT_EQ(tilesAlong(15), 2);
  EXPECT_EQ(tilesAlong(16), 3);
}

}  // namespace
}  // namespace platen::sampling::test
