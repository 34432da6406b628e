// Sheets that were folded, on a desk as white as they are, drawn on a scene of mask pixels, and masks that end at the
// crease.
#include "core/detect/folded_panel.h"

#include "tests/detect/sheet_scene.h"

#include <vector>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

using Polygon = std::vector<cv::Point>;

const cv::Scalar kDesk(206, 204, 200);
const cv::Scalar kLit(240, 238, 234);
const cv::Scalar kTurned(212, 210, 206);
const cv::Scalar kShadow(184, 182, 178);
const cv::Scalar kInk(40, 40, 40);

// Its sides bend at the crease.
const Polygon kUpper{{90, 60}, {290, 66}, {296, 210}, {86, 214}};
const Polygon kLower{{86, 214}, {296, 210}, {318, 400}, {70, 408}};
const Polygon kBoth{{90, 60}, {290, 66}, {296, 210}, {318, 400}, {70, 408}, {86, 214}};

void drawPanel(cv::Mat& colors, const Polygon& panel, const cv::Scalar& paper) {
  cv::polylines(colors, panel, true, kShadow, 3, cv::LINE_AA);
  cv::fillConvexPoly(colors, panel, paper, cv::LINE_AA);
}

cv::Mat desk() {
  return {kHeight, kWidth, CV_8UC3, kDesk};
}

cv::Mat foldedSheet(const cv::Scalar& upper, const cv::Scalar& lower) {
  cv::Mat colors = desk();
  drawPanel(colors, kUpper, upper);
  drawPanel(colors, kLower, lower);
  return colors;
}

PageMask completed(const cv::Mat& colors, const Polygon& found, const Lines& lines) {
  const MaskScene scene = prepareMaskScene(colors, 1, kH);
  return withFoldedPanels(scene, maskOf(scene, found), lines, 0);
}

double overlap(const PageMask& page, const Polygon& sheet) {
  cv::Mat drawn = cv::Mat::zeros(kHeight, kWidth, CV_8UC1);
  cv::fillPoly(drawn, std::vector<Polygon>{sheet}, 255);
  return page.empty() ? 0
                      : static_cast<double>(cv::countNonZero(page.mask & drawn)) / cv::countNonZero(page.mask | drawn);
}

Lines printAbove() {
  Lines lines;
  addBlock(lines, {110, 90}, 0.02, 150, 5);
  return lines;
}

TEST(FoldedPanel, BelongsToTheSheet) {
  const PageMask sheet = completed(foldedSheet(kLit, kTurned), kUpper, printAbove());
  EXPECT_GT(overlap(sheet, kBoth), 0.97);
  EXPECT_EQ(sheet.sides.size(), 4U);
}

TEST(FoldedPanel, MayLieAboveTheOneThatWasFound) {
  Lines lines;
  addBlock(lines, {110, 240}, 0.02, 150, 5);
  EXPECT_GT(overlap(completed(foldedSheet(kTurned, kLit), kLower, lines), kBoth), 0.97);
}

TEST(FoldedPanel, MayBeFollowedByAnother) {
  cv::Mat colors = desk();
  drawPanel(colors, {{90, 40}, {290, 44}, {294, 170}, {86, 172}}, kLit);
  drawPanel(colors, {{86, 172}, {294, 170}, {308, 300}, {76, 304}}, kTurned);
  drawPanel(colors, {{76, 304}, {308, 300}, {302, 430}, {80, 436}}, kLit);
  const Polygon all{{90, 40}, {290, 44}, {294, 170}, {308, 300}, {302, 430}, {80, 436}, {76, 304}, {86, 172}};
  EXPECT_GT(overlap(completed(colors, {{90, 40}, {290, 44}, {294, 170}, {86, 172}}, printAbove()), all), 0.96);
}

// Another fold runs across the crease: on either side of it the paper has its own light.
TEST(FoldedPanel, MayBeFoldedItself) {
  cv::Mat colors = foldedSheet(kLit, {226, 224, 220});
  cv::fillConvexPoly(colors, Polygon{{191, 64}, {289, 67}, {295, 209}, {192, 211}}, {190, 188, 184}, cv::LINE_AA);
  cv::fillConvexPoly(colors, Polygon{{192, 213}, {295, 211}, {317, 399}, {194, 403}}, {160, 158, 154}, cv::LINE_AA);
  EXPECT_GT(overlap(completed(colors, kUpper, printAbove()), kBoth), 0.97);
}

TEST(FoldedPanel, OfAnotherPaperIsNone) {
  EXPECT_GT(overlap(completed(foldedSheet(kLit, {170, 205, 232}), kUpper, printAbove()), kUpper), 0.95);
}

// The photo ends before a side of the panel comes back into view: where it does, the paper ends for the panel as well.
TEST(FoldedPanel, MayBeCutOffByThePhoto) {
  const Polygon upper{{90, 60}, {379, 70}, {379, 210}, {86, 214}};
  const Polygon lower{{86, 214}, {379, 210}, {379, 400}, {70, 408}};
  cv::Mat colors = desk();
  drawPanel(colors, upper, kLit);
  drawPanel(colors, lower, kTurned);
  EXPECT_GT(overlap(completed(colors, upper, printAbove()), {{90, 60}, {379, 70}, {379, 400}, {70, 408}, {86, 214}}),
            0.96);
}

TEST(FoldedPanel, MayBeHeldAtTheCreaseByAThumb) {
  cv::Mat colors = foldedSheet(kLit, kTurned);
  cv::line(colors, {0, 260}, {92, 226}, {150, 170, 215}, 26, cv::LINE_AA);
  EXPECT_GT(overlap(completed(colors, kUpper, printAbove()), kBoth), 0.96);
}

// Its sides do not go on to any edge.
TEST(FoldedPanel, IsNotAddedToAFlatSheet) {
  cv::Mat colors = desk();
  drawPanel(colors, kUpper, kLit);
  EXPECT_GT(overlap(completed(colors, kUpper, printAbove()), kUpper), 0.95);
}

// A sheet that lies below another one is as wide, but its sides do not begin at the other's corners.
TEST(FoldedPanel, IsNoSheetThatLiesBelow) {
  cv::Mat colors = desk();
  drawPanel(colors, {{114, 120}, {324, 124}, {330, 404}, {106, 410}}, kTurned);
  drawPanel(colors, kUpper, kLit);
  EXPECT_GT(overlap(completed(colors, kUpper, printAbove()), kUpper), 0.95);
}

// The facing page of a book that no print tells: it is paper, too, and its edges go on from the gutter.
class AcrossTheLines : public ::testing::Test {
 protected:
  static cv::Mat spread(bool with_picture) {
    cv::Mat colors = desk();
    drawPanel(colors, kLeft, kLit);
    drawPanel(colors, kRight, kTurned);
    if (with_picture) {
      cv::circle(colors, {280, 220}, 36, kInk, cv::FILLED, cv::LINE_AA);
    }
    return colors;
  }
  static PageMask found(bool with_picture) {
    Lines lines;
    addBlock(lines, {50, 120}, 0, 110, 8);
    return completed(spread(with_picture), kLeft, lines);
  }

  inline static const Polygon kLeft{{30, 90}, {190, 80}, {190, 360}, {30, 370}};
  inline static const Polygon kRight{{190, 80}, {350, 94}, {350, 374}, {190, 360}};
  inline static const Polygon kSheet{{30, 90}, {190, 80}, {350, 94}, {350, 374}, {190, 360}, {30, 370}};
};

TEST_F(AcrossTheLines, ABlankPanelMayBeAFacingPage) {
  EXPECT_GT(overlap(found(false), kLeft), 0.95);
}

// However deep the shadow at the gutter is.
TEST_F(AcrossTheLines, TheShadowOfAGutterIsNoPrint) {
  cv::Mat colors = spread(false);
  cv::fillConvexPoly(colors, Polygon{{190, 84}, {202, 86}, {202, 356}, {190, 356}}, {140, 138, 134}, cv::LINE_AA);
  Lines lines;
  addBlock(lines, {50, 120}, 0, 110, 8);
  EXPECT_GT(overlap(completed(colors, kLeft, lines), kLeft), 0.95);
}

// But no page of a book has print at its inner edge, nor light that changes there at once.
TEST_F(AcrossTheLines, ABlankPanelBesideTheEndOfPrintIsTheSheets) {
  Lines lines;
  addBlock(lines, {70, 120}, 0, 115, 8);
  EXPECT_GT(overlap(completed(spread(false), kLeft, lines), kSheet), 0.97);
}

TEST_F(AcrossTheLines, PrintMayRunDownToAGutter) {
  cv::Mat colors = spread(false);
  for (int k = 0; k < 16; ++k) {  // pages curve down to it on both sides
    const double light = 1 - 0.022 * k;
    const int off = 16 - k;
    cv::line(colors, {190 - off, 84}, {190 - off, 358}, kLit * light, 1);
    cv::line(colors, {190 + off, 84}, {190 + off, 358}, kTurned * light, 1);
  }
  Lines lines;
  addBlock(lines, {70, 120}, 0, 115, 8);
  EXPECT_GT(overlap(completed(colors, kLeft, lines), kLeft), 0.95);
}

// What the photo shows of the facing page is printed, and closed by the photo's end. But there are margins.
TEST_F(AcrossTheLines, AGlimpseOfAFacingPageIsNone) {
  const Polygon left{{60, 90}, {250, 84}, {250, 372}, {60, 380}};
  const Polygon right{{250, 84}, {379, 92}, {379, 380}, {250, 372}};
  cv::Mat colors(kHeight, kWidth, CV_8UC3, cv::Scalar(120, 118, 114));
  drawPanel(colors, left, kLit);
  drawPanel(colors, right, kTurned);
  const auto printed = [](double from) {
    Lines lines;
    addBlock(lines, {85, 120}, 0, 142, 10);
    addBlock(lines, {from, 120}, 0, 370 - from, 10);
    return lines;
  };
  EXPECT_GT(overlap(completed(colors, left, printed(272)), left), 0.95);
  Lines across = printed(272);
  addBlock(across, {85, 230}, 0, 285, 1);
  EXPECT_GT(overlap(completed(colors, left, across), left), 0.95) << "one line was traced across the gutter";
  EXPECT_GT(overlap(completed(colors, left, printed(252)), {{60, 90}, {250, 84}, {379, 92}, {379, 380}, {60, 380}}),
            0.95)
      << "print goes on at the crease";
}

TEST_F(AcrossTheLines, APrintedPanelIsTheSheets) {
  EXPECT_GT(overlap(found(true), kSheet), 0.97);
}

}  // namespace
}  // namespace platen::detect
