#include "core/pipeline/letter_sample.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace platen::pipeline {
namespace {

// The part (100, 50) to (300, 450) of a photo of 400 x 500 pixels, seen at half its size.
PageCues cuesOfPhoto() {
  PageCues cues;
  cues.frame.source_size = {400, 500};
  cues.frame.scale = 0.5;
  return cues;
}
WarpGrid pageGrid() {
  WarpGrid grid;
  grid.rows = grid.cols = 2;
  grid.points = {{100, 50}, {300, 50}, {100, 450}, {300, 450}};
  return grid;
}

TextSegment lineAlong(Polyline work_px) {
  TextSegment line;
  line.points = std::move(work_px);
  return line;
}

TEST(LinesOnPage, LieWhereThePageShowsThem) {
  PageCues cues = cuesOfPhoto();
  cues.segments = {lineAlong({{75, 125}, {100, 130}, {125, 135}}),  // source (150, 250) to (250, 270)
                   lineAlong({{75, 125}, {175, 125}}),              // ends beyond the page
                   lineAlong({{125, 45}, {75, 45}}),                // from right to left
                   lineAlong({})};
  const std::vector<LineOnPage> lines = linesOnPage(cues, pageGrid(), {800, 1000});
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_NEAR(lines[0].x0, 200, 1e-3);
  EXPECT_NEAR(lines[0].x1, 600, 1e-3);
  EXPECT_NEAR(lines[0].y, 525, 1e-3);
  EXPECT_NEAR(lines[1].x0, 200, 1e-3);
  EXPECT_NEAR(lines[1].x1, 600, 1e-3);
  EXPECT_NEAR(lines[1].y, 100, 1e-3);
}

// 30 lines of 880 pixels: 40 letters of 20 pixels each.
std::vector<LineOnPage> fullPage() {
  std::vector<LineOnPage> lines(30);
  for (std::size_t row = 0; row < lines.size(); ++row) {
    lines[row] = {60, 940, 100 + 40.0 * static_cast<double>(row)};
  }
  return lines;
}

double lettersIn(const Box& window, const std::vector<LineOnPage>& lines) {
  double length = 0;
  for (const LineOnPage& line : lines) {
    if (line.y > window.y0 && line.y < window.y1) {
      length += std::max(0.0, std::min(line.x1, window.x1) - std::max(line.x0, window.x0));
    }
  }
  return length / 22;
}

TEST(WindowOfLetters, HoldsWhatIsAskedForAndLittleMore) {
  for (const int letters : {50, 80, 250}) {
    const auto window = windowOfLetters(fullPage(), 20, letters);
    ASSERT_TRUE(window) << letters;
    EXPECT_GE(lettersIn(*window, fullPage()), letters);
    EXPECT_LT(lettersIn(*window, fullPage()), 2.2 * letters) << "of whole lines there is always one more";
    EXPECT_NEAR((window->x0 + window->x1) / 2, 500, 1);
    EXPECT_NEAR((window->y0 + window->y1) / 2, 700, 1) << "about the line in the middle";
  }
}

// A heading far from a paragraph: the window lies on the paragraph, not between them.
TEST(WindowOfLetters, LiesWhereMostLinesAre) {
  std::vector<LineOnPage> lines{{300, 500, 50}};
  for (int row = 0; row < 8; ++row) {
    lines.push_back({600, 900, 900 + 40.0 * row});
  }
  const auto window = windowOfLetters(lines, 20, 40);
  ASSERT_TRUE(window);
  EXPECT_GT(window->y0, 700);
  EXPECT_NEAR((window->x0 + window->x1) / 2, 750, 1);
}

TEST(WindowOfLetters, IsNoneWhereThePageHasFewer) {
  const std::vector<LineOnPage> two{{100, 540, 100}, {100, 540, 140}};  // of 20 letters each
  EXPECT_TRUE(windowOfLetters(two, 20, 40));
  EXPECT_FALSE(windowOfLetters(two, 20, 41));
  EXPECT_FALSE(windowOfLetters({}, 20, 1));
  EXPECT_FALSE(windowOfLetters(two, 0, 1));
}

}  // namespace
}  // namespace platen::pipeline
