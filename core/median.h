// The middle of some values.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace platen {

// The middle one, of an even number the upper of the two. Not of none. Leaves the values in another order.
template <class T>
T medianInPlace(std::vector<T>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

template <class T>
T medianOf(std::vector<T> values) {
  return medianInPlace(values);
}

}  // namespace platen
