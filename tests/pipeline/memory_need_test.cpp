// What decoders hold of a photo: reckoned from its header, before any of it is decoded.
#include "core/pipeline/memory_need.h"

#include "core/io/probe.h"
#include "core/pipeline/page.h"
#include "tests/io/modern_photos.h"
#include "tests/io/photo_fixtures.h"

#include <cstdint>
#include <filesystem>

#include <gtest/gtest.h>

namespace platen::pipeline {
namespace {

class DecoderBytes : public testing::Test {
 protected:
  double ofJpeg(const io::JpegKind& kind, int channels = 3) {
    const std::filesystem::path file = folder_ / "photo.jpg";
    io::writeBytes(file, io::encodeJpeg(io::rampImage(kSize, channels), kind));
    const auto info = io::probe(file);
    EXPECT_TRUE(info);
    return info ? decoderBytes(*info) / (static_cast<double>(kSize.width) * kSize.height) : -1;
  }

  static constexpr Size kSize{640, 480};  // whole MCUs
  test::ScratchFolder folder_;
};

TEST_F(DecoderBytes, OfJpegsInSeveralScansAreTheirCoefficients) {
  EXPECT_EQ(ofJpeg({}), 0);
  EXPECT_EQ(ofJpeg({.luma_samples = {1, 1}}), 0);
  EXPECT_EQ(ofJpeg({.progressive = true}), 3);
  EXPECT_EQ(ofJpeg({.progressive = true, .luma_samples = {2, 1}}), 4);
  EXPECT_EQ(ofJpeg({.progressive = true, .luma_samples = {1, 1}}), 6);
  EXPECT_EQ(ofJpeg({.progressive = true}, 1), 2);
  EXPECT_EQ(ofJpeg({.progressive = true, .adobe_cmyk = true}, 4), 5);
  EXPECT_EQ(ofJpeg({.scan_per_component = true, .luma_samples = {1, 1}}), 6);
}

// Of PackBits, which is read by the strip.
TEST_F(DecoderBytes, OfTiffsAreTheirLargestStripPackedAndNot) {
  const std::filesystem::path file = folder_ / "photo.tif";
  io::writeUnevenTiff(file, {400, 300}, 100);
  const auto info = io::probe(file);
  ASSERT_TRUE(info);
  EXPECT_GT(decoderBytes(*info), 2 * 119'000);  // 3 * 400 * 100 bytes of noise
  EXPECT_LT(decoderBytes(*info), 2 * 125'000);
}

TEST_F(DecoderBytes, CountForAFit) {
  const std::filesystem::path file = folder_ / "photo.jpg";
  const Size size{4096, 6144};
  const auto least = [&](const io::JpegKind& kind) {
    io::writeBytes(file, io::encodeJpeg(Image::allocate(size, 3), kind));
    std::uint64_t enough = 100'000'000;
    while (!checkFitMemory(file, enough)) {
      enough += 1'000'000;
    }
    return enough;
  };
  // 151e6 bytes of coefficients, where the evidence takes 95e6 later.
  EXPECT_NEAR(static_cast<double>(least({.progressive = true, .luma_samples = {1, 1}})),
              static_cast<double>(least({.luma_samples = {1, 1}})) + 56e6, 2e6);
}

// A page of 1 x 1 m that has to be rendered: 11812 x 11812 pixels, which are never drawn.
TEST(RenderingBytes, CountForAFit) {
  const test::ScratchFolder folder;
  const std::filesystem::path file = folder / "a.pdf";
  const Image image = io::rampImage({16, 16}, 3);
  io::writePdf(file, {{.filter = "/DCTDecode",
                       .data = io::encodeJpeg(image, {}),
                       .size = image.size(),
                       .paints = "0 0 m 9 9 l S",
                       .paper = {2834.64, 2834.64}}});
  const auto refused = checkFitMemory(file, 800'000'000);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::tooLarge);
  EXPECT_EQ(refused.error().message.substr(0, 33), "its rendering needs about 1.1G of");
}

}  // namespace
}  // namespace platen::pipeline
