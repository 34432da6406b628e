// Outlines of sheets that curl, on paper like their own, and their sides where they are brighter than what they lie on
// here and darker there.
#include "core/detect/sheet_outline.h"

#include "core/detect/mask_contour.h"
#include "core/detect/page_sides.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr int kWidth = 380;
constexpr int kHeight = 480;

// A sheet whose right side swings out and back in, its corners at (70, 60), (300, 70), (310, 420), (60, 410).
constexpr double kSwing = 28;

double rightSide(double y) {
  const double t = (y - 70) / 350;
  return 300 + 10 * t + kSwing * std::sin(2 * M_PI * t);
}

std::vector<cv::Point> sheetPolygon(bool straight) {
  std::vector<cv::Point> polygon{{70, 60}};
  for (int y = 70; y <= 420; y += 5) {
    const double x = straight ? 300 + 10 * (y - 70) / 350.0 : rightSide(y);
    polygon.emplace_back(static_cast<int>(std::lround(x)), y);
  }
  polygon.emplace_back(60, 410);
  return polygon;
}

cv::Mat filled(const std::vector<cv::Point>& polygon) {
  cv::Mat mask = cv::Mat::zeros(kHeight, kWidth, CV_8UC1);
  cv::fillPoly(mask, std::vector<std::vector<cv::Point>>{polygon}, 255);
  return mask;
}

// Grey, one channel: the sheet is 150; what it lies on has its own light, from 164 at the top to 136 at the bottom, and
// a grain that is the same on every run.
cv::Mat paperOnPaper() {
  cv::Mat grey(kHeight, kWidth, CV_8UC1);
  const cv::Mat sheet = filled(sheetPolygon(false));
  std::uint32_t state = 7;
  for (int j = 0; j < kHeight; ++j) {
    for (int i = 0; i < kWidth; ++i) {
      state = state * 1664525U + 1013904223U;
      const int grain = static_cast<int>(state >> 30) - 1;
      const double below = 164 - 28.0 * j / kHeight;
      const double value = sheet.at<std::uint8_t>(j, i) != 0 ? 150 : below + (below > 150 ? 4 : -4);
      grey.at<std::uint8_t>(j, i) = cv::saturate_cast<std::uint8_t>(value + grain);
    }
  }
  return grey;
}

double overlap(const cv::Mat& a, const cv::Mat& b) {
  return static_cast<double>(cv::countNonZero(a & b)) / cv::countNonZero(a | b);
}

TEST(SheetOutline, ACurledSideIsFollowedWhereTheMaskCutsIt) {
  const MaskScene scene = prepareMaskScene(paperOnPaper(), 1, 6);
  const PageMask cut = describeMask(scene, filled(sheetPolygon(true)), 0);
  const cv::Mat truth = filled(sheetPolygon(false));
  ASSERT_LT(overlap(cut.mask, truth), 0.94);
  const PageMask followed = followOutline(scene, cut, {}, 0);
  EXPECT_GT(overlap(followed.mask, truth), 0.98);
  EXPECT_EQ(followed.sides.size(), 4U);
}

void expectSame(const PageMask& kept, const PageMask& page) {
  EXPECT_EQ(cv::countNonZero(kept.mask != page.mask), 0);
  EXPECT_EQ(kept.contour, page.contour);
  ASSERT_EQ(kept.sides.size(), page.sides.size());
  for (std::size_t s = 0; s < kept.sides.size(); ++s) {
    EXPECT_EQ(kept.sides[s].points, page.sides[s].points);
    EXPECT_EQ(kept.sides[s].valid, page.sides[s].valid);
    EXPECT_EQ(kept.sides[s].faint, page.sides[s].faint);
  }
}

// A mask with sides as findSheetQuad leaves them: faint, seen over a share of their length.
PageMask withFaintSides(const MaskScene& scene, const cv::Mat& mask, double share) {
  PageMask page = describeMask(scene, mask, 0);
  const std::array<Vec2, 4> c = page.quad.value();
  constexpr std::array<SideKind, 4> kKinds{SideKind::top, SideKind::right, SideKind::bottom, SideKind::left};
  std::array<RoughSide, 4> sides;
  for (std::size_t k = 0; k < 4; ++k) {
    sides[k].kind = kKinds[k];
    sides[k].faint = true;
    sides[k].valid_fraction = share;
    const Vec2 from = c[k];
    const Vec2 span = c[(k + 1) % 4] - from;
    for (int i = 0; i < 100; ++i) {
      sides[k].points.emplace_back(from.x + span.x * i / 100, from.y + span.y * i / 100);
      sides[k].valid.push_back(i < 100 * share ? 1 : 0);
    }
  }
  return describeMask(scene, mask, 0, sides);
}

std::vector<TextSegment> lines(const std::vector<double>& at, int from, int to, double length) {
  std::vector<TextSegment> segments;
  for (const double y : at) {
    TextSegment segment;
    for (int x = from; x <= to; x += 10) {
      segment.points.push_back({static_cast<double>(x), y});
    }
    segment.length = length;
    segment.strength = 0.5;
    segments.push_back(segment);
  }
  return segments;
}

TEST(SheetOutline, AnOutlineWithItsEdgesStaysAsItIs) {
  const MaskScene scene = prepareMaskScene(paperOnPaper(), 1, 6);
  const PageMask right = withFaintSides(scene, filled(sheetPolygon(false)), 0.85);
  expectSame(followOutline(scene, right, {}, 0), right);
}

TEST(SheetOutline, ASheetOnADarkDeskStaysAsItIs) {
  // Not even by a mask that is closer to its edges: this one is a pixel off.
  cv::Mat grey(kHeight, kWidth, CV_8UC1, cv::Scalar::all(40));
  cv::fillPoly(grey, std::vector<std::vector<cv::Point>>{sheetPolygon(true)}, 200);
  const MaskScene scene = prepareMaskScene(grey, 1, 6);
  cv::Mat off;
  cv::erode(filled(sheetPolygon(true)), off, cv::getStructuringElement(cv::MORPH_RECT, {3, 3}));
  const PageMask page = describeMask(scene, off, 0);
  ASSERT_TRUE(page.isSheet());
  expectSame(followOutline(scene, page, {}, 0), page);
}

TEST(SheetOutline, NoPageIsMadeOfOneThatIsNotBelieved) {
  const MaskScene scene = prepareMaskScene(paperOnPaper(), 1, 6);
  const PageMask page = withFaintSides(scene, filled(sheetPolygon(true)), 0.36);
  ASSERT_FALSE(page.believable());
  expectSame(followOutline(scene, page, {}, 0), page);
}

// White paper on white: six levels darker all round, but for the rows from `from` to `to`, where nothing is to be seen.
cv::Mat whiteOnWhite(int from = 0, int to = 0) {
  cv::Mat grey(kHeight, kWidth, CV_8UC1, cv::Scalar::all(144));
  cv::fillPoly(grey, std::vector<std::vector<cv::Point>>{sheetPolygon(false)}, 150);
  grey.rowRange(from, to).setTo(150);
  return grey;
}

std::vector<TextSegment> pageOfText(double share) {
  std::vector<double> at;
  for (int y = 90; y < 90 + share * 310; y += 12) {
    at.push_back(y);
  }
  return lines(at, 90, 270, 35);
}

TEST(SheetOutline, APageFullOfTextIsOneWithoutContrast) {
  const MaskScene scene = prepareMaskScene(whiteOnWhite(), 1, 6);
  const cv::Mat truth = filled(sheetPolygon(false));
  const PageMask page = describeMask(scene, filled(sheetPolygon(true)), 0);
  ASSERT_FALSE(page.believable());
  ASSERT_LT(overlap(page.mask, truth), 0.94);
  const PageMask followed = followOutline(scene, page, pageOfText(1), 0);
  EXPECT_GT(overlap(followed.mask, truth), 0.98);
  ASSERT_EQ(followed.sides.size(), 4U);
  for (const RoughSide& side : followed.sides) {
    EXPECT_GT(side.valid_fraction, 0.9);
    EXPECT_TRUE(side.faint);
  }
  // A third of that print may lie on anything.
  expectSame(followOutline(scene, page, pageOfText(0.3), 0), page);
}

TEST(SheetOutline, NoPageIsMadeOfSomeEdgesWithoutContrast) {
  const MaskScene scene = prepareMaskScene(whiteOnWhite(150, 250), 1, 6);
  const PageMask page = describeMask(scene, filled(sheetPolygon(true)), 0);
  ASSERT_FALSE(page.believable());
  expectSame(followOutline(scene, page, pageOfText(1), 0), page);
}

TEST(SheetOutline, APaleTintedPanelIsNotTheSheet) {
  const MaskScene scene = prepareMaskScene(whiteOnWhite(), 1, 6);
  const PageMask page = describeMask(scene, filled(sheetPolygon(true)), 0);
  ASSERT_FALSE(page.believable());
  std::vector<TextSegment> print = pageOfText(1);
  for (const TextSegment& heading : lines({30}, 90, 270, 35)) {
    print.push_back(heading);
  }
  expectSame(followOutline(scene, page, print, 0), page);
}

TEST(SheetOutline, APrintedFrameIsNotTheSheet) {
  // A tinted panel, as thin lines are closed away; 9 % of the area are margins, and the sheet's own edges are not seen.
  cv::Mat grey(kHeight, kWidth, CV_8UC1, cv::Scalar::all(150));
  const cv::Rect frame(71, 68, 227, 339);
  cv::rectangle(grey, frame, 110, cv::FILLED);
  const MaskScene scene = prepareMaskScene(grey, 1, 6);
  const PageMask page = withFaintSides(scene, filled({{65, 62}, {304, 62}, {304, 414}, {65, 414}}), 0.7);
  ASSERT_TRUE(page.believable());
  ASSERT_GT(frame.area(), 0.88 * cv::countNonZero(page.mask));
  for (const auto& segments : {std::vector<TextSegment>{}, lines({150, 200, 250}, 100, 260, 25)}) {
    expectSame(followOutline(scene, page, segments, 0), page);
  }
}

TEST(SheetOutline, APrintedFrameIsNotTheSheetThatFillsThePhoto) {
  cv::Mat grey(kHeight, kWidth, CV_8UC1, cv::Scalar::all(150));
  cv::rectangle(grey, cv::Rect(9, 9, kWidth - 18, kHeight - 18), 110, cv::FILLED);
  const MaskScene scene = prepareMaskScene(grey, 1, 6);
  const PageMask page =
      describeMask(scene, filled({{0, 0}, {kWidth - 1, 0}, {kWidth - 1, kHeight - 1}, {0, kHeight - 1}}), 0);
  ASSERT_GT(page.frame_fraction, 0.9);
  expectSame(followOutline(scene, page, lines({150, 200, 250}, 100, 260, 25), 0), page);
}

TEST(SheetOutline, PrintIsNotCutOff) {
  // The tinted panel ends on three sides where the sheet does; on the fourth, lines of print lie outside of it.
  cv::Mat grey(kHeight, kWidth, CV_8UC1, cv::Scalar::all(150));
  const cv::Rect frame(65, 62, 239, 317);
  cv::rectangle(grey, frame, 110, cv::FILLED);
  const MaskScene scene = prepareMaskScene(grey, 1, 6);
  const PageMask page = withFaintSides(scene, filled({{65, 62}, {304, 62}, {304, 414}, {65, 414}}), 0.7);
  ASSERT_GT(frame.area(), 0.88 * cv::countNonZero(page.mask));
  // What is cut off is all that is held against it: without print it is.
  EXPECT_LT(cv::countNonZero(followOutline(scene, page, {}, 0).mask), 0.95 * cv::countNonZero(page.mask));
  const std::vector<TextSegment> segments = lines({90, 200, 300, 392, 400}, 80, 290, 35);
  const PageMask followed = followOutline(scene, page, segments, 0);
  for (const TextSegment& segment : segments) {
    for (const Vec2& p : segment.points) {
      EXPECT_EQ(followed.mask.at<std::uint8_t>(static_cast<int>(p.y), static_cast<int>(p.x)), 255) << p.y;
    }
  }
}

TEST(SheetOutline, ASideIsFoundWhereItIsBrighterHereAndDarkerThere) {
  const cv::Mat grey = paperOnPaper();
  RoughSide rough;
  rough.kind = SideKind::right;
  rough.faint = true;
  for (int y = 80; y <= 410; ++y) {
    rough.points.emplace_back(rightSide(y) + 0.8, y);
    rough.valid.push_back(1);
  }
  rough.valid_fraction = 1;
  cv::Mat smooth;
  cv::GaussianBlur(grey, smooth, {}, 1.2);
  const std::vector<PageSide> sides = refineSides({rough}, smooth, 1, true);
  ASSERT_EQ(sides.size(), 1U);
  const Polyline& points = sides[0].points;
  EXPECT_LT(points.front().y, 100);
  EXPECT_GT(points.back().y, 390);
  for (const Vec2& p : points) {
    // The polygon's boundary pixels are inside: its edge is half a pixel further out, and one more in work_px.
    EXPECT_NEAR(p.x, rightSide(p.y - 0.5) + 1, 1.5) << p.y;
  }
}

// A sheet that is folded at y = 240: above, it is brighter than its desk, below, darker, and its side is bent there.
TEST(SheetOutline, ASideIsFoundOnBothPanelsOfAFold) {
  const auto bentSide = [](double y) { return y < 240 ? 280 + 0.08 * (y - 240) : 280 - 0.2 * (y - 240); };
  cv::Mat grey(kHeight, kWidth, CV_8UC1, cv::Scalar::all(200));
  RoughSide rough;
  rough.kind = SideKind::right;
  for (int y = 60; y < 420; ++y) {
    const int end = static_cast<int>(std::lround(bentSide(y)));
    grey.row(y).colRange(60, end).setTo(y < 240 ? 225 : 170);
    grey.row(y).colRange(end, end + 9).setTo(y < 240 ? 196 : 190);  // a shadow, darker than the desk
    rough.points.emplace_back(end + (y % 3), y);
    rough.valid.push_back(1);
  }
  rough.valid_fraction = 1;
  cv::Mat smooth;
  cv::GaussianBlur(grey, smooth, {}, 1.2);
  const std::vector<PageSide> sides = refineSides({rough}, smooth, 1, true);
  ASSERT_EQ(sides.size(), 1U);
  for (const Vec2& p : sides[0].points) {
    EXPECT_NEAR(p.x, bentSide(p.y - 0.5), 1.5) << p.y;
  }
  EXPECT_LT(sides[0].points.front().y, 75);
  EXPECT_GT(sides[0].points.back().y, 405);
  // The leaf of a book does not fold.
  const std::vector<PageSide> of_leaf = refineSides({rough}, smooth, 1, false);
  const auto length = [](const std::vector<PageSide>& all) {
    return all.empty() ? 0.0 : all[0].points.back().y - all[0].points.front().y;
  };
  EXPECT_LT(length(of_leaf), 0.7 * length(sides));
}

}  // namespace
}  // namespace platen::detect
