// The real program on photos of open books: what --page makes of them, and under which names.
#include "tests/app/program_run.h"
#include "tests/support/page_photo.h"
#include "tests/support/photo_files.h"

#include <algorithm>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace platen::app {
namespace {

using nlohmann::json;
using test::readBytes;
using test::readImage;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

test::PhotoRecipe smallBook() {
  test::PhotoRecipe recipe = test::openBookRecipe();
  recipe.photo_px = {1360, 1020};
  recipe.page.px_per_mm = 5;
  recipe.page.text_mm = 2.6;
  return recipe;
}

const Image& openBook() {
  static const Image image = test::photograph(smallBook()).photo;
  return image;
}

// The same book with a picture over the upper half of both pages.
Image bookWithPlate() {
  test::PhotoRecipe recipe = smallBook();
  recipe.print = test::typeset(recipe.page).flat;
  const int width = recipe.print.width();
  const int height = recipe.print.height();
  for (int j = height / 10; j < height / 2; ++j) {
    auto* row = recipe.print.rowAs<std::uint8_t>(j);
    for (int i = width / 15; i < width - width / 15; ++i) {
      row[i] = static_cast<std::uint8_t>(90 + (i * 7 + j * 3) % 31);
    }
  }
  return test::photograph(recipe).photo;
}

class Spread : public ::testing::Test {
 protected:
  std::string in(const std::string& name) const { return (folder_ / name).string(); }
  // Runs flatten with --page `page` into the folder `out`, and gives what it printed for each page.
  std::vector<json> flatten(const std::string& page, const std::string& out) const {
    const ProgramRun run = runPlaten({"flatten", in("book.png"), "-o", in(out), "--page", page, "--json"});
    EXPECT_EQ(run.status, 0) << run.err;
    std::vector<json> pages;
    std::istringstream lines(run.out);
    for (std::string line; std::getline(lines, line);) {
      pages.push_back(json::parse(line));
    }
    return pages;
  }
  std::vector<std::string> namesIn(const std::string& sub) const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder_ / sub)) {
      names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
  }

  test::ScratchFolder folder_;
};

TEST_F(Spread, EachPageIsItsOwnOutput) {
  test::writeImage(folder_ / "book.png", openBook(), FileFormat::png);
  const std::vector<json> both = flatten("all", "all");
  ASSERT_EQ(both.size(), 2U);
  EXPECT_THAT(namesIn("all"), ElementsAre("book_1.png", "book_2.png"));
  for (int k = 0; k < 2; ++k) {
    const json& page = both[static_cast<std::size_t>(k)];
    EXPECT_EQ(page["page"], k + 1);
    EXPECT_EQ(page["output"], in("all/book_" + std::to_string(k + 1) + ".png"));
    EXPECT_NEAR(page["height"].get<double>() / page["width"].get<double>(), 230.0 / 165, 0.03);
  }

  // One page alone goes by the photo's own name, and is the very same page.
  for (const auto& [asked, same] : {std::pair("left", "all/book_1.png"), std::pair("right", "all/book_2.png"),
                                    std::pair("1", "all/book_1.png"), std::pair("2", "all/book_2.png")}) {
    ASSERT_EQ(flatten(asked, asked).size(), 1U) << asked;
    EXPECT_THAT(namesIn(asked), ElementsAre("book.png"));
    EXPECT_EQ(readBytes(folder_ / asked / "book.png"), readBytes(folder_ / same)) << asked;
  }

  const ProgramRun none = runPlaten({"flatten", in("book.png"), "-o", in("none"), "--page", "3"});
  EXPECT_EQ(none.status, 1);
  EXPECT_THAT(none.err, HasSubstr("has no page 3 (2 pages were found on it)"));
}

TEST_F(Spread, WhatIsNoPageIsSaidToBeNone) {
  const ProgramRun run = runPlaten({"flatten", in("book.png"), "-o", in("none"), "--page", "middle"});
  EXPECT_EQ(run.status, 2);
  EXPECT_THAT(run.err, HasSubstr("'middle' is none of auto|all|left|right|whole, nor the number of a page"));
}

// The left page and a glimpse of the right one.
TEST_F(Spread, APageAloneIsWarnedOfOnlyWhereTheOtherOneWasAskedFor) {
  const Image& book = openBook();
  Image left = Image::allocate({850, book.height()}, 3);
  for (int y = 0; y < left.height(); ++y) {
    std::copy_n(book.row(y), 3 * left.width(), left.row(y));
  }
  test::writeImage(folder_ / "book.png", left, FileFormat::png);
  const auto warnings = [&](const std::string& page) {
    const std::vector<json> pages = flatten(page, page);
    return pages.size() == 1 ? pages[0]["warnings"].dump() : "not one page";
  };
  EXPECT_THAT(warnings("right"), HasSubstr("only one page was found"));
  EXPECT_THAT(warnings("left"), ::testing::Not(HasSubstr("one page")));
}

TEST_F(Spread, AFileOrADocumentTakesBothPages) {
  test::writeImage(folder_ / "book.png", openBook(), FileFormat::png);
  const ProgramRun file = runPlaten({"flatten", in("book.png"), "-o", in("flat.jpg"), "--quiet"});
  EXPECT_EQ(file.status, 0) << file.err;
  EXPECT_THAT(folder_.names(), ElementsAre("book.png", "flat_1.jpg", "flat_2.jpg"));
  const ProgramRun fit = runPlaten({"fit", in("book.png"), "-o", in("book.json"), "--quiet"});
  ASSERT_EQ(fit.status, 0) << fit.err;
  EXPECT_EQ(json::parse(readBytes(folder_ / "book.json"))["pages"].size(), 2U);
  const ProgramRun apply =
      runPlaten({"apply", in("book.json"), in("book.png"), "-o", in("again.jpg"), "--page", "2", "--quiet"});
  EXPECT_EQ(apply.status, 0) << apply.err;
  EXPECT_EQ(readBytes(folder_ / "again.jpg"), readBytes(folder_ / "flat_2.jpg"));
  const ProgramRun document = runPlaten({"flatten", in("book.png"), "-o", in("book.pdf"), "--quiet"});
  EXPECT_EQ(document.status, 0) << document.err;
  EXPECT_THAT(readBytes(folder_ / "book.pdf"), HasSubstr("/Count 2"));
}

TEST_F(Spread, WholeAndPlatesAreOneOutput) {
  test::writeImage(folder_ / "book.png", openBook(), FileFormat::png);
  const std::vector<json> kept = flatten("whole", "whole");
  ASSERT_EQ(kept.size(), 1U);
  EXPECT_EQ(kept[0]["paper"], nullptr) << "its proportions are near A4's, which is not taken for it";
  EXPECT_THAT(namesIn("whole"), ElementsAre("book.png"));
  const Image whole = readImage(folder_ / "whole/book.png");
  EXPECT_NEAR(static_cast<double>(whole.width()) / whole.height(), 330.0 / 230, 0.04);

  test::writeImage(folder_ / "book.png", bookWithPlate(), FileFormat::png);
  ASSERT_EQ(flatten("all", "plate").size(), 1U);
  EXPECT_THAT(namesIn("plate"), ElementsAre("book.png"));
  const Image plate = readImage(folder_ / "plate/book.png");
  EXPECT_NEAR(static_cast<double>(plate.width()) / plate.height(), 330.0 / 230, 0.1);
  // Asked for one of its pages, the picture is cut.
  ASSERT_EQ(flatten("right", "half").size(), 1U);
  const Image half = readImage(folder_ / "half/book.png");
  EXPECT_LT(half.width(), half.height());
}

TEST_F(Spread, ReadFromRightToLeftTheRightPageIsTheFirst) {
  test::writeImage(in("book.png"), openBook(), FileFormat::png);
  flatten("all", "latin");
  const auto rtl = [&](const std::string& page, const std::string& out) {
    return runPlaten({"flatten", in("book.png"), "-o", in(out), "--page", page, "--reading-order", "right-to-left"});
  };
  ASSERT_EQ(rtl("all", "hebrew").status, 0);
  EXPECT_EQ(readBytes(in("hebrew/book_1.png")), readBytes(in("latin/book_2.png")));
  EXPECT_EQ(readBytes(in("hebrew/book_2.png")), readBytes(in("latin/book_1.png")));
  // Left stays left.
  ASSERT_EQ(rtl("left", "left").status, 0);
  EXPECT_EQ(readBytes(in("left/book.png")), readBytes(in("latin/book_1.png")));
  ASSERT_EQ(rtl("1", "first").status, 0);
  EXPECT_EQ(readBytes(in("first/book.png")), readBytes(in("latin/book_2.png")));
}

// A batch's folder has the pages that its manifest knows, and none of those that were there before.
TEST_F(Spread, PagesOfABatchThatAreNoMoreGo) {
  std::filesystem::create_directories(folder_ / "photos");
  test::writeImage(folder_ / "photos" / "book.png", openBook(), FileFormat::png);
  const auto batch = [&](const std::string& page) {
    return runPlaten({"batch", in("photos"), "-o", in("flat"), "--model", "plane", "--page", page}).status;
  };
  const auto pages = [&] {
    std::vector<std::string> names = namesIn("flat");
    std::erase_if(names, [](const std::string& name) { return !name.ends_with(".png"); });
    return names;
  };
  ASSERT_EQ(batch("all"), 0);
  EXPECT_THAT(pages(), ElementsAre("book_1.png", "book_2.png"));
  ASSERT_EQ(batch("whole"), 0);
  EXPECT_THAT(pages(), ElementsAre("book.png"));
  ASSERT_EQ(batch("all"), 0);
  EXPECT_THAT(pages(), ElementsAre("book_1.png", "book_2.png"));
}

}  // namespace
}  // namespace platen::app
