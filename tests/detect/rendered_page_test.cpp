// What stands out on a page that a program drew is printed on it; what a camera saw, and black about a page, are not.
#include "core/detect/rendered_page.h"

#include "core/detect/cues.h"
#include "tests/detect/drawn_page.h"
#include "tests/detect/sheet_scene.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

using Polygon = std::vector<cv::Point>;

const Polygon kBox = {{60, 80}, {320, 80}, {320, 400}, {60, 400}};

cv::Mat drawn(int around, int within, const Polygon& box = kBox) {
  cv::Mat colors(kHeight, kWidth, CV_8UC3, cv::Scalar::all(around));
  cv::fillConvexPoly(colors, box, cv::Scalar(within - 20, within, within));
  for (int y = 120; y < 380; y += 16) {
    cv::line(colors, {90, y}, {290, y}, cv::Scalar::all(30), 2, cv::LINE_AA);
  }
  return colors;
}

// As a camera sees it.
cv::Mat withNoise(cv::Mat colors, double sigma, const cv::Rect& where) {
  cv::Mat noise(where.size(), CV_16SC3);
  cv::RNG random(7);
  random.fill(noise, cv::RNG::NORMAL, 0, sigma);
  cv::Mat wide;
  colors(where).convertTo(wide, CV_16S);
  wide += noise;
  wide.convertTo(colors(where), CV_8U);
  return colors;
}

bool isPanel(const cv::Mat& colors, const Polygon& found = kBox) {
  const MaskScene scene = prepareMaskScene(colors, 1, kH);
  WorkFrame frame;
  frame.source_size = {kWidth, kHeight};
  return isPanelOnRender(colors, 1, frame, scene, maskOf(scene, found));
}

TEST(RenderedPage, ATintedBoxIsAPanel) {
  EXPECT_TRUE(isPanel(drawn(255, 225)));
}

TEST(RenderedPage, APictureInItMayBeAPhotograph) {
  // A quarter of the box, of which nothing would be left if it all had to be exact.
  EXPECT_TRUE(isPanel(withNoise(drawn(255, 225), 0.6, {70, 90, 160, 130})));
}

TEST(RenderedPage, AllOfItMayBeAPhotographBesidePrint) {
  const cv::Rect picture(60, 80, 260, 320);
  cv::Mat cover = withNoise(drawn(255, 225), 2, picture);
  EXPECT_FALSE(isPanel(cover)) << "cut out of its photo";
  for (int y = 430; y < 500; y += 12) {
    cv::line(cover, {70, y}, {kWidth - 60, y}, cv::Scalar::all(30), 3, cv::LINE_AA);
  }
  EXPECT_TRUE(isPanel(cover));
  cv::Mat framed = cover.clone();  // a photo of a sheet and its desk, on a page
  cv::rectangle(framed, {20, 40}, {360, 420}, cv::Scalar(90, 100, 120), cv::FILLED);
  cover(picture).copyTo(framed(picture));
  EXPECT_FALSE(isPanel(withNoise(framed, 9, {20, 40, 341, 381})));
  EXPECT_FALSE(isPanel(withNoise(cover, 2, {0, 0, kWidth, kHeight}))) << "a camera saw it";
}

TEST(RenderedPage, ASheetThatACameraSawIsNone) {
  const cv::Rect all(0, 0, kWidth, kHeight);
  EXPECT_FALSE(isPanel(withNoise(drawn(240, 225), 2, all)));
  EXPECT_FALSE(isPanel(withNoise(drawn(255, 225), 2, {60, 80, 260, 320}))) << "cut out of its photo";
}

// The black of a scan, and what viewers of documents put around a page.
TEST(RenderedPage, APageOnAnotherGroundIsNone) {
  EXPECT_FALSE(isPanel(drawn(0, 255)));
  EXPECT_FALSE(isPanel(drawn(120, 255)));
}

TEST(RenderedPage, BarsAboveAndBelowBelongToIt) {
  const Polygon between = {{0, 80}, {kWidth - 1, 80}, {kWidth - 1, 400}, {0, 400}};
  const auto titled = [](cv::Mat colors, int ink) {
    for (int y = 25; y < 60; y += 12) {
      cv::line(colors, {90, y}, {290, y}, cv::Scalar::all(ink), 2, cv::LINE_AA);
    }
    return colors;
  };
  EXPECT_TRUE(isPanel(titled(drawn(120, 255, between), 250), between));
  EXPECT_FALSE(isPanel(titled(drawn(0, 255, between), 250), between)) << "as scanners leave it";
  EXPECT_FALSE(isPanel(drawn(120, 255, between), between)) << "as viewers have it";
  cv::Mat blue = drawn(255, 255, between);
  for (const cv::Rect& bar : {cv::Rect{0, 0, kWidth, 80}, cv::Rect{0, 401, kWidth, kHeight - 401}}) {
    blue(bar).setTo(cv::Scalar(90, 138, 168));
  }
  EXPECT_TRUE(isPanel(blue, between)) << "a letterhead without a word on it";
  const Polygon beside = {{0, 80}, {300, 80}, {300, 400}, {0, 400}};
  EXPECT_FALSE(isPanel(titled(drawn(120, 255, beside), 250), beside)) << "on three sides";
}

TEST(RenderedPage, MayBeGreyAndOfAnotherScale) {
  cv::Mat colors;
  cv::cvtColor(drawn(255, 225), colors, cv::COLOR_BGR2GRAY);
  const MaskScene scene = prepareMaskScene(colors, 1, kH);
  const PageMask page = maskOf(scene, kBox);
  WorkFrame frame;
  frame.source_size = {2 * kWidth, 2 * kHeight};
  frame.scale = 0.5;
  EXPECT_TRUE(isPanelOnRender(colors, 0.5, frame, scene, page));
  cv::Mat level;
  cv::resize(colors, level, {}, 2, 2, cv::INTER_NEAREST);
  EXPECT_TRUE(isPanelOnRender(level, 1, frame, scene, page));
}

// Whose light is not known: black around it may be lighter than that.
TEST(RenderedPage, WithoutBlankPaperIsNone) {
  cv::Mat colors(kHeight, kWidth, CV_8UC3, cv::Scalar::all(0));
  cv::fillConvexPoly(colors, kBox, cv::Scalar::all(235));
  for (int y = 84; y < 400; y += 8) {
    for (int x = 64; x < 318; x += 8) {
      cv::rectangle(colors, {x, y, 3, 3}, cv::Scalar::all(30), cv::FILLED);
    }
  }
  EXPECT_FALSE(isPanel(colors));
}

TEST(RenderedPage, IsBlankAlongItsBorder) {
  const cv::Mat page = drawn(250, 225);
  EXPECT_TRUE(isBlankAlongBorder(page));
  EXPECT_FALSE(isBlankAlongBorder(drawn(120, 225))) << "as viewers have it";
  EXPECT_FALSE(isBlankAlongBorder(withNoise(page.clone(), 1, {0, 0, kWidth, kHeight})));
  cv::Mat gutter = page.clone();
  cv::rectangle(gutter, {180, 0}, {190, kHeight - 1}, cv::Scalar::all(60), cv::FILLED);
  EXPECT_FALSE(isBlankAlongBorder(gutter));
  cv::Mat tinted = page.clone();
  tinted.colRange(0, 40).setTo(cv::Scalar(230, 240, 250));
  EXPECT_FALSE(isBlankAlongBorder(tinted));
}

TEST(RenderedPage, NothingFoundIsNone) {
  const MaskScene scene = prepareMaskScene(drawn(255, 225), 1, kH);
  EXPECT_FALSE(isPanelOnRender(drawn(255, 225), 1, {}, scene, {}));
}

// A box of code on a page: whole, and nothing of it is a sheet.
TEST(RenderedPage, ThePageGoesOnAroundAPanel) {
  const auto cuesOf = [](double noise) {
    test::DrawnPhoto photo({1240, 1750}, 255);
    photo.sheet({Vec2{220, 300}, {1020, 300}, {1020, 1400}, {220, 1400}}, 225);
    for (int line = 0; line < 24; ++line) {
      photo.text({290, 780, [line](double) { return 340 + 42.0 * line; }}, 14, 30);
    }
    for (const double y : {120.0, 162.0, 204.0, 1500.0, 1542.0}) {
      photo.text({290, 900, [y](double) { return y; }}, 14, 30);
    }
    photo.noise(noise, 5);
    return findCues(photo.pyramid(), {})[0];
  };
  const PageCues page = cuesOf(0);
  EXPECT_TRUE(page.outline.empty());
  EXPECT_TRUE(page.sides.empty());
  EXPECT_TRUE(page.fills_photo);
  EXPECT_GE(page.segments.size(), 20U);
  EXPECT_TRUE(std::any_of(page.segments.begin(), page.segments.end(), [&](const TextSegment& line) {
    return page.frame.sourceFromWork(line.points.front()).y > 1450;
  })) << "what stands below the panel";
  const PageCues sheet = cuesOf(3);
  EXPECT_EQ(sheet.sides.size(), 4U) << "or there was nothing to be mistaken";
  EXPECT_FALSE(sheet.fills_photo);
}

}  // namespace
}  // namespace platen::detect
