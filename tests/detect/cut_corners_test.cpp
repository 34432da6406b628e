// A sheet with corners beyond creases, drawn on a scene of mask pixels, and masks that end at the creases.
#include "core/detect/cut_corners.h"

#include "core/detect/edge_field.h"
#include "tests/detect/sheet_scene.h"

#include <vector>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

using Polygon = std::vector<cv::Point>;

// Of flatSheet(): its lower left corner, and its upper right one.
Polygon lowerLeft() {
  return {{84, 300}, {80, 380}, {150, 383}};
}
Polygon upperRight() {
  return {{220, 87}, {290, 90}, {293, 170}};
}

// Without the one, and without both.
Polygon cutOnce() {
  return {{90, 80}, {290, 90}, {300, 390}, {150, 383}, {84, 300}};
}
Polygon cutTwice() {
  return {{90, 80}, {220, 87}, {293, 170}, {300, 390}, {150, 383}, {84, 300}};
}

// On other paper; the corners are turned from the light.
cv::Mat sheetWith(const std::vector<Polygon>& corners) {
  cv::Mat colors(kHeight, kWidth, CV_8UC3, cv::Scalar(195, 190, 182));
  cv::fillConvexPoly(colors, flatSheet(), cv::Scalar(240, 237, 230), cv::LINE_AA);
  for (const Polygon& corner : corners) {
    cv::fillConvexPoly(colors, corner, cv::Scalar(217, 213, 206), cv::LINE_AA);
  }
  return colors;
}

PageMask completed(const cv::Mat& colors, const Polygon& found) {
  const MaskScene scene = prepareMaskScene(colors, 1, kH);
  return restoreCutCorners(scene, EdgeField(scene.lab), maskOf(scene, found));
}

TEST(CutCorners, AreAdded) {
  ASSERT_LT(overlapWith(maskOf(prepareMaskScene(sheetWith({}), 1, kH), cutOnce()), flatSheet()), 0.96);
  EXPECT_GT(overlapWith(completed(sheetWith({lowerLeft()}), cutOnce()), flatSheet()), 0.985);
  EXPECT_GT(overlapWith(completed(sheetWith({lowerLeft(), upperRight()}), cutTwice()), flatSheet()), 0.985);
}

TEST(CutCorners, SidesOfTheWholeSheetAreSeen) {
  const PageMask sheet = completed(sheetWith({lowerLeft()}), cutOnce());
  ASSERT_EQ(sheet.sides.size(), 4U);
  for (const RoughSide& side : sheet.sides) {
    EXPECT_GT(side.valid_fraction, 0.9);
  }
}

TEST(CutCorners, OfAWholeSheetAreNone) {
  EXPECT_EQ(completed(sheetWith({lowerLeft()}), flatSheet()).contour,
            maskOf(prepareMaskScene(sheetWith({}), 1, kH), flatSheet()).contour);
  EXPECT_TRUE(restoreCutCorners(prepareMaskScene(sheetWith({}), 1, kH),
                                EdgeField(prepareMaskScene(sheetWith({}), 1, kH).lab), {})
                  .empty());
}

// Torn or folded away: beyond it lies the other paper.
TEST(CutCorners, ThatAreNotThereAreNotAdded) {
  cv::Mat colors = sheetWith({});
  cv::fillConvexPoly(colors, Polygon{{70, 300}, {84, 300}, {150, 383}, {150, 400}, {70, 400}},
                     cv::Scalar(195, 190, 182));
  const PageMask found = maskOf(prepareMaskScene(colors, 1, kH), cutOnce());
  EXPECT_EQ(completed(colors, cutOnce()).contour, found.contour);
  // Nor where an edge goes on from one of its sides but none leads back.
  cv::line(colors, {84, 300}, {79, 400}, cv::Scalar(120, 120, 120), 2, cv::LINE_AA);
  EXPECT_EQ(completed(colors, cutOnce()).contour, found.contour);
}

}  // namespace
}  // namespace platen::detect
