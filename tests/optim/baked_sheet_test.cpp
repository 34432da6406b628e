// What of the photo a deskewed page is.
#include "core/optim/baked_sheet.h"

#include <cstddef>

#include <gtest/gtest.h>

namespace platen::optim {
namespace {

constexpr int kSide = 1000;

PageCues photo(bool has_text) {
  PageCues cues;
  cues.frame.source_size = {kSide, kSide};
  cues.has_text = has_text;
  return cues;
}

// Of its width the left three quarters, up to an edge.
SheetFit deskewed(int edges) {
  SheetFit sheet;
  sheet.usable = true;
  sheet.kind = SheetKind::similarity;
  sheet.frame.centre = {kSide / 2.0, kSide / 2.0};
  sheet.frame.norm = kSide;
  sheet.frame.half_width_q = 0.5;
  sheet.rect = sheet.content = {-1, -1, 0.5, 1};
  constexpr SideKind kOrder[] = {SideKind::right, SideKind::top};
  for (int k = 0; k < edges; ++k) {
    sheet.edge_found[static_cast<std::size_t>(kOrder[k])] = true;
  }
  return sheet;
}

BakedSheet baked(bool has_text, int edges) {
  return bakeOrFallBack(photo(has_text), deskewed(edges), {}, {});
}

TEST(BakedSheet, APageWithoutEdgesIsTheWholePhoto) {
  for (const bool has_text : {true, false}) {
    const BakedSheet sheet = baked(has_text, 0);
    ASSERT_TRUE(sheet.ok);
    EXPECT_TRUE(sheet.whole_photo);
    EXPECT_EQ(sheet.grid, wholePhoto(photo(has_text).frame));
  }
}

// That of a figure, as likely as not.
TEST(BakedSheet, OneEdgeWithoutTextCutsNothingOff) {
  const BakedSheet sheet = baked(false, 1);
  ASSERT_TRUE(sheet.ok);
  EXPECT_TRUE(sheet.whole_photo);
  EXPECT_EQ(sheet.sheet.edgeCount(), 0);
  EXPECT_FALSE(baked(true, 1).whole_photo) << "a scan's black border";
  EXPECT_FALSE(baked(false, 2).whole_photo);
}

// Where the text lies in a corner, the middle of the photo is none of the sheet's table.
TEST(BakedSheet, TextInACornerIsOnTheWholePhotoWhereItWas) {
  SheetFit sheet = deskewed(0);
  sheet.frame.centre = {kSide / 8.0, kSide / 8.0};
  sheet.frame.half_width_q = 0.05;
  sheet.rect = sheet.content = {-1, -1, 1, 1};
  sheet.parameters.roll = 0.02;
  const BakedSheet page = bakeOrFallBack(photo(true), sheet, {}, {});
  ASSERT_TRUE(page.ok);
  ASSERT_TRUE(page.whole_photo);
  const Vec2 middle = sourceFromPage(splineNet(page.grid), {0.5, 0.5});
  EXPECT_NEAR(middle.x, kSide / 2.0, 1);
  EXPECT_NEAR(middle.y, kSide / 2.0, 1);
}

TEST(BakedSheet, WhatFillsThePhotoIsKeptWholeWhereItIsSeenFlat) {
  const auto whole = [](double pitch, bool fills_photo) {
    PageCues cues = photo(true);
    cues.fills_photo = fills_photo;
    SheetFit sheet = deskewed(0);
    sheet.kind = SheetKind::plane;
    sheet.parameters.pitch = pitch;
    const BakedSheet page = bakeOrFallBack(cues, sheet, {}, {});
    EXPECT_TRUE(page.ok);
    return page.whole_photo;
  };
  EXPECT_TRUE(whole(0.01, true));
  EXPECT_FALSE(whole(0.01, false)) << "on a white desk, as likely as not";
  EXPECT_FALSE(whole(0.2, true)) << "what a camera saw from aslant";
}

}  // namespace
}  // namespace platen::optim
