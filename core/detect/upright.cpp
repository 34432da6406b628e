// Upside down or not, by the ink profile across text lines. An upright line of letters differs from a turned one in
// three places: letters stand on a sharp baseline while their tops end raggedly; ascenders and capitals reach further
// up than descenders reach down; and bars and arches (e, a, s, n) put more ink above the middle of an x than below. The
// measured spread of upright and turned pages: docs/fit.md.
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
#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr double kWantedH = 18;  // level pixels, at least, where the photo has them
constexpr std::size_t kMostLines = 150;
constexpr double kShortestLine = 5;  // h
constexpr int kHalf = 40;            // steps of 0.05 h to either side
constexpr double kStep = 0.05;
constexpr double kRuleWidth = 0.2;  // h
constexpr int kNearMiddle = 12;     // the line's core is within 0.6 h of where it was traced
constexpr int kLeastCore = 6;       // half the core's height in steps, at least: less is dirt

using Profile = std::array<double, 2 * kHalf + 1>;

// Adds the array's values at the steps across a line, whose middle is at index `middle`, where all of them lie
// within the array.
bool addInside(const cv::Mat& array, Vec2 middle, Vec2 step, Profile& sum) {
  const Vec2 reach{kHalf * std::abs(step.x), kHalf * std::abs(step.y)};
  if (!(middle.x - reach.x > 0) || !(middle.y - reach.y > 0) || !(middle.x + reach.x < array.cols - 2) ||
      !(middle.y + reach.y < array.rows - 2)) {
    return false;
  }
  const std::uint8_t* pixels = array.ptr<std::uint8_t>();
  const auto stride = static_cast<std::ptrdiff_t>(array.step);
  for (int s = -kHalf; s <= kHalf; ++s) {
    const double x = middle.x + s * step.x;
    const double y = middle.y + s * step.y;
    const int x0 = static_cast<int>(x);
    const int y0 = static_cast<int>(y);
    const auto fx = static_cast<float>(x - x0);
    const auto fy = static_cast<float>(y - y0);
    const std::uint8_t* top = pixels + y0 * stride + x0;
    const std::uint8_t* low = top + stride;
    const float a = static_cast<float>(top[0]) * (1 - fx) + static_cast<float>(top[1]) * fx;
    const float b = static_cast<float>(low[0]) * (1 - fx) + static_cast<float>(low[1]) * fx;
    sum[static_cast<std::size_t>(s + kHalf)] += static_cast<double>(a * (1 - fy) + b * fy);
  }
  return true;
}

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
      ++count;
      if (addInside(array, indexFromWork(at, 1), down * (kStep * h), sum)) {
        continue;
      }
      for (int s = -kHalf; s <= kHalf; ++s) {
        const Vec2 q = indexFromWork(at + down * (s * kStep * h), 1);
        const int row = s + kHalf;
        sum[static_cast<std::size_t>(row)] += sampleU8(array, q.x, q.y);
      }
    }
  }
  for (double& v : sum) {
    v /= std::max(1.0, count);
  }
  return sum;
}

// Where the profile falls through `level`, walking from step `from` in the given direction.
double crossing(const Profile& profile, int from, int direction, double level) {
  const auto at = [&](int s) { return profile[static_cast<std::size_t>(s)]; };
  int s = from;
  while (s + direction >= 0 && s + direction <= 2 * kHalf && at(s) > level) {
    s += direction;
  }
  const double fall = at(s - direction) - at(s);
  return fall > 1e-9 ? s - direction * std::clamp((level - at(s)) / fall, 0.0, 1.0) : s;
}

constexpr int kFirstBeyond = 12;  // tenths of half the core: ascenders and descenders

// Weights of (ink above - ink below) at a distance from the middle of the core, in half heights of the core. Rounded
// from a linear discriminant between the lines of photos and of the same photos turned; without any one of the three,
// more pages stay undecided.
double weightAt(int tenth) {
  if (tenth >= 1 && tenth <= 6) {
    return 0.6;  // bars and arches
  }
  if (tenth >= 8 && tenth <= 10) {
    return -0.8;  // the sharp edge is the baseline
  }
  if (tenth >= kFirstBeyond) {
    return tenth <= 14 ? 0.9 : 0.2;  // ascenders and capitals
  }
  return 0;
}
constexpr int kFarthest = 19;  // tenths: beyond, the next line may begin

// How upright one line looks, > 0 as it stands.
struct LineUprightness {
  double all = 0;
  double ascenders = 0;  // what of it lies beyond the core
};

// Nothing where there is no ink.
std::optional<LineUprightness> uprightnessOf(Profile profile) {
  const double least = *std::min_element(profile.begin(), profile.end());
  for (double& v : profile) {
    v -= least;
  }
  const auto peak = std::max_element(profile.begin() + kHalf - kNearMiddle, profile.begin() + kHalf + kNearMiddle + 1);
  if (!(*peak > 1e-6)) {
    return std::nullopt;
  }
  const auto top_step = static_cast<int>(peak - profile.begin());
  const double top = crossing(profile, top_step, -1, *peak / 2);
  const double bottom = crossing(profile, top_step, 1, *peak / 2);
  const double middle = (top + bottom) / 2;
  const double half_core = std::max<double>(kLeastCore, (bottom - top) / 2);
  const auto inkAt = [&](double step) {
    const double s = std::clamp(step, 0.0, 2.0 * kHalf);
    const auto low = std::min(static_cast<std::size_t>(s), profile.size() - 2);
    const double f = s - static_cast<double>(low);
    return (profile[low] * (1 - f) + profile[low + 1] * f) / *peak;
  };
  LineUprightness line;
  for (int tenth = 1; tenth <= kFarthest; ++tenth) {
    const double off = 0.1 * tenth * half_core;
    const double more_above = weightAt(tenth) * std::clamp(inkAt(middle - off) - inkAt(middle + off), -2.0, 2.0);
    line.all += more_above;
    line.ascenders += tenth >= kFirstBeyond ? more_above : 0;
  }
  return line;
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

// Trimmed mean with its winsorised standard error (Yuen 1974): formulas and headings in capitals are outliers.
struct TrimmedMean {
  double mean = 0, standard_error = 0;
};

// Of two values or more.
TrimmedMean trimmedMean(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t cut = values.size() / 5;
  const double low = values[cut];
  const double high = values[values.size() - 1 - cut];
  const auto count = static_cast<double>(values.size());
  const auto kept = static_cast<double>(values.size() - 2 * cut);
  double mean = 0;
  double winsorised_mean = 0;
  for (std::size_t k = 0; k < values.size(); ++k) {
    winsorised_mean += std::clamp(values[k], low, high) / count;
    mean += k >= cut && k + cut < values.size() ? values[k] / kept : 0;
  }
  double variance = 0;
  for (const double t : values) {
    const double d = std::clamp(t, low, high) - winsorised_mean;
    variance += d * d / (count - 1);
  }
  return {mean, std::sqrt(variance * count) / kept};
}

// A table's rule below a line of text would pass for descenders, or for the feet that letters stand on.
void wipeRules(cv::Mat& ink, const PageCues& page, double level_scale) {
  const double level_h = page.char_height / page.frame.scale * level_scale;
  const int thickness = std::max(1, static_cast<int>(std::lround(kRuleWidth * level_h)));
  for (const std::vector<PrintedRule>* rules : {&page.rules, &page.followed_rules}) {
    for (const PrintedRule& rule : *rules) {
      std::vector<cv::Point> line;
      line.reserve(rule.points.size());
      for (const Vec2& work_px : rule.points) {
        const Vec2 q = indexFromWork(page.frame.sourceFromWork(work_px) * level_scale, 1);
        line.emplace_back(static_cast<int>(std::lround(q.x)), static_cast<int>(std::lround(q.y)));
      }
      cv::polylines(ink, line, false, 0, thickness);
    }
  }
}

Uprightness verdict(const std::vector<LineUprightness>& lines) {
  Uprightness out;
  if (lines.size() < 2) {
    return out;
  }
  std::vector<double> all;
  std::vector<double> ascenders;
  for (const LineUprightness& line : lines) {
    all.push_back(line.all);
    ascenders.push_back(line.ascenders);
  }
  const TrimmedMean of_all = trimmedMean(std::move(all));
  out.mean = of_all.mean;
  out.standard_error = of_all.standard_error;
  const TrimmedMean of_ascenders = trimmedMean(std::move(ascenders));
  out.ascenders = of_ascenders.mean;
  out.ascenders_error = of_ascenders.standard_error;
  out.lines = static_cast<int>(lines.size());
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
  const cv::Mat grey = greyOf(level.image);
  cv::Mat ink = measureInk(page.light_print ? cv::Mat(~grey) : grey).ink;
  wipeRules(ink, page, level.scale);
  std::vector<LineUprightness> lines;
  for (const TextSegment* line : longLines(page.segments)) {
    Polyline level_px;
    level_px.reserve(line->points.size());
    for (const Vec2& work_px : line->points) {
      level_px.push_back(page.frame.sourceFromWork(work_px) * level.scale);
    }
    if (const auto upright = uprightnessOf(profileAcross(level_px, ink, h_source * level.scale))) {
      lines.push_back(*upright);
    }
  }
  return verdict(lines);
}

}  // namespace platen::detect
