// Upside down or not, by the ink profile across text lines: Latin letters reach further up (ascenders, capitals) than
// down. The measured spread of upright and turned pages, and why the decision waits for a small standard error:
// docs/fit.md.
#include "core/detect/cues.h"
#include "core/detect/paper_ink.h"
#include "core/detect/raster.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include <opencv2/core.hpp>

namespace platen::detect {
namespace {

constexpr double kWantedH = 18;  // level pixels, at least, where the photo has them
constexpr std::size_t kMostLines = 150;
constexpr double kShortestLine = 8;  // h
constexpr int kHalf = 30;            // steps of 0.05 h to either side
constexpr double kStep = 0.05;
constexpr int kCore = 8;  // 0.4 h

using Profile = std::array<double, 2 * kHalf + 1>;

// Mean value of an array at each distance from a line; `points` and `h` in the array's pixels, centres at 0.5.
Profile profileAcross(const Polyline& points, const cv::Mat& array, double h) {
  Profile sum{};
  double count = 0;
  for (std::size_t k = 1; k < points.size(); ++k) {
    const Vec2 d = points[k] - points[k - 1];
    const double length = norm(d);
    if (length <= 0) {
      continue;
    }
    const Vec2 down = Vec2{-d.y, d.x} / length;
    const int samples = std::max(1, static_cast<int>(std::lround(length / (0.25 * h))));
    for (int n = 0; n < samples; ++n) {
      const Vec2 at = points[k - 1] + d * ((n + 0.5) / samples);
      for (int s = -kHalf; s <= kHalf; ++s) {
        const Vec2 q = indexFromWork(at + down * (s * kStep * h), 1);
        const int row = s + kHalf;
        sum[static_cast<std::size_t>(row)] += sampleU8(array, q.x, q.y);
      }
      ++count;
    }
  }
  for (double& v : sum) {
    v /= std::max(1.0, count);
  }
  return sum;
}

// Lopsidedness of one line's profile, > 0 when it reaches further up; nothing where there is no ink.
std::optional<double> tailOf(const Profile& profile) {
  // The line ends where ink is least, beyond its core on either side.
  int from = 0;
  int to = 2 * kHalf;
  for (int s = 0; s <= kHalf - kCore; ++s) {
    if (profile[static_cast<std::size_t>(s)] <= profile[static_cast<std::size_t>(from)]) {
      from = s;
    }
  }
  for (int s = 2 * kHalf; s >= kHalf + kCore; --s) {
    if (profile[static_cast<std::size_t>(s)] <= profile[static_cast<std::size_t>(to)]) {
      to = s;
    }
  }
  double least = 1e30;
  for (int s = from; s <= to; ++s) {
    least = std::min(least, profile[static_cast<std::size_t>(s)]);
  }
  double total = 0;
  for (int s = from; s <= to; ++s) {
    total += profile[static_cast<std::size_t>(s)] - least;
  }
  if (total <= 1e-6) {
    return std::nullopt;
  }
  std::array<double, 3> place{};
  constexpr std::array<double, 3> kShares{0.05, 0.5, 0.95};
  for (std::size_t k = 0; k < kShares.size(); ++k) {
    double seen = 0;
    for (int s = from; s <= to; ++s) {
      const double ink = profile[static_cast<std::size_t>(s)] - least;
      if (seen + ink >= kShares[k] * total && ink > 0) {
        place[k] = s + (kShares[k] * total - seen) / ink;
        break;
      }
      seen += ink;
    }
  }
  const double range = place[2] - place[0];
  return range > 0 ? std::optional((place[1] - place[0] - (place[2] - place[1])) / range) : std::nullopt;
}

std::vector<const TextSegment*> longLines(const std::vector<TextSegment>& segments) {
  std::vector<const TextSegment*> lines;
  for (const TextSegment& segment : segments) {
    if (segment.length > kShortestLine) {
      lines.push_back(&segment);
    }
  }
  std::stable_sort(lines.begin(), lines.end(), [](const auto* a, const auto* b) { return a->length > b->length; });
  lines.resize(std::min(lines.size(), kMostLines));
  return lines;
}

Uprightness verdict(std::vector<double> tails) {
  Uprightness out;
  if (tails.size() < 2) {
    return out;
  }
  // Trimmed mean with its winsorised standard error (Yuen 1974): formulas and headings in capitals are outliers.
  std::sort(tails.begin(), tails.end());
  const std::size_t cut = tails.size() / 5;
  const double low = tails[cut];
  const double high = tails[tails.size() - 1 - cut];
  const auto count = static_cast<double>(tails.size());
  const auto kept = static_cast<double>(tails.size() - 2 * cut);
  double mean = 0;
  double winsorised_mean = 0;
  for (std::size_t k = 0; k < tails.size(); ++k) {
    winsorised_mean += std::clamp(tails[k], low, high) / count;
    mean += k >= cut && k + cut < tails.size() ? tails[k] / kept : 0;
  }
  double variance = 0;
  for (const double t : tails) {
    const double d = std::clamp(t, low, high) - winsorised_mean;
    variance += d * d / (count - 1);
  }
  out.tail = mean;
  out.standard_error = std::sqrt(variance * count) / kept;
  out.lines = static_cast<int>(tails.size());
  return out;
}

}  // namespace

Uprightness uprightness(const PageCues& page, const Pyramid& photo) {
  if (photo.levels.empty()) {
    throw std::invalid_argument("uprightness: a photo without levels");
  }
  const double h_source = page.char_height / page.frame.scale;
  const Level& level = photo.atLeast(std::min(1.0, kWantedH / h_source));
  // Ink, not grey: the shadow of a gutter is a slope across the line that would pass for a tail.
  const cv::Mat ink = measureInk(greyOf(level.image)).ink;
  std::vector<double> tails;
  for (const TextSegment* line : longLines(page.segments)) {
    Polyline level_px;
    level_px.reserve(line->points.size());
    for (const Vec2& work_px : line->points) {
      level_px.push_back(page.frame.sourceFromWork(work_px) * level.scale);
    }
    if (const auto tail = tailOf(profileAcross(level_px, ink, h_source * level.scale))) {
      tails.push_back(*tail);
    }
  }
  return verdict(std::move(tails));
}

}  // namespace platen::detect
