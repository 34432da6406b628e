#include "core/detect/area_resize.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

cv::Mat noise(cv::Size size, int type) {
  cv::Mat array(size, type);
  cv::RNG random(11);
  random.fill(array, cv::RNG::UNIFORM, 0, array.depth() == CV_16U ? 65536 : array.depth() == CV_8U ? 256 : 1);
  return array;
}

void expectEqual(const cv::Mat& array, cv::Size size, double factor_x, double factor_y) {
  cv::Mat expected;
  cv::Mat own;
  cv::resize(array, expected, size, factor_x, factor_y, cv::INTER_AREA);
  resizeArea(array, own, size, factor_x, factor_y);
  ASSERT_EQ(own.size(), expected.size());
  ASSERT_EQ(own.type(), expected.type());
  const cv::Mat a = own.reshape(1);
  const cv::Mat b = expected.reshape(1);
  EXPECT_EQ(cv::countNonZero(a != b), 0) << array.type() << ": " << size << ", " << factor_x << " x " << factor_y;
}

TEST(AreaResize, IsOpenCVsToTheBit) {
  for (const int type : {CV_8UC1, CV_8UC3, CV_16UC1, CV_32FC1}) {
    const cv::Mat array = noise({391, 277}, type);
    for (const double factor : {0.97, 0.81, 0.5, 0.4615, 0.25, 0.1873, 0.05}) {
      expectEqual(array, {}, factor, factor);
      expectEqual(array, {}, factor, 0.7 * factor);
    }
    expectEqual(array, {97, 69}, 0, 0);
    expectEqual(array, {196, 276}, 0, 0);
    expectEqual(array, {391, 277}, 0, 0);
    expectEqual(array(cv::Rect(13, 7, 301, 203)), {}, 0.37, 0.37);
  }
}

// Pixels of the result have places in a row in different numbers: none reads a place that it does not cover.
TEST(AreaResize, SquaresAreThoseOfAnArrayOfSquares) {
  const cv::Mat array = noise({391, 277}, CV_8UC1);
  cv::Mat squares;
  cv::multiply(array, array, squares, 1, CV_16U);
  for (const cv::Size size : {cv::Size(97, 69), cv::Size(200, 150), cv::Size(391, 277), cv::Size(1, 1)}) {
    cv::Mat expected;
    cv::Mat own;
    resizeArea(squares, expected, size);
    resizeAreaOfSquares(array, own, size);
    ASSERT_EQ(own.size(), size);
    ASSERT_EQ(own.type(), CV_16UC1);
    EXPECT_EQ(cv::countNonZero(own != expected), 0) << size;
  }
}

TEST(AreaResize, WhatIsNoNumberStaysWhereItIs) {
  for (const double factor : {0.81, 0.4615, 0.1873}) {
    for (const int type : {CV_32FC1, CV_32FC3}) {
      cv::Mat array = noise({391, 277}, type);
      array.col(0).setTo(cv::Scalar::all(std::nan("")));
      cv::Mat expected;
      cv::Mat own;
      cv::resize(array, expected, {}, factor, factor, cv::INTER_AREA);
      resizeArea(array, own, {}, factor, factor);
      ASSERT_EQ(own.size(), expected.size());
      EXPECT_FALSE(cv::checkRange(own.col(0)));
      EXPECT_TRUE(cv::checkRange(own.colRange(1, own.cols)));
      const cv::Mat rest = own.colRange(1, own.cols) != expected.colRange(1, own.cols);
      EXPECT_EQ(cv::countNonZero(rest.reshape(1, rest.rows)), 0);
    }
  }
}

TEST(AreaResize, MayWriteOverItsSource) {
  cv::Mat array = noise({120, 90}, CV_8UC1);
  const cv::Mat copy = array.clone();
  cv::Mat expected;
  cv::resize(copy, expected, {}, 0.3, 0.3, cv::INTER_AREA);
  resizeArea(array, array, {}, 0.3, 0.3);
  EXPECT_EQ(cv::countNonZero(array != expected), 0);
}

}  // namespace
}  // namespace platen::detect
