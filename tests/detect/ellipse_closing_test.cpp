#include "core/detect/ellipse_closing.h"

#include <random>
#include <stdexcept>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

// Sparse dots, strokes and what touches the border; a pixel of difference counts.
TEST(EllipseClosing, IsOpenCVsClosing) {
  std::mt19937 random(7);
  for (const int size : {3, 5, 9, 21, 47, 61}) {
    cv::Mat mask = cv::Mat::zeros(150, 211, CV_8UC1);
    for (int k = 0; k < 60; ++k) {
      const cv::Point at(static_cast<int>(random() % 211), static_cast<int>(random() % 150));
      const cv::Point to(at.x + static_cast<int>(random() % 40), at.y + static_cast<int>(random() % 5));
      cv::line(mask, at, k % 3 == 0 ? at : to, 255, k % 7 == 0 ? 3 : 1);
    }
    cv::Mat expected;
    cv::morphologyEx(mask, expected, cv::MORPH_CLOSE, cv::getStructuringElement(cv::MORPH_ELLIPSE, {size, size}));
    const cv::Mat closed = closedByEllipse(mask, size);
    EXPECT_GT(cv::countNonZero(closed), cv::countNonZero(mask)) << size;
    EXPECT_EQ(cv::countNonZero(closed != expected), 0) << size;
  }
}

TEST(EllipseClosing, OfNothingIsNothing) {
  EXPECT_EQ(cv::countNonZero(closedByEllipse(cv::Mat::zeros(20, 30, CV_8UC1), 9)), 0);
}

TEST(EllipseClosing, RefusesWhatItIsNotMadeFor) {
  const cv::Mat mask = cv::Mat::zeros(20, 30, CV_8UC1);
  for (const int size : {-3, 0, 2, 46, 500, 501}) {
    EXPECT_THROW(closedByEllipse(mask, size), std::invalid_argument) << size;
  }
  EXPECT_NO_THROW(closedByEllipse(mask, 499));
  EXPECT_THROW(closedByEllipse(cv::Mat::zeros(20, 30, CV_32FC1), 9), std::invalid_argument);
}

}  // namespace
}  // namespace platen::detect
