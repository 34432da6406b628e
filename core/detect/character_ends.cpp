#include "core/detect/character_ends.h"

#include "core/detect/components.h"
#include "core/detect/raster.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace platen::detect {
namespace {

constexpr double kLowest = 0.4, kHighest = 2.4;  // of h
constexpr double kSlimmest = 0.2, kLongest = 3;  // width, of the height
constexpr double kLeastCertain = 0.2;            // of the direction, 0..1
constexpr std::size_t kMost = 600;
constexpr double kSteepest = 1.2;  // slope, dy / dx
constexpr int kAround = 3;         // rows beyond the component

// The local slope of text, dy / dx; nothing where it is not known.
std::optional<double> slopeAt(const EvidenceImage& direction, Vec2 work) {
  const Image& image = direction.image;
  const int i = std::clamp(static_cast<int>(work.x * direction.scale), 0, image.width() - 1);
  const int j = std::clamp(static_cast<int>(work.y * direction.scale), 0, image.height() - 1);
  const std::uint8_t* at = image.rowAs<std::uint8_t>(j) + 3 * static_cast<std::ptrdiff_t>(i);
  if (at[2] < 255 * kLeastCertain) {
    return std::nullopt;
  }
  const double slope = std::tan(0.5 * std::atan2(at[1] - 128.0, at[0] - 128.0));
  return std::abs(slope) <= kSteepest ? std::optional(slope) : std::nullopt;
}

// The most ink in each row of a band that leans with the text: entry k is that of array row `first + k` in the middle
// of the component, at array column `middle`.
struct Profile {
  int first = 0;
  double middle = 0;
  std::vector<float> ink;
};
// Nothing where the band leaves the array: what is cut off there has no end to be seen.
std::optional<Profile> profileOf(const cv::Mat& ink, const Component& c, double slope) {
  Profile profile;
  profile.middle = 0.5 * (c.left + c.right - 1);
  profile.first = c.top - kAround;
  profile.ink.assign(static_cast<std::size_t>(c.height() + 2 * kAround), 0);
  const int most = 1 + static_cast<int>(std::ceil(std::abs(slope) * c.width() / 2));
  if (profile.first < most || c.bottom + kAround + most > ink.rows) {
    return std::nullopt;
  }
  for (int i = c.left; i < c.right; ++i) {
    const double lean = slope * (i - profile.middle);
    const int whole = static_cast<int>(std::floor(lean));
    const auto part = static_cast<float>(lean - whole);
    for (std::size_t k = 0; k < profile.ink.size(); ++k) {
      const int row = profile.first + static_cast<int>(k) + whole;
      const float value = (1 - part) * static_cast<float>(ink.at<std::uint8_t>(row, i)) +
                          part * static_cast<float>(ink.at<std::uint8_t>(row + 1, i));
      profile.ink[k] = std::max(profile.ink[k], value);
    }
  }
  return profile;
}

// Where the ink falls to half of what most of its rows have, above and below: array rows.
struct Ends {
  double top = 0, bottom = 0;
};
std::optional<Ends> endsOf(const Profile& profile, int height) {
  std::vector<double> most(profile.ink.begin(), profile.ink.end());
  std::nth_element(most.begin(), most.begin() + height / 4, most.end(), std::greater<>());
  const auto half = static_cast<float>(most[static_cast<std::size_t>(height / 4)] / 2);
  const std::vector<float>& ink = profile.ink;
  const auto is_dark = [half](float value) { return value >= half; };
  const auto first = std::find_if(ink.begin(), ink.end(), is_dark) - ink.begin();
  const auto last = ink.rend() - std::find_if(ink.rbegin(), ink.rend(), is_dark) - 1;
  if (half <= 0 || first < 1 || last + 1 >= static_cast<std::ptrdiff_t>(ink.size()) || last <= first) {
    return std::nullopt;  // the ink goes on beyond the band
  }
  const auto at = [&ink](std::ptrdiff_t k) { return static_cast<double>(ink[static_cast<std::size_t>(k)]); };
  const double above = (at(first) - half) / (at(first) - at(first - 1));
  const double below = (at(last) - half) / (at(last) - at(last + 1));
  return Ends{static_cast<double>(profile.first) + static_cast<double>(first) - above,
              static_cast<double>(profile.first) + static_cast<double>(last) + below};
}

}  // namespace

std::vector<PrintedCharacter> characterEnds(const cv::Mat& ink,
                                            const cv::Mat& text,
                                            const EvidenceImage& direction,
                                            double h) {
  std::vector<PrintedCharacter> characters;
  if (direction.empty()) {
    return characters;
  }
  struct Candidate {
    Component box;
    double slope = 0;
  };
  std::vector<Candidate> candidates;
  for (const Component& c : componentsOf(text, Neighbours::eight).components) {
    const double height = c.height();
    if (height < kLowest * h || height > kHighest * h || c.width() < kSlimmest * height ||
        c.width() > kLongest * height) {
      continue;
    }
    const Vec2 middle = workFromIndex({0.5 * (c.left + c.right - 1), 0.5 * (c.top + c.bottom - 1)}, 1);
    if (const std::optional<double> slope = slopeAt(direction, middle)) {
      candidates.push_back({c, *slope});
    }
  }
  const std::size_t count = std::min(kMost, candidates.size());
  for (std::size_t k = 0; k < count; ++k) {
    const auto& [box, slope] = candidates[k * candidates.size() / count];
    const std::optional<Profile> profile = profileOf(ink, box, slope);
    if (const std::optional<Ends> ends = profile ? endsOf(*profile, box.height()) : std::nullopt) {
      characters.push_back(
          {workFromIndex({profile->middle, ends->top}, 1), workFromIndex({profile->middle, ends->bottom}, 1)});
    }
  }
  return characters;
}

}  // namespace platen::detect
