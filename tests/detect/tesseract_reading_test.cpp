// Tesseract's view of which way up a typeset page is; skipped where the library is not installed.
#include "core/detect/tesseract_reading.h"

#include "tests/support/typeset_page.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace platen::detect {
namespace {

// Turned clockwise by quarter turns.
Image turnedPage(const Image& page, int quarter_turns) {
  Image from = page;
  for (int turn = 0; turn < quarter_turns; ++turn) {
    Image to = Image::allocate({from.height(), from.width()}, 1);
    for (int j = 0; j < to.height(); ++j) {
      for (int i = 0; i < to.width(); ++i) {
        to.rowAs<std::uint8_t>(j)[i] = from.rowAs<std::uint8_t>(from.height() - 1 - i)[j];
      }
    }
    from = to;
  }
  return from;
}

Image blankPage() {
  Image blank = Image::allocate({600, 800}, 1);
  for (int j = 0; j < blank.height(); ++j) {
    std::fill_n(blank.rowAs<std::uint8_t>(j), blank.width(), std::uint8_t{255});
  }
  return blank;
}

// The first of this file and of this binary's that asks: its engine is fresh.
TEST(TesseractReading, AnEngineRemembersNothing) {
  if (!hasTesseract()) {
    GTEST_SKIP() << "libtesseract or its osd data is not installed";
  }
  const Image page = test::typeset({}).flat;
  test::TypesetRecipe recipe;
  recipe.seed = 7;
  const Image other = turnedPage(test::typeset(recipe).flat, 2);
  const std::optional<TesseractReading> fresh = tesseractReading(page);
  const std::optional<TesseractReading> between = tesseractReading(other);
  ASSERT_TRUE(fresh && between);
  EXPECT_NE(between->confidence, fresh->confidence) << "not another page";
  EXPECT_FALSE(tesseractReading(blankPage()).has_value());
  const std::optional<TesseractReading> again = tesseractReading(page);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->quarter_turns, fresh->quarter_turns);
  EXPECT_EQ(again->confidence, fresh->confidence);  // to the bit
}

TEST(TesseractReading, TellsHowAPageStands) {
  if (!hasTesseract()) {
    GTEST_SKIP() << "libtesseract or its osd data is not installed";
  }
  const Image page = test::typeset({}).flat;
  for (int turns = 0; turns < 4; ++turns) {
    const std::optional<TesseractReading> reading = tesseractReading(turnedPage(page, turns));
    ASSERT_TRUE(reading.has_value()) << turns;
    EXPECT_EQ(reading->quarter_turns, (4 - turns) % 4);
    EXPECT_TRUE(reading->isSure()) << turns;
  }
}

TEST(TesseractReading, ThreadsShareFewEngines) {
  if (!hasTesseract()) {
    GTEST_SKIP() << "libtesseract or its osd data is not installed";
  }
  const Image page = test::typeset({}).flat;
  const std::optional<TesseractReading> alone = tesseractReading(page);
  ASSERT_TRUE(alone);
  const int most = tesseractEngines().most;
  std::vector<std::optional<TesseractReading>> readings(static_cast<std::size_t>(most) + 2);
  {
    std::vector<std::jthread> threads;
    for (std::optional<TesseractReading>& reading : readings) {
      threads.emplace_back([&page, &reading] { reading = tesseractReading(page); });
    }
  }
  for (const std::optional<TesseractReading>& reading : readings) {
    ASSERT_TRUE(reading);
    EXPECT_EQ(reading->confidence, alone->confidence);  // to the bit
  }
  EXPECT_GE(tesseractEngines().made, 1);
  EXPECT_LE(tesseractEngines().made, most);
}

TEST(TesseractReading, BlankPaperTellsNothing) {
  EXPECT_FALSE(tesseractReading(blankPage()).has_value());  // with or without the library
  EXPECT_FALSE(tesseractReading({}).has_value());
}

}  // namespace
}  // namespace platen::detect
