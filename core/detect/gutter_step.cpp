#include "core/detect/gutter_step.h"

#include "core/detect/raster.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace platen::detect {
namespace {

constexpr double kBand_h = 6;       // rows that one profile across the gutter is taken from
constexpr double kHalf_h = 0.45;    // half the width within which brightness jumps: lens, and the gutter's own width
constexpr double kReach_h = 1.3;    // how far off the darkest line the jump may lie
constexpr double kLeast = 0.08;     // of the brighter page: the jump
constexpr double kOneSided = 0.35;  // of the jump: how much the other page may fade as near to it
constexpr double kAgreeing = 0.6;   // of the bands
constexpr double kSpread_h = 0.3;   // that their jumps may lie apart
constexpr int kPerPixel = 2;        // samples

// Brightness across the gutter, kPerPixel samples a work pixel, from -middle to +middle.
struct Profile {
  std::vector<double> light;
  int middle = 0;
  [[nodiscard]] double at(int off) const { return light[static_cast<std::size_t>(off + middle)]; }
};

// Paper, not print: the brighter rows.
Profile profileAcross(const cv::Mat& grey, const GutterCurve& gutter, double from, double to, int middle) {
  Profile profile;
  profile.middle = middle;
  std::vector<double> values;
  const int rows = static_cast<int>(std::ceil((to - from) / 2));  // every other one
  for (int off = -middle; off <= middle; ++off) {
    values.clear();
    for (int row = 0; row < rows; ++row) {
      const double y = from + 2 * row;
      const Vec2 q = indexFromWork({gutter.x(y) + static_cast<double>(off) / kPerPixel, y}, 1);
      values.push_back(sampleU8(grey, q.x, q.y));
    }
    profile.light.push_back(quantile(values, 0.6));
  }
  return profile;
}

// Samples right of the profile's middle; > 0 in `bright_right` where the page there is the brighter one.
std::optional<double> jumpOf(const Profile& p, double h, bool& bright_right) {
  const int half = std::max(2, static_cast<int>(std::lround(kHalf_h * h * kPerPixel)));
  const int reach = static_cast<int>(std::lround(kReach_h * h * kPerPixel));
  const auto jump = [&](int off) { return p.at(off + half) - p.at(off - half); };
  int best = 0;
  for (int off = -reach; off <= reach; ++off) {
    best = std::abs(jump(off)) > std::abs(jump(best)) ? off : best;
  }
  bright_right = jump(best) > 0;
  const int sign = bright_right ? 1 : -1;
  const double bright = p.at(best + sign * half);
  const double foot = p.at(best - sign * half);
  if (bright - foot < kLeast * bright) {
    return std::nullopt;
  }
  // The page in the shade goes on as it is; a dark line or a valley rises again.
  double behind = foot;
  for (int k = 1; k <= 2 * half; ++k) {
    behind = std::max(behind, p.at(best - sign * (half + k)));
  }
  if (behind - foot > kOneSided * (bright - foot)) {
    return std::nullopt;
  }
  const double half_way = (bright + foot) / 2;
  for (int k = -half; k < half; ++k) {
    const double a = p.at(best + sign * k);
    const double b = p.at(best + sign * (k + 1));
    if (a <= half_way && b > half_way) {
      return best + sign * (k + (half_way - a) / (b - a));
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<double> stepBeside(const cv::Mat& grey, double h, const GutterCurve& gutter, double y0, double y1) {
  const double from = std::max(0.0, y0);
  const double to = std::min(static_cast<double>(grey.rows), y1);
  const auto bands = static_cast<int>((to - from) / (kBand_h * h));
  if (bands < 4) {
    return std::nullopt;
  }
  const int middle = static_cast<int>(std::lround((kReach_h + 4 * kHalf_h) * h * kPerPixel)) + kPerPixel;
  std::vector<double> jumps[2];  // left or right page brighter
  for (int band = 0; band < bands; ++band) {
    const double top = from + (to - from) * band / bands;
    bool bright_right = false;
    const Profile profile = profileAcross(grey, gutter, top, top + (to - from) / bands, middle);
    if (const std::optional<double> jump = jumpOf(profile, h, bright_right)) {
      jumps[bright_right ? 1 : 0].push_back(*jump / kPerPixel);
    }
  }
  std::vector<double>& most = jumps[0].size() > jumps[1].size() ? jumps[0] : jumps[1];
  if (static_cast<double>(most.size()) < kAgreeing * bands) {
    return std::nullopt;
  }
  const double off = quantile(most, 0.5);
  std::vector<double> apart;
  apart.reserve(most.size());
  for (const double jump : most) {
    apart.push_back(std::abs(jump - off));
  }
  return quantile(apart, 0.75) < kSpread_h * h ? std::optional(off) : std::nullopt;
}

}  // namespace platen::detect
