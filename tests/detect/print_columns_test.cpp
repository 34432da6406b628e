// Columns of a drawn table: what is aligned is found at its place, what is not is none.
#include "core/detect/print_columns.h"

#include "core/detect/print_pieces.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr double kScale = 1.5;
constexpr int kFont = cv::FONT_HERSHEY_SIMPLEX;
constexpr double kSize = 0.55;  // of the font, at kScale

enum class Aligned { left, middle, right };

struct Page {
  cv::Mat grey{1200, 1500, CV_8U, cv::Scalar(225)};
  // At x, the middle of the text at y; px.
  void write(const std::string& text, double x, double y, Aligned aligned) {
    const cv::Size size = cv::getTextSize(text, kFont, kSize, 1, nullptr);
    const double shift = aligned == Aligned::left ? 0 : aligned == Aligned::middle ? 0.5 : 1;
    cv::putText(grey, text,
                {static_cast<int>(std::lround(x * kScale - shift * size.width)),
                 static_cast<int>(std::lround(y * kScale + size.height / 2.0))},
                kFont, kSize, cv::Scalar(40), 2, cv::LINE_AA);
  }
  void writeColumn(const std::vector<std::string>& texts, const std::function<double(double y)>& x, Aligned aligned) {
    double y = 200;
    for (const std::string& text : texts) {
      write(text, x(y), y, aligned);
      y += 34;
    }
  }
};

const std::vector<std::string> kWords{"Wooden frame", "Pack of 12 crayons", "Milk jug", "Yellow notebook",
                                      "Teapot",       "Blue sketchbook"};

std::vector<Box> boxesOf(const cv::Mat& grey) {
  std::vector<Box> boxes;
  for (const PrintPiece& piece : printPieces(grey, kScale)) {
    boxes.push_back(piece.box);
  }
  return boxes;
}

// The most exact column of `count` places about x.
double offFrom(const std::vector<PrintColumn>& columns, std::size_t count, const std::function<double(double y)>& x) {
  double best = 1e9;
  for (const PrintColumn& column : columns) {
    double worst = column.line.size() == count ? 0 : 1e9;
    for (const Vec2& p : column.line) {
      worst = std::max(worst, std::abs(p.x - x(p.y)));
    }
    best = std::min(best, worst);
  }
  return best;
}

class PrintColumns : public ::testing::TestWithParam<Aligned> {};

TEST_P(PrintColumns, AreFoundWhereThePrintIsAligned) {
  Page page;
  page.writeColumn(
      kWords, [](double) { return 500; }, GetParam());
  const std::vector<Box> pieces = boxesOf(page.grey);
  EXPECT_EQ(pieces.size(), kWords.size());  // words of a line are one piece
  const std::vector<PrintColumn> columns = printColumns(pieces);
  ASSERT_EQ(columns.size(), 1U);
  EXPECT_LT(offFrom(columns, kWords.size(), [](double) { return 500; }), 2.5);
  EXPECT_NEAR(columns[0].line.front().y, 200, 3);
  EXPECT_NEAR(columns[0].line.back().y, 370, 3);
  EXPECT_FALSE(columns[0].place);
}
INSTANTIATE_TEST_SUITE_P(Ends, PrintColumns, ::testing::Values(Aligned::left, Aligned::middle, Aligned::right));

TEST(PrintColumnsOfAPage, MayBend) {
  // By more than the noise of a straight column: the nearest line leaves 1.5 px of it.
  const auto x = [](double y) { return 300 + 5 * std::pow((y - 523) / 323, 2); };
  std::vector<Box> pieces;
  for (int k = 0; k < 20; ++k) {
    const double y = 200 + 34 * k;
    pieces.push_back({x(y), y - 6, x(y) + 70 + k * 37 % 90, y + 6});
  }
  EXPECT_LT(offFrom(printColumns(pieces), pieces.size(), x), 1e-6);
}

// As the numbers of a table under their heading, by whose end or middle all of them stand.
TEST(PrintColumnsOfAPage, KnownPrintSaysTheirPlace) {
  const std::vector<Box> pieces{{400.5, 250, 430, 262}, {400.5, 284, 450, 296}};
  EXPECT_TRUE(printColumns(pieces).empty()) << "two are none";
  std::vector<Box> known{{399, 210, 470, 222}};
  const std::vector<PrintColumn> columns = printColumns(pieces, known);
  ASSERT_EQ(columns.size(), 1U);
  ASSERT_EQ(columns[0].line.size(), 2U) << "the heading is no part of it";
  EXPECT_DOUBLE_EQ(columns[0].line.front().x, 400.5);
  EXPECT_DOUBLE_EQ(columns[0].line.front().y, 256);
  ASSERT_TRUE(columns[0].place);
  EXPECT_DOUBLE_EQ(*columns[0].place, 399);
  // Between two whose places are known.
  known.push_back({400, 320, 480, 332});
  ASSERT_EQ(printColumns(pieces, known).size(), 1U);
  EXPECT_DOUBLE_EQ(printColumns(pieces, known)[0].place.value_or(0), 399.5);
  // One word under two, and headings that don't agree.
  EXPECT_TRUE(
      printColumns(std::vector<Box>{pieces[0]}, std::vector<Box>{{399, 180, 470, 192}, {399, 210, 450, 222}}).empty());
  const std::vector<Box> apart{{399, 210, 470, 222}, {402, 320, 480, 332}};
  ASSERT_EQ(printColumns(pieces, apart).size(), 1U);
  EXPECT_FALSE(printColumns(pieces, apart)[0].place);
  // Not in line with it, and known print by itself.
  known = {{392, 210, 470, 222}};
  EXPECT_TRUE(printColumns(pieces, known).empty());
  known = {{399, 210, 470, 222}, {399, 244, 460, 256}, {399, 278, 480, 290}};
  EXPECT_TRUE(printColumns({}, known).empty());
}

TEST(PrintColumnsOfAPage, TwoBesideEachOtherAreTwo) {
  Page page;
  page.writeColumn(
      kWords, [](double) { return 200; }, Aligned::left);
  page.writeColumn(
      {"8.85", "0.84", "12.75", "3.75", "34.72", "5.90"}, [](double) { return 800; }, Aligned::right);
  const std::vector<PrintColumn> columns = printColumns(boxesOf(page.grey));
  EXPECT_LT(offFrom(columns, kWords.size(), [](double) { return 200; }), 2.5);
  EXPECT_LT(offFrom(columns, kWords.size(), [](double) { return 800; }), 2.5);
}

TEST(PrintColumnsOfAPage, WhatIsNotAlignedIsNone) {
  Page page;
  double x = 200;
  page.writeColumn(
      kWords, [&x](double) { return x += 29; }, Aligned::left);
  EXPECT_TRUE(printColumns(boxesOf(page.grey)).empty());
}

TEST(PrintColumnsOfAPage, RulesFramesAndDarkBandsAreNoPrint) {
  Page page;
  cv::rectangle(page.grey, {100, 100}, {1400, 1100}, cv::Scalar(60), 2);
  cv::rectangle(page.grey, {100, 100}, {1400, 170}, cv::Scalar(60), cv::FILLED);
  for (int y = 250; y < 1100; y += 80) {
    cv::line(page.grey, {100, y}, {1400, y}, cv::Scalar(90), 2);
  }
  EXPECT_TRUE(printColumns(boxesOf(page.grey)).empty());
  EXPECT_TRUE(printPieces(cv::Mat(300, 300, CV_8U, cv::Scalar(225)), kScale).empty());
}

TEST(PrintOnBars, IsFoundWhereItStands) {
  Page page;
  page.writeColumn(
      kWords, [](double) { return 300; }, Aligned::left);
  cv::rectangle(page.grey, {100, 100}, {1400, 170}, cv::Scalar(60), 2);  // a frame is no bar, nor are rules and words
  cv::line(page.grey, {100, 800}, {1400, 800}, cv::Scalar(60), 4);
  EXPECT_TRUE(printOnBars(page.grey, kScale).empty());
  cv::Mat shaded = page.grey.clone();
  shaded -= 75;
  shaded(cv::Rect{0, 0, 1500, 60}) = 225;
  shaded(cv::Rect{0, 700, 1500, 500}) = 225;
  EXPECT_TRUE(printOnBars(shaded, kScale).empty()) << "dark print on a shaded cell";
  const std::vector<Box> dark = boxesOf(page.grey);
  // The same words, light on dark.
  cv::Mat bar = 285 - page.grey;
  cv::Mat on_bar(page.grey.size(), CV_8U, cv::Scalar(225));
  const cv::Rect around{120, 270, 1200, 320};
  bar(around).copyTo(on_bar(around));
  const std::vector<Box> light = printOnBars(on_bar, kScale);
  ASSERT_EQ(light.size(), kWords.size());
  for (const Box& word : light) {
    EXPECT_TRUE(std::any_of(dark.begin(), dark.end(), [&](const Box& box) {
      return std::abs(box.x0 - word.x0) < 1 && std::abs(box.x1 - word.x1) < 1 && std::abs(box.y0 - word.y0) < 1 &&
             std::abs(box.y1 - word.y1) < 1;
    }));
  }
}

TEST(PrintColumnsOfAPage, AreTheSameInHalfTheLight) {
  Page page;
  page.writeColumn(
      kWords, [](double) { return 300; }, Aligned::left);
  const std::vector<PrintColumn> bright = printColumns(boxesOf(page.grey));
  const std::vector<PrintColumn> dark = printColumns(boxesOf(page.grey * 0.5));
  ASSERT_EQ(bright.size(), dark.size());
  for (std::size_t k = 0; k < bright.size(); ++k) {
    EXPECT_EQ(bright[k].line.size(), dark[k].line.size());
    EXPECT_NEAR(bright[k].line.front().x, dark[k].line.front().x, 1);
  }
}

}  // namespace
}  // namespace platen::detect
