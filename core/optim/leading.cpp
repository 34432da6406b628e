#include "core/optim/leading.h"

#include <algorithm>
#include <cmath>

namespace platen::optim {

Leading findLeading(const std::vector<LevelLine>& lines, double char_height) {
  constexpr std::size_t kLeastPairs = 8;
  const double furthest = 5 * char_height;
  std::vector<LinePair> candidates;
  std::vector<double> gaps;
  for (std::size_t a = 0; a < lines.size(); ++a) {
    if (!lines[a].is_text) {
      continue;
    }
    std::size_t next = lines.size();
    for (std::size_t b = 0; b < lines.size(); ++b) {
      const double gap = lines[b].v - lines[a].v;
      const double overlap = std::min(lines[a].to, lines[b].to) - std::max(lines[a].from, lines[b].from);
      const double shorter = std::min(lines[a].to - lines[a].from, lines[b].to - lines[b].from);
      if (b != a && lines[b].is_text && gap > 0.5 * char_height && gap < furthest && overlap > 0.6 * shorter &&
          (next == lines.size() || lines[b].v < lines[next].v)) {
        next = b;
      }
    }
    if (next < lines.size()) {
      candidates.push_back({a, next});
      gaps.push_back(lines[next].v - lines[a].v);
    }
  }
  // The modal gap: the one with most others within a tenth of it.
  std::size_t most = 0;
  double mode = 0;
  for (const double gap : gaps) {
    const auto near = static_cast<std::size_t>(
        std::count_if(gaps.begin(), gaps.end(), [gap](double other) { return std::abs(other - gap) < 0.1 * gap; }));
    if (near > most) {
      most = near;
      mode = gap;
    }
  }
  Leading leading;
  std::vector<double> kept;
  for (std::size_t k = 0; k < candidates.size(); ++k) {
    if (gaps[k] > 0.7 * mode && gaps[k] < 1.4 * mode) {
      leading.pairs.push_back(candidates[k]);
      kept.push_back(gaps[k]);
    }
  }
  if (leading.pairs.size() < kLeastPairs) {
    leading.pairs.clear();
    return leading;
  }
  const auto middle = kept.begin() + static_cast<std::ptrdiff_t>(kept.size() / 2);
  std::nth_element(kept.begin(), middle, kept.end());
  leading.distance = *middle;
  return leading;
}

void addLeading(const std::vector<LinePair>& pairs,
                double weight,
                double sigma,
                const std::vector<double>& v,
                const std::vector<std::vector<double>>& slopes,
                NormalEquations& out) {
  const std::size_t n = out.size;
  std::vector<double> gap(pairs.size()), log_gap, sorted;
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    gap[k] = v[pairs[k].below] - v[pairs[k].above];
    log_gap.push_back(gap[k] > 0 ? std::log(gap[k]) : NAN);
    if (gap[k] > 0) {
      sorted.push_back(log_gap[k]);
    }
  }
  out.cost += weight * static_cast<double>(pairs.size() - sorted.size());
  if (sorted.size() < 3) {
    out.cost += weight * static_cast<double>(sorted.size());
    return;
  }
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
  std::nth_element(sorted.begin(), middle, sorted.end());
  double common = *middle;
  std::vector<double> w(pairs.size(), 0.0);
  for (int round = 0; round < 3; ++round) {
    double sum = 0;
    double total = 0;
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      if (gap[k] > 0) {
        const double r = (log_gap[k] - common) / sigma;
        w[k] = weight / ((1 + r * r) * (1 + r * r));
        sum += w[k] * log_gap[k];
        total += w[k];
      }
    }
    common = sum / total;
  }
  double total = 0;
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    if (gap[k] > 0) {
      const double r = (log_gap[k] - common) / sigma;
      out.cost += weight * r * r / (1 + r * r);
      w[k] = weight / ((1 + r * r) * (1 + r * r));
      total += w[k];
    }
  }
  if (slopes.empty()) {
    return;
  }
  const auto slopeOf = [&](std::size_t k, std::size_t p) {
    return (slopes[pairs[k].below][p] - slopes[pairs[k].above][p]) / gap[k];
  };
  std::vector<double> common_slope(n, 0.0), row(n);
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    for (std::size_t p = 0; w[k] > 0 && p < n; ++p) {
      common_slope[p] += w[k] / total * slopeOf(k, p);
    }
  }
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    if (!(w[k] > 0)) {
      continue;
    }
    const double r = (log_gap[k] - common) / sigma;
    for (std::size_t p = 0; p < n; ++p) {
      row[p] = (slopeOf(k, p) - common_slope[p]) / sigma;
    }
    for (std::size_t p = 0; p < n; ++p) {
      out.gradient[p] += w[k] * row[p] * r;
      for (std::size_t q = 0; q < n; ++q) {
        out.hessian[p * n + q] += w[k] * row[p] * row[q];
      }
    }
  }
}

}  // namespace platen::optim
