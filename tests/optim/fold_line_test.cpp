// The dark line of a book's fold beside a page, on photos where it is straight, where it bulges, and where there is
// none.
#include "core/optim/fold_line.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>

#include <gtest/gtest.h>

namespace platen::optim {
namespace {

constexpr int kWidth = 400;
constexpr int kHeight = 600;
constexpr double kH = 8;  // character height, work_px
constexpr double kEdge = 300;

using Light = std::function<double(double x, double y)>;

// The sheet's u runs from -1 to 1 over the photo's width.
double u(double x) {
  return x / (kWidth / 2.0) - 1;
}

// Where the side at kEdge goes, work_px.
double sideOn(const Light& light) {
  PageCues cues;
  cues.char_height = kH;
  cues.frame.source_size = {kWidth, kHeight};
  cues.photo.scale = 1;
  cues.photo.image = Image::allocate({kWidth, kHeight}, 1);
  for (int y = 0; y < kHeight; ++y) {
    auto* row = cues.photo.image.rowAs<std::uint8_t>(y);
    for (int x = 0; x < kWidth; ++x) {
      row[x] = static_cast<std::uint8_t>(std::lround(light(x + 0.5, y + 0.5)));
    }
  }
  SheetFrame frame;
  frame.centre = {kWidth / 2.0, kHeight / 2.0};
  frame.norm = kHeight;
  frame.half_width_q = kWidth / 2.0 / kHeight;
  frame.aspect = 1.5;
  const double at = insideFoldLine(cues, SheetModel(frame, {}), SideKind::right, u(kEdge), {-0.8, -1.4, u(kEdge), 1.4});
  return (at + 1) * kWidth / 2.0;
}

// A line 3 px wide at `x`, in a page and its facing page.
double lineAt(double x, double line) {
  return std::abs(x - line) < 1.5 ? 90 : 190;
}

TEST(FoldLine, AStraightLineLeavesTheSideWhereItIs) {
  EXPECT_NEAR(sideOn([](double x, double) { return lineAt(x, kEdge + 4); }), kEdge, 0.01);
}

TEST(FoldLine, WhatTheLineBulgesIntoThePageIsLeftOut) {
  // The line leaves the side by 3 px along the page's last quarter.
  const auto bulge = [](double y) { return 3 * std::clamp(y / 50 - 8, 0.0, 1.0); };
  EXPECT_NEAR(sideOn([&](double x, double y) { return lineAt(x, kEdge + 2 - bulge(y)); }), kEdge - 3, 1);
}

TEST(FoldLine, ItNeverMovesByMoreThanHalfACharacter) {
  const auto bulge = [](double y) { return 10 * std::pow(y / kHeight, 4); };
  EXPECT_NEAR(sideOn([&](double x, double y) { return lineAt(x, kEdge + 2 - bulge(y)); }), kEdge - kH / 2, 0.01);
}

TEST(FoldLine, AValleyOfLightIsNoLine) {
  const auto bulge = [](double y) { return 6 * std::pow(y / kHeight, 4); };
  EXPECT_NEAR(sideOn([&](double x, double y) { return 100 + std::min(90.0, 2 * std::abs(x - kEdge + bulge(y))); }),
              kEdge, 0.01);
}

TEST(FoldLine, ADarkTableBehindThePageIsNoLine) {
  EXPECT_NEAR(sideOn([](double x, double y) { return x < kEdge - 6 * y / kHeight ? 190 : 60; }), kEdge, 0.01);
}

}  // namespace
}  // namespace platen::optim
