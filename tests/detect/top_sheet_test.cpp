// A sheet among others, drawn on a scene of mask pixels: what print on it and beside it says of it.
#include "core/detect/top_sheet.h"

#include "tests/detect/sheet_scene.h"

#include <gtest/gtest.h>

namespace platen::detect {
namespace {

TEST(TopSheet, IsFoundAmongPrintThatRunsAnotherWay) {
  const TopSheet top = findTopSheet(sceneOf(flatSheet()), printAround(kAslant));
  EXPECT_GT(overlapWith(top.page, flatSheet()), 0.96);
  EXPECT_TRUE(top.is_surrounded);
}

TEST(TopSheet, IsAFrameWhereItsPrintGoesOnBesideIt) {
  Lines lines = printAround(0.04);
  addBlock(lines, {10, 60}, kAslant, 50, 4);  // some of it aslant all the same: it is looked for
  EXPECT_TRUE(findTopSheet(sceneOf(flatSheet()), lines).page.empty());
}

TEST(TopSheet, HidesPrintOfOthers) {
  Lines lines = printAround(kAslant);
  addBlock(lines, {40, 140}, 0.04, 100, 6);  // from beside it onto it
  EXPECT_TRUE(findTopSheet(sceneOf(flatSheet()), lines).page.empty());
}

TEST(TopSheet, IsNotSurroundedByAFacingPage) {
  Lines lines = printOnIt();
  addBlock(lines, {310, 60}, kAslant, 60, 18);
  const TopSheet top = findTopSheet(sceneOf(flatSheet()), lines);
  EXPECT_FALSE(top.page.empty());
  EXPECT_FALSE(top.is_surrounded);
}

TEST(TopSheet, IsFollowedWhereItBends) {
  const TopSheet top = findTopSheet(sceneOf(bentSheet()), printAround(kAslant));
  EXPECT_GT(overlapWith(top.page, bentSheet()), 0.96);
}

TEST(TopSheet, NeedsPrintOfOthers) {
  EXPECT_TRUE(findTopSheet(sceneOf(flatSheet()), printOnIt()).page.empty());
  EXPECT_TRUE(findTopSheet(sceneOf(flatSheet()), {}).page.empty());
}

// Lines are read in its shapes, and at any slant; around it the page is blank but for its text.
TEST(TopSheet, IsNoPictureOnItsPage) {
  const cv::Rect all(90, 80, 201, 311);
  cv::Mat colors(kHeight, kWidth, CV_8UC3, cv::Scalar::all(228));
  cv::rectangle(colors, all, cv::Scalar::all(150), cv::FILLED);
  const std::vector<cv::Point> corners{{90, 80}, {290, 80}, {290, 390}, {90, 390}};
  EXPECT_GT(overlapWith(findTopSheet(prepareMaskScene(colors, 1, kH), printAround(kAslant)).page, corners), 0.9)
      << "of one tone: a card";
  drawPatches(colors, all);
  EXPECT_TRUE(findTopSheet(prepareMaskScene(colors, 1, kH), printAround(kAslant)).page.empty());
}

}  // namespace
}  // namespace platen::detect
