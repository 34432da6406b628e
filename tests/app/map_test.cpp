// `platen map` from end to end: a photo is flattened, what is read on the page goes to the photo and comes back.
#include "tests/app/program_run.h"
#include "tests/support/page_photo.h"
#include "tests/support/photo_files.h"

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace platen::app {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

class MapCommand : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    scratch() = std::make_unique<test::ScratchFolder>();
    test::PhotoRecipe recipe;
    recipe.photo_px = {900, 1200};
    recipe.page.px_per_mm = 4;
    recipe.camera.roll = 0.06;
    recipe.camera.fill = 0.88;
    test::writeImage(*scratch() / "photo.jpg", test::photograph(recipe).photo, FileFormat::jpeg);
  }
  static void TearDownTestSuite() { scratch().reset(); }
  static std::unique_ptr<test::ScratchFolder>& scratch() {
    static std::unique_ptr<test::ScratchFolder> folder;
    return folder;
  }
  [[nodiscard]] static std::string in(const std::string& name) { return (*scratch() / name).string(); }
  static void flatten(std::vector<std::string> more) {
    more.insert(more.begin(), {"flatten", in("photo.jpg"), "-o", in("flat.png"), "--warp-out", in("w.json")});
    ASSERT_EQ(runPlaten(more).status, 0);
  }
  [[nodiscard]] static json mapped(const std::string& text, const std::vector<std::string>& more) {
    test::writeBytes(*scratch() / "in.json", text);
    std::vector<std::string> call{"map", in("w.json"), in("in.json")};
    call.insert(call.end(), more.begin(), more.end());
    const ProgramRun run = runPlaten(call);
    EXPECT_EQ(run.status, 0) << run.err;
    return json::parse(run.out, nullptr, false);
  }
  [[nodiscard]] static json exported() {
    return json::parse(test::readBytes(*scratch() / "w.json"))["pages"][0]["exported"];
  }
};

TEST_F(MapCommand, PointsComeBackWhateverWasExported) {
  for (const std::vector<std::string>& options :
       std::vector<std::vector<std::string>>{{},
                                             {"--dpi", "150"},
                                             {"--margin", "8", "--scale", "1.7"},
                                             {"--crop", "content", "--margin", "3"},
                                             {"--crop", "none"},
                                             {"--rotate", "90"}}) {
    flatten(options);
    const json page = exported();
    const double w = page["width"], h = page["height"];
    const std::string text =
        fmt::format(R"({{"points": [[0, 0], [{0}, 0], [{0}, {1}], [{2}, {3}]], "boxes": [[{2}, {3}, {4}, {5}]]}})", w,
                    h, w * 0.3, h * 0.4, w * 0.7, h * 0.43);
    const json there = mapped(text, {"--to-source"});
    EXPECT_EQ(there["width"], 900);
    const json back = mapped(there.dump(), {"--to-page"});
    EXPECT_EQ(back["width"], page["width"]);
    const json before = json::parse(text);
    for (std::size_t k = 0; k < 4; ++k) {
      for (std::size_t c = 0; c < 2; ++c) {
        EXPECT_NEAR(back["points"][k][c].get<double>(), before["points"][k][c].get<double>(), 0.05);
      }
      EXPECT_NEAR(back["boxes"][0][k].get<double>(), before["boxes"][0][k].get<double>(), 0.5);
    }
  }
}

// The same place of the paper, however it was exported.
TEST_F(MapCommand, PlacesDoNotDependOnTheExport) {
  flatten({"--margin", "8", "--dpi", "200"});
  const json with_margin = exported();
  const double w = with_margin["width"], h = with_margin["height"];
  const json here = mapped(fmt::format(R"({{"points": [[{}, {}]]}})", w / 2, h / 3), {"--to-source"});
  const json plain = mapped(here.dump(), {"--to-page", "--scale", "1"});  // as `platen apply` would make it
  const json box = with_margin["page_uv"];
  const double u = (box[0].get<double>() + box[2].get<double>()) / 2;
  EXPECT_NEAR(plain["points"][0][0].get<double>() / plain["width"].get<double>(), u, 1e-3);
  // Said by options, as it was exported; and of a picture of half its size.
  const json said = mapped(here.dump(), {"--to-page", "--margin", "8", "--dpi", "200"});
  EXPECT_NEAR(said["points"][0][0].get<double>(), w / 2, 0.05);
  const json half =
      mapped(here.dump(), {"--to-page", "--page-size", fmt::format("{}x{}", std::lround(w / 2), std::lround(h / 2))});
  EXPECT_NEAR(half["points"][0][1].get<double>(), std::lround(h / 2) / 3.0, 0.05);
}

// What Tesseract reads, where it is installed; else a file as it would write it.
TEST_F(MapCommand, HocrComesBackToThePixel) {
  flatten({"--dpi", "200"});
  const std::string read = fmt::format("tesseract '{}' '{}' hocr >/dev/null 2>&1", in("flat.png"), in("flat"));
  if (std::system(read.c_str()) != 0 || !std::filesystem::exists(in("flat.hocr"))) {
    test::writeBytes(
        *scratch() / "flat.hocr",
        fmt::format("<html><body><div class='ocr_page' title='image \"flat.png\"; bbox 0 0 {} {}; ppageno 0'>"
                    "<span class='ocr_line' title=\"bbox 100 150 600 180; baseline 0 -6\">"
                    "<span class='ocrx_word' title='bbox 100 150 220 180; x_wconf 90'>word</span></span>"
                    "</div></body></html>\n",
                    exported()["width"].get<int>(), exported()["height"].get<int>()));
  }
  ASSERT_EQ(runPlaten({"map", in("w.json"), in("flat.hocr"), "--to-source", "-o", in("photo.hocr")}).status, 0);
  ASSERT_EQ(runPlaten({"map", in("w.json"), in("photo.hocr"), "--to-page", "-o", in("back.hocr")}).status, 0);
  const auto withoutBaselines = [](std::string text) {
    for (std::size_t at = 0; (at = text.find("baseline", at)) != std::string::npos;) {
      text.erase(at, text.find_first_of(";\"", at) - at);
    }
    return text;
  };
  EXPECT_NE(test::readBytes(*scratch() / "photo.hocr"), test::readBytes(*scratch() / "flat.hocr"));
  EXPECT_EQ(withoutBaselines(test::readBytes(*scratch() / "back.hocr")),
            withoutBaselines(test::readBytes(*scratch() / "flat.hocr")));
}

// The page of another call, another size than that of the photo: boxes of those are refused, not put somewhere.
TEST_F(MapCommand, RefusesWhatWasReadOnAnotherPicture) {
  flatten({"--scale", "0.5"});
  const int w = exported()["width"], h = exported()["height"];
  const auto hocr = [](int width, int height) {
    return fmt::format(
        "<div class='ocr_page' title='bbox 0 0 {} {}'><span class='ocrx_word' "
        "title='bbox 50 60 90 80'>a</span></div>",
        width, height);
  };
  const auto alto = [](int width, int height) {
    return fmt::format(
        "<alto><Layout><Page WIDTH='{}' HEIGHT='{}'><String CONTENT='a' HPOS='50' VPOS='60' "
        "WIDTH='40' HEIGHT='20'/></Page></Layout></alto>",
        width, height);
  };
  const auto map = [](const std::string& text, std::vector<std::string> more) {
    test::writeBytes(*scratch() / "read.xml", text);
    more.insert(more.begin(), {"map", in("w.json"), in("read.xml")});
    return runPlaten(more);
  };
  for (const auto& read : {std::function<std::string(int, int)>(hocr), std::function<std::string(int, int)>(alto)}) {
    EXPECT_EQ(map(read(w, h), {"--to-source"}).status, 0);
    EXPECT_EQ(map(read(900, 1200), {"--to-page"}).status, 0);
    const ProgramRun other = map(read(2 * w, 2 * h), {"--to-source"});
    EXPECT_EQ(other.status, 1);
    EXPECT_EQ(other.out, "");
    for (const std::string& part : {in("read.xml"), fmt::format("{}x{} pixels", 2 * w, 2 * h),
                                    fmt::format("this warp's page of {}x{}", w, h), std::string("--warp-out")}) {
      EXPECT_THAT(other.err, HasSubstr(part));
    }
    EXPECT_EQ(map(read(2 * w, 2 * h), {"--to-source", "--page-size", fmt::format("{}x{}", 2 * w, 2 * h)}).status, 0);
    EXPECT_EQ(map(read(w, h), {"--to-source", "--page-size", fmt::format("{}x{}", 2 * w, 2 * h)}).status, 1);
    EXPECT_EQ(map(read(w, h), {"--to-source", "--scale", "1"}).status, 1);
    const ProgramRun photo = map(read(w, h), {"--to-page"});
    EXPECT_EQ(photo.status, 1);
    EXPECT_THAT(photo.err, HasSubstr("not on the photo of 900x1200"));
  }
}

TEST_F(MapCommand, SaysWhatIsWrong) {
  flatten({});
  EXPECT_EQ(runPlaten({"map", in("w.json"), in("flat.png")}).status, 2);
  EXPECT_EQ(runPlaten({"map", in("w.json"), "--to-source", "--to-page"}).status, 2);
  EXPECT_EQ(runPlaten({"map", in("w.json"), "--to-source", "--page-size", "12"}).status, 2);
  const ProgramRun picture = runPlaten({"map", in("w.json"), in("flat.png"), "--to-source"});
  EXPECT_EQ(picture.status, 1);
  EXPECT_THAT(picture.err, HasSubstr("is neither JSON with points or boxes nor hOCR nor ALTO"));
  test::writeBytes(*scratch() / "in.json", R"({"points": [[-300, 5]]})");
  const ProgramRun beside = runPlaten({"map", in("w.json"), in("in.json"), "--to-source"});
  EXPECT_EQ(beside.status, 0);
  EXPECT_THAT(beside.err, HasSubstr("1 of 1 places lie outside of the page"));
  EXPECT_EQ(runPlaten({"map", in("w.json"), in("in.json"), "--to-source", "--page", "2"}).status, 1);
  RunLimits full;
  full.out_device = "/dev/full";
  const ProgramRun cut = runPlaten({"map", in("w.json"), in("in.json"), "--to-source"}, full);
  EXPECT_EQ(cut.status, 1);
  EXPECT_THAT(cut.err, HasSubstr("stdout: cannot be written: "));
}

}  // namespace
}  // namespace platen::app
