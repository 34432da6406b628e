// --pins and --start of the real program.
#include "tests/app/program_run.h"
#include "tests/support/page_photo.h"
#include "tests/support/photo_files.h"

#include <cmath>
#include <cstddef>
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace platen::app {
namespace {

using nlohmann::json;
using test::readBytes;
using test::writeBytes;
using test::writeImage;
using ::testing::HasSubstr;

const Image& photo() {
  static const Image image = [] {
    test::PhotoRecipe recipe;
    recipe.photo_px = {720, 960};
    recipe.page.px_per_mm = 4;
    recipe.page.text_mm = 3;
    recipe.camera.pitch = 0.15;
    recipe.camera.fill = 0.88;
    return test::photograph(recipe).photo;
  }();
  return image;
}

class Guiding : public ::testing::Test {
 protected:
  void SetUp() override {
    writeImage(folder_ / "page.png", photo(), FileFormat::png);
    const ProgramRun run = runPlaten({"fit", path("page.png"), "-o", path("page.json")});
    ASSERT_EQ(run.status, 0) << run.err;
  }

  [[nodiscard]] std::string path(const char* name) const { return (folder_ / name).string(); }
  [[nodiscard]] json page(const char* warp) const { return json::parse(readBytes(folder_ / warp))["pages"][0]; }

  test::ScratchFolder folder_;
};

TEST_F(Guiding, APinPullsThePageThere) {
  const json map = page("page.json")["map"];
  const int row = map["rows"].get<int>() / 2;
  const int column = map["cols"].get<int>() / 2;
  const auto middle = static_cast<std::size_t>(row * map["cols"].get<int>() + column);
  const double u = column / (map["cols"].get<double>() - 1);
  const double v = row / (map["rows"].get<double>() - 1);
  const double x = map["points"][middle][0].get<double>() + 6;
  const double y = map["points"][middle][1].get<double>() - 9;
  const json pins = {{"platen_pins", 1}, {"pages", {{{"pins", {{{"photo", {x, y}}, {"page", {u, v}}}}}}}}};
  writeBytes(folder_ / "pins.json", pins.dump());
  const ProgramRun run = runPlaten({"fit", path("page.png"), "-o", path("pinned.json"), "--pins", path("pins.json")});
  ASSERT_EQ(run.status, 0) << run.err;
  const json moved = page("pinned.json")["map"];
  const int rows = moved["rows"];
  const int cols = moved["cols"];
  double nearest = 1e9;
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < cols; ++j) {
      if (std::abs(static_cast<double>(i) / (rows - 1) - v) < 0.6 / (rows - 1) &&
          std::abs(static_cast<double>(j) / (cols - 1) - u) < 0.6 / (cols - 1)) {
        const json& point =
            moved["points"][static_cast<std::size_t>(i) * static_cast<std::size_t>(cols) + static_cast<std::size_t>(j)];
        const double off_u = (static_cast<double>(j) / (cols - 1) - u) * 560;  // of a page some 560 pixels wide
        const double off_v = (static_cast<double>(i) / (rows - 1) - v) * 800;
        nearest = std::min(nearest, std::hypot(point[0].get<double>() - x - off_u, point[1].get<double>() - y - off_v));
      }
    }
  }
  EXPECT_LT(nearest, 4);
}

TEST_F(Guiding, AnEmptyPageIsFlattenedLikeTheOneItStartsFrom) {
  Image blank = Image::allocate({720, 960}, 3, PixelType::u8);
  for (int j = 0; j < blank.height(); ++j) {
    std::fill_n(blank.rowAs<std::uint8_t>(j), static_cast<std::size_t>(blank.width()) * 3, std::uint8_t{190});
  }
  writeImage(folder_ / "blank.png", blank, FileFormat::png);
  const ProgramRun run =
      runPlaten({"flatten", path("blank.png"), "-o", path("flat.png"), "--start", path("page.json"), "--json"});
  ASSERT_EQ(run.status, 0) << run.err;
  const json told = json::parse(run.out);
  EXPECT_THAT(told["warnings"].dump(), HasSubstr("nothing on the page tells its shape"));
  const json like = page("page.json")["output"];
  EXPECT_NEAR(told["width"].get<double>(), like["width"].get<double>(), 1);
  EXPECT_NEAR(told["height"].get<double>(), like["height"].get<double>(), 1);
}

TEST_F(Guiding, AStartOfAnotherViewIsLeftOutAndSaid) {
  Image other = Image::allocate({500, 500}, 3, PixelType::u8);
  for (int j = 0; j < other.height(); ++j) {
    std::fill_n(other.rowAs<std::uint8_t>(j), static_cast<std::size_t>(other.width()) * 3, std::uint8_t{190});
  }
  writeImage(folder_ / "other.png", other, FileFormat::png);
  const ProgramRun run = runPlaten({"fit", path("other.png"), "-o", path("other.json"), "--start", path("page.json")});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr("the start was not used"));
}

// A kept warp is a file like any other: what is in it may be nonsense, or of another photo.
class ChangedWarp : public Guiding {
 protected:
  // page.json with each point of its map moved, as changed.json.
  void change(const std::function<void(double& x, double& y)>& move) {
    json warp = json::parse(readBytes(folder_ / "page.json"));
    for (json& point : warp["pages"][0]["map"]["points"]) {
      double x = point[0];
      double y = point[1];
      move(x, y);
      point = {x, y};
    }
    writeBytes(folder_ / "changed.json", warp.dump());
  }
  [[nodiscard]] json applied(const char* warp, const char* photo) const {
    const ProgramRun run = runPlaten({"apply", path(warp), path(photo), "-o", path("applied.png"), "--json"});
    EXPECT_EQ(run.status, 0) << run.err;
    return json::parse(run.out, nullptr, false);
  }
};

TEST_F(ChangedWarp, AMapThatNoFitMadeIsDoubtedByAllThatReadIt) {
  const json whole = applied("page.json", "page.png");
  EXPECT_EQ(whole["confidence"], page("page.json")["confidence"]);
  EXPECT_EQ(whole["warnings"], page("page.json")["warnings"]);
  struct Case {
    const char* words;
    double confidence;
    std::function<void(double& x, double& y)> move;
  };
  const std::vector<Case> cases{
      {"is mirrored", 0, [](double& x, double& /*y*/) { x = 720 - x; }},
      {"folds over itself", 0.3, [](double& x, double& /*y*/) { x = x > 360 ? 720 - x : x; }},
      {"folds over itself", 0.3, [](double& x, double& y) { x = y = 300; }},
      {"most of this page lies outside the photo", 0, [](double& x, double& /*y*/) { x += 1500; }},
      {"much of this page lies outside the photo", 0.75, [](double& /*x*/, double& y) { y += 330; }},
  };
  for (const Case& one : cases) {
    change(one.move);
    const json told = applied("changed.json", "page.png");
    EXPECT_THAT(told["warnings"].dump(), HasSubstr(one.words));
    EXPECT_LE(told["confidence"].get<double>(), one.confidence) << one.words;
    EXPECT_THAT(runPlaten({"inspect", path("changed.json")}).out, HasSubstr(one.words));
    writeBytes(folder_ / "points.json", "[[0.5, 0.5]]");
    const ProgramRun mapped = runPlaten({"map", path("changed.json"), "--to-source", path("points.json")});
    EXPECT_THAT(mapped.err, HasSubstr(one.words));
    const ProgramRun started =
        runPlaten({"fit", path("page.png"), "-o", path("again.json"), "--start", path("changed.json")});
    EXPECT_EQ(started.status, 0);
    EXPECT_THAT(started.err, HasSubstr("the start was not used: "));
    EXPECT_THAT(started.err, HasSubstr(one.words));
  }
}

TEST_F(ChangedWarp, TheMapAloneDecidesHowAPageIsTurned) {
  json warp = json::parse(readBytes(folder_ / "page.json"));
  ASSERT_EQ(warp["pages"][0]["reading_rotation"], 0);
  EXPECT_EQ(applied("page.json", "page.png")["reading_rotation"], 0);
  const std::string page = readBytes(folder_ / "applied.png");
  warp["pages"][0]["reading_rotation"] = 180;
  writeBytes(folder_ / "changed.json", warp.dump());
  EXPECT_EQ(applied("changed.json", "page.png")["reading_rotation"], 180);  // told, and no more
  EXPECT_TRUE(readBytes(folder_ / "applied.png") == page);
}

// Size and resolution that rest on the likeliest sheet are told from those of one that is known.
TEST_F(ChangedWarp, APaperThatIsAssumedIsSaidToBe) {
  json warp = json::parse(readBytes(folder_ / "page.json"));
  EXPECT_EQ(warp["pages"][0]["parameters"]["paper"], "A4");
  EXPECT_FALSE(warp["pages"][0]["parameters"].contains("paper_assumed"));
  EXPECT_EQ(applied("page.json", "page.png")["paper"], "A4");
  EXPECT_EQ(applied("page.json", "page.png")["paper_assumed"], false);
  warp["pages"][0]["parameters"]["paper_assumed"] = true;
  writeBytes(folder_ / "changed.json", warp.dump());
  EXPECT_EQ(applied("changed.json", "page.png")["paper_assumed"], true);
  EXPECT_THAT(runPlaten({"inspect", path("changed.json")}).out, ::testing::ContainsRegex("paper assumed +true"));
  const auto said = [&](const char* name) {
    return runPlaten({"apply", path(name), path("page.png"), "-o", path("applied.png")}).err;
  };
  EXPECT_THAT(said("changed.json"), HasSubstr(" dpi, A4 assumed, "));
  EXPECT_THAT(said("page.json"), HasSubstr(" dpi, A4, "));
}

TEST_F(ChangedWarp, WhatRegisterSaidOfAMapIsNotSaidTwice) {
  change([](double& x, double& /*y*/) { x = x > 360 ? 720 - x : x; });
  json warp = json::parse(readBytes(folder_ / "changed.json"));
  warp["pages"][0]["warnings"] = {"part of the form folds over itself in the fit: please look at this page"};
  writeBytes(folder_ / "changed.json", warp.dump());
  EXPECT_EQ(applied("changed.json", "page.png")["warnings"], warp["pages"][0]["warnings"]);
}

TEST_F(ChangedWarp, AnotherFileThanTheWarpsIsSaidAndTaken) {
  Image darker = photo();
  for (int j = 0; j < darker.height(); ++j) {
    std::uint8_t* row = darker.rowAs<std::uint8_t>(j);
    std::for_each_n(row, static_cast<std::size_t>(darker.width()) * 3,
                    [](std::uint8_t& v) { v = static_cast<std::uint8_t>(v / 2); });
  }
  writeImage(folder_ / "darker.png", darker, FileFormat::png);
  const json told = applied("page.json", "darker.png");
  EXPECT_THAT(told["warnings"].dump(), HasSubstr("this is not the file that the warp was fitted to (page.png)"));
  EXPECT_EQ(told["confidence"], page("page.json")["confidence"]);
  // Written by hand, without a digest: nothing to compare.
  json warp = json::parse(readBytes(folder_ / "page.json"));
  warp["source"].erase("sha256");
  writeBytes(folder_ / "changed.json", warp.dump());
  EXPECT_EQ(applied("changed.json", "darker.png")["warnings"], page("page.json")["warnings"]);
}

TEST_F(ChangedWarp, AnotherPageOfTheWarpsFileIsSaid) {
  test::writeTiffPages(folder_ / "scans.tif", {photo(), photo()});
  ASSERT_EQ(runPlaten({"fit", path("scans.tif[2]"), "-o", path("second.json")}).status, 0);
  EXPECT_THAT(applied("second.json", "scans.tif[1]")["warnings"].dump(),
              HasSubstr("this is page 1 of the file, and the warp was fitted to page 2"));
  EXPECT_EQ(applied("second.json", "scans.tif[2]")["warnings"], page("second.json")["warnings"]);
}

TEST_F(Guiding, WhatIsGivenForAPageThatIsNotThereIsSaid) {
  writeBytes(folder_ / "pins.json",
             R"({"platen_pins": 1, "pages": [{"index": 2, "pins": [{"photo": [10, 20], "page": [0, 0]}]}]})");
  const ProgramRun run = runPlaten({"fit", path("page.png"), "-o", path("two.json"), "--pins", path("pins.json")});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr("what was given for page 2 was not used"));
}

// Of a larger copy of the photo, say: nothing good comes of them, and nothing else says why.
TEST_F(Guiding, PlacesFarOutsideThePhotoAreRefused) {
  const auto refused = [&](const char* page) {
    writeBytes(folder_ / "pins.json", R"({"platen_pins": 1, "pages": [)" + std::string(page) + "]}");
    const ProgramRun run =
        runPlaten({"flatten", path("page.png"), "-o", path("flat.png"), "--pins", path("pins.json")});
    EXPECT_EQ(run.status, 1) << page;
    EXPECT_FALSE(std::filesystem::exists(folder_ / "flat.png")) << page;
    return run.err;
  };
  EXPECT_THAT(refused(R"({"pins": [{"photo": [80, 60], "page": [0, 0]}, {"photo": [2800, 240.4], "page": [1, 0]}]})"),
              HasSubstr("pins.json: the pin at (2800, 240) lies far outside the photo, which is 720 x 960"));
  EXPECT_THAT(refused(R"({"lines": [{"photo": [[90, 100], [90, -900]], "runs": "upright"}]})"),
              HasSubstr("the line's point at (90, -900)"));
  EXPECT_THAT(refused(R"({"spine": [[360, 0], [360, 3900]]})"), HasSubstr("the spine's point at (360, 3900)"));
  // A corner that is out of view.
  writeBytes(folder_ / "pins.json",
             R"({"platen_pins": 1, "pages": [{"pins": [{"photo": [-60, 20], "page": [0, 0]}]}]})");
  EXPECT_EQ(runPlaten({"fit", path("page.png"), "-o", path("out.json"), "--pins", path("pins.json")}).status, 0);
}

TEST_F(Guiding, WhatIsWrongIsSaidAndNothingIsWritten) {
  writeBytes(folder_ / "bad.json", "{\"platen_pins\": 1}");
  ProgramRun run = runPlaten({"flatten", path("page.png"), "-o", path("flat.png"), "--pins", path("bad.json")});
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.err, HasSubstr("bad.json: lacks \"pages\""));
  run = runPlaten({"flatten", path("page.png"), "-o", path("flat.png"), "--start", path("absent.json")});
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.err, HasSubstr("absent.json: there is no such file"));
  run = runPlaten({"flatten", path("page.png"), path("blank.png"), "-o", path("flat"), "--pins", path("bad.json")});
  EXPECT_EQ(run.status, 2);
  EXPECT_THAT(run.err, HasSubstr("--pins belongs to one photo"));
  // A file that is read is never written.
  run = runPlaten({"fit", path("page.png"), "-o", path("page.json"), "--start", path("page.json")});
  EXPECT_EQ(run.status, 2);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "flat.png"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "flat"));
}

}  // namespace
}  // namespace platen::app
