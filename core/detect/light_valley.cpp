#include "core/detect/light_valley.h"

#include "core/detect/raster.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

namespace platen::detect {
namespace {

constexpr double kDegree = std::numbers::pi / 180;
constexpr double kLeastDepth = 0.06;
constexpr double kMayFail = 0.2;     // of the rows
constexpr double kSlopeShare = 0.2;  // of the depth that is left one h beside the bottom: more than a rule's
constexpr double kNoPaper = 0.8;     // of the paper's light
constexpr double kAlike = 0.5;       // difference of logarithms
constexpr double kSharpEnd = 0.1;    // of the paper's light, within two h
constexpr double kLeastPicture_h = 6;
constexpr double kApart_h = 6;

float lightAt(const cv::Mat& light, double x, double y) {
  const Vec2 q = indexFromWork({x, y}, kLightScale);
  return std::max(1.0F, sampleU8(light, q.x, q.y));
}

}  // namespace

std::vector<LightValley> findLightValleys(const cv::Mat& light,
                                          double h,
                                          double theta,
                                          double y0,
                                          double y1,
                                          std::size_t most,
                                          const std::function<bool(Vec2 top, Vec2 bottom)>& allowed) {
  const double width = light.cols / kLightScale;
  const double height = light.rows / kLightScale;
  const int rows = static_cast<int>((y1 - y0) / (2 * h));
  const int columns = static_cast<int>((width - 12 * h) / (0.75 * h));
  if (rows < 8 || columns < 1) {
    return {};
  }
  std::vector<LightValley> valleys;
  std::vector<double> depth(static_cast<std::size_t>(rows));
  std::vector<double> slope(depth.size());
  const auto may_fail = static_cast<std::size_t>(std::lround(kMayFail * static_cast<double>(rows - 1)));
  for (int turn = -8; turn <= 8; ++turn) {
    const double lean = std::tan(-theta + 2 * turn * kDegree);
    for (int column = 0; column <= columns; ++column) {
      const double middle = (6 + 0.75 * column) * h;
      const auto x_at = [&](double y) { return middle + lean * (y - 0.5 * height); };
      // Once more rows than the fifth that may fail are too shallow, the line is none.
      std::size_t shallow = 0;
      for (std::size_t k = 0; k < depth.size() && shallow <= may_fail; ++k) {
        const double y = y0 + (static_cast<double>(k) + 0.5) * 2 * h;
        const double x = x_at(y);
        const float bottom =
            std::min({lightAt(light, x - 0.35 * h, y), lightAt(light, x, y), lightAt(light, x + 0.35 * h, y)});
        const float beside = std::min(lightAt(light, x - 5 * h, y), lightAt(light, x + 5 * h, y));
        const float near = std::min(lightAt(light, x - 1.2 * h, y), lightAt(light, x + 1.2 * h, y));
        depth[k] = 1 - bottom / beside;
        slope[k] = 1 - near / beside;
        shallow += depth[k] < kLeastDepth ? 1 : 0;
      }
      if (shallow > may_fail) {
        continue;
      }
      const double nearly_all = quantile(depth, kMayFail);
      if (quantile(slope, 0.5) >= kSlopeShare * nearly_all) {
        valleys.push_back({{x_at(0), 0}, {x_at(height), height}, nearly_all});
      }
    }
  }
  std::stable_sort(valleys.begin(), valleys.end(),
                   [](const LightValley& a, const LightValley& b) { return a.depth > b.depth; });
  std::vector<LightValley> apart;
  const auto middle = [&](const LightValley& valley) {
    return valley.top.x + (valley.bottom.x - valley.top.x) * (0.5 * (y0 + y1)) / height;
  };
  for (const LightValley& valley : valleys) {
    const auto near = [&](const LightValley& other) { return std::abs(middle(other) - middle(valley)) < kApart_h * h; };
    if (apart.size() < most && std::none_of(apart.begin(), apart.end(), near) && allowed(valley.top, valley.bottom)) {
      apart.push_back(valley);
    }
  }
  return apart;
}

bool pictureCrosses(const cv::Mat& light, double h, const GutterCurve& gutter, double y0, double y1) {
  const auto rows = static_cast<std::size_t>(std::max(0.0, (y1 - y0) / (0.5 * h)));
  if (rows < 8) {
    return false;
  }
  // Left and right of the gutter, relative to the paper there.
  std::vector<double> side[2];
  for (std::size_t k = 0; k < rows; ++k) {
    const double y = y0 + (static_cast<double>(k) + 0.5) * 0.5 * h;
    const double x = gutter.x(y);
    side[0].push_back(0.5 * (lightAt(light, x - 2 * h, y) + lightAt(light, x - 3 * h, y)));
    side[1].push_back(0.5 * (lightAt(light, x + 2 * h, y) + lightAt(light, x + 3 * h, y)));
  }
  for (std::vector<double>& values : side) {
    std::vector<double> sorted = values;
    const double paper = quantile(sorted, 0.85);
    for (double& value : values) {
      value /= paper;
    }
  }
  const auto dark = [&](std::size_t k) { return side[0][k] < kNoPaper && side[1][k] < kNoPaper; };
  // How much both sides change together within two h around row k.
  const auto step = [&](std::size_t k) {
    const std::size_t a = k >= 2 ? k - 2 : 0;
    const std::size_t b = std::min(rows - 1, k + 2);
    return std::min(std::abs(side[0][a] - side[0][b]), std::abs(side[1][a] - side[1][b]));
  };
  std::size_t first = 0;
  while (first < rows) {
    std::size_t end = first;
    while (end < rows && dark(end)) {
      ++end;
    }
    if (static_cast<double>(end - first) * 0.5 >= kLeastPicture_h) {
      std::vector<double> difference;
      for (std::size_t k = first; k < end; ++k) {
        difference.push_back(std::abs(std::log(side[0][k] / side[1][k])));
      }
      if (quantile(difference, 0.5) < kAlike && std::max(step(first), step(end - 1)) > kSharpEnd) {
        return true;
      }
    }
    first = end + 1;
  }
  return false;
}

}  // namespace platen::detect
