// A picture on a blank page is no sheet of its own; a photograph or a cover on a desk is.
#include "core/detect/page_around_picture.h"

#include "core/detect/cues.h"
#include "core/detect/raster.h"
#include "core/detect/sheet_rim.h"
#include "tests/detect/drawn_page.h"
#include "tests/detect/sheet_scene.h"
#include "tests/support/page_photo.h"
#include "tests/support/random_sheet.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

const std::vector<cv::Point> kPage = {{50, 40}, {330, 50}, {335, 440}, {45, 430}};
const std::vector<cv::Point> kPicture = {{90, 100}, {290, 100}, {290, 360}, {90, 360}};

cv::Mat desk(int grey) {
  return {kHeight, kWidth, CV_8UC3, cv::Scalar::all(grey)};
}

void draw(cv::Mat& colors, const std::vector<cv::Point>& sheet, int grey) {
  cv::fillConvexPoly(colors, sheet, cv::Scalar::all(grey), cv::LINE_AA);
}

void drawPicture(cv::Mat& colors) {
  drawPatches(colors, cv::boundingRect(kPicture));
}

struct Found {
  MaskScene scene;
  PageMask picture;
  [[nodiscard]] PageMask pageAround(const Lines& lines = {}) const {
    return findPageAroundPicture(scene, picture, lines, 0);
  }
};

// The picture, taken for the sheet.
Found foundOn(const cv::Mat& colors) {
  MaskScene scene = prepareMaskScene(colors, 1, kH);
  PageMask picture = maskOf(scene, kPicture);
  return {.scene = std::move(scene), .picture = std::move(picture)};
}

cv::Mat pageWithPicture(int desk_grey, const std::vector<cv::Point>& page) {
  cv::Mat colors = desk(desk_grey);
  draw(colors, page, 228);
  drawPicture(colors);
  return colors;
}

TEST(PageAroundPicture, IsThePage) {
  for (const int desk_grey : {60, 110}) {
    const Found found = foundOn(pageWithPicture(desk_grey, kPage));
    ASSERT_TRUE(rimOf(found.scene, found.picture).isOnPaper());
    Lines caption;
    addBlock(caption, {95, 375}, 0, 150, 2);
    EXPECT_GT(overlapWith(found.pageAround(caption), kPage), 0.96) << desk_grey;
  }
}

// What has hardly any contrast has an edge all round all the same.
TEST(PageAroundPicture, MayLieOnADeskAsWhite) {
  const Found found = foundOn(pageWithPicture(238, kPage));
  ASSERT_TRUE(rimOf(found.scene, found.picture).isOnPaper());
  EXPECT_GT(overlapWith(found.pageAround(), kPage), 0.95);
}

TEST(PageAroundPicture, IsNoLightDesk) {
  cv::Mat colors = desk(228);
  drawPicture(colors);
  const Found found = foundOn(colors);
  ASSERT_TRUE(rimOf(found.scene, found.picture).isOnPaper());
  EXPECT_TRUE(found.pageAround().empty());
}

TEST(PageAroundPicture, MayLeaveThePhoto) {
  for (const std::vector<cv::Point>& page : {std::vector<cv::Point>{{50, 40}, {420, 50}, {430, 440}, {45, 430}},
                                             {{50, 40}, {330, 50}, {335, 520}, {45, 520}}}) {
    const Found found = foundOn(pageWithPicture(60, page));
    ASSERT_TRUE(rimOf(found.scene, found.picture).isOnPaper());
    EXPECT_GT(overlapWith(found.pageAround(), page), 0.96);
  }
}

// A corner of something dark on a light desk is not what the page ends at.
TEST(PageAroundPicture, IsNoLightDeskOfWhichOneEndIsSeen) {
  const Found found = foundOn(pageWithPicture(60, {{50, -20}, {420, -20}, {420, 520}, {30, 520}}));
  ASSERT_TRUE(rimOf(found.scene, found.picture).isOnPaper());
  EXPECT_TRUE(found.pageAround().empty());
}

TEST(PageAroundPicture, IsLighterThanThePicture) {
  cv::Mat colors = desk(20);
  draw(colors, kPage, 45);
  drawPicture(colors);
  EXPECT_TRUE(foundOn(colors).pageAround().empty());
}

// Nor is it one of anything of a single tone: a cover, a sheet of coloured paper, on a larger sheet.
TEST(PageAroundPicture, IsNoPaperBelowACover) {
  cv::Mat colors = desk(60);
  draw(colors, kPage, 228);
  draw(colors, kPicture, 150);
  EXPECT_TRUE(foundOn(colors).pageAround().empty());
}

TEST(PageAroundPicture, IsNoPaperBelowASheetOfPrint) {
  const Found found = foundOn(pageWithPicture(60, kPage));
  Lines print;
  addBlock(print, {95, 110}, 0, 150, 2);
  EXPECT_FALSE(found.pageAround(print).empty());
  addBlock(print, {95, 150}, 0, 150, 2);
  EXPECT_TRUE(found.pageAround(print).empty());
}

TEST(PageAroundPicture, IsMoreThanItsFrame) {
  const auto framed = [](int by) {
    const cv::Rect frame = cv::boundingRect(kPicture) + cv::Point(-by, -by) + cv::Size(2 * by, 2 * by);
    return foundOn(pageWithPicture(60, {frame.tl(), {frame.br().x, frame.y}, frame.br(), {frame.x, frame.br().y}}));
  };
  const Found found = framed(7);
  ASSERT_TRUE(rimOf(found.scene, found.picture).isOnPaper());
  EXPECT_TRUE(found.pageAround().empty());
  EXPECT_FALSE(framed(10).pageAround().empty());
}

TEST(PageAroundPicture, IsLookedForWhereThePictureIsInView) {
  Found found = foundOn(pageWithPicture(60, kPage));
  found.picture.frame_fraction = 0.04;
  EXPECT_TRUE(found.pageAround().empty());
  found.picture = {};
  EXPECT_TRUE(found.pageAround().empty());
}

// What was found ends at the upper side of the picture.
Found foundUpToPicture(const cv::Mat& colors) {
  MaskScene scene = prepareMaskScene(colors, 1, kH);
  PageMask part = maskOf(scene, {{48, 102}, {332, 102}, {335, 440}, {45, 430}});
  return {.scene = std::move(scene), .picture = std::move(part)};
}

TEST(PageBeyondPicture, GoesOnToItsOwnEdge) {
  for (const int desk_grey : {60, 110}) {
    const Found found = foundUpToPicture(pageWithPicture(desk_grey, kPage));
    EXPECT_GT(overlapWith(findPageBeyondPicture(found.scene, found.picture, 0), kPage), 0.96) << desk_grey;
  }
  const std::vector<cv::Point> cut_off{{50, -20}, {330, -10}, {335, 440}, {45, 430}};
  const Found found = foundUpToPicture(pageWithPicture(60, cut_off));
  EXPECT_GT(overlapWith(findPageBeyondPicture(found.scene, found.picture, 0), cut_off), 0.96);
}

TEST(PageBeyondPicture, IsNotBeyondPaper) {
  cv::Mat colors = desk(60);
  draw(colors, kPage, 228);
  const Found found = foundUpToPicture(colors);
  EXPECT_TRUE(findPageBeyondPicture(found.scene, found.picture, 0).empty());
}

// A page whose picture is printed to its edge, on a desk as light.
TEST(PageBeyondPicture, IsNoDeskBeyondAPageThatEndsWithItsPicture) {
  cv::Mat colors = desk(215);
  draw(colors, {{48, 102}, {332, 102}, {335, 440}, {45, 430}}, 228);
  drawPatches(colors, {100, 102, 180, 200});
  const Found found = foundUpToPicture(colors);
  const auto is_by_picture = [&](const RoughSide& side) {
    return rimAlong(found.scene, found.picture, side).isPictureOnPaper();
  };
  ASSERT_TRUE(std::ranges::any_of(found.picture.sides, is_by_picture));
  EXPECT_TRUE(findPageBeyondPicture(found.scene, found.picture, 0).empty());
  EXPECT_TRUE(findPageBeyondPicture(found.scene, {}, 0).empty());
}

// A scan of a plate, whose page fills it: nothing but a caption below it tells.
TEST(PictureWithCaption, IsNotAllOfThePage) {
  cv::Mat colors = desk(228);
  drawPicture(colors);
  const Found found = foundOn(colors);
  const auto isOne = [&](const Lines& lines) { return isPictureWithCaption(found.scene, found.picture, lines); };
  EXPECT_FALSE(isOne({}));
  const TextSegment caption = lineFrom({150, 400}, 0, 80);
  EXPECT_TRUE(isOne({caption}));
  EXPECT_TRUE(isOne({caption, lineFrom({160, 80}, 0, 60)}));
  // What else is read beside it may be anything: the table's grain, a neighbouring page.
  EXPECT_FALSE(isOne({caption, lineFrom({10, 200}, 0, 60)}));
  EXPECT_FALSE(isOne({caption, lineFrom({60, 420}, 0, 280)})) << "wider than the picture";
  EXPECT_FALSE(isOne({lineFrom({150, 400}, kAslant, 80)}));
  TextSegment pale = caption;
  pale.strength = 0.05;
  EXPECT_FALSE(isOne({pale}));
  TextSegment crooked = caption;
  crooked.rms = 0.3;
  EXPECT_FALSE(isOne({crooked}));
  Lines page = {caption};
  addBlock(page, {95, 110}, 0, 180, 5);
  EXPECT_FALSE(isOne(page)) << "a sheet of text";
}

// A photograph on a light desk, beside which something looks like a line.
TEST(PictureWithCaption, IsNotOnADeskThatEnds) {
  cv::Mat colors = desk(228);
  colors.colRange(0, 60).setTo(cv::Scalar::all(60));
  drawPicture(colors);
  const Found found = foundOn(colors);
  EXPECT_FALSE(isPictureWithCaption(found.scene, found.picture, {lineFrom({150, 400}, 0, 80)}));
}

TEST(PictureWithCaption, IsNotAslant) {
  cv::Mat colors = desk(228);
  drawPicture(colors);
  Found found = foundOn(colors);
  ASSERT_TRUE(found.picture.quad);
  (*found.picture.quad)[1].y += 25;
  EXPECT_FALSE(isPictureWithCaption(found.scene, found.picture, {lineFrom({150, 400}, 0, 80)}));
}

TEST(PictureWithCaption, IsNoDarkSheet) {
  cv::Mat colors = desk(228);
  draw(colors, kPicture, 90);
  const Found found = foundOn(colors);
  EXPECT_FALSE(isPictureWithCaption(found.scene, found.picture, {lineFrom({150, 400}, 0, 80)}));
}

TEST(PictureWithCaption, IsLeftOnItsPage) {
  test::DrawnPhoto photo({900, 1200}, 225);
  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j < 6; ++j) {
      const double x = 200 + 83.0 * i;
      const double y = 180 + 110.0 * j;
      photo.polygon({{x, y}, {x + 84, y}, {x + 84, y + 111}, {x, y + 111}}, 60 + 25 * ((3 * i + 2 * j) % 6));
    }
  }
  photo.shadeColumns([](double x) { return 1 - 0.004 * std::sin(x / 2); });  // as a scanner sees it
  EXPECT_FALSE(findCues(photo.pyramid(), {})[0].outline.empty());
  photo.text({300, 600, [](double) { return 900; }}, 14, 40);
  EXPECT_TRUE(findCues(photo.pyramid(), {})[0].outline.empty());
}

// Drawn photos, whose pages came out cut to their pictures.
TEST(PageAroundPicture, IsAskedForWithEveryLoneSheet) {
  // The last three run out of the photo: one of them was found from its picture downwards, one on both sides of its
  // fold.
  for (const auto& [kind, seed] : {std::pair{"fold", 5189},
                                   {"folds", 5190},
                                   {"corner", 20428},
                                   {"bend", 25028},
                                   {"plane", 13105},
                                   {"fold", 25110}}) {
    const test::PagePhoto drawn = test::photograph(test::randomDocument(kind, "picture", seed));
    const std::vector<PageCues> pages = findCues(test::pyramidOf(matView(drawn.photo)), {});
    ASSERT_EQ(pages.size(), 1U);
    for (const Vec2 uv : {Vec2{0.03, 0.03}, {0.97, 0.03}, {0.97, 0.97}, {0.03, 0.97}}) {
      const Vec2 seen = drawn.shape.sourceFromPage(uv);
      if (seen.x > 0 && seen.y > 0 && seen.x < drawn.photo.width() && seen.y < drawn.photo.height()) {
        EXPECT_TRUE(test::isInOutline(pages[0], pages[0].frame.workFromSource(seen))) << seed;
      }
    }
  }
}

}  // namespace
}  // namespace platen::detect
