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
double offFrom(const std::vector<Polyline>& columns, std::size_t count, const std::function<double(double y)>& x) {
  double best = 1e9;
  for (const Polyline& column : columns) {
    double worst = column.size() == count ? 0 : 1e9;
    for (const Vec2& p : column) {
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
  const std::vector<Polyline> columns = printColumns(pieces);
  ASSERT_EQ(columns.size(), 1U);
  EXPECT_LT(offFrom(columns, kWords.size(), [](double) { return 500; }), 2.5);
  EXPECT_NEAR(columns[0].front().y, 200, 3);
  EXPECT_NEAR(columns[0].back().y, 370, 3);
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

TEST(PrintColumnsOfAPage, TwoBesideEachOtherAreTwo) {
  Page page;
  page.writeColumn(
      kWords, [](double) { return 200; }, Aligned::left);
  page.writeColumn(
      {"8.85", "0.84", "12.75", "3.75", "34.72", "5.90"}, [](double) { return 800; }, Aligned::right);
  const std::vector<Polyline> columns = printColumns(boxesOf(page.grey));
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

TEST(PrintColumnsOfAPage, AreTheSameInHalfTheLight) {
  Page page;
  page.writeColumn(
      kWords, [](double) { return 300; }, Aligned::left);
  const std::vector<Polyline> bright = printColumns(boxesOf(page.grey));
  const std::vector<Polyline> dark = printColumns(boxesOf(page.grey * 0.5));
  ASSERT_EQ(bright.size(), dark.size());
  for (std::size_t k = 0; k < bright.size(); ++k) {
    EXPECT_EQ(bright[k].size(), dark[k].size());
    EXPECT_NEAR(bright[k].front().x, dark[k].front().x, 1);
  }
}

}  // namespace
}  // namespace platen::detect
