// A sheet among others, drawn on a scene of mask pixels: what print on it and beside it says of it.
#include "core/detect/top_sheet.h"

#include "core/detect/mask_contour.h"
#include "core/detect/sheet_rim.h"
#include "core/detect/text_lines.h"

#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr int kWidth = 380;
constexpr int kHeight = 480;
constexpr double kH = 6;  // character height
constexpr double kAslant = 0.4;
const PageMask kNothing;

std::vector<cv::Point> flatSheet() {
  return {{90, 80}, {290, 90}, {300, 390}, {80, 380}};
}

// Its right side swings out and back in, by far more than a side is followed off a straight line.
std::vector<cv::Point> bentSheet() {
  std::vector<cv::Point> polygon{{80, 90}};
  for (int y = 90; y <= 390; y += 5) {
    polygon.emplace_back(static_cast<int>(std::lround(270 + 50 * std::sin(M_PI * (y - 90) / 300.0))), y);
  }
  polygon.emplace_back(70, 390);
  return polygon;
}

// On another sheet, nearly as bright, that fills the photo.
MaskScene sceneOf(const std::vector<cv::Point>& sheet) {
  cv::Mat colors(kHeight, kWidth, CV_8UC3, cv::Scalar(205, 200, 192));
  cv::fillConvexPoly(colors, sheet, cv::Scalar(235, 232, 225), cv::LINE_AA);
  return prepareMaskScene(colors, 1, kH);
}

TextSegment lineFrom(Vec2 start, double direction, double length_px) {
  TextSegment line;
  for (int k = 0; k <= 8; ++k) {
    line.points.push_back(start + length_px * k / 8 * Vec2{std::cos(direction), std::sin(direction)});
  }
  line.length = length_px / kH;
  line.strength = 0.5;
  return line;
}

using Lines = std::vector<TextSegment>;

void addBlock(Lines& lines, Vec2 start, double direction, double length_px, int count) {
  for (int k = 0; k < count; ++k) {
    lines.push_back(lineFrom({start.x, start.y + 18.0 * k}, direction, length_px));
  }
}

Lines printOnIt() {
  Lines lines;
  addBlock(lines, {110, 120}, 0.04, 150, 8);
  return lines;
}

// Left, right and below.
Lines printAround(double direction) {
  Lines lines = printOnIt();
  addBlock(lines, {10, 60}, direction, 50, 18);
  addBlock(lines, {315, 60}, direction, 50, 18);
  addBlock(lines, {90, 405}, direction / 2, 150, 3);
  return lines;
}

double overlapWith(const PageMask& page, const std::vector<cv::Point>& sheet) {
  cv::Mat drawn = cv::Mat::zeros(kHeight, kWidth, CV_8UC1);
  cv::fillConvexPoly(drawn, sheet, 255);
  return page.empty() ? 0
                      : static_cast<double>(cv::countNonZero(page.mask & drawn)) / cv::countNonZero(page.mask | drawn);
}

TEST(TopSheet, IsFoundAmongPrintThatRunsAnotherWay) {
  const TopSheet top = findTopSheet(sceneOf(flatSheet()), kNothing, printAround(kAslant));
  EXPECT_GT(overlapWith(top.page, flatSheet()), 0.96);
  EXPECT_TRUE(top.is_surrounded);
}

TEST(TopSheet, IsAFrameWhereItsPrintGoesOnBesideIt) {
  Lines lines = printAround(0.04);
  addBlock(lines, {10, 60}, kAslant, 50, 4);  // some of it aslant all the same: it is looked for
  EXPECT_TRUE(findTopSheet(sceneOf(flatSheet()), kNothing, lines).page.empty());
}

TEST(TopSheet, HidesPrintOfOthers) {
  Lines lines = printAround(kAslant);
  addBlock(lines, {40, 140}, 0.04, 100, 6);  // from beside it onto it
  EXPECT_TRUE(findTopSheet(sceneOf(flatSheet()), kNothing, lines).page.empty());
}

TEST(TopSheet, IsNotSurroundedByAFacingPage) {
  Lines lines = printOnIt();
  addBlock(lines, {310, 60}, kAslant, 60, 18);
  const TopSheet top = findTopSheet(sceneOf(flatSheet()), kNothing, lines);
  EXPECT_FALSE(top.page.empty());
  EXPECT_FALSE(top.is_surrounded);
}

TEST(TopSheet, IsFollowedWhereItBends) {
  const TopSheet top = findTopSheet(sceneOf(bentSheet()), kNothing, printAround(kAslant));
  EXPECT_GT(overlapWith(top.page, bentSheet()), 0.96);
}

// A dark desk, on it two papers as light as the sheet that lies on both.
MaskScene onDeskAndPapers(const std::vector<cv::Point>& sheet) {
  cv::Mat colors(kHeight, kWidth, CV_8UC3, cv::Scalar(70, 60, 50));
  cv::rectangle(colors, {0, 0}, {170, 200}, cv::Scalar(205, 200, 192), cv::FILLED);
  cv::rectangle(colors, {200, 300}, {kWidth, kHeight}, cv::Scalar(205, 200, 192), cv::FILLED);
  cv::fillConvexPoly(colors, sheet, cv::Scalar(235, 232, 225), cv::LINE_AA);
  return prepareMaskScene(colors, 1, kH);
}

// The sheet and the papers as one.
PageMask floodedOver(const MaskScene& scene, const std::vector<cv::Point>& sheet) {
  cv::Mat mask = cv::Mat::zeros(kHeight, kWidth, CV_8UC1);
  cv::rectangle(mask, {0, 0}, {170, 200}, cv::Scalar(255), cv::FILLED);
  cv::rectangle(mask, {200, 300}, {kWidth, kHeight}, cv::Scalar(255), cv::FILLED);
  cv::fillConvexPoly(mask, sheet, 255);
  return describeMask(scene, mask, 0);
}

TEST(TopSheet, OnADeskAndPapersIsToldByItsRimWhateverTheirPrint) {
  for (const auto& sheet : {flatSheet(), bentSheet()}) {
    const MaskScene scene = onDeskAndPapers(sheet);
    const PageMask flooded = floodedOver(scene, sheet);
    ASSERT_LT(flooded.quality, 1.2);
    ASSERT_LT(overlapWith(flooded, sheet), 0.8);
    EXPECT_GT(overlapWith(findTopSheet(scene, flooded, printAround(0.04)).page, sheet), 0.96);
    EXPECT_GT(overlapWith(findTopSheet(scene, flooded, {}).page, sheet), 0.96);
  }
}

TEST(TopSheet, IsNotAskedByItsRimWhereTheFloodFoundASheet) {
  const MaskScene scene = onDeskAndPapers(flatSheet());
  cv::Mat mask = cv::Mat::zeros(kHeight, kWidth, CV_8UC1);
  cv::fillConvexPoly(mask, flatSheet(), 255);
  const PageMask flooded = describeMask(scene, mask, 0);
  ASSERT_GT(flooded.quality, 1.2);
  EXPECT_TRUE(findTopSheet(scene, flooded, printAround(0.04)).page.empty());
}

TEST(TopSheet, DoesNotCutPrint) {
  const MaskScene scene = onDeskAndPapers(flatSheet());
  Lines lines = printAround(0.04);
  addBlock(lines, {20, 130}, 0.04, 150, 12);  // from the left onto it
  EXPECT_TRUE(findTopSheet(scene, floodedOver(scene, flatSheet()), lines).page.empty());
}

TEST(TopSheet, IsNotTakenByItsRimInPlaceOfWhatIsNearlyASheet) {
  const MaskScene scene = onDeskAndPapers(flatSheet());
  PageMask flooded = floodedOver(scene, flatSheet());
  Lines lines = printAround(0.04);
  addBlock(lines, {10, 60}, kAslant, 50, 4);  // it is looked for
  EXPECT_FALSE(findTopSheet(scene, flooded, lines).page.empty());
  flooded.quality = 1.25;
  EXPECT_TRUE(findTopSheet(scene, flooded, lines).page.empty());
}

TEST(TopSheet, IsNotLookedForAroundAPageFullOfPrintThatRunsOneWay) {
  const MaskScene scene = onDeskAndPapers(flatSheet());
  Lines lines = printAround(0.04);
  for (TextSegment& line : lines) {
    line.length *= 2.5;
  }
  ASSERT_GT(totalLength(lines), 800);
  EXPECT_TRUE(findTopSheet(scene, floodedOver(scene, flatSheet()), lines).page.empty());
}

TEST(TopSheet, IsWhatTheFloodRanOverNotWhatItFound) {
  const MaskScene scene = onDeskAndPapers(flatSheet());
  cv::Mat mask = cv::Mat::zeros(kHeight, kWidth, CV_8UC1);
  cv::fillConvexPoly(mask, flatSheet(), 255);
  PageMask flooded = describeMask(scene, mask, 0);
  flooded.quality = 1;
  EXPECT_TRUE(findTopSheet(scene, flooded, {}).page.empty());
}

TEST(TopSheet, IsFollowedFromNearerBy) {
  const std::vector<cv::Point> low{{120, 190}, {330, 180}, {345, 450}, {110, 440}};  // none of it where a path begins
  const MaskScene scene = onDeskAndPapers(low);
  EXPECT_GT(overlapWith(findTopSheet(scene, floodedOver(scene, low), {}).page, low), 0.96);
}

// A picture, or a tinted panel, on a page that goes on all about it.
TEST(TopSheet, IsNoPanelOfAPage) {
  cv::Mat colors(kHeight, kWidth, CV_8UC3, cv::Scalar(225, 222, 215));
  cv::fillConvexPoly(colors, flatSheet(), cv::Scalar(150, 160, 190), cv::LINE_AA);
  const MaskScene scene = prepareMaskScene(colors, 1, kH);
  EXPECT_TRUE(findTopSheet(scene, floodedOver(scene, flatSheet()), printAround(0.04)).page.empty());
}

TEST(TopSheet, HasTheLinesThatLieOnIt) {
  const MaskScene scene = onDeskAndPapers(flatSheet());
  cv::Mat mask = cv::Mat::zeros(kHeight, kWidth, CV_8UC1);
  cv::fillConvexPoly(mask, flatSheet(), 255);
  // On it, over its edge, beside it.
  const Lines lines{lineFrom({100, 200}, 0, 180), lineFrom({20, 200}, 0, 150), lineFrom({10, 200}, 0, 60)};
  const Lines kept = linesOn(describeMask(scene, mask, 0), lines, scene.k);
  ASSERT_EQ(kept.size(), 1U);
  EXPECT_EQ(kept[0].points.front().x, 100);
}

TEST(SheetRim, TonesAreThoseOnEitherSide) {
  const MaskScene scene = onDeskAndPapers(flatSheet());
  cv::Mat mask = cv::Mat::zeros(kHeight, kWidth, CV_8UC1);
  cv::fillConvexPoly(mask, flatSheet(), 255);
  const SheetRim rim = rimOf(scene, describeMask(scene, mask, 0));
  const auto lightAt = [&](cv::Point p) { return static_cast<double>(scene.lab.at<cv::Vec3b>(p)[0]); };
  const double paper = lightAt({190, 240}), other = lightAt({40, 40}), desk = lightAt({40, 300});
  EXPECT_NEAR(rim.inside.dark, paper, 2);
  EXPECT_NEAR(rim.inside.light, paper, 2);
  EXPECT_NEAR(rim.beyond.dark, desk, 2);
  EXPECT_NEAR(rim.beyond.light, other, 2);
  EXPECT_TRUE(rim.liesOnOthers());
}

TEST(SheetRim, OnOneThingDoesNotLieOnOthers) {
  const MaskScene scene = sceneOf(flatSheet());
  cv::Mat mask = cv::Mat::zeros(kHeight, kWidth, CV_8UC1);
  cv::fillConvexPoly(mask, flatSheet(), 255);
  EXPECT_FALSE(rimOf(scene, describeMask(scene, mask, 0)).liesOnOthers());
  // Nor does what is as uneven as what lies about it.
  EXPECT_FALSE((SheetRim{{40, 200}, {50, 230}}).liesOnOthers());
  EXPECT_TRUE((SheetRim{{160, 200}, {50, 230}}).liesOnOthers());
  // Light falls unevenly on one desk, too.
  EXPECT_FALSE((SheetRim{{200, 204}, {80, 110}}).liesOnOthers());
  EXPECT_FALSE(rimOf(scene, {}).liesOnOthers());
}

TEST(TopSheet, NeedsPrintOfOthers) {
  EXPECT_TRUE(findTopSheet(sceneOf(flatSheet()), kNothing, printOnIt()).page.empty());
  EXPECT_TRUE(findTopSheet(sceneOf(flatSheet()), kNothing, {}).page.empty());
}

}  // namespace
}  // namespace platen::detect
