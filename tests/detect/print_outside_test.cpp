// Masks that leave print outside: what it costs them, and sheets that are found whole all the same.
#include "core/detect/print_outside.h"

#include "core/detect/cues.h"
#include "tests/detect/drawn_page.h"

#include <algorithm>
#include <array>

#include <gtest/gtest.h>

namespace platen {
namespace {

using detect::clearPrint;
using detect::dropAcrossSides;
using detect::findCues;
using detect::lossByPrintOutside;
using detect::PageMask;
using detect::printIsInside;
using test::DrawnPhoto;

constexpr Size kPhoto{1200, 1600};
constexpr double kXHeight = 12;

// The left half of 100 x 100 mask pixels, one for each work pixel.
PageMask leftHalf() {
  PageMask page;
  page.mask = cv::Mat::zeros(100, 100, CV_8UC1);
  page.mask.colRange(0, 50).setTo(255);
  return page;
}

TextSegment lineAt(double x, double length, double strength) {
  TextSegment segment;
  segment.points = {{x - 5, 50}, {x, 50}, {x + 5, 50}};
  segment.length = length;
  segment.strength = strength;
  return segment;
}

std::vector<TextSegment> lines(int inside, int outside, double strength_outside) {
  std::vector<TextSegment> all(static_cast<std::size_t>(inside), lineAt(20, 10, 0.4));
  all.insert(all.end(), static_cast<std::size_t>(outside), lineAt(80, 10, strength_outside));
  return all;
}

TEST(PrintOutside, CostsAMaskWhatItHolds) {
  EXPECT_EQ(lossByPrintOutside(leftHalf(), 1, lines(20, 0, 0)), 0);
  EXPECT_NEAR(lossByPrintOutside(leftHalf(), 1, lines(37, 3, 0.4)), 3 * (0.075 - 0.03), 1e-9);
  EXPECT_NEAR(lossByPrintOutside(leftHalf(), 1, lines(10, 10, 0.4)), 0.3, 1e-9);
}

TEST(PrintOutside, AStrayLineOrPaleOnesCostNothing) {
  EXPECT_EQ(lossByPrintOutside(leftHalf(), 1, lines(10, 2, 0.4)), 0);
  EXPECT_EQ(lossByPrintOutside(leftHalf(), 1, lines(10, 5, 0.24)), 0);
}

// A side from (x, 0) to (x + 20, 200).
PageSide sideAt(double x, SideKind kind = SideKind::left) {
  PageSide side;
  side.kind = kind;
  side.valid_fraction = 0.9;
  side.points = {{x, 0}, {x + 10, 100}, {x + 20, 200}};
  return side;
}

// Lines of 40 work pixels from x on, at y.
TextSegment lineFrom(double x, double y) {
  TextSegment segment;
  segment.points = {{x, y}, {x + 20, y}, {x + 40, y}};
  segment.left_end = segment.points.front();
  segment.right_end = segment.points.back();
  segment.length = 4;
  return segment;
}

TEST(PrintOutside, WhatCrossesASideIsNoPrint) {
  constexpr double kH = 10;
  std::vector<TextSegment> print;
  print.reserve(40);
  for (int n = 0; n < 30; ++n) {
    print.push_back(lineFrom(130, 5 * n));
  }
  const double side_at_60 = 106;
  print.push_back(lineFrom(side_at_60 - 20, 60));
  print.push_back(lineFrom(side_at_60 - 4, 60));   // its end lies on the side
  print.push_back(lineFrom(side_at_60 - 36, 60));  // and so does that
  print.push_back(lineFrom(80, 300));              // there is no side
  std::vector<TextSegment> kept = print;
  dropAcrossSides(kept, {sideAt(100)}, kH);
  ASSERT_EQ(kept.size(), print.size() - 1);
  EXPECT_EQ(kept[30].points.front().x, side_at_60 - 4);
  kept = print;
  dropAcrossSides(kept, {sideAt(100, SideKind::right)}, kH);
  EXPECT_EQ(kept.size(), print.size() - 1);
}

TEST(PrintOutside, ASideThatMuchPrintCrossesIsWrong) {
  std::vector<TextSegment> print;
  print.reserve(40);
  for (int n = 0; n < 30; ++n) {
    print.push_back(lineFrom(n % 5 == 0 ? 80 : 130, 5 * n));
  }
  const std::size_t all = print.size();
  dropAcrossSides(print, {sideAt(100)}, 10);
  EXPECT_EQ(print.size(), all);
}

TEST(PrintOutside, ALineThatIsTracedBeyondItsInkStays) {
  std::vector<TextSegment> print(30, lineFrom(130, 50));
  print.push_back(lineFrom(85, 60));
  print.back().left_end.x = 108;  // the side is at 106
  print.push_back(lineFrom(108, 60));
  print.back().left_end.x = 85;       // a dark desk is no ink
  print.push_back(lineFrom(92, 60));  // the end of a line that a wrong side cuts
  dropAcrossSides(print, {sideAt(100), sideAt(100, SideKind::top)}, 10);
  EXPECT_EQ(print.size(), 33U);
}

TEST(PrintOutside, BesideAPageFullOfTextMoreIsStray) {
  EXPECT_EQ(lossByPrintOutside(leftHalf(), 1, lines(180, 20, 0.4)), 0);
  EXPECT_NEAR(lossByPrintOutside(leftHalf(), 1, lines(170, 30, 0.4)), 3 * (0.15 - 0.1), 1e-9);
}

TEST(PrintOutside, PaleOrCrookedLinesAreNoClearPrint) {
  std::vector<TextSegment> all = lines(10, 5, 0.1);
  all[0].rms = 0.5;
  EXPECT_EQ(clearPrint(all).size(), 9U);
  EXPECT_TRUE(clearPrint({}).empty());
}

TEST(PrintOutside, PrintIsDarkerThanCloth) {
  EXPECT_TRUE(printIsInside(leftHalf(), 1, lines(5, 30, 0.2)));
  EXPECT_TRUE(printIsInside(leftHalf(), 1, lines(5, 0, 0)));
  EXPECT_FALSE(printIsInside(leftHalf(), 1, lines(5, 30, 0.35)));
  EXPECT_FALSE(printIsInside(leftHalf(), 1, lines(2, 30, 0.1)));  // too few to tell
}

TEST(PrintOutside, AMaskThatEndsAtThePhotosBorderIsAccountedFor) {
  PageMask page;
  page.iou = 0.99;
  page.frame_fraction = 0.3;
  page.valid_fraction = 0.69;
  EXPECT_TRUE(page.isAccountedFor());
  page.valid_fraction = 0.5;
  EXPECT_FALSE(page.isAccountedFor());
  page.frame_fraction = page.valid_fraction = 0.5;  // half of it lies outside the photo
  EXPECT_FALSE(page.isAccountedFor());
}

// Where the outline of a page lies lowest, source_px.
double bottomOf(const PageCues& cues) {
  double bottom = 0;
  for (const Vec2& p : cues.outline) {
    bottom = std::max(bottom, cues.frame.sourceFromWork(p).y);
  }
  return bottom;
}

// Below its fold the sheet lies in the shade and hardly stands out of the table; most of the print is above.
TEST(PrintOutside, AFoldIsNotTheEndOfASheet) {
  DrawnPhoto photo(kPhoto, 150);
  photo.sheet({Vec2{120, 100}, Vec2{1080, 100}, Vec2{1080, 1000}, Vec2{120, 1000}}, 230);
  photo.sheet({Vec2{120, 1000}, Vec2{1080, 1000}, Vec2{1080, 1500}, Vec2{120, 1500}}, 160);
  for (int line = 0; line < 26; ++line) {
    photo.text({200, 1000, [line](double) { return 170 + 30.0 * line; }}, kXHeight, 60);
  }
  for (int line = 0; line < 6; ++line) {
    photo.text({200, 1000, [line](double) { return 1060 + 60.0 * line; }}, kXHeight, 40);
  }
  photo.noise(2, 9);
  const std::vector<PageCues> pages = findCues(photo.pyramid(), {});
  ASSERT_EQ(pages.size(), 1U);
  EXPECT_NEAR(bottomOf(pages[0]), 1500, 20);
  const auto below = std::count_if(pages[0].segments.begin(), pages[0].segments.end(), [&](const TextSegment& segment) {
    return pages[0].frame.sourceFromWork(segment.points[0]).y > 1010;
  });
  EXPECT_GE(below, 6);
}

// The cloth has more lines than the sheet, but paler ones.
TEST(PrintOutside, ASheetOnStripedClothIsFound) {
  DrawnPhoto photo(kPhoto, 120);
  for (int line = 0; line < 52; ++line) {
    photo.text({10, 1190, [line](double x) { return 20 + 30.0 * line + 0.02 * x; }}, kXHeight, 95);
  }
  const std::array<Vec2, 4> corners{Vec2{320, 300}, Vec2{900, 330}, Vec2{880, 1200}, Vec2{300, 1180}};
  photo.sheet(corners, 225);
  for (int line = 0; line < 9; ++line) {
    photo.text({390, 800, [line](double x) { return 420 + 70.0 * line + 0.04 * x; }}, kXHeight, 30);
  }
  photo.noise(2, 11);
  const std::vector<PageCues> pages = findCues(photo.pyramid(), {});
  ASSERT_EQ(pages.size(), 1U);
  EXPECT_EQ(pages[0].sides.size(), 4U);
  for (const TextSegment& segment : pages[0].segments) {
    const Vec2 p = pages[0].frame.sourceFromWork(segment.points[segment.points.size() / 2]);
    EXPECT_GT(p.x, 290);
    EXPECT_LT(p.x, 910);
    EXPECT_GT(p.y, 290);
    EXPECT_LT(p.y, 1210);
  }
}

// A seam of the desk that goes on across the sheet's side, mostly on the sheet, where nothing else is printed.
TEST(PrintOutside, ASeamAcrossASheetsSideIsNoPrint) {
  constexpr double kLeft = 160;
  DrawnPhoto photo(kPhoto, 120);
  photo.sheet({Vec2{kLeft, 100}, Vec2{1060, 100}, Vec2{1060, 1500}, Vec2{kLeft, 1500}}, 225);
  for (int line = 0; line < 30; ++line) {
    photo.text({400, 960, [line](double) { return 180 + 40.0 * line; }}, kXHeight, 40);
  }
  for (const double y : {500.0, 540.0}) {
    photo.text({kLeft - 110, kLeft + 130, [y](double) { return y; }}, kXHeight, 30);
  }
  photo.noise(2, 17);
  const std::vector<PageCues> pages = findCues(photo.pyramid(), {});
  ASSERT_EQ(pages.size(), 1U);
  ASSERT_TRUE(pages[0].is_sheet);
  EXPECT_GE(pages[0].segments.size(), 30U);
  for (const TextSegment& segment : pages[0].segments) {
    EXPECT_GT(pages[0].frame.sourceFromWork(segment.points.front()).x, kLeft);
  }
}

// All of the outline has contrast or lies at the photo's border: the step of a shadow below the print is no bottom.
TEST(PrintOutside, AShadowIsNotTheEndOfASheetThatReachesTheBorder) {
  DrawnPhoto photo(kPhoto, 60);
  photo.sheet({Vec2{120, 100}, Vec2{1080, 110}, Vec2{1100, 1587}, Vec2{100, 1587}}, 225);
  photo.sheet({Vec2{113, 1100}, Vec2{1092, 1100}, Vec2{1100, 1587}, Vec2{100, 1587}}, 208);
  for (int line = 0; line < 26; ++line) {
    photo.text({200, 1000, [line](double) { return 190 + 30.0 * line; }}, kXHeight, 40);
  }
  photo.noise(2, 13);
  const std::vector<PageCues> pages = findCues(photo.pyramid(), {});
  ASSERT_EQ(pages.size(), 1U);
  EXPECT_GT(bottomOf(pages[0]), 1550);
}

}  // namespace
}  // namespace platen
