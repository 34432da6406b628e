// Sheets with a bar of colour printed to their edge, drawn on a scene of mask pixels, and masks that end at the bar.
#include "core/detect/printed_band.h"

#include "tests/detect/sheet_scene.h"

#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

using Polygon = std::vector<cv::Point>;

const cv::Scalar kDesk(120, 118, 112);
const cv::Scalar kPaper(240, 237, 230);
const cv::Scalar kBar(60, 70, 150);

// The head of flatSheet(), an eighth of it.
Polygon head() {
  return {{90, 80}, {290, 90}, {291, 128}, {89, 118}};
}
Polygon withoutHead() {
  return {{89, 118}, {291, 128}, {300, 390}, {80, 380}};
}

cv::Mat sheetOn(const cv::Scalar& desk) {
  cv::Mat colors(kHeight, kWidth, CV_8UC3, desk);
  cv::fillConvexPoly(colors, flatSheet(), kPaper, cv::LINE_AA);
  return colors;
}

cv::Mat withHead(cv::Mat colors, const cv::Scalar& colour) {
  cv::fillConvexPoly(colors, head(), colour, cv::LINE_AA);
  return colors;
}

PageMask completed(const cv::Mat& colors, const Polygon& found) {
  const MaskScene scene = prepareMaskScene(colors, 1, kH);
  return withPrintedBands(scene, maskOf(scene, found), 0);
}

TEST(PrintedBand, BelongsToTheSheet) {
  const cv::Mat colors = withHead(sheetOn(kDesk), kBar);
  ASSERT_LT(overlapWith(maskOf(prepareMaskScene(colors, 1, kH), withoutHead()), flatSheet()), 0.9);
  const PageMask sheet = completed(colors, withoutHead());
  EXPECT_GT(overlapWith(sheet, flatSheet()), 0.98);
  EXPECT_EQ(sheet.sides.size(), 4U);
}

TEST(PrintedBand, MayLieAlongAnySide) {
  const std::vector<std::pair<Polygon, Polygon>> bars{
      {{{80, 345}, {298, 353}, {300, 390}, {80, 380}}, {{90, 80}, {290, 90}, {298, 353}, {81, 345}}},
      {{{90, 80}, {118, 81}, {110, 381}, {80, 380}}, {{118, 81}, {290, 90}, {300, 390}, {110, 381}}},
      {{{262, 89}, {290, 90}, {300, 390}, {270, 389}}, {{90, 80}, {262, 89}, {270, 389}, {80, 380}}}};
  for (const auto& [bar, rest] : bars) {
    cv::Mat colors = sheetOn(kDesk);
    cv::fillConvexPoly(colors, bar, kBar, cv::LINE_AA);
    ASSERT_LT(overlapWith(maskOf(prepareMaskScene(colors, 1, kH), rest), flatSheet()), 0.92);
    EXPECT_GT(overlapWith(completed(colors, rest), flatSheet()), 0.97);
  }
}

TEST(PrintedBand, MayHavePrint) {
  cv::Mat colors = withHead(sheetOn(kDesk), kBar);
  cv::putText(colors, "Letters", {120, 112}, cv::FONT_HERSHEY_SIMPLEX, 0.7, kPaper, 2, cv::LINE_AA);
  EXPECT_GT(overlapWith(completed(colors, withoutHead()), flatSheet()), 0.98);
}

// A foot of the head's colour lies around the rest of the sheet as a desk would.
TEST(PrintedBand, MayLieAtBothEnds) {
  cv::Mat colors = withHead(sheetOn(kDesk), kBar);
  cv::fillConvexPoly(colors, Polygon{{80, 345}, {298, 353}, {300, 390}, {80, 380}}, kBar, cv::LINE_AA);
  const Polygon rest{{89, 118}, {291, 128}, {298, 353}, {81, 345}};
  ASSERT_LT(overlapWith(maskOf(prepareMaskScene(colors, 1, kH), rest), flatSheet()), 0.85);
  EXPECT_GT(overlapWith(completed(colors, rest), flatSheet()), 0.97);
}

// A disc at the corner of a bar, which the sheet's mask has swallowed.
TEST(PrintedBand, MayHaveOrnamentsAtItsEdge) {
  cv::Mat colors = withHead(sheetOn(kDesk), kBar);
  cv::circle(colors, {276, 119}, 6, kPaper, cv::FILLED, cv::LINE_AA);
  Polygon found = withoutHead();
  found.insert(found.begin() + 1, {{267, 127}, {270, 116}, {276, 113}, {282, 116}, {285, 127}});
  cv::Mat mask = cv::Mat::zeros(kHeight, kWidth, CV_8UC1);
  cv::fillPoly(mask, std::vector<Polygon>{found}, 255);
  const MaskScene scene = prepareMaskScene(colors, 1, kH);
  EXPECT_GT(overlapWith(withPrintedBands(scene, describeMask(scene, mask, 0), 0), flatSheet()), 0.98);
}

// The sheet's shadow runs on beside the bar, a little aside.
TEST(PrintedBand, IsFoundBesideItsShadow) {
  const cv::Scalar desk(225, 222, 216);
  const cv::Scalar bar(125, 123, 118);
  cv::Mat colors(kHeight, kWidth, CV_8UC3, desk);
  cv::fillConvexPoly(colors, Polygon{{99, 86}, {299, 96}, {309, 396}, {89, 386}}, desk * 0.6, cv::LINE_AA);
  cv::GaussianBlur(colors, colors, {}, 4);
  cv::fillConvexPoly(colors, flatSheet(), kPaper, cv::LINE_AA);
  const Polygon foot{{80, 345}, {298, 353}, {300, 390}, {80, 380}};
  cv::fillConvexPoly(colors, foot, bar, cv::LINE_AA);
  const Polygon rest{{90, 80}, {290, 90}, {298, 353}, {81, 345}};
  EXPECT_GT(overlapWith(completed(colors, rest), flatSheet()), 0.97);
}

TEST(PrintedBand, IsNoneWhereTheSheetEnds) {
  cv::Mat cut(kHeight, kWidth, CV_8UC3, kDesk);
  cv::fillConvexPoly(cut, withoutHead(), kPaper, cv::LINE_AA);
  const PageMask found = maskOf(prepareMaskScene(cut, 1, kH), withoutHead());
  EXPECT_EQ(completed(cut, withoutHead()).contour, found.contour);
  // Nor is a whole sheet more than it is.
  const cv::Mat whole = withHead(sheetOn(kDesk), kBar);
  EXPECT_EQ(completed(whole, flatSheet()).contour, maskOf(prepareMaskScene(whole, 1, kH), flatSheet()).contour);
}

// Another sheet of its width, a little aside: its sides are not this sheet's.
TEST(PrintedBand, IsNoneWhereItsSidesAreOthers) {
  cv::Mat colors(kHeight, kWidth, CV_8UC3, kDesk);
  cv::fillConvexPoly(colors, Polygon{{104, 80}, {304, 90}, {305, 128}, {103, 118}}, kBar, cv::LINE_AA);
  cv::fillConvexPoly(colors, withoutHead(), kPaper, cv::LINE_AA);
  const PageMask found = maskOf(prepareMaskScene(colors, 1, kH), withoutHead());
  EXPECT_EQ(completed(colors, withoutHead()).contour, found.contour);
}

// Checks of two colours, of which a row ends where the sheet's sides lead.
TEST(PrintedBand, IsNoDesk) {
  cv::Mat checks = withHead(sheetOn(kDesk), kBar);
  cv::rectangle(checks, {0, 0}, {80, 479}, kBar, cv::FILLED);
  cv::rectangle(checks, {310, 0}, {379, 479}, kBar, cv::FILLED);
  EXPECT_EQ(completed(checks, withoutHead()).contour, maskOf(prepareMaskScene(checks, 1, kH), withoutHead()).contour);
}

// A shadow ends gradually, and a strip of paper's own colour is a leaf below.
TEST(PrintedBand, IsNoShadowAndNoLeafBelow) {
  cv::Mat shadow(kHeight, kWidth, CV_8UC3, kDesk);
  cv::fillConvexPoly(shadow, head(), kDesk * 0.6, cv::LINE_AA);
  cv::GaussianBlur(shadow, shadow, {}, 7);
  cv::fillConvexPoly(shadow, withoutHead(), kPaper, cv::LINE_AA);
  EXPECT_EQ(completed(shadow, withoutHead()).contour, maskOf(prepareMaskScene(shadow, 1, kH), withoutHead()).contour);
  cv::Mat leaf = withHead(sheetOn(kDesk), cv::Scalar(234, 231, 224));
  cv::line(leaf, {89, 118}, {291, 128}, cv::Scalar(180, 178, 170), 1, cv::LINE_AA);
  EXPECT_EQ(completed(leaf, withoutHead()).contour, maskOf(prepareMaskScene(leaf, 1, kH), withoutHead()).contour);
}

}  // namespace
}  // namespace platen::detect
