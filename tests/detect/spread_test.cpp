// Two facing pages are told from one page with columns, and the gutter lies where it was drawn.
#include "core/detect/cues.h"
#include "core/detect/open_book.h"
#include "core/detect/raster.h"
#include "tests/detect/drawn_page.h"

#include <algorithm>
#include <cmath>
#include <string>

#include <gtest/gtest.h>

namespace platen {
namespace {

using detect::findCues;
using test::DrawnPhoto;

constexpr Size kPhoto{2000, 1400};
constexpr double kGutter = 1015;
constexpr double kXHeight = 12;

struct Book {
  int left_lines = 34;
  int right_ink = 40;    // grey of the right page's print
  bool plate = false;    // a picture across the gutter above the text
  bool title = false;    // a line of print across the gutter above the text
  double left = 80;      // where the left page begins
  double right = 1940;   // where the right page ends; beyond the photo: cut off
  double valley = 0.55;  // of light, at the gutter
};

// An open book: both pages bend down towards the gutter, and light fades there.
DrawnPhoto openBook(const Book& book = {}) {
  DrawnPhoto photo(kPhoto, 70);
  std::vector<Vec2> outline;
  const auto bend = [](double x) { return 60 * std::exp(-std::abs(x - kGutter) / 160); };
  for (int x = static_cast<int>(book.left); x <= book.right; x += 10) {
    outline.push_back({static_cast<double>(x), 70 + bend(x)});
  }
  for (int x = static_cast<int>(book.right); x >= book.left; x -= 10) {
    outline.push_back({static_cast<double>(x), 1330 + bend(x)});
  }
  photo.polygon(outline, 225);
  for (int line = book.plate ? 14 : 0; line < 34; ++line) {
    const auto middle = [line, bend](double x) { return 150 + 34 * line + bend(x); };
    if (line < book.left_lines) {
      photo.text({book.left + 90, kGutter - 70, middle}, kXHeight, 40);
    }
    photo.text({kGutter + 70, book.right - 90, middle}, kXHeight, book.right_ink);
  }
  if (book.title) {
    photo.text({600, 1400, [bend](double x) { return 116 + bend(x); }}, 0.75 * kXHeight, 40);
  }
  if (book.plate) {
    photo.polygon({{200, 130}, {1800, 130}, {1800, 560}, {200, 560}}, 110);
  }
  photo.shadeColumns([valley = book.valley](double x) { return 1 - valley * std::exp(-std::abs(x - kGutter) / 60); });
  photo.noise(2, 3);
  return photo;
}

TEST(Spread, AnOpenBookIsTwoPages) {
  const std::vector<PageCues> pages = findCues(openBook().pyramid(), {});
  ASSERT_EQ(pages.size(), 2U);
  for (std::size_t n = 0; n < 2; ++n) {
    const PageCues& page = pages[n];
    EXPECT_EQ(page.index, static_cast<int>(n) + 1);
    EXPECT_TRUE(page.has_text);
    const auto gutter =
        std::find_if(page.sides.begin(), page.sides.end(), [](const PageSide& side) { return side.is_gutter; });
    ASSERT_NE(gutter, page.sides.end());
    EXPECT_EQ(gutter->kind, n == 0 ? SideKind::right : SideKind::left);
    double x = 0;
    for (const Vec2& p : gutter->points) {
      x += page.frame.sourceFromWork(p).x / static_cast<double>(gutter->points.size());
    }
    EXPECT_NEAR(x, kGutter, 0.01 * kPhoto.width);
    // Every line belongs to its own page alone.
    ASSERT_GE(page.segments.size(), 30U);
    for (const TextSegment& segment : page.segments) {
      for (const Vec2& p : segment.points) {
        const double off = page.frame.sourceFromWork(p).x - kGutter;
        EXPECT_GT(n == 0 ? -off : off, 0);
      }
    }
  }
}

TEST(Spread, ClothBesideASheetIsNoFacingPage) {
  // Rows of marks half as dark, as a carpet or a weave shows them, kink at the sheet's edge like the lines of a facing
  // page.
  EXPECT_EQ(findCues(openBook({.right_ink = 127}).pyramid(), {}).size(), 1U);
}

TEST(Spread, APageWithoutPrintIsAPage) {
  const std::vector<PageCues> pages = findCues(openBook({.left_lines = 0}).pyramid(), {});
  ASSERT_EQ(pages.size(), 2U);
  EXPECT_FALSE(pages[0].has_text);
  EXPECT_TRUE(pages[1].has_text);
  EXPECT_GE(pages[0].sides.size(), 4U);
}

TEST(Spread, AGlimpseOfTheFacingPageIsToldAndLeftOut) {
  // The photo ends 300 pixels beyond the gutter.
  DrawnPhoto book = openBook();
  const cv::Mat cut = book.pixels()(cv::Rect(0, 0, static_cast<int>(kGutter) + 300, kPhoto.height)).clone();
  const std::vector<PageCues> pages = findCues(test::pyramidOf(cut), {});
  ASSERT_EQ(pages.size(), 1U);
  ASSERT_EQ(pages[0].notes.size(), 1U);
  EXPECT_NE(pages[0].notes[0].find("facing page"), std::string::npos);
  for (const TextSegment& segment : pages[0].segments) {
    EXPECT_LT(pages[0].frame.sourceFromWork(segment.points.back()).x, kGutter);
  }
}

// A page with a dark valley along its right side, and paper of its colour beyond that reaches as far as the photo.
// Where its outline ends within the photo, the valley is the shadow of a sheet that curls, not a gutter.
TEST(Spread, AShadowBesideASheetInViewIsNoGutter) {
  DrawnPhoto photo({1500, 1400}, 70);
  const std::vector<Vec2> page{{80, 240}, {kGutter, 300}, {kGutter, 1160}, {80, 1100}};
  photo.polygon(page, 225);
  photo.polygon({{kGutter, 0}, {1500, 0}, {1500, 1400}, {kGutter, 1400}}, 225);
  for (int line = 0; line < 22; ++line) {
    photo.text({170, kGutter - 70, [line](double x) { return 310 + 34 * line + 60 * (x - 80) / (kGutter - 80); }},
               kXHeight, 40);
  }
  photo.shadeColumns([](double x) { return 1 - 0.55 * std::exp(-std::abs(x - kGutter) / 60); });
  photo.noise(2, 3);
  const Pyramid pyramid = photo.pyramid();
  const detect::OpenPhoto open = detect::openPhoto(pyramid);
  const detect::Reading reading = detect::bestReading(open, {}, {});
  const double k = std::min(1.0, 480.0 / std::max(reading.grey.cols, reading.grey.rows));
  const detect::MaskScene scene =
      detect::prepareMaskScene(detect::pixelsInFrame(open.colors, open.level_scale, reading.frame, k), k, reading.h);
  detect::PageMask mask = detect::findPageMask(scene, reading.segments, {}, reading.h, reading.theta, std::nullopt);
  ASSERT_TRUE(mask.believable());
  mask.frame_fraction = 0.25;
  EXPECT_TRUE(findOpenBook(reading, scene, mask, {}, {}).has_value());
  mask.frame_fraction = 0.05;
  EXPECT_FALSE(findOpenBook(reading, scene, mask, {}, {}).has_value());
  PageSelection left;
  left.choice = PageChoice::left;  // who asks for a half says that there is one
  EXPECT_TRUE(findOpenBook(reading, scene, mask, left, {}).has_value());
}

// Paper that ends a quarter of a page's width beyond a dark valley, in view: the fold or the shadow beside a loose
// sheet.
TEST(Spread, AStripThatEndsInViewIsNoFacingPage) {
  const std::vector<PageCues> pages = findCues(openBook({.left = 700}).pyramid(), {});
  ASSERT_EQ(pages.size(), 1U);
  EXPECT_TRUE(pages[0].notes.empty());
  EXPECT_TRUE(
      std::none_of(pages[0].sides.begin(), pages[0].sides.end(), [](const PageSide& s) { return s.is_gutter; }));
}

TEST(Spread, APictureAcrossTheGutterIsCutOnlyWhereAsked) {
  const Pyramid photo = openBook({.plate = true}).pyramid();
  EXPECT_EQ(findCues(photo, {}).size(), 1U);
  FitOptions left;
  left.page.choice = PageChoice::left;
  EXPECT_EQ(findCues(photo, left).size(), 2U);
}

TEST(Spread, PrintThatGoesOnAcrossAFoldIsNotCut) {
  Book letter;
  letter.valley = 0.25;
  EXPECT_EQ(findCues(openBook(letter).pyramid(), {}).size(), 2U);
  letter.title = true;
  EXPECT_EQ(findCues(openBook(letter).pyramid(), {}).size(), 1U);
  FitOptions left;
  left.page.choice = PageChoice::left;
  EXPECT_EQ(findCues(openBook(letter).pyramid(), left).size(), 2U) << "what is asked for is cut all the same";
}

TEST(Spread, WholeIsNotCut) {
  FitOptions whole;
  whole.page.choice = PageChoice::whole;
  const std::vector<PageCues> kept = findCues(openBook().pyramid(), whole);
  ASSERT_EQ(kept.size(), 1U);
  EXPECT_TRUE(kept[0].is_spread);
}

TEST(Spread, ASheetThatSomeoneCallsWholeIsNoSpread) {
  DrawnPhoto sheet({1200, 900}, 70);
  sheet.sheet({{{100, 80}, {1100, 90}, {1090, 820}, {110, 810}}}, 220);
  sheet.noise(2, 5);
  FitOptions whole;
  whole.page.choice = PageChoice::whole;
  const std::vector<PageCues> kept = findCues(sheet.pyramid(), whole);
  ASSERT_EQ(kept.size(), 1U);
  EXPECT_FALSE(kept[0].is_spread);
}

// In even light nothing but the kinks of its edges, and of its lines, tell of a gutter.
TEST(Spread, AnOpenBookInEvenLightIsTwoPages) {
  for (const bool has_print : {true, false}) {
    Book flat;
    flat.valley = 0;
    flat.left_lines = has_print ? 34 : 0;
    EXPECT_EQ(findCues(openBook(flat).pyramid(), {}).size(), 2U) << has_print;
  }
}

TEST(Spread, ATableAcrossAFoldIsNotCut) {
  Book folded;
  folded.valley = 0;
  folded.left_lines = 0;
  DrawnPhoto photo = openBook(folded);
  for (int rule = 0; rule < 9; ++rule) {
    const double y = 500 + 50 * rule;
    photo.polygon({{300, y}, {1700, y}, {1700, y + 6}, {300, y + 6}}, 40);
  }
  EXPECT_EQ(findCues(photo.pyramid(), {}).size(), 1U);
}

// A dent in the edge of a sheet that the photo cuts off at the side, above the gap between two columns, or beside the
// only one.
TEST(Spread, ADentIsNoGutter) {
  for (const bool has_columns : {true, false}) {
    DrawnPhoto photo({1400, 2000}, 70);
    std::vector<Vec2> outline{{100, 80}};
    for (int x = 104; x <= 1416; x += 4) {
      outline.push_back({static_cast<double>(x), 80 + 60 * std::exp(-std::abs(x - 1000) / 160.0)});
    }
    for (const Vec2 corner : {Vec2{1420, 80}, Vec2{1420, 1900}, Vec2{100, 1900}}) {
      outline.push_back(corner);
    }
    photo.polygon(outline, 225);
    for (int line = 0; line < 45; ++line) {
      const auto level = [line](double) { return 200.0 + 36 * line; };
      photo.text({170, 950, level}, kXHeight, 40);
      if (has_columns) {
        photo.text({1050, 1390, level}, kXHeight, 40);
      }
    }
    photo.noise(2, 4);
    const std::vector<PageCues> pages = findCues(photo.pyramid(), {});
    ASSERT_EQ(pages.size(), 1U);
    EXPECT_TRUE(pages[0].notes.empty()) << has_columns;
  }
}

TEST(Spread, ColumnsOfOnePageAreOnePage) {
  DrawnPhoto photo(kPhoto, 70);
  photo.sheet({Vec2{90, 60}, Vec2{1920, 90}, Vec2{1900, 1345}, Vec2{70, 1320}}, 225);
  for (int line = 0; line < 34; ++line) {
    const auto middle = [line](double x) { return 150 + 34 * line + 0.016 * x; };
    photo.text({170, 950, middle}, kXHeight, 40);
    photo.text({1050, 1830, middle}, kXHeight, 40);
  }
  photo.noise(2, 4);
  const std::vector<PageCues> pages = findCues(photo.pyramid(), {});
  ASSERT_EQ(pages.size(), 1U);
  EXPECT_EQ(pages[0].sides.size(), 4U);
}

TEST(Spread, ColumnsThatFillThePhotoAreOnePage) {
  DrawnPhoto photo(kPhoto, 225);
  for (int line = 0; line < 38; ++line) {
    const auto middle = [line](double x) { return 60 + 34 * line + 0.01 * x; };
    photo.text({60, 940, middle}, kXHeight, 40);
    photo.text({1060, 1940, middle}, kXHeight, 40);
  }
  photo.noise(2, 5);
  EXPECT_EQ(findCues(photo.pyramid(), {}).size(), 1U);
}

// Figures beside boxes of code: print tells of a gutter, but what would be left out is half of the page.
TEST(Spread, AColumnOfFiguresIsNoGlimpse) {
  DrawnPhoto photo({1240, 1750}, 255);
  for (const double top : {120.0, 620.0, 1120.0}) {
    photo.polygon({{680, top}, {1180, top}, {1180, top + 420}, {680, top + 420}}, 205);
    for (int line = 0; line < 12; ++line) {
      photo.text({710, 1150, [=](double x) { return top + 40 + 32.0 * line + 0.004 * (x - 710); }}, 9, 30);
    }
    for (int part = 0; part < 2; ++part) {
      photo.text({380, 640, [=](double x) { return top + 120 + 120.0 * part + 0.2 * (x - 120); }}, 9, 30);
    }
  }
  photo.noise(0.6, 6);  // a page with blank margins of one value has no facing one anyway
  const std::vector<PageCues> pages = findCues(photo.pyramid(), {});
  ASSERT_EQ(pages.size(), 1U);
  EXPECT_TRUE(pages[0].notes.empty());
}

// Names beside a score, and a grey bracket between them that light would leave in a gutter.
TEST(Spread, WhatADrawnPageHasWithinItsMarginsIsNoGlimpse) {
  const auto notesOf = [](double noise) {
    DrawnPhoto photo({1240, 1750}, 255);
    photo.polygon({{250, 60}, {290, 60}, {290, 1690}, {250, 1690}}, 190);
    photo.polygon({{262, 60}, {278, 60}, {278, 1690}, {262, 1690}}, 130);
    for (int line = 0; line < 40; ++line) {
      const auto level = [line](double) { return 100 + 40.0 * line; };
      photo.text({30, 220, level}, 9, 30);
      photo.text({330, 1200, level}, 9, 30);
    }
    photo.noise(noise, 6);
    const std::vector<PageCues> pages = findCues(photo.pyramid(), {});
    return pages.size() == 1 ? pages[0].notes.size() : 99;
  };
  EXPECT_EQ(notesOf(2), 1U) << "or there was nothing to be mistaken";
  EXPECT_EQ(notesOf(0), 0U);
}

double gutterAt(const PageCues& page, double source_y) {
  const auto side = std::find_if(page.sides.begin(), page.sides.end(), [](const PageSide& s) { return s.is_gutter; });
  if (side == page.sides.end()) {
    return -1;
  }
  double nearest = 1e9;
  double x = -1;
  for (const Vec2& p : side->points) {
    const Vec2 seen = page.frame.sourceFromWork(p);
    if (std::abs(seen.y - source_y) < nearest) {
      nearest = std::abs(seen.y - source_y);
      x = seen.x;
    }
  }
  return x;
}

// Where someone puts the spine both pages end, however clear the valley beside it is; and what is printed between goes
// from one page to the other.
TEST(Spread, ASpineThatIsGivenIsTheCommonSide) {
  const DrawnPhoto book = openBook();
  const double moved = kGutter - 300;
  const std::vector<PageCues> found = findCues(book.pyramid(), {});
  const std::vector<PageCues> pages = findCues(book.pyramid(), {}, {}, {{moved + 20, 0}, {moved - 20, 1400}});
  ASSERT_EQ(found.size(), 2U);
  ASSERT_EQ(pages.size(), 2U);
  for (std::size_t n = 0; n < 2; ++n) {
    EXPECT_EQ(pages[n].index, static_cast<int>(n) + 1);
    for (const double y : {200.0, 700.0, 1200.0}) {
      EXPECT_NEAR(gutterAt(pages[n], y), moved + 20 - 40 * y / 1400, 2) << n << " " << y;
    }
    for (const TextSegment& segment : pages[n].segments) {
      for (const Vec2& p : segment.points) {
        const Vec2 seen = pages[n].frame.sourceFromWork(p);
        const double off = seen.x - (moved + 20 - 40 * seen.y / 1400);
        EXPECT_GT(n == 0 ? -off : off, -kXHeight) << n;
      }
    }
  }
  const auto leftmost = [](const PageCues& page) {
    double x = 1e9;
    for (const TextSegment& segment : page.segments) {
      x = std::min(x, page.frame.sourceFromWork(segment.points.front()).x);
    }
    return x;
  };
  EXPECT_GT(leftmost(found[1]), kGutter);
  EXPECT_LT(leftmost(pages[1]), moved + 60) << "the strip is the right page's now";
}

// What was taken for one page is divided, and one that someone calls whole is not.
TEST(Spread, OnePageIsDividedByASpineThatIsGiven) {
  const DrawnPhoto book = openBook({.right_ink = 127});
  ASSERT_EQ(findCues(book.pyramid(), {}).size(), 1U);
  const Polyline spine{{kGutter, 100}, {kGutter, 1300}};
  const std::vector<PageCues> pages = findCues(book.pyramid(), {}, {}, spine);
  ASSERT_EQ(pages.size(), 2U);
  for (const PageCues& page : pages) {
    EXPECT_TRUE(page.hasGutter());
    EXPECT_NEAR(gutterAt(page, 700), kGutter, 2);
    EXPECT_GE(page.sides.size(), 3U);
    EXPECT_TRUE(page.notes.empty());
  }
  FitOptions whole;
  whole.page.choice = PageChoice::whole;
  EXPECT_EQ(findCues(book.pyramid(), whole, {}, spine).size(), 1U);
}

// Paper without a line of print is divided as well, also where the photo lies on its side.
TEST(Spread, ABlankPhotoIsDividedWhicheverWayTheSpineRuns) {
  DrawnPhoto blank({1200, 900}, 70);
  blank.sheet({{{100, 80}, {1100, 90}, {1090, 820}, {110, 810}}}, 220);
  blank.noise(2, 5);
  const std::vector<PageCues> pages = findCues(blank.pyramid(), {}, {}, {{0, 450}, {1200, 450}});
  ASSERT_EQ(pages.size(), 2U);
  for (const PageCues& page : pages) {
    ASSERT_TRUE(page.hasGutter());
    EXPECT_EQ(page.sides.size(), 4U);
  }
}

// A line drawn along the print by mistake divides nothing, and turns nothing round.
TEST(Spread, ASpineAlongThePrintLeavesThePhotoAsItReads) {
  const DrawnPhoto book = openBook({.right_ink = 127});
  const Polyline along{{0, 700}, {2000, 705}};
  const std::vector<PageCues> pages = findCues(book.pyramid(), {}, {}, along);
  const std::vector<PageCues> alone = findCues(book.pyramid(), {});
  ASSERT_EQ(pages.size(), alone.size());
  EXPECT_EQ(pages[0].frame.quarter_turns, alone[0].frame.quarter_turns);
  EXPECT_EQ(pages[0].segments.size(), alone[0].segments.size());
}

}  // namespace
}  // namespace platen
