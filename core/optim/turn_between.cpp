#include "core/optim/turn_between.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>

namespace platen::optim {
namespace {

using Complex = std::complex<double>;

Complex asComplex(Vec2 p) {
  return {p.x, p.y};
}

Complex meanOf(const std::vector<Vec2>& points) {
  Complex sum = 0;
  for (const Vec2 p : points) {
    sum += asComplex(p);
  }
  return sum / static_cast<double>(points.size());
}

}  // namespace

TurnBetween turnBetween(const std::vector<Vec2>& from, const std::vector<Vec2>& to) {
  const Complex from_mean = meanOf(from);
  const Complex to_mean = meanOf(to);
  Complex factor = 0;
  double squares = 0;
  for (std::size_t k = 0; k < from.size(); ++k) {
    const Complex off = asComplex(from[k]) - from_mean;
    factor += std::conj(off) * (asComplex(to[k]) - to_mean);
    squares += std::norm(off);
  }
  factor /= squares;
  TurnBetween turn{std::arg(factor), std::abs(factor)};
  double left = 0;
  for (std::size_t k = 0; k < from.size(); ++k) {
    const double off = std::abs(asComplex(to[k]) - to_mean - factor * (asComplex(from[k]) - from_mean));
    turn.most = std::max(turn.most, off);
    left += off * off;
  }
  turn.rms = std::sqrt(left / static_cast<double>(from.size()));
  return turn;
}

}  // namespace platen::optim
