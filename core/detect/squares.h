// Places by the squares of a grid that they lie in: what is near a place is found without asking all others.
#pragma once

#include "core/geometry.h"

#include <algorithm>
#include <cstddef>
#include <unordered_map>
#include <vector>

#include <opencv2/core.hpp>

namespace platen::detect {

class Squares {
 public:
  // side: of a square, in the places' unit, at least 1. The places need not be kept.
  Squares(const std::vector<Vec2>& places, double side) : side_(std::max(1.0, side)) {
    for (std::size_t k = 0; k < places.size(); ++k) {
      squares_[keyOf(squareOf(places[k]))].push_back(k);
    }
  }
  // visit(index) of every place that lies in the square of p or so many squares farther, in all directions.
  template <class Visit>
  void around(Vec2 p, int squares, Visit&& visit) const {
    const cv::Point at = squareOf(p);
    for (int y = at.y - squares; y <= at.y + squares; ++y) {
      for (int x = at.x - squares; x <= at.x + squares; ++x) {
        if (const auto found = squares_.find(keyOf({x, y})); found != squares_.end()) {
          std::for_each(found->second.begin(), found->second.end(), visit);
        }
      }
    }
  }

 private:
  [[nodiscard]] cv::Point squareOf(Vec2 p) const {
    return {static_cast<int>(p.x / side_), static_cast<int>(p.y / side_)};
  }
  static long long keyOf(cv::Point square) { return square.y * (1LL << 32) + square.x; }

  double side_;
  std::unordered_map<long long, std::vector<std::size_t>> squares_;
};

}  // namespace platen::detect
