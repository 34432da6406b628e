#include "core/optim/print_sizes.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace platen::optim {
namespace {

constexpr double kUsualCount = 150;          // of characters: fewer tell less
constexpr double kBin = 0.01, kBlur = 0.04;  // of the density of logarithms
constexpr double kReach = 0.1;               // of a group to either side
constexpr double kOfTheLargest = 0.25;       // the least a group has of the largest's characters
constexpr double kMostUnlike = 0.6;          // of the logarithms of a group and the largest
// The even change is looked for in steps, over half the page.
constexpr double kFurthestChange = 0.4, kStep = 0.05;
constexpr int kHalvings = 4;
constexpr double kPriorChange = 0.15;  // its standard deviation, worth kPrior of the density's concentration
constexpr double kPrior = 0.04;

// The density of some numbers.
class Density {
 public:
  Density(double low, double high)
      : first_(low - 4 * kBlur), counts_(static_cast<std::size_t>((high - low + 8 * kBlur) / kBin) + 2) {
    const int reach = static_cast<int>(3 * kBlur / kBin);
    for (int k = -reach; k <= reach; ++k) {
      kernel_.push_back(std::exp(-0.5 * (k * kBin / kBlur) * (k * kBin / kBlur)));
    }
  }
  void of(std::span<const double> values) {
    std::fill(counts_.begin(), counts_.end(), 0.0);
    for (const double value : values) {
      const double at = std::clamp((value - first_) / kBin, 0.0, static_cast<double>(counts_.size() - 2));
      const auto bin = static_cast<std::size_t>(at);
      counts_[bin] += static_cast<double>(bin + 1) - at;
      counts_[bin + 1] += at - static_cast<double>(bin);
    }
    blurred_.assign(counts_.size(), 0.0);
    const int reach = static_cast<int>(kernel_.size() / 2);
    const int size = static_cast<int>(counts_.size());
    for (int k = 0; k < size; ++k) {
      const double count = counts_[static_cast<std::size_t>(k)];
      if (count == 0) {
        continue;
      }
      for (int d = std::max(-reach, -k); d <= std::min(reach, size - 1 - k); ++d) {
        blurred_[static_cast<std::size_t>(k + d)] += count * kernel_[static_cast<std::size_t>(d + reach)];
      }
    }
  }
  // How many pairs are alike.
  [[nodiscard]] double concentration() const {
    return std::inner_product(counts_.begin(), counts_.end(), blurred_.begin(), 0.0);
  }
  [[nodiscard]] std::vector<double> peaks() const {
    std::vector<double> peaks;
    for (std::size_t k = 1; k + 1 < blurred_.size(); ++k) {
      if (blurred_[k] > blurred_[k - 1] && blurred_[k] >= blurred_[k + 1]) {
        peaks.push_back(first_ + static_cast<double>(k) * kBin);
      }
    }
    return peaks;
  }

 private:
  double first_;
  std::vector<double> counts_, kernel_, blurred_;
};

// The even change of the logarithm per unit of `places` under which most are alike.
Vec2 evenChange(std::span<const double> logs, std::span<const Vec2> places) {
  const auto [low, high] = std::minmax_element(logs.begin(), logs.end());
  Density density(*low - 2 * kFurthestChange, *high + 2 * kFurthestChange);
  std::vector<double> even(logs.size());
  const auto goodness = [&](Vec2 change) {
    for (std::size_t k = 0; k < logs.size(); ++k) {
      even[k] = logs[k] - dot(change, places[k]);
    }
    density.of(even);
    return std::log(density.concentration()) - kPrior * dot(change, change) / (kPriorChange * kPriorChange);
  };
  Vec2 best;
  double most = goodness(best);
  const auto consider = [&](Vec2 change) {
    if (const double good = goodness(change); good > most) {
      most = good;
      best = change;
    }
  };
  const int steps = static_cast<int>(std::lround(kFurthestChange / kStep));
  for (int i = -steps / 2; i <= steps / 2; ++i) {  // letters of a row are of one size more often than not
    for (int j = -steps; j <= steps; ++j) {
      consider({i * kStep, j * kStep});
    }
  }
  double step = kStep;
  for (int halving = 0; halving < kHalvings; ++halving) {
    step /= 2;
    const Vec2 from = best;
    for (int i = -1; i <= 1; ++i) {
      for (int j = -1; j <= 1; ++j) {
        consider(from + Vec2{i * step, j * step});
      }
    }
  }
  return best;
}

// The characters of one group after those of another.
std::vector<CanvasCharacter> inGroups(const std::vector<CanvasCharacter>& characters,
                                      const std::vector<std::vector<std::size_t>>& groups) {
  std::vector<CanvasCharacter> grouped;
  for (const std::vector<std::size_t>& group : groups) {
    for (const std::size_t k : group) {
      grouped.push_back(characters[k]);
    }
  }
  return grouped;
}

}  // namespace

std::vector<std::vector<std::size_t>> sizeGroups(std::span<const double> heights,
                                                 std::span<const Vec2> places,
                                                 double apart) {
  if (heights.size() < kLeastOfOneSize) {
    return {};
  }
  std::vector<double> logs;
  for (const double height : heights) {
    logs.push_back(std::log(height));
  }
  const Vec2 change = evenChange(logs, places);
  for (std::size_t k = 0; k < logs.size(); ++k) {
    logs[k] -= dot(change, places[k]);
  }
  const auto [low, high] = std::minmax_element(logs.begin(), logs.end());
  Density density(*low, *high);
  density.of(logs);
  const std::vector<double> peaks = density.peaks();
  if (peaks.empty()) {
    return {};
  }
  std::vector<std::vector<std::size_t>> groups(peaks.size());
  for (std::size_t k = 0; k < logs.size(); ++k) {
    const auto nearest = std::min_element(
        peaks.begin(), peaks.end(), [&](double a, double b) { return std::abs(a - logs[k]) < std::abs(b - logs[k]); });
    if (std::abs(*nearest - logs[k]) < kReach) {
      groups[static_cast<std::size_t>(nearest - peaks.begin())].push_back(k);
    }
  }
  const auto largest =
      std::max_element(groups.begin(), groups.end(), [](const auto& a, const auto& b) { return a.size() < b.size(); });
  const std::size_t least =
      std::max(kLeastOfOneSize, static_cast<std::size_t>(kOfTheLargest * static_cast<double>(largest->size())));
  const double usual = peaks[static_cast<std::size_t>(largest - groups.begin())];
  std::vector<std::vector<std::size_t>> kept;
  const auto isAlone = [&](std::size_t k) {
    for (std::size_t j = 0; j < groups.size(); ++j) {
      if (j != k && groups[j].size() >= least && std::abs(peaks[j] - peaks[k]) < apart) {
        return false;
      }
    }
    return true;
  };
  for (std::size_t k = 0; k < groups.size(); ++k) {
    if (groups[k].size() >= least && std::abs(peaks[k] - usual) < kMostUnlike && isAlone(k)) {
      kept.push_back(groups[k]);
    }
  }
  return kept;
}

std::vector<Vec2> endsOf(std::span<const CanvasCharacter> characters) {
  std::vector<Vec2> ends;
  ends.reserve(2 * characters.size());
  for (const CanvasCharacter& character : characters) {
    ends.push_back(character.top);
    ends.push_back(character.foot);
  }
  return ends;
}

std::vector<std::vector<std::size_t>> sizeGroups(std::span<const CanvasCharacter> characters,
                                                 const OffsetNet& offsets,
                                                 Vec2 extent,
                                                 Vec2 middle,
                                                 Vec2 half,
                                                 double apart) {
  CanvasPoints points(endsOf(characters), offsets.shape, extent);
  const std::span<const Vec2> at = points.follow(offsets.controls);
  std::vector<double> heights;
  std::vector<Vec2> places;
  std::vector<std::size_t> on_page;
  for (std::size_t k = 0; k < characters.size(); ++k) {
    const double height = at[2 * k + 1].y - at[2 * k].y;
    const Vec2 off = (at[2 * k] + at[2 * k + 1]) * 0.5 - middle;
    const Vec2 place{off.x / half.x, off.y / half.y};
    if (height > 1 && std::abs(place.x) < 1 && std::abs(place.y) < 1) {
      heights.push_back(height);
      places.push_back(place);
      on_page.push_back(k);
    }
  }
  std::vector<std::vector<std::size_t>> groups = sizeGroups(heights, places, apart);
  for (std::vector<std::size_t>& group : groups) {
    for (std::size_t& k : group) {
      k = on_page[k];
    }
  }
  return groups;
}

PrintSizeEnergy::PrintSizeEnergy(double weight,
                                 double reach,
                                 const std::vector<CanvasCharacter>& characters,
                                 const std::vector<std::vector<std::size_t>>& groups,
                                 NetShape shape,
                                 Vec2 extent)
    : Energy("print size", weight), reach_(reach), points_(endsOf(inGroups(characters, groups)), shape, extent) {
  for (const std::vector<std::size_t>& group : groups) {
    group_sizes_.push_back(group.size());
  }
  log_heights_.resize(points_.size() / 2);
  pulls_.resize(points_.size());
}

double PrintSizeEnergy::add(std::span<const double> controls, double scale, std::span<double> gradient) {
  const double usual = std::max(kUsualCount, static_cast<double>(log_heights_.size()));
  constexpr double kLeastHeight = 0.5;  // canvas_px: a net that lays print flat
  const std::span<const Vec2> at = points_.follow(controls);
  if (log_heights_.empty()) {
    return 0;
  }
  double sum = 0;
  std::size_t begin = 0;
  for (const std::size_t size : group_sizes_) {
    double mean = 0;
    for (std::size_t k = begin; k < begin + size; ++k) {
      log_heights_[k] = std::log(std::max(kLeastHeight, at[2 * k + 1].y - at[2 * k].y));
      mean += log_heights_[k] / static_cast<double>(size);
    }
    double mean_pull = 0;
    for (std::size_t k = begin; k < begin + size; ++k) {
      const double r = (log_heights_[k] - mean) / reach_;
      sum += std::log1p(r * r);
      pulls_[2 * k] = 2 * r / (1 + r * r) / reach_;
      mean_pull += pulls_[2 * k] / static_cast<double>(size);
    }
    for (std::size_t k = begin; k < begin + size; ++k) {
      const double height = at[2 * k + 1].y - at[2 * k].y;
      const double pull = (pulls_[2 * k] - mean_pull) / std::max(kLeastHeight, height);
      pulls_[2 * k + 1] = height > kLeastHeight ? scale * pull / usual : 0;
      pulls_[2 * k] = -pulls_[2 * k + 1];
    }
    begin += size;
  }
  if (scale != 0) {
    points_.pullBack(0, pulls_, {0, 1}, gradient);
  }
  return sum / usual;
}

}  // namespace platen::optim
