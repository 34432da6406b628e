#include "core/pipeline/letter_sample.h"

#include "core/page_inverse.h"

#include <algorithm>
#include <cstddef>

namespace platen::pipeline {
namespace {

constexpr double kPitch_h = 1.1;  // from letter to letter, of the height of a character
constexpr double kGrowth = 1.1;   // of the window
constexpr double kFirst_h = 5;    // half of its width
constexpr double kRimX_h = 1, kRimY_h = 1.5;

Box windowAbout(Vec2 middle, double half_width) {
  return {middle.x - half_width, middle.y - half_width / 2, middle.x + half_width, middle.y + half_width / 2};
}

double lettersIn(const Box& window, const std::vector<LineOnPage>& lines, double letter_px) {
  double length = 0;
  for (const LineOnPage& line : lines) {
    if (line.y >= window.y0 && line.y <= window.y1) {
      length += std::max(0.0, std::min(line.x1, window.x1) - std::max(line.x0, window.x0));
    }
  }
  return length / (kPitch_h * letter_px);
}

}  // namespace

std::vector<LineOnPage> linesOnPage(const PageCues& cues, const WarpGrid& source_from_page, Vec2 extent_px) {
  const SplineNet net = splineNet(source_from_page);
  std::vector<LineOnPage> lines;
  for (const TextSegment& segment : cues.segments) {
    const auto onPage = [&](std::size_t k) {
      return pageFromSource(source_from_page, net, cues.frame.sourceFromWork(segment.points[k]), 0);
    };
    if (segment.points.empty()) {
      continue;
    }
    const std::optional<Vec2> from = onPage(0);
    const std::optional<Vec2> to = onPage(segment.points.size() - 1);
    if (from && to) {
      const auto [left, right] = std::minmax(from->x, to->x);
      lines.push_back({left * extent_px.x, right * extent_px.x, 0.5 * (from->y + to->y) * extent_px.y});
    }
  }
  return lines;
}

std::optional<Box> windowOfLetters(const std::vector<LineOnPage>& lines, double letter_px, int letters) {
  if (lines.empty() || !(letter_px > 0)) {
    return std::nullopt;
  }
  Box all{lines.front().x0, lines.front().y, lines.front().x1, lines.front().y};
  for (const LineOnPage& line : lines) {
    all = {std::min(all.x0, line.x0), std::min(all.y0, line.y), std::max(all.x1, line.x1), std::max(all.y1, line.y)};
  }
  if (lettersIn(all, lines, letter_px) < letters) {
    return std::nullopt;
  }
  std::vector<LineOnPage> by_height = lines;
  const auto middle_line = by_height.begin() + static_cast<std::ptrdiff_t>(by_height.size() / 2);
  std::nth_element(by_height.begin(), middle_line, by_height.end(),
                   [](const LineOnPage& a, const LineOnPage& b) { return a.y < b.y; });
  const Vec2 middle{0.5 * (middle_line->x0 + middle_line->x1), middle_line->y};
  double half_width = kFirst_h * letter_px;
  while (lettersIn(windowAbout(middle, half_width), lines, letter_px) < letters) {
    half_width *= kGrowth;  // ends at the latest where it holds all lines
  }
  const Box window = windowAbout(middle, half_width);
  return Box{window.x0 - kRimX_h * letter_px, window.y0 - kRimY_h * letter_px, window.x1 + kRimX_h * letter_px,
             window.y1 + kRimY_h * letter_px};
}

}  // namespace platen::pipeline
