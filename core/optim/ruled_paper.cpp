#include "core/optim/ruled_paper.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace platen::optim {
namespace {

constexpr std::size_t kNearby = 12;               // columns: paper shows within them
constexpr double kLeastDepth = 0.012;             // of the paper's light: paler lines are not seen
constexpr double kLeastStep = 4, kMostStep = 48;  // columns
constexpr double kUneven = 0.08;                  // of a step, and half a column
constexpr std::size_t kLeastLines = 4;
constexpr std::size_t kLeastOutside = 6;  // where fewer than two begin inside of what is written
constexpr double kLeastStepOutside = 8;   // columns
constexpr double kAlike = 1.7;            // times: deepest by palest of the middle three fifths or so
constexpr double kSamePaper = 0.02;       // of its light, from one gap to the next
constexpr double kDescent = 0.006;        // of the paper's light, a gap: leaves are darker by more
constexpr double kMostlySame = 0.75;      // of the gaps
constexpr double kOthers = 0.2;           // of the lines: as many may be missing, or stand between them

struct Dip {
  std::size_t column;
  double place;  // columns, between them
  double depth;  // of the paper's light
};

std::vector<double> lightOf(const EdgeProfile& profile, std::size_t end) {
  std::vector<double> light;
  for (std::size_t c = 0; c < std::min(end, profile.size()); ++c) {
    light.push_back(profile.light(c));
  }
  return light;
}

double mostBetween(const std::vector<double>& light, std::size_t from, std::size_t to) {
  return *std::max_element(light.begin() + static_cast<std::ptrdiff_t>(from),
                           light.begin() + static_cast<std::ptrdiff_t>(to));
}

std::vector<Dip> dipsOf(const std::vector<double>& light) {
  std::vector<Dip> dips;
  for (std::size_t c = 2; c + 2 < light.size(); ++c) {
    if (light[c] >= light[c - 1] || light[c] > light[c + 1] || light[c] > light[c - 2] || light[c] > light[c + 2]) {
      continue;
    }
    const double before = mostBetween(light, c - std::min(c, kNearby), c);
    const double behind = mostBetween(light, c + 1, std::min(light.size(), c + 1 + kNearby));
    const double paper = std::min(before, behind);
    if (paper > 0 && paper - light[c] > kLeastDepth * paper) {
      const double bend = light[c - 1] - 2 * light[c] + light[c + 1];
      const double off = bend > 0 ? 0.5 * (light[c - 1] - light[c + 1]) / bend : 0;
      dips.push_back({c, static_cast<double>(c) + std::clamp(off, -0.5, 0.5), (paper - light[c]) / paper});
    }
  }
  return dips;
}

// The dip nearest to a place, within what lines may be uneven by.
std::optional<std::size_t> dipAt(const std::vector<Dip>& dips, double place, double step) {
  std::optional<std::size_t> best;
  double least = kUneven * step + 0.5;
  for (std::size_t k = 0; k < dips.size(); ++k) {
    const double off = std::abs(dips[k].place - place);
    if (off <= least) {
      least = off;
      best = k;
    }
  }
  return best;
}

// Of dips that go on evenly from two of them.
std::vector<std::size_t> chainFrom(const std::vector<Dip>& dips, std::size_t first, std::size_t second) {
  std::vector<std::size_t> chain{first, second};
  double step = dips[second].place - dips[first].place;
  for (int missed = 0; missed < 2;) {
    const double last = dips[chain.back()].place;
    const double steps = missed + 1;
    const std::optional<std::size_t> next = dipAt(dips, last + steps * step, step);
    if (!next || *next <= chain.back()) {
      ++missed;
      continue;
    }
    step = (2 * step + (dips[*next].place - last) / steps) / 3;
    chain.push_back(*next);
    missed = 0;
  }
  return chain;
}

bool isRuling(const std::vector<Dip>& dips,
              const std::vector<double>& light,
              const std::vector<std::size_t>& chain,
              double step) {
  if (chain.size() < kLeastLines) {
    return false;
  }
  std::vector<double> depths;
  std::vector<double> papers;
  for (std::size_t k = 0; k < chain.size(); ++k) {
    depths.push_back(dips[chain[k]].depth);
    if (k > 0) {
      papers.push_back(mostBetween(light, dips[chain[k - 1]].column, dips[chain[k]].column));
    }
  }
  const std::size_t from = dips[chain.front()].column;
  const std::size_t to = dips[chain.back()].column;
  std::sort(depths.begin(), depths.end());
  const double half = depths[depths.size() / 2] / 2;
  const auto all = static_cast<double>(std::count_if(dips.begin(), dips.end(), [&](const Dip& dip) {
    return dip.column >= from && dip.column <= to && dip.depth >= half;
  }));
  const auto lines = static_cast<double>(chain.size());
  const double places = 1 + static_cast<double>(to - from) / step;
  if (all > (1 + kOthers) * lines || lines < (1 - kOthers) * places) {
    return false;
  }
  if (depths[depths.size() * 4 / 5] > kAlike * depths[depths.size() / 5]) {
    return false;
  }
  std::size_t same = 0;
  std::size_t darker = 0;
  for (std::size_t k = 1; k < papers.size(); ++k) {
    same += std::abs(papers[k] - papers[k - 1]) < kSamePaper * papers[k] ? 1 : 0;
    darker += papers[k] < papers[k - 1] ? 1 : 0;
  }
  const auto steps = static_cast<double>(papers.size() - 1);
  // Each leaf lies lower than the one above.
  const bool descends =
      static_cast<double>(darker) >= kMostlySame * steps && papers.back() < (1 - kDescent * steps) * papers.front();
  return static_cast<double>(same) >= kMostlySame * steps && !descends;
}

}  // namespace

std::size_t endOfRuling(const EdgeProfile& profile, std::size_t written_to, std::size_t end) {
  constexpr std::size_t kBehind = 3;  // columns that a line is blurred over
  const std::vector<double> light = lightOf(profile, end);
  const std::vector<Dip> dips = dipsOf(light);
  std::size_t furthest = 0;
  for (std::size_t i = 0; i < dips.size(); ++i) {
    for (std::size_t k = i + 1; k < dips.size(); ++k) {
      const double step = dips[k].place - dips[i].place;
      if (step > kMostStep) {
        break;  // they are in order
      }
      if (step < kLeastStep) {
        continue;
      }
      const std::vector<std::size_t> chain = chainFrom(dips, i, k);
      const bool begins_inside = dips[k].column < written_to;
      const bool is_long = chain.size() >= kLeastOutside && step >= kLeastStepOutside;
      if ((begins_inside || is_long) && isRuling(dips, light, chain, step)) {
        furthest = std::max(furthest, dips[chain.back()].column + kBehind);
      }
    }
  }
  return furthest;
}

}  // namespace platen::optim
