// The real program on files of several images: each is a photo of its own, under a name with its number.
#include "core/pipeline/page.h"
#include "tests/app/program_run.h"
#include "tests/io/modern_photos.h"
#include "tests/io/photo_fixtures.h"
#include "tests/support/page_photo.h"
#include "tests/support/photo_files.h"

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace platen::app {
namespace {

using nlohmann::json;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using ::testing::Not;

Image photo(double roll) {
  test::PhotoRecipe recipe;
  recipe.photo_px = {540, 720};
  recipe.page.px_per_mm = 3;
  recipe.page.text_mm = 3;
  recipe.camera.roll = roll;
  recipe.camera.fill = 0.88;
  return test::photograph(recipe).photo;
}

class Containers : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { pages_ = {photo(0.05), photo(-0.04)}; }
  static void TearDownTestSuite() { pages_.clear(); }
  void SetUp() override {
    std::filesystem::create_directory(folder_ / "in");
    test::writeTiffPages(folder_ / "in" / "scan.tif", pages_);
    test::writeTiffPages(folder_ / "in" / "single.tif", {pages_[0]});
  }
  [[nodiscard]] std::string in(const std::string& name) const { return (folder_ / name).string(); }
  [[nodiscard]] std::vector<std::string> namesIn(const std::string& name) const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder_ / name)) {
      names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
  }

  static inline std::vector<Image> pages_;
  test::ScratchFolder folder_;
};

TEST_F(Containers, EveryPageOfATiffIsFlattened) {
  const ProgramRun run = runPlaten({"flatten", in("in/scan.tif"), in("in/single.tif"), "-o", in("out"), "--quiet"});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.err, IsEmpty());
  EXPECT_THAT(namesIn("out"), ElementsAre("scan_1.tif", "scan_2.tif", "single.tif"));
  // The same photo, the same page.
  EXPECT_EQ(test::readBytes(folder_.path() / "out/scan_1.tif"), test::readBytes(folder_.path() / "out/single.tif"));
}

TEST_F(Containers, AllPagesGoIntoOneTiff) {
  ASSERT_EQ(runPlaten({"flatten", in("in/scan.tif"), "-o", in("out"), "--quiet"}).status, 0);
  const ProgramRun run = runPlaten({"flatten", in("in/scan.tif"), "-o", in("flat.tif"), "--json"});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(std::count(run.out.begin(), run.out.end(), '\n'), 2);
  EXPECT_THAT(folder_.names(), ElementsAre("flat.tif", "in", "out"));
  for (const std::string number : {"1", "2"}) {
    EXPECT_EQ(io::greatestDifference(test::readImage(in("flat.tif[" + number + "]")),
                                     test::readImage(in("out/scan_" + number + ".tif"))),
              0U);
  }
  EXPECT_EQ(runPlaten({"flatten", in("flat.tif[3]"), "-o", in("three.png")}).status, 1) << "there are two";
}

TEST_F(Containers, OnePageOfATiffIsAPhoto) {
  const ProgramRun run =
      runPlaten({"flatten", in("in/scan.tif[2]"), "-o", in("two.png"), "--warp-out", in("two.json")});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.err, Not(HasSubstr("warning")));
  EXPECT_EQ(json::parse(test::readBytes(folder_ / "two.json"))["source"]["file"], in("in/scan.tif[2]"));
  ASSERT_EQ(runPlaten({"apply", in("two.json"), in("in/scan.tif[2]"), "-o", in("again.png"), "--quiet"}).status, 0);
  EXPECT_EQ(test::readBytes(folder_ / "two.png"), test::readBytes(folder_ / "again.png"));

  const ProgramRun inspected = runPlaten({"inspect", in("in/scan.tif[2]"), in("in/single.tif"), "--json"});
  std::istringstream lines(inspected.out);
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(json::parse(line)["images_in_file"], 2);
  EXPECT_EQ(json::parse(line)["image"], 2);
  std::getline(lines, line);
  EXPECT_EQ(json::parse(line)["images_in_file"], 1);
}

TEST_F(Containers, WhereOnePhotoIsMeantTheImageHasToBeNamed) {
  const std::string file = in("in/scan.tif");
  for (const std::vector<std::string>& call :
       {std::vector<std::string>{"fit", file, "-o", in("w.json")}, {"apply", in("w.json"), file, "-o", in("a.png")}}) {
    const ProgramRun run = runPlaten(call);
    EXPECT_EQ(run.status, 2) << call[0];
    EXPECT_THAT(run.err, HasSubstr("scan.tif: holds several images, 2 (name one of them: scan.tif[1])"));
  }
  const ProgramRun into_one = runPlaten({"flatten", file, "-o", in("one.png")});
  EXPECT_EQ(into_one.status, 2);
  EXPECT_THAT(into_one.err, HasSubstr("one.png: the 2 images in " + file +
                                      " need a folder, a .pdf or a .tif "
                                      "(or name one of them: scan.tif[1])"));
  EXPECT_EQ(runPlaten({"flatten", file, "-o", file}).status, 2);
  EXPECT_EQ(runPlaten({"flatten", file + "[1]", "-o", file}).status, 2);  // over the photo itself
  EXPECT_EQ(runPlaten({"flatten", file + "[3]", "-o", in("three.png")}).status, 1);
  EXPECT_THAT(folder_.names(), ElementsAre("in"));
}

// Of every format that is read, resolution, profile, date and turning are those of the page.
TEST_F(Containers, WhatAPhotoSaysOfItselfCarriesOver) {
  const std::vector<std::uint8_t> profile = io::srgbProfile();
  const std::string exif = io::exifBytes(1, 200);
  std::filesystem::create_directory(folder_ / "kinds");
  const auto put = [&](const char* name, const std::string& bytes) {
    test::writeBytes(folder_ / "kinds" / name, bytes);
  };
  const Image& page = pages_[0];
  Image color = Image::allocate(page.size(), 3);
  for (int y = 0; y < page.height(); ++y) {
    for (int x = 0; x < 3 * page.width(); ++x) {
      color.rowAs<std::uint8_t>(y)[x] = page.rowAs<std::uint8_t>(y)[page.channels() == 3 ? x : x / 3];
    }
  }
  put("a.jpg", io::jpegWithExif(io::encodeJpeg(color, {.icc_profile = profile}), exif));
  put("b.webp", io::encodeWebp(color, {.exif = exif, .icc_profile = profile}));
  put("c.webp", io::encodeWebp(color, {.lossless = false, .exif = exif, .icc_profile = profile}));
  put("d.jp2", io::encodeJpeg2000(color, {.exif = exif, .icc_profile = profile}));
  io::PdfImageKind scan{
      .filter = "/DCTDecode", .data = io::encodeJpeg(color, {.icc_profile = profile}), .size = color.size()};
  scan.paper = {color.width() * 72 / 200.0, color.height() * 72 / 200.0};
  scan.paints = "q " + std::to_string(scan.paper.x) + " 0 0 " + std::to_string(scan.paper.y) + " 0 0 cm /Im0 Do Q";
  io::writePdf(folder_ / "kinds" / "e.pdf", {scan, scan});
  const ProgramRun run = runPlaten({"batch", in("kinds"), "-o", in("flat"), "--model", "plane", "--rotate", "0"});
  EXPECT_EQ(run.status, 0) << run.err;
  for (const char* name : {"a.jpg", "b.png", "c.jpg", "d.png", "e_1.jpg", "e_2.jpg"}) {
    const Result<PhotoInfo> made = pipeline::describePhoto(folder_ / "flat" / name);
    ASSERT_TRUE(made) << name << ": " << describe(made.error());
    EXPECT_EQ(made->dpi.value_or(0), 200) << name;
    EXPECT_EQ(made->icc_profile, profile) << name;
    EXPECT_EQ(made->exif_orientation, 1) << name;
  }
}

TEST_F(Containers, ABatchDoesThemOneByOne) {
  const std::vector<std::string> call{"batch", in("in"), "-o", in("flat")};
  const ProgramRun run = runPlaten(call);
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(namesIn("flat"), IsSupersetOf({"scan_1.tif", "scan_2.tif", "single.tif"}));
  std::istringstream lines(test::readBytes(folder_ / "flat" / "manifest.jsonl"));
  std::vector<std::string> photos;
  for (std::string line; std::getline(lines, line);) {
    photos.push_back(json::parse(line)["photo"]);
    EXPECT_EQ(json::parse(line)["status"], "done");
  }
  EXPECT_THAT(photos, ElementsAre("scan.tif[1]", "scan.tif[2]", "single.tif"));
  EXPECT_THAT(runPlaten(call).err, HasSubstr("3 of 3 photos were done already"));
  EXPECT_EQ(runPlaten({"batch", in("in/scan.tif[2]"), "-o", in("one"), "--quiet"}).status, 0);
  EXPECT_THAT(namesIn("one"), Contains("scan_2.tif"));
  EXPECT_THAT(namesIn("one"), Not(Contains("scan_1.tif")));
}

}  // namespace
}  // namespace platen::app
