// The program's memory as the system sees it, of photos small and large: an export must not hold them.
#include "core/bench/or_throw.h"
#include "core/bench/program_cost.h"
#include "core/bench/temporary_jpeg.h"
#include "core/io/probe.h"
#include "core/pipeline/page.h"
#include "tests/io/photo_fixtures.h"

#include <filesystem>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

namespace platen::bench {
namespace {

constexpr double kMega = 1.048576;  // as --memory has it, in 1e6 bytes

struct Exported {
  double decoded_mb = 0;  // what the photo would take
  double resident_mb = 0;
};

// `platen apply` of a page that is nearly all of the photo, its rows up and down by 2 % of its height. Throws where the
// program refuses.
Exported exported(const std::filesystem::path& file, int quarter_turns, const std::vector<std::string>& options) {
  const PhotoInfo info = orThrow(io::probe(file));
  const Size photo = info.size;
  pipeline::FittedPage page;
  page.fit.grid = {2, 3, {}};
  for (const double v : {0.05, 0.95}) {
    for (const double u : {0.0, 0.5, 1.0}) {
      page.fit.grid.points.push_back({photo.width * (0.05 + 0.9 * u), photo.height * (v + (u == 0.5 ? 0.01 : -0.01))});
    }
  }
  page.fit.page_extent_px = {0.9 * photo.width, 0.9 * photo.height};
  if (quarter_turns % 2 != 0) {
    std::swap(page.fit.page_extent_px.x, page.fit.page_extent_px.y);
  }
  page.fit.grid = turned(page.fit.grid, quarter_turns);
  const test::ScratchFolder folder;
  const std::filesystem::path warp = folder / "warp.json";
  orThrow(pipeline::saveWarp(warp, info, {page}));
  std::vector<std::string> arguments{"apply", warp.string(), file.string(), "-o", (folder / "flat.jpg").string()};
  arguments.insert(arguments.end(), options.begin(), options.end());
  const ProgramCost cost = costOf(PLATEN_PROGRAM, arguments);
  return {3e-6 * photo.width * photo.height, cost.resident_mb};
}

Exported exported(Size photo, int quarter_turns, const std::vector<std::string>& options) {
  cv::Mat pixels(photo.height, photo.width, CV_8UC3, cv::Scalar(220, 215, 200));
  for (int y = 40; y < photo.height; y += 80) {
    cv::line(pixels, {40, y}, {photo.width - 40, y}, cv::Scalar::all(30), 6);
  }
  const TemporaryJpeg jpeg(pixels, 80);
  pixels.release();
  return exported(jpeg.file(), quarter_turns, options);
}

class ExportMemory : public ::testing::Test {
 protected:
  void SetUp() override {
#ifdef __SANITIZE_ADDRESS__
    GTEST_SKIP() << "the address sanitizer keeps what was freed, and has memory of its own";
#endif
  }
};

TEST_F(ExportMemory, DoesNotGrowWithThePhoto) {
  const double least = exported({600, 900}, 0, {}).resident_mb;
  const Exported tall = exported({4000, 12000}, 0, {});
  ASSERT_GT(tall.decoded_mb, 140);
  EXPECT_LT(tall.resident_mb, least + 60);
}

TEST_F(ExportMemory, OfPagesOnTheirSideAndOnTheirHeadIsBoundedToo) {
  const double least = exported({600, 900}, 0, {}).resident_mb;
  for (const int quarter_turns : {1, 2}) {
    const Exported tall = exported({4000, 12000}, quarter_turns, {"--memory", "110M"});
    EXPECT_LT(tall.resident_mb, least + 80) << quarter_turns;
    EXPECT_LT(tall.resident_mb, 110 * kMega) << quarter_turns;
  }
}

TEST_F(ExportMemory, OfCleanedPagesIsBoundedToo) {
  const double least = exported({600, 900}, 0, {"--clean", "illumination"}).resident_mb;
  const Exported tall = exported({4000, 12000}, 0, {"--clean", "illumination", "--memory", "200M"});
  EXPECT_LT(tall.resident_mb, least + 90);
  EXPECT_LT(tall.resident_mb, 200 * kMega);
}

TEST_F(ExportMemory, OfSharpenedPagesIsBoundedToo) {
  for (const std::vector<std::string>& options : {std::vector<std::string>{}, {"--clean", "illumination"}}) {
    std::vector<std::string> sharpened = options;
    sharpened.insert(sharpened.end(), {"--sharpen", "1"});
    const double least = exported({600, 900}, 0, sharpened).resident_mb;
    sharpened.insert(sharpened.end(), {"--memory", "210M"});
    const Exported tall = exported({4000, 12000}, 0, sharpened);
    EXPECT_LT(tall.resident_mb, least + 100);
    EXPECT_LT(tall.resident_mb, 210 * kMega);
  }
}

TEST_F(ExportMemory, CountsAllCoefficientsOfJpegsInSeveralScans) {
  const test::ScratchFolder folder;
  const std::filesystem::path file = folder / "photo.jpg";
  // 24 megapixels at 6 bytes.
  io::writeBytes(file, io::encodeJpeg(io::rampImage({4000, 6000}, 3), {.progressive = true, .luma_samples = {1, 1}}));
  EXPECT_THROW(exported(file, 0, {"--memory", "170M"}), std::runtime_error);
  EXPECT_LT(exported(file, 0, {"--memory", "230M"}).resident_mb, 230 * kMega);
}

TEST_F(ExportMemory, CountsTheLargestStripOfTiffs) {
  const test::ScratchFolder folder;
  const std::filesystem::path file = folder / "photo.tif";
  io::writeUnevenTiff(file, {6000, 8000}, 4000);  // the last strip: 72e6 bytes
  EXPECT_THROW(exported(file, 0, {"--memory", "110M"}), std::runtime_error);
  EXPECT_LT(exported(file, 0, {"--memory", "160M"}).resident_mb, 160 * kMega);
}

}  // namespace
}  // namespace platen::bench
