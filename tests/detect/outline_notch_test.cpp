// The line between the kinks of an open book's edges is found; edges without one, or with several, have none.
#include "core/detect/outline_notch.h"

#include "core/detect/mask_contour.h"

#include <cmath>
#include <functional>
#include <vector>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr double kK = 0.32;  // mask pixels per work pixel
constexpr double kH = 11;
constexpr int kWidth = 480;
constexpr int kHeight = 360;
constexpr double kGutter = 230;  // at the page's middle, mask pixels

using Edge = std::function<double(double x)>;

struct Drawn {
  MaskScene scene;
  PageMask page;
};

// A white page from edge to edge on a dark desk.
Drawn draw(const Edge& top, const Edge& bottom) {
  std::vector<cv::Point> outline;
  for (int x = 40; x <= 440; x += 2) {
    outline.emplace_back(x, cvRound(top(x)));
  }
  for (int x = 440; x >= 40; x -= 2) {
    outline.emplace_back(x, cvRound(bottom(x)));
  }
  cv::Mat mask = cv::Mat::zeros(kHeight, kWidth, CV_8UC1);
  cv::fillPoly(mask, std::vector<std::vector<cv::Point>>{outline}, 255);
  cv::Mat colors(kHeight, kWidth, CV_8UC1, cv::Scalar(60));
  colors.setTo(230, mask);
  Drawn drawn{prepareMaskScene(colors, kK, kH), {}};
  drawn.page = describeMask(drawn.scene, mask, 0);
  return drawn;
}

// Down to the gutter at x from both sides.
double dip(double x, double gutter, double deep = 18) {
  return deep * std::exp(-std::abs(x - gutter) / 40);
}

cv::Mat evenLight() {
  return {static_cast<int>(kHeight / kK * kLightScale), static_cast<int>(kWidth / kK * kLightScale), CV_8UC1,
          cv::Scalar(200)};
}

constexpr auto kAnyLine = [](const NotchedLine&) { return true; };

std::optional<NotchedLine> lineOf(const Drawn& drawn, const cv::Mat& light = evenLight()) {
  return findNotchedLine(drawn.page, kK, kH, light, kAnyLine);
}

double xAt(const NotchedLine& line, double y) {
  return line.top.x + (line.bottom.x - line.top.x) * y / line.bottom.y;
}

TEST(OutlineNotch, TheLineRunsFromKinkToKink) {
  // The camera looks up the pages: the lower edge is kinked as well, away from their middle.
  const Drawn book =
      draw([](double x) { return 60 + dip(x, kGutter - 8); }, [](double x) { return 300 + dip(x, kGutter + 8, 8); });
  const auto line = lineOf(book);
  ASSERT_TRUE(line);
  EXPECT_NEAR(xAt(*line, 60 / kK), (kGutter - 8) / kK, kH);
  EXPECT_NEAR(xAt(*line, 300 / kK), (kGutter + 8) / kK, 2 * kH);
  EXPECT_GT(line->sharper, 20);
  EXPECT_LT(line->both, line->sharper);
  EXPECT_FALSE(findNotchedLine(book.page, kK, kH, evenLight(), [](const NotchedLine&) { return false; }));
}

TEST(OutlineNotch, TheLineFromTheOnlyKinkRunsWhereItIsDark) {
  const Drawn book = draw([](double x) { return 60 + dip(x, kGutter); }, [](double) { return 359.0; });
  cv::Mat light = evenLight();
  const double scale = kLightScale / kK;
  cv::line(light, {cvRound(kGutter * scale), cvRound(60 * scale)}, {cvRound((kGutter - 26) * scale), light.rows - 1},
           150, 12);
  const auto line = lineOf(book, light);
  ASSERT_TRUE(line);
  EXPECT_NEAR(xAt(*line, 60 / kK), kGutter / kK, kH);
  EXPECT_NEAR(xAt(*line, kHeight / kK), (kGutter - 26) / kK, 2 * kH);
  EXPECT_DOUBLE_EQ(line->both, line->sharper);
}

TEST(OutlineNotch, SmoothEdgesHaveNone) {
  EXPECT_FALSE(lineOf(draw([](double) { return 60.0; }, [](double) { return 300.0; })));
  const auto bent = [](double x) { return 12 * std::sin(x / 60); };
  EXPECT_FALSE(lineOf(draw([&](double x) { return 70 + bent(x); }, [&](double x) { return 290 + bent(x); })));
}

TEST(OutlineNotch, ACrumpledEdgeHasNone) {
  const auto crumpled = [](double x) { return dip(x, 120) + dip(x, kGutter) + dip(x, 350); };
  EXPECT_FALSE(lineOf(draw([&](double x) { return 60 + crumpled(x); }, [&](double x) { return 300 + crumpled(x); })));
}

// A ridge is a fold of one sheet.
TEST(OutlineNotch, AKinkAwayFromTheMiddleIsNone) {
  EXPECT_FALSE(
      lineOf(draw([](double x) { return 60 - dip(x, kGutter); }, [](double x) { return 300 + dip(x, kGutter); })));
}

}  // namespace
}  // namespace platen::detect
