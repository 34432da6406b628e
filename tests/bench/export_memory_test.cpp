// The program's memory as the system sees it, of photos small and large: an export must not hold them.
#include "core/bench/or_throw.h"
#include "core/bench/program_cost.h"
#include "core/bench/temporary_jpeg.h"
#include "core/io/probe.h"
#include "core/pipeline/page.h"

#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

namespace platen::bench {
namespace {

struct Exported {
  double decoded_mb = 0;  // what the photo would take
  double resident_mb = 0;
};

// `platen apply` of a page that is nearly all of the photo, its rows up and down by 2 % of its height.
Exported exported(Size photo, int quarter_turns, const std::vector<std::string>& options) {
  cv::Mat pixels(photo.height, photo.width, CV_8UC3, cv::Scalar(220, 215, 200));
  for (int y = 40; y < photo.height; y += 80) {
    cv::line(pixels, {40, y}, {photo.width - 40, y}, cv::Scalar::all(30), 6);
  }
  const TemporaryJpeg jpeg(pixels, 80);
  pixels.release();
  const PhotoInfo info = orThrow(io::probe(jpeg.file()));
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
  const std::string warp = jpeg.file().string() + ".json", out = jpeg.file().string() + ".flat.jpg";
  orThrow(pipeline::saveWarp(warp, info, {page}));
  std::vector<std::string> arguments{"apply", warp, jpeg.file().string(), "-o", out};
  arguments.insert(arguments.end(), options.begin(), options.end());
  const ProgramCost cost = costOf(PLATEN_PROGRAM, arguments);
  std::filesystem::remove(warp);
  std::filesystem::remove(out);
  return {3e-6 * photo.width * photo.height, cost.resident_mb};
}

TEST(ExportMemory, DoesNotGrowWithThePhoto) {
  const double least = exported({600, 900}, 0, {}).resident_mb;
  const Exported tall = exported({4000, 12000}, 0, {});
  ASSERT_GT(tall.decoded_mb, 140);
  EXPECT_LT(tall.resident_mb, least + 60);
}

TEST(ExportMemory, OfPagesOnTheirSideAndOnTheirHeadIsBoundedToo) {
  const double least = exported({600, 900}, 0, {}).resident_mb;
  for (const int quarter_turns : {1, 2}) {
    const Exported tall = exported({4000, 12000}, quarter_turns, {"--memory", "110M"});
    EXPECT_LT(tall.resident_mb, least + 80) << quarter_turns;
    EXPECT_LT(tall.resident_mb, 1.048576 * 110) << quarter_turns;
  }
}

TEST(ExportMemory, OfCleanedPagesIsBoundedToo) {
  const double least = exported({600, 900}, 0, {"--clean", "illumination"}).resident_mb;
  const Exported tall = exported({4000, 12000}, 0, {"--clean", "illumination", "--memory", "200M"});
  EXPECT_LT(tall.resident_mb, least + 90);
}

}  // namespace
}  // namespace platen::bench
