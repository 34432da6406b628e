// The page's rectangle beside edges that are not its own, on a drawn photo.
#include "core/optim/page_rect.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace platen::optim {
namespace {

constexpr int kWidth = 400;
constexpr int kHeight = 600;
constexpr double kSide = 320;    // the page's right side, work_px
constexpr double kFigure = 270;  // from here on is something of another colour
constexpr double kTextEnd = 200;

Curve levelLine(double y) {
  Curve line;
  line.kind = CurveKind::text;
  line.is_h = true;
  for (int x = 60; x <= kTextEnd; x += 20) {
    line.points.push_back({static_cast<double>(x), y});
  }
  return line;
}

Curve lowerSide(double y) {
  Curve side;
  side.kind = CurveKind::side;
  side.is_h = true;
  side.side = SideKind::bottom;
  for (int x = 30; x <= 370; x += 20) {
    side.points.push_back({static_cast<double>(x), y});
  }
  return side;
}

// A grey photo, nothing found in it.
PageCues blankPhoto(bool has_text) {
  PageCues cues;
  cues.char_height = 8;
  cues.has_text = has_text;
  cues.frame.source_size = {kWidth, kHeight};
  cues.photo.scale = 1;
  cues.photo.image = Image::allocate({kWidth, kHeight}, 3);
  for (int y = 0; y < kHeight; ++y) {
    std::fill_n(cues.photo.image.rowAs<std::uint8_t>(y), 3 * kWidth, std::uint8_t{200});
  }
  return cues;
}

// The page's rectangle, work_px, on a flat sheet that faces the camera.
Box rectOf(const PageCues& cues, const std::vector<Curve>& curves, const std::vector<bool>& inlier) {
  SheetFrame frame;
  frame.centre = {kWidth / 2.0, kHeight / 2.0};
  frame.norm = kHeight;
  frame.half_width_q = kWidth / 2.0 / kHeight;
  frame.aspect = 1.5;
  const Box uv = findPageRect(cues, SheetModel(frame, {}), curves, inlier).rect;
  const auto at = [&](double u, double centre) { return u * kWidth / 2.0 + centre; };
  return {at(uv.x0, frame.centre.x), at(uv.y0, frame.centre.y), at(uv.x1, frame.centre.x), at(uv.y1, frame.centre.y)};
}

Box rectOf(const PageCues& cues, const std::vector<Curve>& curves) {
  return rectOf(cues, curves, std::vector<bool>(curves.size(), true));
}

// work_px of the right side that is found; `divided_there`: the side is where an open book was divided.
double rightSide(bool divided_there) {
  PageCues cues = blankPhoto(true);
  for (int y = 0; y < kHeight; ++y) {
    for (int x = 0; x < kWidth; ++x) {
      const std::uint8_t paper[3] = {200, 198, 190};
      const std::uint8_t figure[3] = {70, 90, 160};
      std::copy_n(x < kFigure ? paper : figure, 3, cues.photo.image.rowAs<std::uint8_t>(y) + 3 * x);
    }
  }
  PageSide side;
  side.kind = SideKind::right;
  side.valid_fraction = 1;
  side.is_gutter = divided_there;
  Curve side_curve;
  side_curve.kind = CurveKind::side;
  side_curve.is_h = false;
  side_curve.side = SideKind::right;
  for (int y = 30; y <= 570; y += 30) {
    side.points.push_back({kSide, static_cast<double>(y)});
    side_curve.points.push_back({kSide, static_cast<double>(y)});
  }
  cues.sides.push_back(side);
  std::vector<Curve> curves{side_curve};
  for (int y = 80; y <= 520; y += 20) {
    curves.push_back(levelLine(y));
  }
  return rectOf(cues, curves).x1;
}

TEST(PageRect, ASideOnWhatThePageLiesOnMovesInToThePagesOwnEdge) {
  EXPECT_NEAR(rightSide(false), kFigure, 5);
}

TEST(PageRect, WhereAnOpenBookWasDividedAFiguresEdgeIsNone) {
  EXPECT_NEAR(rightSide(true), kSide, 1);
}

// Where the lower side lies and the page ends, work_px; the last line of text has its middle at 520.
double endOfPrint(double side_y) {
  PageCues cues = blankPhoto(true);
  cues.ink.scale = 1;
  cues.ink.image = Image::allocate({kWidth, kHeight}, 1);
  for (int y = 0; y < kHeight; ++y) {
    std::fill_n(cues.ink.image.rowAs<std::uint8_t>(y), kWidth, std::uint8_t{0});
    for (int x = 60; x < kTextEnd && y >= 515 && y < 526; x += 5) {
      cues.ink.image.rowAs<std::uint8_t>(y)[x] = 255;
    }
  }
  std::vector<Curve> curves{lowerSide(side_y)};
  for (int y = 60; y <= 520; y += 20) {
    curves.push_back(levelLine(y));
  }
  return rectOf(cues, curves).y1;
}

TEST(PageRect, ASideThatRunsThroughALineMovesBehindIt) {
  EXPECT_NEAR(endOfPrint(522), 527, 2);
  EXPECT_NEAR(endOfPrint(525), 525, 0.5) << "ink beside a side that runs through no line is none of its print";
}

// A page of a notebook that is written on as far as y = 200, squared to its end.
TEST(PageRect, WhereTheWritingEndsTheNotebooksPageDoesNot) {
  constexpr double kLower = 560;
  PageCues cues = blankPhoto(true);
  for (int y = 0; y < kHeight; ++y) {
    const std::uint8_t light = y >= kLower ? 60 : y % 7 == 0 ? 180 : 200;
    std::fill_n(cues.photo.image.rowAs<std::uint8_t>(y), 3 * kWidth, light);
  }
  PageSide side;
  side.kind = SideKind::bottom;
  side.valid_fraction = 1;
  Curve side_curve;
  side_curve.kind = CurveKind::side;
  side_curve.is_h = true;
  side_curve.side = SideKind::bottom;
  for (int x = 30; x <= 370; x += 20) {
    side.points.push_back({static_cast<double>(x), kLower});
    side_curve.points.push_back({static_cast<double>(x), kLower});
  }
  cues.sides.push_back(side);
  std::vector<Curve> curves{side_curve};
  for (int y = 60; y <= 200; y += 14) {
    curves.push_back(levelLine(y));
  }
  EXPECT_NEAR(rectOf(cues, curves).y1, kLower, 2);
}

// work_px: where a page of three lines ends whose outline, 40 inside of the photo, was found but no side of it.
double lowerEnd(bool has_text) {
  constexpr int kInside = 40;
  PageCues cues = blankPhoto(has_text);
  cues.quad_iou = 0.95;
  for (int i = 0; i <= 100; ++i) {
    const double x = kInside + (kWidth - 2 * kInside) * i / 100.0;
    const double y = kInside + (kHeight - 2 * kInside) * i / 100.0;
    cues.outline.insert(cues.outline.end(),
                        {{x, kInside}, {x, kHeight - kInside}, {kInside, y}, {kWidth - kInside, y}});
  }
  const std::vector<Curve> curves{levelLine(80), levelLine(100), levelLine(120)};
  return rectOf(cues, curves).y1;
}

TEST(PageRect, OfAPageWithoutTextItsOutlineTellsTheEnd) {
  EXPECT_NEAR(lowerEnd(false), kHeight - 40, 2);
  // Text tells it: what lies beyond may be another page.
  EXPECT_LT(lowerEnd(true), 180);
}

// A page of three lines whose lower side is out of the photo.
class CutOffBelow : public ::testing::Test {
 protected:
  CutOffBelow() {
    for (int i = 0; i <= 100; ++i) {
      const double x = kInside + (kWidth - 2 * kInside) * i / 100.0;
      const double y = kInside + (kHeight - kInside) * i / 100.0;
      cues_.outline.insert(cues_.outline.end(), {{x, kInside}, {x, kHeight - 1}, {kInside, y}, {kWidth - kInside, y}});
    }
    cues_.quad_iou = 0.97;
  }
  // As far down as that, in view.
  void addSide(SideKind kind, double x, double to) {
    Curve side;
    side.kind = CurveKind::side;
    side.is_h = false;
    side.side = kind;
    for (int y = kInside; y <= to; y += 20) {
      side.points.push_back({x, static_cast<double>(y)});
    }
    curves_.push_back(side);
  }
  // work_px
  [[nodiscard]] double lowerEnd() const { return rectOf(cues_, curves_).y1; }

  static constexpr int kInside = 40;
  PageCues cues_ = blankPhoto(true);
  std::vector<Curve> curves_{levelLine(80), levelLine(100), levelLine(120)};
};

TEST_F(CutOffBelow, APageGoesOnAsFarAsTheSidesBesideDo) {
  addSide(SideKind::left, kInside, 580);
  EXPECT_LT(lowerEnd(), 180) << "one of them may be another page's";
  addSide(SideKind::left, kInside, 540);
  EXPECT_LT(lowerEnd(), 180) << "one of them, in two pieces";
  addSide(SideKind::right, kWidth - kInside, 500);
  EXPECT_NEAR(lowerEnd(), 500, 5);
}

// To the photo's end however long the strides are that lead there, and whatever is printed.
TEST_F(CutOffBelow, APageEndsWhereThePhotoDoes) {
  for (const bool has_text : {true, false}) {
    cues_.has_text = has_text;
    curves_.resize(3);
    addSide(SideKind::left, kInside, 900);
    addSide(SideKind::right, kWidth - kInside, 900);
    EXPECT_NEAR(lowerEnd(), kHeight, 6) << has_text;
  }
}

TEST_F(CutOffBelow, ASideThatIsAGutterGoesOnBesideOtherThings) {
  addSide(SideKind::left, kInside, 580);
  addSide(SideKind::right, kWidth - kInside, 580);
  PageSide gutter;
  gutter.kind = SideKind::right;
  gutter.is_gutter = true;
  cues_.sides.push_back(gutter);
  EXPECT_LT(lowerEnd(), 180);
}

TEST_F(CutOffBelow, APageGoesOnAsFarAsAnOutlineInContrastAllAlong) {
  EXPECT_LT(lowerEnd(), 180) << "nothing is known of its contrast";
  cues_.outline_valid = 0.75;
  EXPECT_NEAR(lowerEnd(), kHeight, 12);
}

// Rows of a hand that the sheet does not explain, to y = 520, on a page that ends at 560: as light and dark in turn as
// the edges of a book's leaves; below them the page lies in shade. With `traced` they were read.
double endOfRows(bool traced, bool is_sheet = false) {
  constexpr double kLower = 560;
  PageCues cues = blankPhoto(true);
  cues.is_sheet = is_sheet;
  const auto is_inked = [](int y) { return std::sin(0.6 * y) + std::sin(0.37 * y) > 0; };  // at no even distances
  for (int y = 0; y < kHeight; ++y) {
    const std::uint8_t light = y >= kLower ? 60 : y >= 540 ? 185 : y >= 240 && is_inked(y) ? 170 : 200;
    std::fill_n(cues.photo.image.rowAs<std::uint8_t>(y), 3 * kWidth, light);
  }
  std::vector<Curve> curves{lowerSide(kLower)};
  for (int y = 60; y <= 200; y += 20) {
    curves.push_back(levelLine(y));
  }
  std::vector<bool> inlier(curves.size(), true);
  for (int y = 220; traced && y <= 520; y += 20) {
    curves.push_back(levelLine(y));
    inlier.push_back(false);
  }
  return rectOf(cues, curves, inlier).y1;
}

TEST(PageRect, RowsOfAHandAreNoLeavesOfABook) {
  EXPECT_NEAR(endOfRows(true), 560, 2);
  EXPECT_LT(endOfRows(false), 300) << "such edges, where nothing was read";
  EXPECT_NEAR(endOfRows(false, true), 560, 2) << "nor does a sheet with sides of its own lie on so many leaves";
}

}  // namespace
}  // namespace platen::optim
