#include "core/enhance/thumbnail.h"

#include <algorithm>
#include <cstdint>

#include <gtest/gtest.h>

namespace platen::enhance {
namespace {

// Left half dark, right half light; the last channel of four is how much covers.
Image halves(Size size, int channels, PixelType type) {
  Image image = Image::allocate(size, channels, type);
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) {
      for (int c = 0; c < channels; ++c) {
        const int value = c == 3 ? 128 : x < size.width / 2 ? 20 : 220;
        const int at = x * channels + c;
        if (type == PixelType::u8) {
          image.rowAs<std::uint8_t>(y)[at] = static_cast<std::uint8_t>(value);
        } else {
          image.rowAs<std::uint16_t>(y)[at] = static_cast<std::uint16_t>(value * 257);
        }
      }
    }
  }
  return image;
}

Image made(const Image& image, int long_side, int rows_at_a_time) {
  Thumbnail thumbnail(image.size(), image.channels(), image.type(), long_side);
  for (int y = 0; y < image.height(); y += rows_at_a_time) {
    EXPECT_TRUE(thumbnail.picture().empty()) << y;
    thumbnail.add(image.crop(0, y, {image.width(), std::min(rows_at_a_time, image.height() - y)}));
  }
  return thumbnail.picture();
}

TEST(Thumbnail, ShowsAllOfThePictureInAnyPortions) {
  for (const PixelType type : {PixelType::u8, PixelType::u16}) {
    for (const int channels : {1, 3}) {
      for (const int rows : {1, 7, 64, 1000}) {
        const Image picture = made(halves({1003, 701}, channels, type), 100, rows);
        ASSERT_FALSE(picture.empty());
        EXPECT_EQ(picture.type(), PixelType::u8);
        EXPECT_EQ(picture.channels(), channels);
        EXPECT_EQ(picture.size(), (Size{91, 63}));
        for (const int y : {0, picture.height() - 1}) {
          const auto* row = picture.rowAs<std::uint8_t>(y);
          EXPECT_EQ(row[0], 20);
          EXPECT_EQ(row[picture.width() * channels - 1], 220);
        }
      }
    }
  }
}

TEST(Thumbnail, WhatIsTransparentShowsWhitePaper) {
  const Image picture = made(halves({400, 200}, 4, PixelType::u8), 100, 33);
  ASSERT_EQ(picture.channels(), 3);
  EXPECT_NEAR(picture.rowAs<std::uint8_t>(0)[0], 255 - 235 * 128 / 255, 1);
}

TEST(Thumbnail, IsNeverLargerThanThePictureAndNeverEmpty) {
  EXPECT_EQ(made(halves({40, 30}, 3, PixelType::u8), 100, 8).size(), (Size{40, 30}));
  EXPECT_EQ(made(halves({3, 4000}, 1, PixelType::u8), 100, 64).size(), (Size{1, 100}));
  EXPECT_EQ(made(halves({1, 1}, 1, PixelType::u8), 100, 1).size(), (Size{1, 1}));
}

}  // namespace
}  // namespace platen::enhance
