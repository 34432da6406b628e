// A frame printed around the text is no edge of the page, however clear it is; a sheet's edge on a pale desk is.
#include "core/detect/page_around_frame.h"

#include "core/detect/cues.h"
#include "tests/detect/drawn_page.h"
#include "tests/detect/sheet_scene.h"

#include <algorithm>
#include <array>
#include <vector>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

using Polygon = std::vector<cv::Point>;

const Polygon kPage = {{40, 30}, {335, 40}, {330, 450}, {45, 440}};
const Polygon kFrame = {{90, 90}, {290, 95}, {285, 390}, {92, 385}};

cv::Mat sheetOn(int desk, const Polygon& sheet) {
  cv::Mat colors(kHeight, kWidth, CV_8UC3, cv::Scalar::all(desk));
  cv::fillConvexPoly(colors, sheet, cv::Scalar::all(228), cv::LINE_AA);
  return colors;
}

// A line 7 pixels wide around a polygon.
void outline(cv::Mat& colors, const Polygon& polygon, const cv::Scalar& color) {
  const cv::Scalar inside = colors.at<cv::Vec3b>(240, 190);
  cv::polylines(colors, polygon, true, color, 15, cv::LINE_AA);
  cv::fillConvexPoly(colors, polygon, inside, cv::LINE_AA);
}

PageMask around(const cv::Mat& colors, const Polygon& found) {
  const MaskScene scene = prepareMaskScene(colors, 1, kH);
  return findPageAroundFrame(scene, maskOf(scene, found), 0);
}

TEST(PageAroundFrame, IsThePage) {
  for (const cv::Scalar& line : {cv::Scalar::all(30), cv::Scalar(90, 190, 120)}) {
    cv::Mat colors = sheetOn(60, kPage);
    outline(colors, kFrame, line);
    EXPECT_GT(overlapWith(around(colors, kFrame), kPage), 0.96);
  }
}

TEST(PageAroundFrame, MayLeaveThePhoto) {
  const Polygon page = {{40, -20}, {500, -20}, {500, 450}, {45, 440}};
  cv::Mat colors = sheetOn(60, page);
  outline(colors, kFrame, cv::Scalar::all(30));
  EXPECT_GT(overlapWith(around(colors, kFrame), page), 0.96);
}

TEST(PageAroundFrame, IsNoneAroundASheet) {
  EXPECT_TRUE(around(sheetOn(60, kPage), kPage).empty());
}

// The shadow at its edge is a line with the same white on both sides, but no paper ends beyond it.
TEST(PageAroundFrame, IsNoWhiteDesk) {
  cv::Mat colors = sheetOn(228, kPage);
  outline(colors, kFrame, cv::Scalar::all(120));
  EXPECT_TRUE(around(colors, kFrame).empty());
}

// A sheet with a shadow all round on a heap of papers like it.
TEST(PageAroundFrame, IsNoHeapOfPapers) {
  const Polygon sheet{{66, 20}, {314, 20}, {314, 460}, {66, 460}};
  cv::Mat alone = sheetOn(60, sheet);
  outline(alone, kFrame, cv::Scalar::all(140));
  ASSERT_FALSE(around(alone, kFrame).empty());
  cv::Mat colors = sheetOn(60, sheet);
  cv::rectangle(colors, cv::Rect(20, 170, kWidth - 40, 150), cv::Scalar::all(228), cv::FILLED);
  outline(colors, kFrame, cv::Scalar::all(140));
  EXPECT_TRUE(around(colors, kFrame).empty());
}

// A form on a larger sheet of another paper.
TEST(PageAroundFrame, HasThePaperOfTheFrame) {
  cv::Mat colors = sheetOn(60, kPage);
  cv::fillConvexPoly(colors, kFrame, cv::Scalar(200, 228, 228), cv::LINE_AA);
  outline(colors, kFrame, cv::Scalar::all(30));
  EXPECT_TRUE(around(colors, kFrame).empty());
}

TEST(PageAroundFrame, IsNoneWhereNothingWasFound) {
  const MaskScene scene = prepareMaskScene(sheetOn(60, kPage), 1, kH);
  EXPECT_TRUE(findPageAroundFrame(scene, {}, 0).empty());
}

// A page of a book, framed, with a page number above the frame and a part of the facing page in view.
TEST(PageAroundFrame, TheFramesLinesAreRulesAndThePageGoesOn) {
  test::DrawnPhoto photo({1200, 1400}, 150);
  const std::array<Vec2, 4> page{Vec2{120, 60}, {960, 70}, {950, 1340}, {110, 1330}};
  const std::array<Vec2, 4> frame{Vec2{240, 220}, {840, 226}, {832, 1180}, {234, 1174}};
  photo.sheet(page, 225);
  for (std::size_t k = 0; k < 4; ++k) {
    const Vec2 a = frame[k];
    const Vec2 b = frame[(k + 1) % 4];
    const Vec2 across = Vec2{-(b - a).y, (b - a).x} * (26 / norm(b - a));
    photo.polygon({a, b, b + across, a + across}, 30);
  }
  for (int line = 0; line < 20; ++line) {
    photo.text({290, 780, [line](double) { return 290 + 42.0 * line; }}, 14, 30);
  }
  photo.text({420, 640, [](double) { return 160; }}, 14, 30);
  const PageCues cues = findCues(photo.pyramid(), {})[0];
  EXPECT_TRUE(cues.sides.empty());
  for (std::size_t k = 0; k < 4; ++k) {
    const bool is_rule = std::any_of(cues.rules.begin(), cues.rules.end(), [&](const PrintedRule& rule) {
      return rule.points.size() > 10 && std::all_of(rule.points.begin(), rule.points.end(), [&](Vec2 p) {
               return test::distanceToLine(frame[k], frame[(k + 1) % 4], cues.frame.sourceFromWork(p)) < 30;
             });
    });
    EXPECT_TRUE(is_rule) << k;
  }
  EXPECT_FALSE(cues.is_sheet);
  for (const Vec2& corner : page) {
    EXPECT_TRUE(test::isInOutline(cues, cues.frame.workFromSource(corner + (Vec2{535, 700} - corner) * 0.02)));
  }
  // The number above the frame.
  EXPECT_EQ(std::count_if(cues.segments.begin(), cues.segments.end(),
                          [&](const TextSegment& line) {
                            return std::abs(cues.frame.sourceFromWork(line.points.front()).y - 160) < 10;
                          }),
            1);
}

}  // namespace
}  // namespace platen::detect
