#include "core/detect/character_height.h"

#include "core/detect/components.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <vector>

namespace platen::detect {
namespace {

constexpr int kBins = 90;
constexpr double kBin = 0.1;
constexpr int kFewestComponents = 15;

// Mode of a histogram over log(size), smoothed by [1 2 3 2 1], to a fraction of a bin.
double modeOf(const std::array<double, kBins>& histogram) {
  std::array<double, kBins> smooth{};
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

}  // namespace

CharacterHeight measureCharacterHeight(const cv::Mat& binary) {
  const double longest = 0.05 * std::max(binary.cols, binary.rows);
  std::array<double, kBins> by_longer{};
  std::array<double, kBins> by_shorter{};
  CharacterHeight out;
  for (const Component& component : componentsOf(binary, Neighbours::eight).components) {
    const double w = component.width();
    const double h = component.height();
    const double area = component.area;
    const double longer = std::max(w, h);
    const double shorter = std::min(w, h);
    const double fill = area / (w * h);
    if (longer < 4 || longer >= longest || area <= 8 || longer >= 4 * shorter + 4 || fill <= 0.12 || fill >= 0.95) {
      continue;
    }
    ++out.components;
    const auto bin = [](double size) {
      return static_cast<std::size_t>(std::clamp(static_cast<int>(std::log(size) / kBin), 0, kBins - 1));
    };
    by_longer[bin(longer)] += std::pow(longer, 1.5);
    by_shorter[bin(shorter)] += std::pow(shorter, 1.5);
  }
  if (out.components >= kFewestComponents) {
    out.height = modeOf(by_longer);
    out.alternative = 1.35 * modeOf(by_shorter);
  }
  return out;
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
  out.mask = cv::Mat::zeros(binary.size(), CV_8UC1);
  for (const ComponentRun& run : found.runs) {
    if (keep[static_cast<std::size_t>(run.component)]) {
      std::memset(out.mask.ptr(run.row) + run.from, 255, static_cast<std::size_t>(run.to - run.from));
    }
  }
  return out;
}

}  // namespace platen::detect
