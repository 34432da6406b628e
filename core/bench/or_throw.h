// A bench has nobody to hand an Error to: what it can't read or write ends it.
#pragma once

#include "core/result.h"

#include <stdexcept>
#include <type_traits>
#include <utility>

namespace platen::bench {

template <class T>
T orThrow(Result<T> result) {
  if (!result) {
    throw std::runtime_error(describe(result.error()));
  }
  if constexpr (!std::is_void_v<T>) {
    return std::move(*result);
  }
}

}  // namespace platen::bench
