#include "core/detect/letter_neighbours.h"

#include "core/detect/components.h"
#include "core/detect/squares.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr std::size_t kMostAsked = 3000;
constexpr double kSmallest = 0.6;  // of the usual size: what is smaller is a dot or an accent
constexpr double kLargest = 4;     // a word, of which neither side is a letter's
constexpr double kReach = 1;       // farther apart than a letter's size they are none of one word
constexpr double kNearer = 0.7;    // than the nearest in the other direction
constexpr double kWords = 1.9;     // usual width beside height: of letters that touch. Of digits on their side 1.7
constexpr double kOverlap = 0.5;   // of the smaller one's extent: they stand side by side

double sizeOf(const Component& letter) {
  return std::max(letter.width(), letter.height());
}

std::vector<Component> lettersOf(const cv::Mat& text, double& usual) {
  std::vector<Component> letters = componentsOf(text, Neighbours::eight).components;
  usual = 0;
  if (letters.empty()) {
    return letters;
  }
  const auto middle = letters.begin() + static_cast<std::ptrdiff_t>(letters.size() / 2);
  std::nth_element(letters.begin(), middle, letters.end(),
                   [](const Component& a, const Component& b) { return sizeOf(a) < sizeOf(b); });
  usual = sizeOf(*middle);
  std::erase_if(letters, [usual](const Component& letter) {
    return sizeOf(letter) < kSmallest * usual || sizeOf(letter) > kLargest * usual;
  });
  return letters;
}

double usualAspect(const std::vector<Component>& letters) {
  std::vector<double> aspects;
  aspects.reserve(letters.size());
  for (const Component& letter : letters) {
    aspects.push_back(static_cast<double>(letter.width()) / letter.height());
  }
  const auto middle = aspects.begin() + static_cast<std::ptrdiff_t>(aspects.size() / 2);
  std::nth_element(aspects.begin(), middle, aspects.end());
  return *middle;
}

// Of intervals [a0, a1) and [b0, b1): how far they overlap, negative: how far they are apart.
int overlapOf(int a0, int a1, int b0, int b1) {
  return std::min(a1, b1) - std::max(a0, b0);
}

std::vector<Vec2> middlesOf(const std::vector<Component>& letters) {
  std::vector<Vec2> middles;
  middles.reserve(letters.size());
  for (const Component& letter : letters) {
    middles.push_back({0.5 * (letter.left + letter.right), 0.5 * (letter.top + letter.bottom)});
  }
  return middles;
}

}  // namespace

LetterNeighbours letterNeighbours(const cv::Mat& text) {
  double usual = 0;
  const std::vector<Component> letters = lettersOf(text, usual);
  if (letters.empty() || usualAspect(letters) > kWords) {
    return {};
  }
  // Middles of two that are near are at most a letter's reach and half of each apart.
  const double side = 2 * usual;
  constexpr int kSquares = static_cast<int>((kReach + kLargest) / 2) + 1;
  const std::vector<Vec2> middles = middlesOf(letters);
  const Squares squares(middles, side);
  const std::size_t step = 1 + letters.size() / kMostAsked;
  LetterNeighbours found;
  for (std::size_t k = 0; k < letters.size(); k += step) {
    const Component& one = letters[k];
    double beside = std::numeric_limits<double>::infinity();
    double below = beside;
    squares.around(middles[k], kSquares, [&](std::size_t n) {
      if (n == k) {
        return;
      }
      const Component& other = letters[n];
      const int x = overlapOf(one.left, one.right, other.left, other.right);
      const int y = overlapOf(one.top, one.bottom, other.top, other.bottom);
      if (x <= 0 && y > kOverlap * std::min(one.height(), other.height())) {
        beside = std::min<double>(beside, -x);
      }
      if (y <= 0 && x > kOverlap * std::min(one.width(), other.width())) {
        below = std::min<double>(below, -y);
      }
    });
    if (std::min(beside, below) < kReach * usual) {
      found.beside += beside < kNearer * below ? 1 : 0;
      found.below += below < kNearer * beside ? 1 : 0;
    }
  }
  return found;
}

LongRuns longRuns(const cv::Mat& ink, int length) {
  const auto pixelsIn = [&](cv::Size run) {
    cv::Mat runs;
    cv::morphologyEx(ink, runs, cv::MORPH_OPEN, cv::getStructuringElement(cv::MORPH_RECT, run));
    return static_cast<double>(cv::countNonZero(runs));
  };
  return {pixelsIn({length, 1}), pixelsIn({1, length})};
}

}  // namespace platen::detect
