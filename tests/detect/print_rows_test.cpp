// Baselines of drawn words: where they stand, level or bent, and nothing where nothing stands on a line.
#include "core/detect/print_rows.h"

#include <algorithm>
#include <array>
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
constexpr double kSize = 0.55;  // of the font, at kScale: characters of 11 px

struct Page {
  cv::Mat grey{600, 1500, CV_8U, cv::Scalar(225)};
  // Character by character, each with its foot at y(x); px.
  void write(const std::string& text, double x, const std::function<double(double x)>& y) {
    for (const char c : text) {
      const std::string one(1, c);
      const int width = cv::getTextSize(one, kFont, kSize, 1, nullptr).width;
      const double middle = x + width / 2.0 / kScale;
      // Drawn four times as large in sixteenths of a pixel, for feet between two rows.
      cv::Mat large(60 * 4, 60 * 4, CV_8U, cv::Scalar(0));
      const double foot = y(middle) * kScale;
      const int row = static_cast<int>(std::floor(foot)) - 30;
      cv::putText(large, one, {40, static_cast<int>(std::lround((foot - row) * 4))}, kFont, 4 * kSize, cv::Scalar(185),
                  6, cv::LINE_AA);
      cv::Mat small;
      cv::resize(large, small, {60, 60}, 0, 0, cv::INTER_AREA);
      cv::Mat place = grey({static_cast<int>(std::lround(x * kScale)) - 10, row, 60, 60});
      place -= small;
      x += (c == ' ' ? 0.4 : 1) * width / kScale;  // the font's spaces are wider than those of print
    }
  }
};

const std::string kWords = "Yellow pygmy jugs, 17 pages of frames";

// Furthest that a place of the rows is from y(x); 1e9 for no rows.
double offFrom(const std::vector<Polyline>& rows, const std::function<double(double x)>& y) {
  double worst = rows.empty() ? 1e9 : 0;
  for (const Polyline& row : rows) {
    for (const Vec2& p : row) {
      worst = std::max(worst, std::abs(p.y - y(p.x)));
    }
  }
  return worst;
}

// A line for each row, that of the piece it says.
std::vector<Polyline> linesOf(const std::vector<PrintPiece>& pieces) {
  std::vector<Polyline> lines;
  for (const PrintRow& row : printRows(pieces)) {
    const Box& box = pieces.at(row.piece).box;
    EXPECT_TRUE(row.line.front().x > box.x0 && row.line.back().x < box.x1);
    lines.push_back(row.line);
  }
  return lines;
}

double lengthOf(const std::vector<Polyline>& rows) {
  double length = 0;
  for (const Polyline& row : rows) {
    length += row.back().x - row.front().x;
  }
  return length;
}

TEST(PrintRows, WordsStandOnALevelLine) {
  Page page;
  const auto level = [](double) { return 200.4; };
  page.write(kWords, 300, level);
  const std::vector<PrintPiece> pieces = printPieces(page.grey, kScale);
  ASSERT_EQ(pieces.size(), 1U);
  EXPECT_GT(pieces[0].feet.size(), 20U);
  // Descenders have feet below the line, but the row leaves them out. The stroke's half width lies below the foot.
  EXPECT_GT(pieces[0].box.y1, 202.5);
  const std::vector<Polyline> rows = linesOf(pieces);
  ASSERT_EQ(rows.size(), 1U);
  const double stroke = rows[0].front().y - 200.4;
  EXPECT_LT(std::abs(stroke), 1.5);
  EXPECT_LT(offFrom(rows, [&](double) { return 200.4 + stroke; }), 0.8);
  EXPECT_GT(lengthOf(rows), 0.9 * (pieces[0].box.x1 - pieces[0].box.x0));
}

TEST(PrintRows, FollowALineThatBends) {
  // By up to 15 degrees, as on crumpled paper.
  Page page;
  const auto bent = [](double x) { return 200 + 13 * std::pow((x - 450) / 150, 2) - 0.1 * (x - 450); };
  page.write(kWords, 300, bent);
  const std::vector<Polyline> rows = linesOf(printPieces(page.grey, kScale));
  ASSERT_FALSE(rows.empty());
  EXPECT_LT(offFrom(rows, [&](double x) { return bent(x) + 0.7; }), 1.6);
  EXPECT_GT(lengthOf(rows), 200);
}

TEST(PrintRows, AreTheSameInHalfTheLight) {
  Page page;
  page.write(kWords, 300, [](double x) { return 200 + 0.03 * x; });
  const std::vector<Polyline> bright = linesOf(printPieces(page.grey, kScale));
  const std::vector<Polyline> dark = linesOf(printPieces(page.grey * 0.5, kScale));
  ASSERT_EQ(bright.size(), 1U);
  ASSERT_EQ(dark.size(), 1U);
  EXPECT_NEAR(bright[0].front().y, dark[0].front().y, 0.3);
  EXPECT_NEAR(bright[0].back().y, dark[0].back().y, 0.3);
}

TEST(PrintRows, ACreaseThatJoinsCharactersIsNotFollowed) {
  Page page;
  const auto level = [](double) { return 200.0; };
  page.write(kWords, 300, level);
  const std::vector<Polyline> rows = linesOf(printPieces(page.grey, kScale));
  ASSERT_EQ(rows.size(), 1U);
  // Creases across the line and all along it, darker than the paper, not than the print.
  Page creased = page;
  creased.grey = page.grey.clone();
  cv::Mat crease(page.grey.size(), CV_8U, cv::Scalar(255));
  for (int x = 440; x < 900; x += 60) {
    cv::line(crease, {x, 180}, {x + 25, 420}, cv::Scalar(190), 4, cv::LINE_AA);
  }
  cv::line(crease, {420, 275}, {900, 305}, cv::Scalar(190), 4, cv::LINE_AA);
  cv::multiply(page.grey, crease, creased.grey, 1 / 255.0);
  const std::vector<PrintPiece> pieces = printPieces(creased.grey, kScale);
  const std::vector<Polyline> found = linesOf(pieces);
  EXPECT_GT(lengthOf(found), 0.9 * lengthOf(rows));
  EXPECT_LT(offFrom(found, [&](double) { return rows[0].front().y; }), 2);
  // Nor is what is left of them print.
  EXPECT_LE(pieces.size(), 2U);
}

TEST(PrintRows, TooFewCharactersAndScribblesStandOnNone) {
  Page page;
  page.write("1,9", 200, [](double) { return 100; });
  // Up and down by more than a row of print: fewer than half of its feet lie on any smooth line.
  double side = 1;
  page.write("oxoxoxoxoxoxoxox", 600, [&side](double) { return 300 + 3.2 * (side = -side); });
  EXPECT_TRUE(linesOf(printPieces(page.grey, kScale)).empty());
  cv::rectangle(page.grey, {100, 400}, {1400, 550}, cv::Scalar(60), 2);
  EXPECT_TRUE(linesOf(printPieces(page.grey, kScale)).empty());
}

TEST(PrintRows, AHandIsTooUneven) {
  Page page;
  int k = 0;
  page.write("mondaymorning", 300, [&k](double) { return 200 + std::array{0.0, 1.9, -1.7, 0.4, -2.1, 1.5}[++k % 6]; });
  EXPECT_TRUE(linesOf(printPieces(page.grey, kScale)).empty());
}

TEST(PrintRows, HaveASlopeInCommonWhereThereAreEnough) {
  std::vector<Polyline> rows;
  for (const double slope : {0.05, 0.3, 0.048, -0.2}) {
    rows.push_back({{100, 200}, {150, 200 + 50 * slope}, {200, 200 + 100 * slope}});
  }
  rows.push_back({{100, 300}, {150, 302.6}, {400, 315.6}});  // as long as three of them
  EXPECT_NEAR(commonSlope(rows).value(), 0.052, 1e-6);
  rows.resize(2);
  EXPECT_FALSE(commonSlope(rows));
}

}  // namespace
}  // namespace platen::detect
