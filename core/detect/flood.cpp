#include "core/detect/flood.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace platen::detect {
namespace {

// First in, first out; its memory is given back when all of it has left.
class Queue {
 public:
  [[nodiscard]] bool empty() const { return next_ == waiting_.size(); }
  void push(std::size_t pixel) { waiting_.push_back(static_cast<std::uint32_t>(pixel)); }
  std::size_t pop() {
    const std::size_t pixel = waiting_[next_++];
    if (empty()) {
      waiting_.clear();
      next_ = 0;
    }
    return pixel;
  }

 private:
  std::vector<std::uint32_t> waiting_;
  std::size_t next_ = 0;
};

}  // namespace

void floodFromMarkers(const cv::Mat& gradient, cv::Mat& labels) {
  // Pixels by their index in an array with a frame of one pixel, which counts as flooded: no place needs a look where
  // it lies.
  const auto width = static_cast<std::size_t>(labels.cols) + 2;
  const std::size_t size = width * (static_cast<std::size_t>(labels.rows) + 2);
  constexpr std::uint8_t kFrame = 255;
  std::vector<std::uint8_t> label(size, kFrame);
  std::vector<std::uint8_t> height(size, 0);
  const auto rowAt = [&](int j) { return (static_cast<std::size_t>(j) + 1) * width + 1; };
  for (int j = 0; j < labels.rows; ++j) {
    const auto at = static_cast<std::ptrdiff_t>(rowAt(j));
    std::copy_n(labels.ptr<std::uint8_t>(j), labels.cols, label.begin() + at);
    std::copy_n(gradient.ptr<std::uint8_t>(j), labels.cols, height.begin() + at);
  }
  // One first-in-first-out queue per level: equal levels grow at equal speed, and the order is the same every time.
  std::array<Queue, 256> queue;
  const std::array<std::size_t, 4> neighbours{1, std::size_t{0} - 1, width, std::size_t{0} - width};
  for (int j = 0; j < labels.rows; ++j) {
    for (std::size_t p = rowAt(j); p < rowAt(j) + width - 2; ++p) {
      if (label[p] != 0 &&
          std::any_of(neighbours.begin(), neighbours.end(), [&](std::size_t step) { return label[p + step] == 0; })) {
        queue[height[p]].push(p);
      }
    }
  }
  for (std::size_t level = 0; level < queue.size();) {
    if (queue[level].empty()) {
      ++level;
      continue;
    }
    const std::size_t p = queue[level].pop();
    for (const std::size_t step : neighbours) {
      const std::size_t q = p + step;
      if (label[q] == 0) {
        label[q] = label[p];
        // Water that has climbed to this level fills everything below it at once.
        queue[std::max<std::size_t>(level, height[q])].push(q);
      }
    }
  }
  for (int j = 0; j < labels.rows; ++j) {
    std::copy_n(label.begin() + static_cast<std::ptrdiff_t>(rowAt(j)), labels.cols, labels.ptr<std::uint8_t>(j));
  }
}

}  // namespace platen::detect
