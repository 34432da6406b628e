// findCues on drawn photos: every position it reports is compared with where the thing was drawn.
#include "core/detect/cues.h"

#include "core/detect/raster.h"
#include "tests/detect/drawn_page.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <stop_token>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

namespace platen {
namespace {

using detect::findCues;
using detect::quantile;
using test::DrawnPhoto;

constexpr Size kPhoto{1200, 1600};
constexpr std::array<Vec2, 4> kCorners{Vec2{150.3, 120.6}, Vec2{1060.8, 171.2}, Vec2{1031.4, 1480.5},
                                       Vec2{101.7, 1440.9}};
constexpr double kXHeight = 12;
constexpr double kPitch = 30;

double middleOfLine(int line, double x) {
  return 230 + kPitch * line + 0.035 * (x - 600) + 14 * std::sin(x / 260.0);
}

std::vector<std::byte> bytesOf(const Image& image) {
  std::vector<std::byte> bytes;
  for (int j = 0; j < image.height(); ++j) {
    bytes.insert(bytes.end(), image.row(j), image.row(j) + image.bytesPerPixel() * image.width());
  }
  return bytes;
}

const DrawnPhoto& textPage() {
  static const DrawnPhoto page = [] {
    DrawnPhoto photo(kPhoto, 60);
    photo.sheet(kCorners, 225);
    for (int line = 0; line < 36; ++line) {
      photo.text({220, 960, [line](double x) { return middleOfLine(line, x); }}, kXHeight, 40);
    }
    photo.noise(2, 7);
    return photo;
  }();
  return page;
}

// A sheet off the middle, finer than it is worked on: text, and below it a table that lies a little aslant.
constexpr double kTableTop = 1090;

struct Ruling {
  Vec2 from, to;
};
std::vector<Ruling> tableLines() {
  std::vector<Ruling> lines;
  lines.reserve(10);
  for (int k = 0; k < 5; ++k) {
    lines.push_back({{680, 1100.0 + 90 * k}, {1380, 1120.0 + 90 * k}});
    lines.push_back({{680.0 + 175 * k, 1100.0 + 5 * k}, {670.0 + 175 * k, 1460.0 + 5 * k}});
  }
  return lines;
}

const cv::Mat& ruledPage() {
  static const cv::Mat pixels = [] {
    DrawnPhoto photo({1700, 1800}, 50);
    photo.sheet({Vec2{520, 210}, Vec2{1500, 230}, Vec2{1490, 1590}, Vec2{500, 1570}}, 225);
    for (int line = 0; line < 16; ++line) {
      photo.text({620, 1400, [line](double) { return 300 + 46.0 * line; }}, 18, 40, 0);
    }
    for (const Ruling& line : tableLines()) {
      const Vec2 run = line.to - line.from;
      const Vec2 across = Vec2{-run.y, run.x} / norm(run);
      photo.polygon({line.from - across, line.to - across, line.to + across, line.from + across}, 90);
    }
    photo.noise(2, 9);
    return photo.pixels();
  }();
  return pixels;
}

// Where the drawn lines lie, as far as a point (source_px) is from the nearest one.
double offLine(Vec2 p) {
  double least = 1e9;
  for (int line = 0; line < 36; ++line) {
    const double slope = (middleOfLine(line, p.x + 1) - middleOfLine(line, p.x - 1)) / 2;
    const double off = (p.y - middleOfLine(line, p.x)) / std::hypot(1, slope);
    least = std::abs(off) < std::abs(least) ? off : least;
  }
  return least;
}

void expectLinesTraced(const PageCues& cues) {
  EXPECT_TRUE(cues.has_text);
  ASSERT_GE(cues.segments.size(), 34U);
  const double h_source = cues.char_height / cues.frame.scale;
  double sum = 0;
  double sum_of_squares = 0;
  double count = 0;
  for (const TextSegment& segment : cues.segments) {
    for (const Vec2& p : segment.points) {
      const double off = offLine(cues.frame.sourceFromWork(p)) / h_source;
      EXPECT_LT(std::abs(off), 0.4);
      sum += off;
      sum_of_squares += off * off;
      ++count;
    }
  }
  // Ascenders pull every line's middle by the same amount; a line's own error is what is left.
  const double mean = sum / count;
  EXPECT_LT(std::abs(mean), 0.25);
  EXPECT_LT(std::sqrt(sum_of_squares / count - mean * mean), 0.08);
}

void expectSidesOnEdges(const PageCues& cues) {
  ASSERT_EQ(cues.sides.size(), 4U);
  for (const PageSide& side : cues.sides) {
    ASSERT_GE(side.points.size(), 20U);
    const auto first = static_cast<std::size_t>(side.kind == SideKind::top      ? 0
                                                : side.kind == SideKind::right  ? 1
                                                : side.kind == SideKind::bottom ? 2
                                                                                : 3);
    double mean = 0;
    for (const Vec2& p : side.points) {
      const Vec2 a = kCorners[first];
      const Vec2 b = kCorners[(first + 1) % 4];
      const Vec2 source_px = cues.frame.sourceFromWork(p);
      const double off = cross(b - a, source_px - a) / norm(b - a);
      EXPECT_LT(std::abs(off), 1);
      mean += off / static_cast<double>(side.points.size());
    }
    // A wrong half pixel anywhere would show here.
    EXPECT_LT(std::abs(mean), 0.3) << "side " << static_cast<int>(side.kind);
    EXPECT_GT(side.valid_fraction, 0.9);
  }
}

TEST(Cues, LinesSidesAndHeightOfATextPage) {
  const std::vector<PageCues> pages = findCues(textPage().pyramid(), {});
  ASSERT_EQ(pages.size(), 1U);
  const PageCues& cues = pages[0];
  EXPECT_EQ(cues.frame.quarter_turns, 0);
  EXPECT_EQ(cues.frame.source_size, kPhoto);
  expectLinesTraced(cues);
  expectSidesOnEdges(cues);
  EXPECT_TRUE(cues.is_sheet);
  EXPECT_FALSE(cues.outline_touches_frame);
  EXPECT_NEAR(cues.text_angle, std::atan(0.035), 0.03);
}

// Chalk on a board, a blueprint: the same lines and sides as of dark print.
TEST(Cues, LightPrintOnDarkPaperIsRead) {
  DrawnPhoto photo(kPhoto, 150);
  photo.sheet(kCorners, 45);
  for (int line = 0; line < 36; ++line) {
    photo.text({220, 960, [line](double x) { return middleOfLine(line, x); }}, kXHeight, 205);
  }
  photo.noise(2, 7);
  const std::vector<PageCues> pages = findCues(photo.pyramid(), {});
  ASSERT_EQ(pages.size(), 1U);
  const PageCues& cues = pages[0];
  EXPECT_TRUE(cues.light_print);
  EXPECT_TRUE(cues.has_text);
  expectLinesTraced(cues);
  expectSidesOnEdges(cues);
  EXPECT_TRUE(cues.shading.empty()) << "how bright its paper is tells nothing";
  // The photo is not touched by reading its negative.
  const Pyramid pyramid = photo.pyramid();
  const std::vector<std::byte> before = bytesOf(pyramid.levels.front().image);
  findCues(pyramid, {});
  EXPECT_EQ(bytesOf(pyramid.levels.front().image), before);
  EXPECT_FALSE(findCues(textPage().pyramid(), {})[0].light_print);
}

TEST(Cues, APageWithoutTextIsAsLevelAsItsSides) {
  DrawnPhoto photo(kPhoto, 70);
  photo.sheet({Vec2{330, 150}, {1080, 330}, {870, 1400}, {120, 1220}}, 225);
  const std::vector<PageCues> pages = findCues(photo.pyramid(), {});
  ASSERT_EQ(pages.size(), 1U);
  EXPECT_TRUE(pages[0].segments.empty());
  EXPECT_NEAR(pages[0].text_angle, std::atan2(180, 750), 0.01);
}

TEST(Cues, CharactersOfASheetStandOnTheirLines) {
  const PageCues cues = findCues(textPage().pyramid(), {})[0];
  ASSERT_GT(cues.characters.size(), 300U);
  std::vector<double> feet, heights;
  for (const PrintedCharacter& character : cues.characters) {
    const Vec2 foot = cues.frame.sourceFromWork(character.foot);
    feet.push_back(offLine(foot));
    heights.push_back(norm(foot - cues.frame.sourceFromWork(character.top)));
  }
  EXPECT_NEAR(quantile(feet, 0.5), kXHeight / 2.0, 0.1 * kXHeight);
  EXPECT_NEAR(quantile(heights, 0.4), kXHeight, 0.1 * kXHeight);  // most have no ascender
  // A page whose outline is not in view has no use for them.
  DrawnPhoto sheetless(kPhoto, 224);
  for (int line = 0; line < 36; line += 2) {
    sheetless.text({220, 960, [line](double x) { return middleOfLine(line, x); }}, kXHeight, 40);
  }
  EXPECT_TRUE(findCues(sheetless.pyramid(), {})[0].characters.empty());
}

// White paper on white paper: no contrast to flood against, but four straight edges.
TEST(Cues, AFaintSheetShowsByItsStraightEdges) {
  DrawnPhoto photo(kPhoto, 216);
  photo.sheet(kCorners, 224);
  for (int line = 0; line < 36; line += 2) {
    photo.text({220, 960, [line](double x) { return middleOfLine(line, x); }}, kXHeight, 40);
  }
  photo.noise(2, 7);
  const std::vector<PageCues> pages = findCues(photo.pyramid(), {});
  ASSERT_EQ(pages.size(), 1U);
  ASSERT_EQ(pages[0].sides.size(), 4U);
  for (const PageSide& side : pages[0].sides) {
    const std::size_t first = side.kind == SideKind::top      ? 0
                              : side.kind == SideKind::right  ? 1
                              : side.kind == SideKind::bottom ? 2
                                                              : 3;
    for (const Vec2& p : side.points) {
      EXPECT_LT(test::distanceToLine(kCorners[first], kCorners[(first + 1) % 4], pages[0].frame.sourceFromWork(p)), 4);
    }
  }
}

TEST(Cues, SameEvidenceInGreyAndColor) {
  const DrawnPhoto& photo = textPage();
  const PageCues grey = findCues(photo.pyramid(false), {})[0];
  const PageCues color = findCues(photo.pyramid(true), {})[0];
  EXPECT_EQ(grey.segments.size(), color.segments.size());
  expectSidesOnEdges(color);
}

TEST(Cues, SameInputSameCues) {
  const Pyramid photo = test::pyramidOf(ruledPage());
  FitOptions one_thread;
  one_thread.threads = 1;
  const PageCues a = findCues(photo, one_thread)[0];
  const PageCues b = findCues(photo, {})[0];
  ASSERT_EQ(a.segments.size(), b.segments.size());
  for (std::size_t n = 0; n < a.segments.size(); ++n) {
    EXPECT_EQ(a.segments[n].points, b.segments[n].points);
  }
  ASSERT_EQ(a.sides.size(), b.sides.size());
  for (std::size_t n = 0; n < a.sides.size(); ++n) {
    EXPECT_EQ(a.sides[n].points, b.sides[n].points);
  }
  EXPECT_EQ(a.outline, b.outline);
  ASSERT_EQ(a.rules.size(), b.rules.size());
  for (std::size_t n = 0; n < a.rules.size(); ++n) {
    EXPECT_EQ(a.rules[n].points, b.rules[n].points);
  }
  ASSERT_FALSE(a.followed_rules.empty());
  ASSERT_EQ(a.followed_rules.size(), b.followed_rules.size());
  for (std::size_t n = 0; n < a.followed_rules.size(); ++n) {
    EXPECT_EQ(a.followed_rules[n].points, b.followed_rules[n].points);
  }
  EXPECT_EQ(bytesOf(a.direction.image), bytesOf(b.direction.image));
  EXPECT_EQ(bytesOf(a.ink.image), bytesOf(b.ink.image));
}

// The sheet lies off the middle, so that a frame mistaken on the way from the detector shows.
TEST(Cues, RulesLieWhereTheyArePrinted) {
  DrawnPhoto photo({1600, 1400}, 50);
  photo.sheet({Vec2{620, 310}, Vec2{1480, 330}, Vec2{1470, 1290}, Vec2{600, 1270}}, 225);
  for (int line = 0; line < 12; ++line) {
    photo.text({700, 1380, [line](double) { return 390 + 36.0 * line; }}, kXHeight, 40);
  }
  const Vec2 from{700, 905.5};
  const Vec2 to{1380, 930.5};
  const Vec2 thick{0, 4};
  photo.polygon({from, to, to + thick, from + thick}, 40);
  const PageCues cues = findCues(photo.pyramid(), {})[0];
  const auto onEdge = [&](Vec2 p) {
    return std::min(test::distanceToLine(from, to, p), test::distanceToLine(from + thick, to + thick, p)) < 1;
  };
  double found = 0;
  for (const PrintedRule& rule : cues.rules) {
    const Vec2 a = cues.frame.sourceFromWork(rule.points.front());
    const Vec2 b = cues.frame.sourceFromWork(rule.points.back());
    found += onEdge(a) && onEdge(b) ? norm(b - a) : 0;
    EXPECT_GT(std::min(a.x, b.x), 600);
    EXPECT_LT(std::max(a.x, b.x), 1480);
  }
  EXPECT_GT(found, 680);  // both edges of the rule, most of them
}

TEST(Cues, FollowedRulesLieOnTheTablesLines) {
  const PageCues cues = findCues(test::pyramidOf(ruledPage()), {})[0];
  ASSERT_LT(cues.frame.scale, 0.8);
  std::vector<Polyline> followed;
  for (const PrintedRule& rule : cues.followed_rules) {
    Polyline line;
    for (const Vec2& p : rule.points) {
      line.push_back(cues.frame.sourceFromWork(p));
    }
    if (line.front().y > kTableTop) {  // not the straight edge of a row of letters
      followed.push_back(line);
    }
  }
  const std::vector<Ruling> drawn = tableLines();
  EXPECT_EQ(followed.size(), drawn.size());
  for (const Ruling& ruling : drawn) {
    const auto off = [&](Vec2 p) {
      return cross(ruling.to - ruling.from, p - ruling.from) / norm(ruling.to - ruling.from);
    };
    const auto line = std::find_if(followed.begin(), followed.end(), [&](const Polyline& points) {
      return std::all_of(points.begin(), points.end(), [&](Vec2 p) { return std::abs(off(p)) < 1; });
    });
    ASSERT_NE(line, followed.end()) << "from " << ruling.from.x << ' ' << ruling.from.y;
    double mean = 0;
    for (const Vec2& p : *line) {
      mean += off(p) / static_cast<double>(line->size());
    }
    EXPECT_LT(std::abs(mean), 0.3);  // half a pixel of the frame would be more
    const double length = norm(ruling.to - ruling.from);
    EXPECT_NEAR(norm(line->back() - line->front()), length, 0.04 * length);
  }
}

TEST(Cues, RulesAreFollowedWhereThreeSidesAreInView) {
  const auto seen = [](const cv::Rect& part) { return findCues(test::pyramidOf(ruledPage()(part).clone()), {})[0]; };
  const PageCues three = seen({560, 0, 1140, 1800});  // the left of the sheet is beyond the photo
  EXPECT_EQ(three.sides.size(), 3U);
  EXPECT_GE(three.followed_rules.size(), 10U);
  const PageCues two = seen({560, 260, 1140, 1540});  // and its top
  EXPECT_EQ(two.sides.size(), 2U);
  EXPECT_GE(two.rules.size(), 10U);
  EXPECT_TRUE(two.followed_rules.empty());
}

TEST(Cues, PageLyingOnItsSideIsTurned) {
  // The photo of the page, turned counterclockwise: one clockwise quarter turn makes it upright.
  cv::Mat turned;
  cv::rotate(textPage().pixels(), turned, cv::ROTATE_90_COUNTERCLOCKWISE);
  const PageCues cues = findCues(test::pyramidOf(turned), {})[0];
  ASSERT_EQ(cues.frame.quarter_turns, 1);
  ASSERT_GE(cues.segments.size(), 34U);
  // The same page in the same frame: source points of the upright photo.
  PageCues upright = cues;
  const double s = cues.frame.scale;
  upright.frame = {kPhoto, s, 0};
  expectLinesTraced(upright);
  expectSidesOnEdges(upright);
}

TEST(Cues, AnExplicitRotationIsKept) {
  FitOptions options;
  const Pyramid photo = textPage().pyramid();
  options.rotate = Rotation::deg180;
  EXPECT_EQ(findCues(photo, options)[0].frame.quarter_turns, 2);
  options.rotate = Rotation::deg0;
  EXPECT_EQ(findCues(photo, options)[0].frame.quarter_turns, 0);
}

TEST(Cues, NothingToSeeIsNoError) {
  const auto check = [](const cv::Mat& pixels) {
    const std::vector<PageCues> pages = findCues(test::pyramidOf(pixels), {});
    ASSERT_GE(pages.size(), 1U);
    EXPECT_FALSE(pages[0].has_text);
    EXPECT_TRUE(pages[0].notes.empty()) << "the fit warns of missing text and edges";
    EXPECT_EQ(pages[0].frame.source_size, (Size{pixels.cols, pixels.rows}));
    EXPECT_GT(pages[0].frame.scale, 0);
  };
  for (const int grey : {0, 128, 255}) {
    check(cv::Mat(900, 700, CV_8UC1, cv::Scalar::all(grey)));
    check(cv::Mat(900, 700, CV_8UC3, cv::Scalar::all(grey)));
    check(cv::Mat(16, 16, CV_8UC1, cv::Scalar::all(grey)));
    check(cv::Mat(1, 1, CV_8UC3, cv::Scalar::all(grey)));
    check(cv::Mat(2, 900, CV_8UC1, cv::Scalar::all(grey)));
  }
  cv::Mat grain(1500, 1100, CV_8UC1);
  cv::RNG(5).fill(grain, cv::RNG::UNIFORM, 0, 256);
  check(grain);
  cv::Mat tiny(16, 16, CV_8UC3);
  cv::RNG(6).fill(tiny, cv::RNG::UNIFORM, 0, 256);
  check(tiny);
}

TEST(Cues, AHundredThousandSpecksAreNoText) {
  cv::Mat specks(2400, 2400, CV_8UC1, cv::Scalar::all(230));
  cv::RNG random(11);
  for (int n = 0; n < 120000; ++n) {
    const cv::Point p(random.uniform(0, specks.cols), random.uniform(0, specks.rows));
    cv::rectangle(specks, cv::Rect(p, cv::Size(4, 4)) & cv::Rect({0, 0}, specks.size()), 30, cv::FILLED);
  }
  const std::vector<PageCues> pages = findCues(test::pyramidOf(specks), {});
  ASSERT_GE(pages.size(), 1U);
  EXPECT_GT(pages[0].frame.scale, 0);
}

TEST(Cues, NoLevelIsTheCallersMistake) {
  EXPECT_THROW(findCues(Pyramid{}, {}), std::invalid_argument);
}

TEST(Cues, AStopLeavesAFrame) {
  std::stop_source source;
  source.request_stop();
  const std::vector<PageCues> pages = findCues(textPage().pyramid(), {}, source.get_token());
  ASSERT_EQ(pages.size(), 1U);
  EXPECT_EQ(pages[0].frame.source_size, kPhoto);
}

TEST(Cues, AStopAtAnyTimeLeavesPagesThatAFitCanTake) {
  for (const int milliseconds : {1, 10, 30, 60, 100, 160}) {
    std::stop_source source;
    const std::jthread later([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
      source.request_stop();
    });
    const std::vector<PageCues> pages = findCues(textPage().pyramid(), {}, source.get_token());
    ASSERT_EQ(pages.size(), 1U);
    EXPECT_EQ(pages[0].frame.source_size, kPhoto);
    EXPECT_GT(pages[0].frame.scale, 0);
    for (const TextSegment& segment : pages[0].segments) {
      EXPECT_GE(segment.points.size(), 2U);
    }
  }
}

}  // namespace
}  // namespace platen
