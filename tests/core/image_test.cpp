#include "core/image.h"

#include <array>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

namespace platen {
namespace {

Image numbered(Size size, int channels) {
  Image image = Image::allocate(size, channels);
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width * channels; ++x) {
      image.rowAs<std::uint8_t>(y)[x] = static_cast<std::uint8_t>(y * 31 + x);
    }
  }
  return image;
}

TEST(Image, StartsEmpty) {
  const Image image;
  EXPECT_TRUE(image.empty());
  EXPECT_EQ(image.size(), (Size{0, 0}));
  EXPECT_TRUE(image.clone().empty());
}

TEST(Image, AllocatesWhatWasAsked) {
  const Image image = Image::allocate({7, 5}, 3, PixelType::u16);
  EXPECT_FALSE(image.empty());
  EXPECT_EQ(image.width(), 7);
  EXPECT_EQ(image.height(), 5);
  EXPECT_EQ(image.channels(), 3);
  EXPECT_EQ(image.type(), PixelType::u16);
  EXPECT_EQ(image.bytesPerPixel(), 6U);
  EXPECT_GE(image.strideBytes(), 7 * 6);
  EXPECT_EQ(image.row(2) - image.row(1), image.strideBytes());
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(image.row(3)) % 64, 0U);
}

TEST(Image, SizesThatMakeNoSenseThrow) {
  for (const Size size : {Size{0, 5}, Size{5, 0}, Size{-1, 5}, Size{5, -7}}) {
    EXPECT_THROW((void)Image::allocate(size, 1), std::invalid_argument);
  }
  EXPECT_THROW((void)Image::allocate({4, 4}, 0), std::invalid_argument);
  EXPECT_THROW((void)Image::allocate({4, 4}, 5), std::invalid_argument);
  EXPECT_THROW((void)Image::wrap(nullptr, nullptr, {4, 4}, 1, PixelType::u8, 4), std::invalid_argument);
}

TEST(Image, CopiesAndCropsShareTheirPixels) {
  Image image = numbered({8, 6}, 3);
  const Image copy = image;
  const Image part = image.crop(2, 1, {4, 3});
  EXPECT_EQ(part.size(), (Size{4, 3}));
  EXPECT_EQ(part.strideBytes(), image.strideBytes());
  EXPECT_EQ(part.rowAs<std::uint8_t>(0), image.rowAs<std::uint8_t>(1) + 2 * 3);
  image.rowAs<std::uint8_t>(1)[2 * 3] = 250;
  EXPECT_EQ(part.rowAs<std::uint8_t>(0)[0], 250);
  EXPECT_EQ(copy.rowAs<std::uint8_t>(1)[2 * 3], 250);
}

TEST(Image, ACropOfACropAddsOrigins) {
  const Image image = numbered({9, 9}, 1);
  const Image part = image.crop(2, 3, {6, 5}).crop(1, 1, {3, 3});
  EXPECT_EQ(part.rowAs<std::uint8_t>(0)[0], image.rowAs<std::uint8_t>(4)[3]);
}

TEST(Image, CropsThatLeaveTheImageThrow) {
  const Image image = numbered({8, 6}, 1);
  EXPECT_NO_THROW((void)image.crop(0, 0, {8, 6}));
  EXPECT_THROW((void)image.crop(-1, 0, {2, 2}), std::out_of_range);
  EXPECT_THROW((void)image.crop(0, 5, {2, 2}), std::out_of_range);
  EXPECT_THROW((void)image.crop(7, 0, {2, 2}), std::out_of_range);
  EXPECT_THROW((void)image.crop(0, 0, {0, 2}), std::out_of_range);
}

TEST(Image, CropOutlivesItsImage) {
  Image part;
  {
    const Image image = numbered({8, 6}, 1);
    part = image.crop(3, 2, {2, 2});
  }
  EXPECT_EQ(part.rowAs<std::uint8_t>(1)[1], 3 * 31 + 4);
}

TEST(Image, ACloneIsItsOwnAndHasTheSamePixels) {
  Image image = numbered({20, 6}, 3);
  const Image part = image.crop(5, 1, {3, 4});
  const Image clone = part.clone();
  EXPECT_LT(clone.strideBytes(), part.strideBytes() + 64);
  for (int y = 0; y < part.height(); ++y) {
    for (int x = 0; x < 9; ++x) {
      EXPECT_EQ(clone.rowAs<std::uint8_t>(y)[x], part.rowAs<std::uint8_t>(y)[x]);
    }
  }
  const std::uint8_t before = clone.rowAs<std::uint8_t>(0)[0];
  image.rowAs<std::uint8_t>(1)[15] = static_cast<std::uint8_t>(before + 1);
  EXPECT_EQ(clone.rowAs<std::uint8_t>(0)[0], before);
}

TEST(Image, WrapKeepsTheOwnerAliveAndRespectsItsStride) {
  auto owner = std::make_shared<std::vector<std::uint8_t>>(std::vector<std::uint8_t>{1, 2, 3, 99, 4, 5, 6, 99});
  const std::weak_ptr<void> watch = owner;
  std::uint8_t* pixels = owner->data();
  Image image = Image::wrap(std::move(owner), pixels, {3, 2}, 1, PixelType::u8, 4);
  EXPECT_FALSE(watch.expired());
  EXPECT_EQ(image.rowAs<std::uint8_t>(1)[0], 4);
  EXPECT_EQ(image.rowAs<std::uint8_t>(1)[2], 6);
  image = {};
  EXPECT_TRUE(watch.expired());
}

}  // namespace
}  // namespace platen
