#include "core/detect/raster.h"

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

TEST(PartAround, BlursToTheBitWhatAllOfTheArrayDoes) {
  constexpr double kSigma = 11;
  for (const cv::Rect ink : {cv::Rect(3, 5, 60, 40), cv::Rect(151, 77, 90, 130), cv::Rect(290, 180, 21, 27)}) {
    cv::Mat array = cv::Mat::zeros(207, 311, CV_8UC1);
    cv::RNG random(7);
    cv::Mat print = array(ink & cv::Rect({0, 0}, array.size()));
    random.fill(print, cv::RNG::UNIFORM, 0, 256);
    const cv::Rect part = partAround(array, 4 * kSigma + 1);
    EXPECT_LT(part.area(), array.rows * array.cols);
    cv::Mat values;
    array.convertTo(values, CV_32F, 1.0 / 255);
    cv::Mat whole;
    cv::GaussianBlur(values, whole, {}, kSigma);
    cv::Mat of_part = cv::Mat::zeros(array.size(), CV_32FC1);
    cv::Mat inside = of_part(part);
    cv::GaussianBlur(values(part), inside, {}, kSigma);
    EXPECT_EQ(cv::countNonZero(whole != of_part), 0) << ink;
  }
}

TEST(PartAround, IsAllOfAnEmptyOrFullArray) {
  const cv::Rect all(0, 0, 100, 70);
  EXPECT_EQ(partAround(cv::Mat::zeros(70, 100, CV_8UC1), 5), all);
  EXPECT_EQ(partAround(cv::Mat(70, 100, CV_8UC1, cv::Scalar::all(255)), 5), all);
}

}  // namespace
}  // namespace platen::detect
