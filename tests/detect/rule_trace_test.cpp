// Printed rules followed over creases, on drawn paper whose lines are known.
#include "core/detect/rule_trace.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr double kH = 11;
constexpr int kWidth = 700, kHeight = 500;

using Height = std::function<double(double x)>;  // y of a line at x, work_px

cv::Mat paper(int level = 200) {
  return {kHeight, kWidth, CV_8U, cv::Scalar(level)};
}

// Of a pixel's breadth, spread over the two pixels that it lies between.
void drawLine(cv::Mat& grey, const Height& y, int from, int to, double ink) {
  for (int x = from; x < to; ++x) {
    const double at = y(x + 0.5) - 0.5;
    const int above = static_cast<int>(std::floor(at));
    for (int k = 0; k < 2; ++k) {
      const double share = k == 0 ? 1 - (at - above) : at - above;
      auto& pixel = grey.at<std::uint8_t>(above + k, x);
      pixel = cv::saturate_cast<std::uint8_t>(pixel * (1 - ink * share));
    }
  }
}

std::vector<PrintedRule> followed(const cv::Mat& grey,
                                  const std::vector<PrintedRule>& pieces,
                                  const cv::Mat& inside = {}) {
  const cv::Mat no_text(grey.size(), CV_8U, cv::Scalar(0));
  return followRules(grey, no_text, pieces, kH, 0, inside, 1);
}

std::vector<PrintedRule> followed(const cv::Mat& grey, const cv::Mat& inside = {}) {
  return followed(grey, std::vector<PrintedRule>{}, inside);
}

double worstOff(const PrintedRule& rule, const Height& y) {
  double worst = 0;
  for (const Vec2 p : rule.points) {
    worst = std::max(worst, std::abs(p.y - y(p.x)));
  }
  return worst;
}

// A fold at x = 330: 6 degrees up, then 7 down, and darker paper beyond it.
double folded(double x) {
  return 250 - 0.105 * std::min(x - 330, 0.0) + 0.123 * std::max(x - 330, 0.0);
}

cv::Mat foldedPaper() {
  cv::Mat grey = paper();
  grey.colRange(330, kWidth).setTo(150);
  return grey;
}

TEST(RuleTrace, ARuleIsOneLineOnBothSidesOfAFold) {
  cv::Mat grey = foldedPaper();
  drawLine(grey, folded, 60, 620, 0.3);
  const std::vector<PrintedRule> pieces{{{{80, folded(80)}, {200, folded(200)}}},
                                        {{{100, 400}, {300, 400}}}};  // an edge of something, where no line is
  const std::vector<PrintedRule> rules = followed(grey, pieces);
  ASSERT_EQ(rules.size(), 1U);
  EXPECT_LT(rules[0].points.front().x, 70);
  EXPECT_GT(rules[0].points.back().x, 610);
  EXPECT_LT(worstOff(rules[0], folded), 0.3);
}

TEST(RuleTrace, AFaintRuleIsFoundWithoutAPiece) {
  cv::Mat grey = foldedPaper();
  drawLine(grey, folded, 60, 620, 0.05);
  const std::vector<PrintedRule> rules = followed(grey);
  ASSERT_EQ(rules.size(), 1U);
  EXPECT_GT(rules[0].points.back().x - rules[0].points.front().x, 540);
  EXPECT_LT(worstOff(rules[0], folded), 0.5);
}

TEST(RuleTrace, AnUprightRuleIsFoundToo) {
  cv::Mat turned = foldedPaper();
  drawLine(turned, folded, 60, 620, 0.2);
  const cv::Mat grey = turned.t();
  const std::vector<PrintedRule> rules = followed(grey);
  ASSERT_EQ(rules.size(), 1U);
  for (const Vec2 p : rules[0].points) {
    EXPECT_NEAR(p.x, folded(p.y), 0.5);
  }
}

TEST(RuleTrace, ItGoesOnOverAGapAndEndsAtAWiderOne) {
  cv::Mat grey = paper();
  const auto level = [](double) { return 100.0; };
  drawLine(grey, level, 40, 240, 0.3);
  drawLine(grey, level, 255, 400, 0.3);
  drawLine(grey, level, 440, 660, 0.3);
  const std::vector<PrintedRule> rules = followed(grey);
  ASSERT_EQ(rules.size(), 2U);
  EXPECT_NEAR(rules[0].points.back().x - rules[0].points.front().x, 360, 12);
  EXPECT_NEAR(rules[1].points.back().x - rules[1].points.front().x, 220, 12);
}

TEST(RuleTrace, ATablesCornerIsNoCrease) {
  cv::Mat grey = paper();
  drawLine(
      grey, [](double) { return 100.0; }, 100, 600, 0.3);
  grey(cv::Rect(600, 99, 1, 300)).setTo(140);
  const std::vector<PrintedRule> rules = followed(grey);
  ASSERT_EQ(rules.size(), 2U);
  for (const PrintedRule& rule : rules) {
    const Vec2 run = rule.points.back() - rule.points.front();
    EXPECT_LT(std::min(std::abs(run.x), std::abs(run.y)), 6);
  }
}

TEST(RuleTrace, WhatIsNoRuleIsLeftOut) {
  cv::Mat grey = paper();
  grey.rowRange(300, kHeight).setTo(120);  // a shadow's edge
  drawLine(
      grey, [](double) { return 50.0; }, 100, 210, 0.3);  // too short
  for (int x = 100; x < 600; x += 22) {                   // dashes, as in a row of text
    drawLine(
        grey, [](double) { return 150.0; }, x, x + 9, 0.5);
  }
  for (int k = 0; k < 1571; ++k) {  // an arc
    const double angle = 0.002 * k;
    grey.at<std::uint8_t>(static_cast<int>(440 - 100 * std::sin(angle)),
                          static_cast<int>(350 + 100 * std::cos(angle))) = 60;
  }
  EXPECT_TRUE(followed(grey).empty());
  const std::vector<PrintedRule> at_the_edge{{{{100, 300}, {400, 300}}}};
  EXPECT_TRUE(followed(grey, at_the_edge).empty());
}

TEST(RuleTrace, OnlyThePageIsLookedAt) {
  cv::Mat grey = paper();
  const auto level = [](double) { return 100.0; };
  drawLine(grey, level, 40, 660, 0.3);
  drawLine(
      grey, [](double) { return 400.0; }, 40, 660, 0.3);
  cv::Mat inside(grey.size(), CV_8U, cv::Scalar(0));
  inside(cv::Rect(0, 0, 400, 300)).setTo(255);
  const std::vector<PrintedRule> rules = followed(grey, inside);
  ASSERT_EQ(rules.size(), 1U);
  EXPECT_LT(worstOff(rules[0], level), 0.3);
  EXPECT_LT(rules[0].points.back().x, 400);
}

TEST(RuleTrace, NothingIsFollowedInCircles) {
  for (const double radius : {60.0, 120.0, 220.0}) {
    cv::Mat grey = paper();
    cv::circle(grey, {kWidth / 2, kHeight / 2}, static_cast<int>(radius), 120, 1, cv::LINE_AA);
    // 60 degrees to either end at most, and some that the step's direction lags behind.
    for (const PrintedRule& rule : followed(grey)) {
      EXPECT_LT(lengthOf(rule.points), 150.0 / 180 * M_PI * radius) << "and it came back at all";
    }
  }
}

TEST(RuleTrace, TextBeginsNoLine) {
  cv::Mat grey = paper();
  drawLine(
      grey, [](double) { return 100.0; }, 40, 660, 0.3);
  const cv::Mat all_text(grey.size(), CV_8U, cv::Scalar(255));
  EXPECT_TRUE(followRules(grey, all_text, {}, kH, 0, {}, 1).empty());
  // But one that the detector took for a line is followed through text.
  const std::vector<PrintedRule> rules =
      followRules(grey, all_text, {{{{80, 300}, {110, 100}, {400, 100}}}}, kH, 0, {}, 1);
  ASSERT_EQ(rules.size(), 1U);
  EXPECT_GT(lengthOf(rules[0].points), 580);
}

TEST(RuleTrace, RulesOfATableCross) {
  // Rows nearer to each other than the shortest line that is followed: no line may end at the others.
  cv::Mat grey = paper();
  for (int y = 40; y <= 460; y += 70) {
    grey(cv::Rect(40, y, 601, 1)).setTo(120);
  }
  for (int x = 40; x <= 640; x += 100) {
    grey(cv::Rect(x, 40, 1, 421)).setTo(120);
  }
  int level = 0, upright = 0;
  for (const PrintedRule& rule : followed(grey)) {
    const Vec2 run = rule.points.back() - rule.points.front();
    level += std::abs(run.x) > 560 ? 1 : 0;
    upright += std::abs(run.y) > 380 ? 1 : 0;
  }
  EXPECT_EQ(level, 7);
  EXPECT_EQ(upright, 7);
}

TEST(RuleTrace, PagesOfNoiseAndAStopComeToAnEnd) {
  cv::Mat grey = paper();
  cv::RNG random(3);
  random.fill(grey, cv::RNG::UNIFORM, 0, 256);
  EXPECT_LE(followRules(grey, cv::Mat::zeros(grey.size(), CV_8U), {}, 3, 0.1, {}, 1).size(), 400U);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_TRUE(
      followRules(foldedPaper(), cv::Mat::zeros(grey.size(), CV_8U), {}, kH, 0, {}, 1, stop.get_token()).empty());
}

}  // namespace
}  // namespace platen::detect
