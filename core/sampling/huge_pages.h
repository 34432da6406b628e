// Memory for images that are sampled all over, on huge pages where the system has them: such reads of 100 megapixels
// and more take two to four times as long through ordinary pages, whose addresses the processor can't keep at hand.
// Memory that is read once from top to bottom, as a decoded photo is, gains nothing and is slower to get.
#pragma once

#include <cstddef>
#include <memory>

namespace platen::sampling {

// From here on a block is asked for in huge pages.
inline constexpr std::size_t kHugeBlock = std::size_t{8} << 20;

// Uninitialised bytes, at least 1, aligned to `alignment` (a power of two, at most 2 MiB). Throws std::bad_alloc; that
// there are no huge pages is no error.
std::shared_ptr<void> allocateOnHugePages(std::size_t bytes, std::size_t alignment);

}  // namespace platen::sampling
