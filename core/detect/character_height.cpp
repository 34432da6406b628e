#include "core/detect/character_height.h"

#include "core/detect/components.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <numeric>
#include <utility>
#include <vector>

namespace platen::detect {
namespace {

constexpr int kBins = 90;
constexpr double kBin = 0.1;
constexpr int kFewestComponents = 15;

// A word: so long by its thickness, no longer than that (a rule), and not as full as a bar.
constexpr double kWordFrom = 2.5;
constexpr double kWordTo = 14;
constexpr double kFullWord = 0.85;
constexpr double kLongestWord = 0.15;  // of the array's longer side
constexpr double kWordHeight = 1.2;    // of how thick it is: letters reach above and below
constexpr double kPower = 1.5;         // of the size, as weight: 1.25 follows specks

using Histogram = std::array<double, kBins>;  // over log(size)

double weightOf(double size) {
  return std::pow(size, kPower);
}

void count(Histogram& histogram, double size, double weight) {
  const int bin = std::clamp(static_cast<int>(std::log(size) / kBin), 0, kBins - 1);
  histogram[static_cast<std::size_t>(bin)] += weight;
}

// The sides of the rectangle that has a component's second moments, however it is turned.
struct Extent {
  double along = 0, across = 0;
};

std::vector<Extent> extentsOf(const Components& found) {
  struct Sums {
    double x = 0, y = 0, xx = 0, xy = 0, yy = 0;
  };
  std::vector<Sums> sums(found.components.size());
  for (const ComponentRun& run : found.runs) {
    const Component& component = found.components[static_cast<std::size_t>(run.component)];
    Sums& s = sums[static_cast<std::size_t>(run.component)];
    const double n = run.to - run.from;
    const double x = 0.5 * (run.from + run.to) - component.left;
    const double y = run.row + 0.5 - component.top;
    s.x += n * x;
    s.y += n * y;
    s.xx += n * (x * x + n * n / 12);
    s.xy += n * x * y;
    s.yy += n * (y * y + 1.0 / 12);
  }
  std::vector<Extent> extents;
  extents.reserve(sums.size());
  for (std::size_t k = 0; k < sums.size(); ++k) {
    const double n = found.components[k].area;
    const Sums& s = sums[k];
    const double xx = s.xx / n - s.x * s.x / (n * n);
    const double xy = s.xy / n - s.x * s.y / (n * n);
    const double yy = s.yy / n - s.y * s.y / (n * n);
    const double mean = 0.5 * (xx + yy);
    const double spread = std::hypot(0.5 * (xx - yy), xy);
    extents.push_back({std::sqrt(12 * (mean + spread)), std::sqrt(12 * std::max(0.0, mean - spread))});
  }
  return extents;
}

// Mode of a histogram over log(size), smoothed by [1 2 3 2 1], to a fraction of a bin.
double modeOf(const Histogram& histogram) {
  Histogram smooth{};
  constexpr std::array<double, 5> kernel{1, 2, 3, 2, 1};
  int best = 0;
  for (int b = 0; b < kBins; ++b) {
    for (int k = -2; k <= 2; ++k) {
      const int at = b + k;
      if (at >= 0 && at < kBins) {
        smooth[static_cast<std::size_t>(b)] +=
            kernel[static_cast<std::size_t>(k + 2)] * histogram[static_cast<std::size_t>(at)];
      }
    }
    if (smooth[static_cast<std::size_t>(b)] > smooth[static_cast<std::size_t>(best)]) {
      best = b;
    }
  }
  double offset = 0;
  if (best > 0 && best < kBins - 1) {
    const double l = smooth[static_cast<std::size_t>(best - 1)];
    const double c = smooth[static_cast<std::size_t>(best)];
    const double r = smooth[static_cast<std::size_t>(best + 1)];
    const double curvature = l - 2 * c + r;
    offset = curvature < 0 ? std::clamp(0.5 * (l - r) / curvature, -0.5, 0.5) : 0;
  }
  return std::exp((best + 0.5 + offset) * kBin);
}

double weightNear(const Histogram& histogram, double size) {
  constexpr int kReach = 2;
  const int at = static_cast<int>(std::log(size) / kBin);
  const auto from = histogram.begin() + std::clamp(at - kReach, 0, kBins);
  const auto to = histogram.begin() + std::clamp(at + kReach + 1, 0, kBins);
  return std::accumulate(from, to, 0.0);
}

// Of the components that count.
CharacterHeight heightOf(const Components& found,
                         const std::vector<Extent>& extents,
                         const std::vector<bool>& counts,
                         double long_side) {
  Histogram by_longer{};
  Histogram by_shorter{};
  Histogram by_word{};
  Histogram words_by_longer{};
  CharacterHeight out;
  for (std::size_t k = 0; k < extents.size(); ++k) {
    const double w = found.components[k].width();
    const double h = found.components[k].height();
    const double area = found.components[k].area;
    const double longer = std::max(w, h);
    const double shorter = std::min(w, h);
    const double fill = area / (w * h);
    if (longer < 4 || area <= 8 || !counts[k]) {
      continue;
    }
    const auto [along, across] = extents[k];
    const bool is_word = along > kWordFrom * across && along < kWordTo * across && across >= 4 &&
                         area < kFullWord * along * across && longer < kLongestWord * long_side;
    const bool may_be_character = longer < 0.05 * long_side && longer < 4 * shorter + 4 && fill > 0.12 && fill < 0.95;
    if (is_word) {
      count(by_word, kWordHeight * across, weightOf(across) * along / across);
    } else if (may_be_character) {
      count(by_word, longer, weightOf(longer));
    }
    if (may_be_character) {
      ++out.components;
      if (is_word) {
        count(words_by_longer, longer, weightOf(longer));
      }
      count(by_longer, longer, weightOf(longer));
      count(by_shorter, shorter, weightOf(shorter));
    }
  }
  if (out.components >= kFewestComponents) {
    out.height = modeOf(by_longer);
    out.alternative = 1.35 * modeOf(by_shorter);
    out.of_words = modeOf(by_word);
    out.word_share = weightNear(words_by_longer, out.height) / std::max(1.0, weightNear(by_longer, out.height));
  }
  return out;
}

// Where most of what is about `height` long are dots of leaders, those count no more. Whether that is so.
bool leaveOutLeaders(const Components& found, double height, std::vector<bool>& counts) {
  constexpr double kLetters = 2.5;  // as high as a leader's dots, about
  constexpr double kAlike = 1.3;
  if (height <= 0) {
    return false;
  }
  std::vector<bool> others(found.components.size(), true);
  for (const auto& leaders : {findLeaders(found, kLetters * height), findUprightLeaders(found, kLetters * height)}) {
    for (const Leader& leader : leaders) {
      for (const LeaderDot& dot : leader) {
        others[static_cast<std::size_t>(dot.component)] = false;
      }
    }
  }
  int dots = 0;
  int all = 0;
  for (std::size_t c = 0; c < found.components.size(); ++c) {
    const double longer = std::max(found.components[c].width(), found.components[c].height());
    if (longer < kAlike * height && kAlike * longer > height) {
      ++all;
      dots += others[c] ? 0 : 1;
    }
  }
  if (2 * dots <= all) {
    return false;
  }
  counts = std::move(others);
  return true;
}

}  // namespace

CharacterHeight measureCharacterHeight(const cv::Mat& binary) {
  const double long_side = std::max(binary.cols, binary.rows);
  const Components found = componentsOf(binary, Neighbours::eight);
  const std::vector<Extent> extents = extentsOf(found);
  std::vector<bool> counts(found.components.size(), true);
  const CharacterHeight height = heightOf(found, extents, counts, long_side);
  constexpr double kLarger = 1.3;  // letters are, than dots
  // A page of contents may have more dots than letters.
  if (leaveOutLeaders(found, height.height, counts)) {
    const CharacterHeight of_letters = heightOf(found, extents, counts, long_side);
    if (of_letters.height > kLarger * height.height) {
      return of_letters;
    }
  }
  return height;
}

TextMask textComponents(const cv::Mat& binary, double h) {
  const Components found = componentsOf(binary, Neighbours::eight);
  std::vector<bool> keep;
  TextMask out;
  for (const Component& component : found.components) {
    const double longer = std::max(component.width(), component.height());
    const double shorter = std::min(component.width(), component.height());
    const bool rule = longer > 6 * h && shorter < 0.45 * h;
    keep.push_back(longer < 14 * h && longer >= 0.25 * h && shorter < 3.5 * h && component.area >= 0.04 * h * h &&
                   !rule);
    if (keep.back()) {
      ++out.components;
      out.log_aspect += std::log(static_cast<double>(component.width()) / component.height());
    }
  }
  out.log_aspect /= std::max(1, out.components);
  out.leaders = findLeaders(found, h);
  out.mask = cv::Mat::zeros(binary.size(), CV_8UC1);
  for (const ComponentRun& run : found.runs) {
    if (keep[static_cast<std::size_t>(run.component)]) {
      std::memset(out.mask.ptr(run.row) + run.from, 255, static_cast<std::size_t>(run.to - run.from));
    }
  }
  return out;
}

}  // namespace platen::detect
