#include "core/detect/components.h"

#include "core/detect/character_height.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <random>
#include <vector>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

// Noise of a density at which components are of all sizes and shapes; odd widths, for what is skipped eight at a time.
cv::Mat noise(int rows, int cols, double share) {
  std::mt19937 random(7);
  std::bernoulli_distribution inked(share);
  cv::Mat binary(rows, cols, CV_8UC1);
  for (int j = 0; j < rows; ++j) {
    for (int i = 0; i < cols; ++i) {
      binary.at<unsigned char>(j, i) = inked(random) ? 255 : 0;
    }
  }
  return binary;
}

using Box = std::array<int, 5>;  // left, top, width, height, area

std::vector<Box> boxesOf(const Components& found) {
  std::vector<Box> boxes;
  for (const Component& c : found.components) {
    boxes.push_back({c.left, c.top, c.width(), c.height(), c.area});
  }
  std::sort(boxes.begin(), boxes.end());
  return boxes;
}

TEST(Components, AreThoseOfAnotherImplementation) {
  for (const double share : {0.05, 0.38, 0.55, 0.8}) {
    const cv::Mat binary = noise(61, 143, share);
    for (const Neighbours neighbours : {Neighbours::four, Neighbours::eight}) {
      cv::Mat labels;
      cv::Mat stats;
      cv::Mat centroids;
      const int ways = neighbours == Neighbours::four ? 4 : 8;
      const int count = cv::connectedComponentsWithStats(binary, labels, stats, centroids, ways, CV_32S);
      std::vector<Box> expected;
      for (int c = 1; c < count; ++c) {
        const int* s = stats.ptr<int>(c);
        expected.push_back({s[cv::CC_STAT_LEFT], s[cv::CC_STAT_TOP], s[cv::CC_STAT_WIDTH], s[cv::CC_STAT_HEIGHT],
                            s[cv::CC_STAT_AREA]});
      }
      std::sort(expected.begin(), expected.end());
      const Components found = componentsOf(binary, neighbours);
      EXPECT_EQ(boxesOf(found), expected) << share << " " << ways;
      // The runs are the pixels, and those of one component have one label.
      cv::Mat seen = cv::Mat::zeros(binary.size(), CV_8UC1);
      std::vector<int> label_of(found.components.size(), -1);
      for (const ComponentRun& run : found.runs) {
        for (int i = run.from; i < run.to; ++i) {
          seen.at<unsigned char>(run.row, i) = 255;
          int& label = label_of[static_cast<std::size_t>(run.component)];
          label = label < 0 ? labels.at<int>(run.row, i) : label;
          ASSERT_EQ(labels.at<int>(run.row, i), label);
        }
      }
      EXPECT_EQ(cv::countNonZero(seen != binary), 0);
    }
  }
}

TEST(Components, ComeInTheOrderOfTheirFirstPixels) {
  cv::Mat binary = cv::Mat::zeros(4, 20, CV_8UC1);
  binary.at<unsigned char>(1, 3) = 1;
  binary.at<unsigned char>(0, 15) = 1;
  binary.at<unsigned char>(1, 16) = 1;
  const Components found = componentsOf(binary, Neighbours::eight);
  ASSERT_EQ(found.components.size(), 2U);
  EXPECT_EQ(found.components[0].left, 15);
  EXPECT_EQ(found.components[0].area, 2);
  EXPECT_EQ(found.components[1].left, 3);
  EXPECT_EQ(componentsOf(binary, Neighbours::four).components.size(), 3U);
  EXPECT_TRUE(componentsOf(cv::Mat::zeros(3, 3, CV_8UC1), Neighbours::four).components.empty());
}

// Words that stand, words that lie, and nothing.
TEST(TextMask, LogAspectIsOfItsComponents) {
  constexpr double kH = 10;
  cv::Mat standing = cv::Mat::zeros(200, 300, CV_8UC1);
  for (int x = 20; x < 280; x += 40) {
    cv::rectangle(standing, cv::Rect(x, 40, 8, 32), 255, cv::FILLED);
  }
  EXPECT_NEAR(textComponents(standing, kH).log_aspect, -std::log(4), 1e-9);
  cv::Mat lying;
  cv::transpose(standing, lying);
  EXPECT_NEAR(textComponents(lying, kH).log_aspect, std::log(4), 1e-9);
  // A rule is no text, however long.
  cv::rectangle(standing, cv::Rect(10, 120, 280, 3), 255, cv::FILLED);
  EXPECT_NEAR(textComponents(standing, kH).log_aspect, -std::log(4), 1e-9);
  EXPECT_EQ(textComponents(cv::Mat::zeros(200, 300, CV_8UC1), kH).log_aspect, 0);
}

}  // namespace
}  // namespace platen::detect
