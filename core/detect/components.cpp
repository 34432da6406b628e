#include "core/detect/components.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numeric>

namespace platen::detect {
namespace {

// The first pixel from `i` on that is not zero (or is), `cols` if none: eight at a time where they are alike.
int skipZeros(const std::uint8_t* row, int i, int cols) {
  std::uint64_t eight = 0;
  while (i + 8 <= cols) {
    std::memcpy(&eight, row + i, 8);
    if (eight != 0) {
      break;
    }
    i += 8;
  }
  while (i < cols && row[i] == 0) {
    ++i;
  }
  return i;
}

int skipPixels(const std::uint8_t* row, int i, int cols) {
  while (i < cols && row[i] != 0) {
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
    for (int i = skipZeros(row, 0, binary.cols); i < binary.cols; i = skipZeros(row, i, binary.cols)) {
      const int to = skipPixels(row, i, binary.cols);
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
