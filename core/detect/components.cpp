#include "core/detect/components.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numeric>

namespace platen::detect {
namespace {

// 0x80 in each of eight pixels that is zero, nothing in the others.
std::uint64_t zerosOf(std::uint64_t eight) {
  constexpr std::uint64_t kLow = 0x7f7f7f7f7f7f7f7f;
  return ~(((eight & kLow) + kLow) | eight | kLow);
}

// Which of eight is the first one marked.
int firstOf(std::uint64_t marks) {
  return (std::endian::native == std::endian::little ? std::countr_zero(marks) : std::countl_zero(marks)) / 8;
}

// The first pixel from `i` on that is zero (or is not), `cols` if none. Runs are short: eight at a time without a
// branch for each.
int findPixel(const std::uint8_t* row, int i, int cols, bool zero) {
  constexpr std::uint64_t kAll = 0x8080808080808080;
  for (; i + 8 <= cols; i += 8) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, row + i, 8);
    const std::uint64_t marks = zero ? zerosOf(eight) : zerosOf(eight) ^ kAll;
    if (marks != 0) {
      return i + firstOf(marks);
    }
  }
  while (i < cols && (row[i] == 0) != zero) {
    ++i;
  }
  return i;
}

}  // namespace

Components componentsOf(const cv::Mat& binary, Neighbours neighbours) {
  Components found;
  std::vector<ComponentRun>& runs = found.runs;
  const int reach = neighbours == Neighbours::eight ? 1 : 0;
  std::vector<int> parent;  // of each run; a root is the first of its component
  const auto root = [&](int k) {
    while (parent[static_cast<std::size_t>(k)] != k) {
      int& up = parent[static_cast<std::size_t>(k)];
      up = parent[static_cast<std::size_t>(up)];
      k = up;
    }
    return k;
  };
  std::size_t above = 0;  // the runs of the row above
  std::size_t above_end = 0;
  for (int j = 0; j < binary.rows; ++j) {
    const std::uint8_t* row = binary.ptr<std::uint8_t>(j);
    const std::size_t row_begin = runs.size();
    std::size_t candidate = above;
    for (int i = findPixel(row, 0, binary.cols, false); i < binary.cols; i = findPixel(row, i, binary.cols, false)) {
      const int to = findPixel(row, i, binary.cols, true);
      const int self = static_cast<int>(runs.size());
      runs.push_back({j, i, to, 0});
      parent.push_back(self);
      while (candidate < above_end && runs[candidate].to + reach <= i) {
        ++candidate;
      }
      for (std::size_t k = candidate; k < above_end && runs[k].from < to + reach; ++k) {
        const int a = root(self);
        const int b = root(static_cast<int>(k));
        parent[static_cast<std::size_t>(std::max(a, b))] = std::min(a, b);
      }
      i = to;
    }
    above = row_begin;
    above_end = runs.size();
  }
  for (std::size_t k = 0; k < runs.size(); ++k) {
    const auto first = static_cast<std::size_t>(root(static_cast<int>(k)));
    ComponentRun& run = runs[k];
    if (first == k) {
      run.component = static_cast<int>(found.components.size());
      found.components.push_back({run.from, run.row, run.to, run.row + 1, 0});
    } else {
      run.component = runs[first].component;
    }
    Component& whole = found.components[static_cast<std::size_t>(run.component)];
    whole.left = std::min(whole.left, run.from);
    whole.right = std::max(whole.right, run.to);
    whole.bottom = run.row + 1;
    whole.area += run.to - run.from;
  }
  return found;
}

}  // namespace platen::detect
