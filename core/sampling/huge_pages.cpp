#include "core/sampling/huge_pages.h"

#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace platen::sampling {

namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20;  // of x86-64 and of 64-bit Arm with 4 KiB pages

}  // namespace

std::shared_ptr<void> allocateOnHugePages(std::size_t bytes, std::size_t alignment) {
  const std::align_val_t aligned{bytes >= kHugeBlock ? kHugePage : alignment};
  void* memory = ::operator new(bytes, aligned);
#ifdef __linux__
  if (bytes >= kHugeBlock) {
    // Whole huge pages alone: what follows the block is somebody else's.
    static_cast<void>(::madvise(memory, bytes / kHugePage * kHugePage, MADV_HUGEPAGE));
  }
#endif
  return {memory, [aligned](void* p) { ::operator delete(p, aligned); }};
}

}  // namespace platen::sampling
