// What a page ends with, and what print ends with: a paragraph has straight edges, too, and stands out more than many
// sheets.
#include "core/detect/page_mask.h"

#include "core/detect/cues.h"
#include "core/detect/sheet_quad.h"
#include "core/detect/text_lines.h"
#include "tests/detect/drawn_page.h"
#include "tests/detect/sheet_scene.h"

#include <algorithm>
#include <optional>
#include <vector>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

using test::DrawnPhoto;

constexpr Size kPhoto{1200, 1600};
constexpr double kXHeight = 9;

void drawParagraph(DrawnPhoto& photo) {
  for (int line = 0; line < 36; ++line) {
    photo.text({240, 960, [line](double) { return 420 + 15.0 * line; }}, kXHeight, 30);
  }
}

// Fine print: bars of it as dense as lines are, with a little paper between them.
cv::Mat greyBlock(int paper, int around) {
  cv::Mat colors(kHeight, kWidth, CV_8UC3, cv::Scalar::all(around));
  cv::fillConvexPoly(colors, std::vector<cv::Point>{{80, 90}, {300, 90}, {300, 330}, {80, 330}},
                     cv::Scalar::all(paper));
  for (int y = 94; y < 328; y += 6) {
    cv::rectangle(colors, cv::Rect(82, y, 217, 4), cv::Scalar::all(0.33 * paper), cv::FILLED);
  }
  return colors;
}

PageMask blockOn(const cv::Mat& colors, double h) {
  return maskOf(prepareMaskScene(colors, 1, h), {{80, 90}, {300, 90}, {300, 330}, {80, 330}});
}

TEST(PageMask, PrintAloneHasItsPaperOnBothSides) {
  constexpr double kFine = 3;  // its height
  EXPECT_TRUE(blockOn(greyBlock(250, 250), kFine).isPrintAlone());
  for (const int around : {60, 200}) {
    const PageMask sheet = blockOn(greyBlock(250, around), kFine);
    EXPECT_GT(sheet.valid_fraction, 0.5);
    EXPECT_FALSE(sheet.isPrintAlone()) << around;
  }
  // A clipping on white paper is darker by itself.
  const PageMask clipping = blockOn(greyBlock(200, 250), kFine);
  EXPECT_GT(clipping.valid_fraction, 0.8);
  EXPECT_FALSE(clipping.isPrintAlone());
}

// A sheet whose right half lies on paper hardly darker than itself.
PageMask sheetBesidePaper(int beside) {
  const std::vector<cv::Point> sheet{{80, 90}, {300, 90}, {300, 330}, {80, 330}};
  cv::Mat colors(kHeight, kWidth, CV_8UC3, cv::Scalar::all(90));
  colors(cv::Rect(200, 0, kWidth - 200, kHeight)).setTo(cv::Scalar::all(beside));
  cv::fillConvexPoly(colors, sheet, cv::Scalar::all(235));
  cv::Mat noise(colors.size(), CV_8UC3);
  cv::RNG random(3);
  random.fill(noise, cv::RNG::NORMAL, cv::Scalar::all(10), cv::Scalar::all(1.5));
  cv::add(colors, noise, colors);
  cv::subtract(colors, cv::Scalar::all(10), colors);
  return maskOf(prepareMaskScene(colors, 1, kXHeight), sheet);
}

bool hasRight(const std::vector<RoughSide>& sides) {
  return std::ranges::any_of(sides, [](const RoughSide& side) { return side.kind == SideKind::right; });
}

TEST(PageMask, AFaintSideIsSeenWhereItIsSteady) {
  const PageMask faint = sheetBesidePaper(227);
  EXPECT_FALSE(hasRight(faint.sides));
  EXPECT_TRUE(hasRight(faint.seen_sides));
  const PageMask alike = sheetBesidePaper(234);
  EXPECT_FALSE(hasRight(alike.seen_sides)) << "a mask's edge on blank paper is no side";
  const PageMask clear = sheetBesidePaper(200);
  EXPECT_TRUE(hasRight(clear.sides));
  EXPECT_EQ(clear.seen_sides.size(), clear.sides.size());
}

// Lines in the grain of a desk, beside a sheet at either hand.
Lines grainBeside() {
  Lines lines;
  addBlock(lines, {4, 60}, 0, 52, 20);
  addBlock(lines, {325, 60}, 0, 52, 20);
  for (TextSegment& line : lines) {
    line.strength = 0.12;
  }
  return lines;
}

// A card, whose corners are round, so that it is no quadrilateral, and at the photo's border something pale.
cv::Mat cardOnDarkDesk() {
  cv::Mat colors(kHeight, kWidth, CV_8UC3, cv::Scalar(70, 60, 50));
  const cv::Scalar paper(235, 232, 225);
  constexpr int kRound = 40;
  cv::rectangle(colors, cv::Rect(70, 40 + kRound, 240, 400 - 2 * kRound), paper, cv::FILLED);
  cv::rectangle(colors, cv::Rect(70 + kRound, 40, 240 - 2 * kRound, 400), paper, cv::FILLED);
  for (const cv::Point corner : {cv::Point(110, 80), cv::Point(269, 80), cv::Point(110, 399), cv::Point(269, 399)}) {
    cv::circle(colors, corner, kRound, paper, cv::FILLED, cv::LINE_AA);
  }
  cv::rectangle(colors, cv::Rect(0, 455, 40, 25), cv::Scalar(120, 110, 100), cv::FILLED);
  return colors;
}

TEST(PageMask, WhatIsReadInADarkDeskIsNoPage) {
  const std::vector<cv::Point> card{{70, 40}, {309, 40}, {309, 439}, {70, 439}};
  const MaskScene dark = prepareMaskScene(cardOnDarkDesk(), 1, kH);
  const PageMask found = findPageMask(dark, grainBeside(), {}, kH, 0, std::nullopt);
  EXPECT_FALSE(found.isClear());
  EXPECT_GT(overlapWith(found, card), 0.92);
  // Of a panel on a dark page, what is printed beside it is as dark as print.
  Lines print = grainBeside();
  for (TextSegment& line : print) {
    line.strength = 0.5;
  }
  EXPECT_LT(overlapWith(findPageMask(dark, print, {}, kH, 0, std::nullopt), card), 0.8);
}

TEST(PageMask, ASheetThatThePhotoCutsOffLiesOnOtherPrint) {
  const std::vector<cv::Point> sheet{{-30, 70}, {290, 40}, {320, 410}, {-40, 390}};
  cv::Mat colors(kHeight, kWidth, CV_8UC3, cv::Scalar(150, 140, 130));
  cv::fillConvexPoly(colors, sheet, cv::Scalar(235, 232, 225), cv::LINE_AA);
  Lines lines;
  addBlock(lines, {60, 120}, -0.05, 180, 6);
  addBlock(lines, {20, 430}, kAslant, 150, 2);
  addBlock(lines, {325, 60}, kAslant, 50, 18);
  const PageMask found = findPageMask(prepareMaskScene(colors, 1, kH), lines, {}, kH, 0, std::nullopt);
  EXPECT_GT(overlapWith(found, sheet), 0.93);
}

TEST(PageMask, AParagraphIsNoSheet) {
  DrawnPhoto photo(kPhoto, 252);
  drawParagraph(photo);
  photo.text({240, 700, [](double) { return 300.0; }}, 1.4 * kXHeight, 30);
  const std::vector<PageCues> pages = findCues(photo.pyramid(), {});
  ASSERT_EQ(pages.size(), 1U);
  EXPECT_GE(pages[0].segments.size(), 20U);
  EXPECT_TRUE(pages[0].sides.empty());
  EXPECT_TRUE(pages[0].outline.empty());
}

// The same on a sheet that ends in view.
TEST(PageMask, ASheetOfOneParagraphIsFound) {
  DrawnPhoto photo(kPhoto, 120);
  photo.sheet({{{150, 130}, {1060, 140}, {1050, 1480}, {140, 1470}}}, 246);
  drawParagraph(photo);
  const std::vector<PageCues> pages = findCues(photo.pyramid(), {});
  ASSERT_EQ(pages.size(), 1U);
  EXPECT_EQ(pages[0].sides.size(), 4U);
}

// A letter that fills the photo, unfolded: below the crease it is a little darker.
TEST(PageMask, ACreaseBelowItsHeadIsNoUpperSide) {
  for (const bool has_head : {true, false}) {
    DrawnPhoto photo(kPhoto, 244);
    photo.polygon({{0, 330}, {1200, 340}, {1200, 1600}, {0, 1600}}, 195);
    for (int line = 0; line < 30; ++line) {
      photo.text({180, 1000, [line](double) { return 420 + 36.0 * line; }}, kXHeight, 30);
    }
    if (has_head) {
      photo.text({500, 1000, [](double) { return 200.0; }}, kXHeight, 30);
      photo.text({500, 900, [](double) { return 240.0; }}, kXHeight, 30);
    }
    photo.noise(2, 4);
    const std::vector<PageCues> pages = findCues(photo.pyramid(), {});
    ASSERT_EQ(pages.size(), 1U);
    EXPECT_EQ(pages[0].sides.empty(), has_head) << has_head;
  }
}

MaskScene withFaintSheet(const cv::Rect& sheet) {
  cv::Mat colors(kHeight, kWidth, CV_8UC3, cv::Scalar::all(230));
  cv::rectangle(colors, sheet, cv::Scalar::all(240), cv::FILLED);
  return prepareMaskScene(colors, 1, kH);
}

// inset: how far inside of the first ones they begin and end.
Lines justifiedLines(double inset = 0) {
  Lines lines;
  addBlock(lines, {100 + inset, 110}, 0, 180 - 2 * inset, 16);
  for (TextSegment& line : lines) {
    line.left_end = line.points.front();
    line.right_end = line.points.back();
  }
  return lines;
}

// Where the lines of text begin and end, their own ends make faint straight edges.
TEST(PageMask, NoFaintSideRunsAlongTheEndsOfText) {
  const Lines lines = justifiedLines();
  const PageMask sheet = findSheetQuad(withFaintSheet({70, 80, 245, 330}), lines, {}, kH, 0);
  ASSERT_EQ(sheet.sides.size(), 4U);
  for (const cv::Rect& block : {cv::Rect(99, 80, 216, 330), cv::Rect(70, 80, 211, 330)}) {
    ASSERT_FALSE(findSheetQuad(withFaintSheet(block), justifiedLines(8), {}, kH, 0).empty()) << block;
    EXPECT_TRUE(findSheetQuad(withFaintSheet(block), lines, {}, kH, 0).empty()) << block;
  }
}

// Nor along the first or the last line: what of print is left in the scene ends there as well.
TEST(PageMask, NoFaintSideRunsAlongTheLastLineOfText) {
  const Lines lines = justifiedLines();
  const double last = lines.back().points.front().y;
  const auto sheetTo = [](double bottom) { return withFaintSheet({70, 80, 245, static_cast<int>(bottom) - 80}); };
  EXPECT_EQ(findSheetQuad(sheetTo(last + 3 * kH), lines, {}, kH, 0).sides.size(), 4U);
  EXPECT_TRUE(findSheetQuad(sheetTo(last + kH), lines, {}, kH, 0).empty());
}

constexpr double kContrast = 0.7;  // text stands out

TEST(DropLabels, LabelsAreNoLinesOfText) {
  Lines lines;
  addBlock(lines, {60, 60}, 0.1, 200, 16);
  addBlock(lines, {60, 370}, -0.25, 200, 3);  // paper that bends
  addBlock(lines, {60, 420}, 0.8, 60, 5);
  Lines kept = lines;
  dropLabels(kept, 0.5);
  EXPECT_EQ(kept.size(), lines.size()) << "where text doesn't stand out nothing tells labels";
  dropLabels(kept, kContrast);
  EXPECT_EQ(kept.size(), 19U);
  EXPECT_TRUE(std::all_of(kept.begin(), kept.end(), [](const TextSegment& line) { return line.length > 20; }));
}

// Half the print of a photo is no label.
TEST(DropLabels, KeepsWhatIsNotLittle) {
  Lines lines;
  addBlock(lines, {60, 60}, 0.1, 200, 8);
  addBlock(lines, {60, 300}, 0.9, 200, 6);
  Lines kept = lines;
  dropLabels(kept, kContrast);
  EXPECT_EQ(kept.size(), lines.size());
  Lines none;
  dropLabels(none, kContrast);
  EXPECT_TRUE(none.empty());
}

}  // namespace
}  // namespace platen::detect
