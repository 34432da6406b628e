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

// Straight from a to b, in any direction; round ends.
void drawStroke(cv::Mat& grey, Vec2 a, Vec2 b, double ink) {
  const Vec2 run = b - a;
  for (int j = 0; j < grey.rows; ++j) {
    for (int i = 0; i < grey.cols; ++i) {
      const Vec2 p{i + 0.5, j + 0.5};
      const double t = std::clamp(dot(p - a, run) / dot(run, run), 0.0, 1.0);
      const double share = std::max(0.0, 1 - norm(p - (a + run * t)));
      auto& pixel = grey.at<std::uint8_t>(j, i);
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

TEST(RuleTrace, ItGoesOnOverASharpFoldAndWhereItFades) {
  const auto sharp = [](double x) { return 250 + 0.194 * std::abs(x - 330); };  // 22 degrees
  cv::Mat grey = paper();
  drawLine(grey, sharp, 60, 620, 0.3);
  std::vector<PrintedRule> rules = followed(grey);
  ASSERT_EQ(rules.size(), 1U);
  EXPECT_GT(rules[0].points.back().x - rules[0].points.front().x, 540);
  EXPECT_LT(worstOff(rules[0], sharp), 1.5);

  const auto level = [](double) { return 100.0; };
  grey = paper();
  for (int x = 60; x < 620; x += 20) {
    drawLine(grey, level, x, x + 20, 0.5 - 0.0007 * (x - 60));
  }
  rules = followed(grey);
  ASSERT_EQ(rules.size(), 1U);
  EXPECT_GT(rules[0].points.back().x - rules[0].points.front().x, 540);
}

// Both measured in character heights.
TEST(RuleTrace, HowWideAGapAndHowShortALineMayBe) {
  for (const double h : {8.0, 11.0, 16.0}) {
    const cv::Mat no_text = cv::Mat::zeros(kHeight, kWidth, CV_8U);
    const auto found = [&](const cv::Mat& grey) { return followRules(grey, no_text, {}, h, 0, {}, 1); };
    for (const int at : {100, 101, 102}) {  // wherever the steps fall
      const auto level = [](double) { return 200.0; };
      const auto halves = [&](double gap_h) {
        cv::Mat grey = paper();
        drawLine(grey, level, 40, at + 220, 0.3);
        drawLine(grey, level, at + 220 + static_cast<int>(gap_h * h), 660, 0.3);
        return found(grey).size();
      };
      EXPECT_EQ(halves(1.5), 1U) << h;
      EXPECT_EQ(halves(2.4), 2U) << h;
      const auto lines = [&](double length_h) {
        cv::Mat grey = paper();
        drawLine(grey, level, at, at + static_cast<int>(length_h * h), 0.3);
        return found(grey).size();
      };
      EXPECT_EQ(lines(11.2), 0U) << h;
      EXPECT_EQ(lines(12.8), 1U) << h;
    }
  }
}

TEST(RuleTrace, ItsPointsAreAFewStepsApartAndReachBothEnds) {
  cv::Mat grey = paper();
  drawLine(
      grey, [](double) { return 100.0; }, 100, 607, 0.3);
  const std::vector<PrintedRule> rules = followed(grey);
  ASSERT_EQ(rules.size(), 1U);
  const Polyline& points = rules[0].points;
  EXPECT_NEAR(points.front().x, 100, 4);
  EXPECT_NEAR(points.back().x, 607, 4);
  for (std::size_t k = 1; k + 1 < points.size(); ++k) {
    EXPECT_NEAR(norm(points[k] - points[k - 1]), 12, 3);
  }
}

// Among text it is begun where a scan passes between the words; there is one in any 6 h.
TEST(RuleTrace, LinesAreLookedForEverywhere) {
  cv::Mat grey = paper();
  cv::Mat text(grey.size(), CV_8U, cv::Scalar(255));
  constexpr int kClear = 70;  // a little more than 6 h
  int lines = 0;
  for (int x = 45; x + kClear < 650; x += 25, ++lines) {
    const int y = 20 + 19 * lines;
    drawLine(
        grey, [y](double) { return y; }, 40, 660, 0.3);
    text(cv::Rect(x, y - 6, kClear, 12)).setTo(0);
  }
  ASSERT_GT(lines, 20);
  EXPECT_EQ(followRules(grey, text, {}, kH, 0, {}, 1).size(), static_cast<std::size_t>(lines));
  EXPECT_EQ(followRules(grey.t(), text.t(), {}, kH, 0, {}, 1).size(), static_cast<std::size_t>(lines));
}

// A table of text that lies at 45 degrees, drawn in perspective: rows at 48 degrees, columns at 132. Seen from the
// photo's own axes they would be of one direction.
TEST(RuleTrace, LinesAreLookedForAlongTheTextAndAcrossIt) {
  cv::Mat grey = paper();
  const Vec2 middle{kWidth * 0.5, kHeight * 0.5};
  const auto towards = [](double degrees) {
    return Vec2{std::cos(degrees * M_PI / 180), std::sin(degrees * M_PI / 180)};
  };
  const Vec2 row = towards(48), column = towards(132);
  for (const int k : {-1, 0, 1}) {
    const Vec2 beside = column * (60.0 * k), along = row * (60.0 * k);
    drawStroke(grey, middle + beside - row * 110, middle + beside + row * 110, 0.3);
    drawStroke(grey, middle + along - column * 110, middle + along + column * 110, 0.3);
  }
  int rows = 0, columns = 0;
  for (const PrintedRule& rule : followRules(grey, cv::Mat::zeros(grey.size(), CV_8U), {}, kH, M_PI / 4, {}, 1)) {
    const Vec2 run = rule.points.back() - rule.points.front();
    rows += std::abs(dot(run, row)) > 210 ? 1 : 0;
    columns += std::abs(dot(run, column)) > 210 ? 1 : 0;
  }
  EXPECT_EQ(rows, 3);
  EXPECT_EQ(columns, 3);
}

// Also where the lines are begun beside it, as at the upper left, which the scans come to first.
TEST(RuleTrace, ARoundedCornerEndsBothOfItsLines) {
  for (const int radius : {12, 20, 30}) {
    cv::Mat lower_right = paper();
    cv::line(lower_right, {100, 400}, {500 - radius, 400}, 120, 1);
    cv::line(lower_right, {500, 100}, {500, 400 - radius}, 120, 1);
    cv::ellipse(lower_right, {500 - radius, 400 - radius}, {radius, radius}, 0, 0, 90, 120, 1, cv::LINE_AA);
    for (const bool is_upper : {false, true}) {
      for (const bool is_left : {false, true}) {
        cv::Mat grey = lower_right.clone();
        if (is_upper) {
          cv::flip(grey, grey, 0);
        }
        if (is_left) {
          cv::flip(grey, grey, 1);
        }
        const std::vector<PrintedRule> rules = followed(grey);
        ASSERT_EQ(rules.size(), 2U) << radius;
        for (const PrintedRule& rule : rules) {
          const Vec2 run = rule.points.back() - rule.points.front();
          const bool is_level = std::abs(run.x) > std::abs(run.y);
          const double upright_x = is_left ? kWidth - 500.5 : 500.5, level_y = is_upper ? kHeight - 400.5 : 400.5;
          for (const Vec2 p : rule.points) {
            EXPECT_LT(std::abs(is_level ? p.y - level_y : p.x - upright_x), 2.5)
                << radius << (is_upper ? " upper" : " lower") << (is_left ? " left" : " right");
          }
          EXPECT_GT(norm(run), is_level ? 360 : 260) << radius;
        }
      }
    }
  }
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

TEST(RuleTrace, ThePagesMaskHasAScaleOfItsOwn) {
  cv::Mat grey = paper();
  const auto level = [](double) { return 100.0; };
  drawLine(grey, level, 40, 660, 0.3);
  drawLine(
      grey, [](double) { return 400.0; }, 40, 660, 0.3);
  for (const double k : {0.4, 2.0}) {
    cv::Mat inside = cv::Mat::zeros(static_cast<int>(kHeight * k), static_cast<int>(kWidth * k), CV_8U);
    inside(cv::Rect(0, 0, static_cast<int>(500 * k), static_cast<int>(300 * k))).setTo(255);
    const std::vector<PrintedRule> rules = followRules(grey, cv::Mat::zeros(grey.size(), CV_8U), {}, kH, 0, inside, k);
    ASSERT_EQ(rules.size(), 1U) << k;
    EXPECT_LT(worstOff(rules[0], level), 0.3) << k;
    EXPECT_NEAR(rules[0].points.front().x, 40, 4) << k;
    EXPECT_NEAR(rules[0].points.back().x, 500 - 0.7 * kH, 3.5) << k << ": so far off the paper's own edge";
  }
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
