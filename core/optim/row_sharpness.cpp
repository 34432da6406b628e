#include "core/optim/row_sharpness.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace platen::optim {
namespace {

constexpr int kSpan_px = 8;  // of ink between places of a map; straight in between

// The part of an ink image that is looked at, indices. The dark rim that scanners leave along their glass lies level
// however the page lies.
struct Inside {
  int x0, y0, x1, y1;  // x1, y1: the first beyond
};
Inside insideOf(const Image& ink) {
  constexpr double kRim = 0.025;  // of the long side
  const int rim = 1 + static_cast<int>(kRim * std::max(ink.width(), ink.height()));
  return {rim, rim, ink.width() - rim, ink.height() - rim};
}

// 0 beyond the centres of the outermost pixels inside.
double inkAt(const Image& ink, const Inside& inside, Vec2 at) {
  const double x = at.x - 0.5;
  const double y = at.y - 0.5;
  if (!(x >= inside.x0 && y >= inside.y0 && x < inside.x1 - 1 && y < inside.y1 - 1)) {
    return 0;
  }
  const auto i = static_cast<int>(x);
  const auto j = static_cast<int>(y);
  const std::uint8_t* above = ink.rowAs<std::uint8_t>(j) + i;
  const std::uint8_t* below = ink.rowAs<std::uint8_t>(j + 1) + i;
  return std::lerp(std::lerp(above[0], above[1], x - i), std::lerp(below[0], below[1], x - i), y - j);
}

double sharpnessOf(const std::vector<double>& rows) {
  // Every second one: those beside each other share pixels, but for the rows of the image itself.
  double differences = 0;
  double squares = 0;
  for (std::size_t k = 2; k < rows.size(); ++k) {
    differences += (rows[k] - rows[k - 2]) * (rows[k] - rows[k - 2]);
    squares += rows[k] * rows[k];
  }
  return squares > 0 ? differences / squares : 0;
}

}  // namespace

double rowSharpness(const EvidenceImage& ink, double angle) {
  if (ink.empty()) {
    return 0;
  }
  const Image& image = ink.image;
  const double c = std::cos(angle);
  const double s = std::sin(angle);
  // How far below the first corner's row a pixel lies: 0 and more.
  const double first = std::min(0.0, -s * image.width());
  const double last = c * image.height() + std::max(0.0, -s * image.width());
  std::vector<double> rows(static_cast<std::size_t>(std::ceil(last - first)) + 2, 0.0);
  const Inside inside = insideOf(image);
  for (int j = inside.y0; j < inside.y1; ++j) {
    const std::uint8_t* pixels = image.rowAs<std::uint8_t>(j);
    for (int i = inside.x0; i < inside.x1; ++i) {
      if (pixels[i] == 0) {
        continue;
      }
      const double below = c * (j + 0.5) - s * (i + 0.5) - first;
      const auto row = static_cast<std::size_t>(below);
      const double shared = below - static_cast<double>(row);
      rows[row] += pixels[i] * (1 - shared);
      rows[row + 1] += pixels[i] * shared;
    }
  }
  return sharpnessOf(rows);
}

bool isSharperLevel(const EvidenceImage& ink, double angle) {
  constexpr double kSharper = 1.01;
  return rowSharpness(ink, 0) > kSharper * rowSharpness(ink, angle);
}

double rowSharpness(const PageCues& cues, const WarpGrid& source_from_page, Vec2 extent_px) {
  const double per_px = cues.frame.scale * cues.ink.scale;
  const int height = static_cast<int>(std::lround(per_px * extent_px.y));
  const int spans = static_cast<int>(std::ceil(per_px * extent_px.x / kSpan_px));
  if (cues.ink.empty() || height < 1 || spans < 1) {
    return 0;
  }
  const SplineNet net = splineNet(source_from_page);
  const Inside inside = insideOf(cues.ink.image);
  std::vector<double> rows;
  for (int j = 0; j < height; ++j) {
    const auto place = [&](int span) {
      const Vec2 page_uv{static_cast<double>(span) / spans, (j + 0.5) / height};
      return cues.frame.workFromSource(sourceFromPage(net, page_uv)) * cues.ink.scale;
    };
    double sum = 0;
    Vec2 from = place(0);
    for (int span = 1; span <= spans; ++span) {
      const Vec2 to = place(span);
      for (int k = 0; k < kSpan_px; ++k) {
        sum += inkAt(cues.ink.image, inside, from + (to - from) * ((k + 0.5) / kSpan_px));
      }
      from = to;
    }
    rows.push_back(sum);
  }
  return sharpnessOf(rows);
}

}  // namespace platen::optim
