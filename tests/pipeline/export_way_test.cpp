// How large an export's window over the photo is, and which way is taken.
#include "core/pipeline/export_way.h"

#include "core/pipeline/render.h"
#include "tests/pipeline/export_case.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen::pipeline {
namespace {

using ::testing::HasSubstr;

// What a tall photo's windows span: known from the maps.
class Windows : public ::testing::Test {
 protected:
  ExportWork work(const Map& map, int orientation = 1, double scale = 1) {
    ExportWork work;
    work.photo.file = "p.jpg";
    work.photo.exif_orientation = orientation;
    work.photo.size = {6000, 8000};
    work.photo.stored_size = orientation > 4 ? Size{8000, 6000} : Size{6000, 8000};
    work.source = {work.photo.size, 3, PixelType::u8};
    const PageToExport page = pageOf(work.photo, map, {5000 * scale, 7000 * scale});
    work.pages = {{static_cast<int>(5000 * scale), static_cast<int>(7000 * scale)}};
    const StripRenderer renderer(work.source, 1, page.grid, work.pages.front(), Filter::bicubic);
    work.bands = bandsInOrder({&renderer}, work.photo);
    work.blocks = blocksBySource({&renderer}, work.photo);
    work.threads = 2;
    return work;
  }
};

TEST_F(Windows, OfBandsGrowWithTheDisplacementOfBlocksWithTheBlock) {
  const auto upright = [](Vec2 uv) { return Vec2{0.1 + 0.8 * uv.x, 0.1 + 0.8 * uv.y}; };
  EXPECT_LT(work(upright).bands.window, 64 + 10 + 20);
  const auto tilted = [](Vec2 uv) { return Vec2{0.1 + 0.8 * uv.x, 0.1 + 0.7 * uv.y + 0.05 * uv.x}; };
  EXPECT_NEAR(work(tilted).bands.window, 0.05 * 8000 + 64, 20);
  EXPECT_LT(work(tilted).blocks.window, 300);
  for (const Map& map : {Map(onItsSide), Map(onItsHead), Map(aslant)}) {
    EXPECT_GT(work(map).bands.window, 3000);
    EXPECT_LT(work(map).blocks.window, 1500);
    EXPECT_LT(work(map, 8).blocks.window, 1500);
  }
  // Turned back by the photo's own orientation.
  EXPECT_LT(work(onItsSide, 8).bands.window, 1500);
}

TEST_F(Windows, JobsHaveWhatTheyNeedAndAllOfThePageIsThere) {
  for (const Map& map : {Map(bent), Map(aslant), Map(onItsHead)}) {
    const ExportWork found = work(map, 1, 0.3);
    for (const RenderSchedule& schedule : {found.bands, found.blocks}) {
      double pixels = 0;
      int last = 0;
      int kept = 0;
      for (const RenderSchedule::Job& job : schedule.jobs) {
        pixels += static_cast<double>(job.columns) * job.rows;
        EXPECT_GE(job.last, last);
        EXPECT_GE(job.kept, kept);
        EXPECT_LE(job.last - job.kept, schedule.window);
        last = job.last;
        kept = job.kept;
      }
      EXPECT_EQ(pixels, 1500.0 * 2100);
      EXPECT_LE(last, schedule.wanted.last);
    }
  }
}

TEST_F(Windows, TheWayIsTheFastestThatFits) {
  constexpr std::uint64_t kMega = 1000000;
  const ExportWork turned = work(onItsSide);
  EXPECT_EQ(chooseWay(turned, 0)->kind, Kind::whole);  // 144 MB: an ordinary photo
  EXPECT_EQ(chooseWay(turned, 2000 * kMega)->kind, Kind::whole);
  const auto bytesFor = [](const ExportWork& work, Kind kind, bool on_disk) {
    return static_cast<std::uint64_t>(std::ceil(wayOf(work, kind, on_disk).bytes));
  };
  const auto tight = chooseWay(turned, bytesFor(turned, Kind::blocks, true) + kMega);
  ASSERT_TRUE(tight) << describe(tight.error());
  EXPECT_EQ(tight->kind, Kind::blocks);
  EXPECT_TRUE(tight->on_disk);
  EXPECT_LE(tight->bytes, bytesFor(turned, Kind::blocks, true) + kMega);
  EXPECT_GE(tight->capacity, turned.blocks.window);
  EXPECT_LT(tight->bytes, wayOf(turned, Kind::whole, false).bytes - 120e6);

  const ExportWork straight = work(bent);
  EXPECT_EQ(chooseWay(straight, 0)->kind, Kind::bands);
  const std::uint64_t little = bytesFor(straight, Kind::bands, false);
  EXPECT_EQ(chooseWay(straight, little)->kind, Kind::bands);
  EXPECT_LE(chooseWay(straight, little)->bytes, little);

  // What is named as needed is enough, and the least.
  const auto refused = chooseWay(turned, 50 * kMega);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::tooLarge);
  EXPECT_THAT(refused.error().message, HasSubstr("its export needs about"));
  const double least = std::min({wayOf(turned, Kind::whole, false).bytes, wayOf(turned, Kind::bands, false).bytes,
                                 wayOf(turned, Kind::blocks, false).bytes, wayOf(turned, Kind::blocks, true).bytes});
  EXPECT_TRUE(chooseWay(turned, static_cast<std::uint64_t>(std::ceil(least))));
  EXPECT_FALSE(chooseWay(turned, static_cast<std::uint64_t>(least - 1)));

  // Pages that are cleaned wait, on the disk where memory is small.
  ExportWork cleaned = work(bent);
  cleaned.needs_page = true;
  EXPECT_EQ(chooseWay(cleaned, 2000 * kMega)->kind, Kind::whole);
  const auto waits = chooseWay(cleaned, bytesFor(cleaned, Kind::blocks, true));
  ASSERT_TRUE(waits) << describe(waits.error());
  EXPECT_EQ(waits->kind, Kind::blocks);
  EXPECT_TRUE(waits->on_disk);
  const auto held = chooseWay(cleaned, bytesFor(cleaned, Kind::blocks, false));
  ASSERT_TRUE(held) << describe(held.error());
  EXPECT_EQ(held->kind, Kind::blocks);
  EXPECT_FALSE(held->on_disk);
}

// The rows that wait and their luma, of every page, and the rows that come out of one.
TEST_F(Windows, WhatSharpeningKeepsIsCounted) {
  for (const bool needs_page : {false, true}) {
    ExportWork sharpened = work(bent);
    sharpened.needs_page = needs_page;
    sharpened.pages.push_back({3000, 4000});
    const double plain = wayOf(sharpened, Kind::blocks, true).bytes;
    sharpened.sharpen_reach = 5;
    const double five = wayOf(sharpened, Kind::blocks, true).bytes;
    EXPECT_GE(five - plain, (6 * 3 + 11 * 4) * 8000.0 + 5000.0 * 3 * (needs_page ? 512 : kBandRows));
    sharpened.sharpen_reach = 18;
    const double eighteen = wayOf(sharpened, Kind::blocks, true).bytes;
    EXPECT_GE(eighteen - five, (13 * 3 + 26 * 4) * 8000.0);
    EXPECT_LT(eighteen - plain, 20e6);
  }
}

}  // namespace
}  // namespace platen::pipeline
