// Small print on a sheet on a floor of speckled stone, which reads like far more print of another size.
#include "core/detect/sheet_reading.h"

#include "core/detect/cues.h"
#include "core/detect/raster.h"
#include "tests/detect/drawn_page.h"

#include <array>
#include <vector>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr double kXHeight = 9;
constexpr int kLines = 14;
constexpr double kSpeck = 16;
const std::array<Vec2, 4> kSheet{Vec2{420, 330}, {1180, 350}, {1170, 1380}, {410, 1360}};

// Specks of `size` px, dark and light.
cv::Mat stone(cv::Size size, double speck) {
  cv::Mat noise(size, CV_32FC1);
  cv::RNG random(7);
  random.fill(noise, cv::RNG::NORMAL, 0, 1);
  cv::GaussianBlur(noise, noise, {}, speck / 2);
  cv::Scalar mean;
  cv::Scalar deviation;
  cv::meanStdDev(noise, mean, deviation);
  cv::Mat grey;
  noise.convertTo(grey, CV_8U, 22 / deviation[0], 95);
  return grey;
}

cv::Mat sheetOn(const cv::Mat& desk) {
  test::DrawnPhoto photo({desk.cols, desk.rows}, 0);
  photo.sheet(kSheet, 225);
  for (int line = 0; line < kLines; ++line) {
    photo.text({540, 1040, [line](double) { return 520 + 30.0 * line; }}, kXHeight, 60);
  }
  cv::Mat pixels = photo.pixels();
  const cv::Mat is_desk = pixels == 0;
  desk.copyTo(pixels, is_desk);
  return pixels;
}

const cv::Mat& onStone() {
  static const cv::Mat pixels = sheetOn(stone({1600, 1800}, kSpeck));
  return pixels;
}

struct First {
  Pyramid photo;
  OpenPhoto open;  // of it
  Reading reading;
  MaskScene scene;
  PageMask page;
  [[nodiscard]] std::optional<Reading> onSheet() const { return readOnSheet(open, reading, scene, page, {}, {}); }
};

First firstLook(const cv::Mat& pixels) {
  First first;
  first.photo = test::pyramidOf(pixels);
  first.open = openPhoto(first.photo);
  first.reading = bestReading(first.open, {}, {});
  const double k = 480.0 / std::max(first.reading.grey.cols, first.reading.grey.rows);
  first.scene = prepareMaskScene(pixelsInFrame(first.open.colors, first.open.level_scale, first.reading.frame, k), k,
                                 first.reading.h);
  first.page =
      findPageMask(first.scene, first.reading.segments, {}, first.reading.h, first.reading.theta, std::nullopt);
  return first;
}

double sourceHeight(const Reading& reading) {
  return reading.h / reading.frame.scale;
}

// As it is read where nothing lies beside it.
double heightOnAPlainDesk() {
  static const double height = sourceHeight(firstLook(sheetOn(cv::Mat(1800, 1600, CV_8UC1, cv::Scalar(95)))).reading);
  return height;
}

TEST(SheetReading, IsOfThePrintNotOfTheStone) {
  const First first = firstLook(onStone());
  ASSERT_GT(sourceHeight(first.reading), 2 * heightOnAPlainDesk());
  ASSERT_TRUE(first.page.isClear());
  const std::optional<Reading> read = first.onSheet();
  ASSERT_TRUE(read);
  EXPECT_NEAR(sourceHeight(*read), heightOnAPlainDesk(), 0.1 * kXHeight);
  EXPECT_GT(read->contrast, 0.58);
}

TEST(SheetReading, IsThatOfAllCues) {
  const PageCues cues = findCues(test::pyramidOf(onStone()), {})[0];
  EXPECT_NEAR(cues.char_height / cues.frame.scale, heightOnAPlainDesk(), 0.1 * kXHeight);
  EXPECT_TRUE(cues.has_text);
  int on_lines = 0;
  for (const TextSegment& segment : cues.segments) {
    const double y = cues.frame.sourceFromWork(segment.points[segment.points.size() / 2]).y;
    const double line = std::round((y - 520) / 30);
    on_lines += std::abs(y - 520 - 30 * line) < 4 && line >= 0 && line < kLines ? 1 : 0;
  }
  EXPECT_GE(on_lines, kLines);
}

TEST(SheetReading, IsNotAskedForOnAPlainDesk) {
  const First first = firstLook(sheetOn(cv::Mat(1800, 1600, CV_8UC1, cv::Scalar(95))));
  EXPECT_GT(first.reading.contrast, 0.58);
  EXPECT_FALSE(first.onSheet());
}

TEST(SheetReading, NeedsASheet) {
  First first = firstLook(onStone());
  first.page = {};
  EXPECT_FALSE(first.onSheet());
}

TEST(SheetReading, OfABlankSheetIsNone) {
  test::DrawnPhoto photo({1600, 1800}, 0);
  photo.sheet(kSheet, 225);
  cv::Mat pixels = photo.pixels();
  stone({1600, 1800}, kSpeck).copyTo(pixels, pixels == 0);
  const First first = firstLook(pixels);
  ASSERT_TRUE(first.page.isClear());
  ASSERT_LT(first.reading.contrast, 0.58);
  EXPECT_FALSE(first.onSheet());
}

}  // namespace
}  // namespace platen::detect
