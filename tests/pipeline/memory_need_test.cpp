// What decoders hold of a photo: reckoned from its header, before any of it is decoded.
#include "core/pipeline/memory_need.h"

#include "core/io/probe.h"
#include "core/pipeline/page.h"
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

TEST_F(DecoderBytes, OfTiffsAreTheirLargestStrip) {
  const std::filesystem::path file = folder_ / "photo.tif";
  io::writeUnevenTiff(file, {400, 300}, 100);
  const auto info = io::probe(file);
  ASSERT_TRUE(info);
  EXPECT_GT(decoderBytes(*info), 119'000);  // 3 * 400 * 100 bytes of noise
  EXPECT_LT(decoderBytes(*info), 130'000);
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

}  // namespace
}  // namespace platen::pipeline
