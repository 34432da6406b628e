#include "core/detect/page_to_border.h"

#include "core/detect/page_mask.h"
#include "tests/detect/sheet_scene.h"

#include <cstdint>
#include <optional>
#include <vector>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

using Polygon = std::vector<cv::Point>;

// A sheet on a dark desk, in light that falls off from its upper left corner to the lower right one.
MaskScene inFallingLight(const Polygon& sheet) {
  cv::Mat colors(kHeight, kWidth, CV_8UC3, cv::Scalar(60, 52, 45));
  cv::Mat mask = cv::Mat::zeros(kHeight, kWidth, CV_8UC1);
  cv::fillPoly(mask, std::vector<Polygon>{sheet}, 255);
  for (int j = 0; j < kHeight; ++j) {
    for (int i = 0; i < kWidth; ++i) {
      if (mask.at<std::uint8_t>(j, i) != 0) {
        colors.at<cv::Vec3b>(j, i) = cv::Vec3b::all(cv::saturate_cast<std::uint8_t>(240 - 0.16 * (i + j)));
      }
    }
  }
  cv::Mat noise(colors.size(), CV_8UC3);
  cv::RNG random(7);
  random.fill(noise, cv::RNG::NORMAL, cv::Scalar::all(10), cv::Scalar::all(2));
  cv::add(colors, noise, colors);
  return prepareMaskScene(colors, 1, kH);
}

Polygon inView() {
  return {{30, 40}, {340, 60}, {350, 440}, {40, 430}};
}

// Its lower right corner lies outside.
Polygon cutOff() {
  return {{30, 40}, {340, 20}, {440, 500}, {50, 560}};
}

cv::Mat markerOnIt() {
  cv::Mat marker = cv::Mat::zeros(kHeight, kWidth, CV_8UC1);
  cv::rectangle(marker, cv::Rect(70, 80, 150, 90), cv::Scalar(255), cv::FILLED);
  return marker;
}

PageMask asPage(const cv::Mat& mask) {
  PageMask page;
  page.contour = {{0, 0}};
  page.mask = mask;
  return page;
}

TEST(PageToBorder, GoesOnWhereNoEdgeIs) {
  const MaskScene scene = inFallingLight(cutOff());
  EXPECT_GT(overlapWith(asPage(pageToBorder(scene, markerOnIt())), cutOff()), 0.97);
}

TEST(PageToBorder, ASheetInViewHasNoneOfTheBorder) {
  EXPECT_TRUE(pageToBorder(inFallingLight(inView()), markerOnIt()).empty());
}

TEST(PageToBorder, FillsAPhotoOfPaperAlone) {
  const Polygon all{{-10, -10}, {kWidth + 10, -10}, {kWidth + 10, kHeight + 10}, {-10, kHeight + 10}};
  const cv::Mat mask = pageToBorder(inFallingLight(all), markerOnIt());
  ASSERT_FALSE(mask.empty());
  EXPECT_GT(cv::countNonZero(mask), 0.97 * kWidth * kHeight);
}

// The same from a few lines on it: its shape is known, and all of it is the page.
TEST(PageToBorder, IsThePageOfItsText) {
  const MaskScene scene = inFallingLight(cutOff());
  Lines lines;
  addBlock(lines, {70, 80}, 0, 150, 6);
  const PageMask page = findPageMask(scene, lines, {}, kH, 0, std::nullopt);
  EXPECT_GT(overlapWith(page, cutOff()), 0.97);
  EXPECT_TRUE(page.isBounded());
}

}  // namespace
}  // namespace platen::detect
