// Memory for large images, on huge pages where the system has them: reads all over 100 megapixels and more take two to
// four times as long through ordinary pages, whose addresses the processor can't keep at hand, and each ordinary page
// costs a fault when it is first written.
#pragma once

#include <cstddef>
#include <memory>

namespace platen {

// From here on a block is asked for in huge pages.
inline constexpr std::size_t kLargeBlock = std::size_t{8} << 20;

// Uninitialised bytes, at least 1, aligned to `alignment` (a power of two, at most 2 MiB). Throws std::bad_alloc. That
// there are no huge pages is no error.
std::shared_ptr<void> allocateLarge(std::size_t bytes, std::size_t alignment);

}  // namespace platen
