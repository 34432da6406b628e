#include "core/detect/rule_chain.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace platen::detect {
namespace {

constexpr double kGap_h = 2.5;
constexpr double kOverlap_h = 0.5;   // pieces of one line may overlap a little
constexpr double kAside_h = 0.15;    // across the line, for a gap of no length ...
constexpr double kAsideSlope = 0.1;  // ... and per length of the gap
constexpr double kTurnCosine = 0.985;
constexpr std::size_t kMost = 1500;

Vec2 directionOf(const EdgePiece& piece) {
  return (piece.b - piece.a) / std::max(1e-9, norm(piece.b - piece.a));
}

class Chainer {
 public:
  Chainer(const std::vector<EdgePiece>& pieces, double h) : pieces_(pieces), h_(h), used_(pieces.size(), false) {}

  bool isUsed(std::size_t i) const { return used_[i]; }

  PrintedRule from(std::size_t seed) {
    used_[seed] = true;
    std::vector<std::size_t> ahead;
    for (std::size_t next = after(seed, 1); next < pieces_.size(); next = after(next, 1)) {
      used_[next] = true;
      ahead.push_back(next);
    }
    std::vector<std::size_t> chain;
    for (std::size_t next = after(seed, -1); next < pieces_.size(); next = after(next, -1)) {
      used_[next] = true;
      chain.push_back(next);
    }
    std::reverse(chain.begin(), chain.end());
    chain.push_back(seed);
    chain.insert(chain.end(), ahead.begin(), ahead.end());
    PrintedRule rule;
    for (const std::size_t i : chain) {
      // Where pieces overlap, the one before ends first.
      const Vec2 along = directionOf(pieces_[i]);
      while (rule.points.size() > 1 && dot(rule.points.back() - pieces_[i].a, along) > 0) {
        rule.points.pop_back();
      }
      rule.points.push_back(pieces_[i].a);
      rule.points.push_back(pieces_[i].b);
    }
    return rule;
  }

 private:
  // The unused piece that goes on at the end (way 1) or ends at the start (way -1) of piece i; pieces_.size(): none.
  [[nodiscard]] std::size_t after(std::size_t i, int way) const {
    const Vec2 end = way > 0 ? pieces_[i].b : pieces_[i].a;
    const Vec2 along = directionOf(pieces_[i]);
    std::size_t best = pieces_.size();
    double least = kGap_h * h_;
    for (std::size_t k = 0; k < pieces_.size(); ++k) {
      if (used_[k] || dot(directionOf(pieces_[k]), along) < kTurnCosine) {
        continue;
      }
      const Vec2 gap = (way > 0 ? pieces_[k].a : pieces_[k].b) - end;
      const double on = way * dot(gap, along);
      const double aside = std::abs(cross(gap, along));
      if (on < -kOverlap_h * h_ || aside > kAside_h * h_ + kAsideSlope * std::abs(on)) {
        continue;
      }
      const double far = std::abs(on) + 3 * aside;
      if (far < least) {
        least = far;
        best = k;
      }
    }
    return best;
  }

  const std::vector<EdgePiece>& pieces_;
  double h_;
  std::vector<bool> used_;
};

}  // namespace

std::vector<PrintedRule> chainPieces(std::vector<EdgePiece> pieces, double h) {
  std::stable_sort(pieces.begin(), pieces.end(),
                   [](const EdgePiece& a, const EdgePiece& b) { return norm(a.b - a.a) > norm(b.b - b.a); });
  if (pieces.size() > kMost) {
    pieces.resize(kMost);
  }
  Chainer chainer(pieces, h);
  std::vector<PrintedRule> rules;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (!chainer.isUsed(i)) {
      rules.push_back(chainer.from(i));
    }
  }
  return rules;
}

}  // namespace platen::detect
