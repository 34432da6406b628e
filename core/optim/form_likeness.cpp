#include "core/optim/form_likeness.h"

#include "core/optim/evidence_view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <numeric>
#include <span>
#include <vector>

namespace platen::optim {
namespace {

constexpr std::size_t kLook = 3;     // of the levels: print is sharp, but a pixel off does not matter
constexpr double kShift = 28;        // canvas_px
constexpr std::size_t kLeast = 100;  // points in all
constexpr std::size_t kAcross = 8, kDown = 10;
constexpr double kShareOfEven =
    0.2;                          // a region counts from this share of the points that it would have if all had as many
constexpr float kDistinct = 0.6;  // deviations of the features
constexpr double kRegionAgrees = 0.4;
constexpr std::size_t kFewRegions = 3;  // of fewer, nothing can be said
// Places that are recognised one by one tell of a region, too, where shadow and creases spoil the sum: on the form
// itself most of them lie where the fit has them; by chance, of those looked for within 70 canvas_px, three in a
// thousand.
constexpr double kRecognised = 4;  // canvas_px
constexpr std::size_t kEnoughRecognised = 3;

// Where the fit sees a place of the form.
Vec2 seenAt(const FormCues& cues, const OffsetNet& offsets, Vec2 canvas_px) {
  const Vec2 extent = cues.frame.canvas_extent;
  return canvas_px + offsetAt(offsets, {canvas_px.x / extent.x, canvas_px.y / extent.y});
}

// The photo's features at the form's points, the fit shifted by `shift`.
std::vector<float> featuresAt(const FormLevel& level, const std::vector<Vec2>& seen, Vec2 shift) {
  const std::size_t n = level.points.size();
  std::vector<float> at(2 * n), values(4 * n);
  for (std::size_t k = 0; k < n; ++k) {
    at[2 * k] = static_cast<float>((seen[k].x + shift.x) * level.photo.scale);
    at[2 * k + 1] = static_cast<float>((seen[k].y + shift.y) * level.photo.scale);
  }
  const Image& image = level.photo.image;
  sampling::sampleBilinearCpu(viewOf(image), sampling::Border::replicate, at.data(), static_cast<std::int64_t>(n),
                              values.data(), nullptr, nullptr);
  for (std::size_t k = 0; k < 4 * n; ++k) {
    values[k] *= level.gains[k % 4];
  }
  return values;
}

// Correlation of the four features, each less its mean, over some of the points.
double correlation(const FormLevel& level, const std::vector<float>& values, std::span<const std::size_t> points) {
  double sum_ab = 0, sum_aa = 0, sum_bb = 0;
  const auto n = static_cast<double>(points.size());
  for (std::size_t c = 0; c < 4; ++c) {
    double mean_a = 0, mean_b = 0;
    for (const std::size_t k : points) {
      mean_a += static_cast<double>(values[4 * k + c]) / n;
      mean_b += static_cast<double>(level.points[k].features[c]) / n;
    }
    for (const std::size_t k : points) {
      const double a = static_cast<double>(values[4 * k + c]) - mean_a;
      const double b = static_cast<double>(level.points[k].features[c]) - mean_b;
      sum_ab += a * b;
      sum_aa += a * a;
      sum_bb += b * b;
    }
  }
  const double scale = std::sqrt(sum_aa * sum_bb);
  return scale > 0 ? sum_ab / scale : 0.0;
}

struct Region {
  std::vector<std::size_t> points;          // the distinct ones: a rule would agree with any other rule
  std::size_t matches = 0, recognised = 0;  // and of these where the fit has them
  [[nodiscard]] bool isRecognised() const { return recognised >= kEnoughRecognised && 2 * recognised >= matches; }
};

// Of the form, those that have some distinct points.
std::vector<Region> regionsOf(const FormCues& cues, const FormLevel& level, const OffsetNet& offsets) {
  std::vector<Region> regions(kAcross * kDown);
  const auto regionAt = [&](Vec2 canvas_px) -> Region& {
    const auto index = [](double at, double extent, std::size_t count) {
      return static_cast<std::size_t>(std::clamp(at / extent, 0.0, 0.999) * static_cast<double>(count));
    };
    const Vec2 p = canvas_px - cues.frame.margin;
    const Vec2 form = cues.frame.form_extent;
    return regions[index(p.y, form.y, kDown) * kAcross + index(p.x, form.x, kAcross)];
  };
  for (std::size_t k = 0; k < level.points.size(); ++k) {
    if (level.points[k].distinct >= kDistinct) {
      regionAt(level.points[k].canvas_px).points.push_back(k);
    }
  }
  for (const FormMatch& match : cues.matches) {
    Region& region = regionAt(match.form);
    ++region.matches;
    region.recognised += norm(seenAt(cues, offsets, match.form) - match.photo) < kRecognised ? 1 : 0;
  }
  const double least = kShareOfEven * static_cast<double>(level.points.size()) / (kAcross * kDown);
  std::erase_if(regions, [least](const Region& region) { return static_cast<double>(region.points.size()) < least; });
  return regions;
}

}  // namespace

bool FormLikeness::isWhole() const {
  return regions > 0.8;  // photos of the form itself have .87 and more, of another under its heading .75
}

bool FormLikeness::isConvincing() const {
  constexpr double kNotRecognised = 0.75;
  constexpr double kSure = 0.77;  // a form seen so well may be fitted badly in part; under a shared heading .76
  constexpr double kAlmostAll = 0.85;
  const double least = !is_recognised ? kNotRecognised : regions > kAlmostAll ? 0.55 : 0.65;
  return agreement > least && (isWhole() || agreement > kSure) && agreement - elsewhere > 0.2 * (1 - elsewhere);
}

FormLikeness likeness(const FormCues& cues, const OffsetNet& offsets) {
  FormLikeness result;
  result.is_recognised = cues.is_recognised;
  const FormLevel& level = cues.levels[std::min(kLook, cues.levels.size() - 1)];
  const std::size_t n = level.points.size();
  if (n < kLeast) {
    return result;
  }
  std::vector<Vec2> seen;
  seen.reserve(n);
  for (const FormPoint& point : level.points) {
    seen.push_back(seenAt(cues, offsets, point.canvas_px));
  }
  std::vector<std::size_t> all(n);
  std::iota(all.begin(), all.end(), std::size_t{0});
  const std::vector<float> here = featuresAt(level, seen, {});
  std::vector<std::vector<float>> shifted;
  for (int k = 0; k < 8; ++k) {
    const double angle = k * std::numbers::pi / 4;
    shifted.push_back(featuresAt(level, seen, kShift * Vec2{std::cos(angle), std::sin(angle)}));
  }
  const auto largest = [&](std::span<const std::size_t> points) {
    double most = -1;
    for (const std::vector<float>& values : shifted) {
      most = std::max(most, correlation(level, values, points));
    }
    return most;
  };
  result.agreement = correlation(level, here, all);
  result.elsewhere = largest(all);
  const std::vector<Region> regions = regionsOf(cues, level, offsets);
  std::size_t agree = 0, total = 0;
  for (const Region& region : regions) {
    const bool agrees = region.isRecognised() || correlation(level, here, region.points) > kRegionAgrees;
    agree += agrees ? region.points.size() : 0;
    total += region.points.size();
  }
  result.regions = regions.size() < kFewRegions ? 1 : static_cast<double>(agree) / static_cast<double>(total);
  return result;
}

}  // namespace platen::optim
