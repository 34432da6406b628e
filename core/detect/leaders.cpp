#include "core/detect/leaders.h"

#include "core/detect/print_about.h"
#include "core/detect/squares.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>

namespace platen::detect {
namespace {

// Of a dot, in h; its sides; and of its box, inked. Printed ones are .2 to .4 h wide.
constexpr double kSmallest_h = 0.12;
constexpr double kLargest_h = 0.6;
constexpr double kRoundest = 1.4;
constexpr double kLeastFill = 0.4;
constexpr double kShortest_h = 3.6;  // a line of print is no shorter
constexpr double kReach_h = 2.5;     // from dot to dot
constexpr double kSteepest = 1.1;    // rise over run, of 48 degrees
// Steps and dots of one leader, beside those before; a step over a dot that was not seen is twice as long.
constexpr double kAlike = 1.25;
constexpr double kTwice = 1.12;
constexpr double kAlikeDot = 1.6;
constexpr double kRounding_px = 1;
constexpr double kApart = 2;    // steps in sizes: letters of one width are nearer, typed full stops are not
constexpr double kTurn = 0.35;  // radians from step to step
// Neighbours of a leader's dots that are none of its own: so near, in steps and in h (lines of print are farther
// apart), and as many for each of them.
constexpr double kBeside = 1.2;
constexpr double kBeside_h = 1.3;
constexpr double kMostBeside = 0.25;

constexpr std::size_t kMostDots = 20000;  // more are a texture

struct Dot {
  LeaderDot dot;
  double size = 0;
};

std::vector<Dot> dotsOf(const Components& found, double h) {
  std::vector<int> which(found.components.size(), -1);
  std::vector<Dot> dots;
  for (std::size_t c = 0; c < found.components.size(); ++c) {
    const Component& part = found.components[c];
    const double longer = std::max(part.width(), part.height());
    const double shorter = std::min(part.width(), part.height());
    if (longer >= kSmallest_h * h && longer <= kLargest_h * h && longer <= kRoundest * shorter + kRounding_px &&
        part.area >= kLeastFill * longer * shorter) {
      which[c] = static_cast<int>(dots.size());
      dots.push_back(
          {{{}, {part.left, part.top, part.width(), part.height()}, static_cast<int>(c)}, std::sqrt(longer * shorter)});
    }
  }
  for (const ComponentRun& run : found.runs) {
    const int k = which[static_cast<std::size_t>(run.component)];
    if (k >= 0) {
      const double n = run.to - run.from;
      const Vec2 middle{0.5 * (run.from + run.to), run.row + 0.5};
      Vec2& sum = dots[static_cast<std::size_t>(k)].dot.middle;
      sum = sum + middle * (n / found.components[static_cast<std::size_t>(run.component)].area);
    }
  }
  return dots;
}

bool areAlike(double a, double b, double most, double rounding) {
  return a <= most * b + rounding && b <= most * a + rounding;
}

std::vector<Vec2> middlesOf(const std::vector<Dot>& dots) {
  std::vector<Vec2> middles;
  middles.reserve(dots.size());
  for (const Dot& dot : dots) {
    middles.push_back(dot.dot.middle);
  }
  return middles;
}

void swapAxes(Vec2& p) {
  std::swap(p.x, p.y);
}

constexpr std::size_t kNone = SIZE_MAX;

// For each dot the next one on its right: each is the other's nearest on that side; kNone where there is none.
std::vector<std::size_t> nextDots(const std::vector<Dot>& dots, const Squares& squares, double reach) {
  std::vector<std::size_t> right(dots.size(), kNone);
  std::vector<std::size_t> left(dots.size(), kNone);
  for (std::size_t k = 0; k < dots.size(); ++k) {
    double best_right = reach;
    double best_left = reach;
    squares.around(dots[k].dot.middle, 1, [&](std::size_t other) {
      const Vec2 d = dots[other].dot.middle - dots[k].dot.middle;
      if (std::max(std::abs(d.x), std::abs(d.y)) >= std::max(best_right, best_left)) {
        return;
      }
      const double distance = norm(d);
      if (other == k || std::abs(d.y) > kSteepest * std::abs(d.x) ||
          !areAlike(dots[k].size, dots[other].size, kAlikeDot, kRounding_px)) {
        return;
      }
      double& best = d.x > 0 ? best_right : best_left;
      if (distance < best) {
        best = distance;
        (d.x > 0 ? right : left)[k] = other;
      }
    });
  }
  for (std::size_t k = 0; k < dots.size(); ++k) {
    if (right[k] != kNone && left[right[k]] != k) {
      right[k] = kNone;
    }
  }
  return right;
}

// Splits a row of dots where its steps change in length or direction; what follows begins with the last dot before.
std::vector<std::vector<std::size_t>> evenRows(const std::vector<Dot>& dots, const std::vector<std::size_t>& row) {
  std::vector<std::vector<std::size_t>> even{{row.front()}};
  std::optional<Vec2> before;  // the last step of one dot
  for (std::size_t n = 1; n < row.size(); ++n) {
    const Vec2 step = dots[row[n]].dot.middle - dots[row[n - 1]].dot.middle;
    const bool turns = before && std::abs(directionOf(step) - directionOf(*before)) > kTurn;
    const bool next = !before || areAlike(norm(step), norm(*before), kAlike, kRounding_px);
    const bool over_one = before && areAlike(norm(step), 2 * norm(*before), kTwice, kRounding_px);
    if (turns || (!next && !over_one)) {
      even.push_back({row[n - 1]});
      before = step;
    } else {
      before = next ? step : step / 2;
    }
    even.back().push_back(row[n]);
  }
  return even;
}

bool isLeader(const std::vector<std::size_t>& row, const std::vector<Dot>& dots, const Squares& squares, double h) {
  if (row.size() < kFewestDots) {
    return false;
  }
  const double length = norm(dots[row.back()].dot.middle - dots[row.front()].dot.middle);
  if (length < kShortest_h * h) {
    return false;
  }
  const double step = length / static_cast<double>(row.size() - 1);
  const double near = std::min(kBeside * step, kBeside_h * h);
  double size = 0;
  int beside = 0;
  for (const std::size_t k : row) {
    size += dots[k].size / static_cast<double>(row.size());
    squares.around(dots[k].dot.middle, 1, [&](std::size_t other) {
      const bool is_near = norm(dots[other].dot.middle - dots[k].dot.middle) < near;
      beside += is_near && std::find(row.begin(), row.end(), other) == row.end() ? 1 : 0;
    });
  }
  return step >= kApart * size && beside <= kMostBeside * static_cast<double>(row.size());
}

std::vector<Leader> leadersAmong(const std::vector<Dot>& dots, double h) {
  if (dots.size() < kFewestDots || dots.size() > kMostDots) {
    return {};
  }
  const double reach = kReach_h * h;
  const Squares squares(middlesOf(dots), reach);
  const std::vector<std::size_t> next = nextDots(dots, squares, reach);
  std::vector<bool> begins(dots.size(), true);
  for (const std::size_t k : next) {
    if (k != kNone) {
      begins[k] = false;
    }
  }
  std::vector<Leader> leaders;
  for (std::size_t first = 0; first < dots.size(); ++first) {
    if (!begins[first]) {
      continue;
    }
    std::vector<std::size_t> row;
    for (std::size_t k = first; k != kNone; k = next[k]) {
      row.push_back(k);
    }
    for (const std::vector<std::size_t>& part : evenRows(dots, row)) {
      if (isLeader(part, dots, squares, h)) {
        Leader& leader = leaders.emplace_back();
        for (const std::size_t k : part) {
          leader.push_back(dots[k].dot);
        }
      }
    }
  }
  return leaders;
}

}  // namespace

std::vector<Leader> findLeaders(const Components& found, double h) {
  return leadersAmong(dotsOf(found, h), h);
}

std::vector<Leader> findUprightLeaders(const Components& found, double h) {
  std::vector<Dot> dots = dotsOf(found, h);
  for (Dot& dot : dots) {
    swapAxes(dot.dot.middle);
  }
  std::vector<Leader> leaders = leadersAmong(dots, h);
  for (Leader& leader : leaders) {
    for (LeaderDot& dot : leader) {
      swapAxes(dot.middle);
    }
  }
  return leaders;
}

std::vector<Leader> leadersIn(const std::vector<Leader>& leaders, const cv::Mat& mask) {
  const auto is_in = [&](const LeaderDot& dot) {
    return mask.at<std::uint8_t>(static_cast<int>(dot.middle.y), static_cast<int>(dot.middle.x)) != 0;
  };
  std::vector<Leader> in;
  for (const Leader& leader : leaders) {
    const auto first = std::ranges::find_if(leader, is_in);
    const auto end = std::find_if(leader.rbegin(), std::make_reverse_iterator(first), is_in).base();
    const auto seen = std::count_if(first, end, is_in);
    if (end - first >= std::ptrdiff_t{kFewestDots} && 2 * seen >= end - first) {
      in.emplace_back(first, end);
    }
  }
  return in;
}

cv::Mat withoutLeaders(const cv::Mat& mask, const std::vector<Leader>& leaders) {
  if (leaders.empty()) {
    return mask;
  }
  cv::Mat out = mask.clone();
  for (const Leader& leader : leaders) {
    for (const LeaderDot& dot : leader) {
      out(dot.box).setTo(0);
    }
  }
  return out;
}

}  // namespace platen::detect
