// torch reports each tensor allocation to the object in the PROFILER_STATE slot of the thread's debug info; sizes are
// positive when memory is taken and negative when it is given back.
#include "tests/support/allocation_meter.h"

#include <algorithm>
#include <cstdlib>
#include <new>

#include <c10/core/Allocator.h>
#include <c10/util/ThreadLocalDebugInfo.h>

namespace platen::test {

namespace {

thread_local bool heap_metered = false;
thread_local std::int64_t heap_bytes = 0;
thread_local std::int64_t heap_largest = 0;

void* allocateCounted(std::size_t size, std::size_t alignment) {
  if (heap_metered) {
    heap_bytes += static_cast<std::int64_t>(size);
    heap_largest = std::max(heap_largest, static_cast<std::int64_t>(size));
  }
  size = std::max<std::size_t>(size, 1);
  void* memory = alignment <= alignof(std::max_align_t)
                     ? std::malloc(size)
                     : std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
  if (memory == nullptr) {
    throw std::bad_alloc();
  }
  return memory;
}

class TensorReport : public c10::MemoryReportingInfoBase {
 public:
  // The types of the totals differ between torch 1.x and 2.x: one of the two overrides the base's. NOLINTBEGIN
  void reportMemoryUsage(void*, std::int64_t size, std::int64_t, std::int64_t, c10::Device) { count(size); }
  void reportMemoryUsage(void*, std::int64_t size, std::size_t, std::size_t, c10::Device) { count(size); }
  bool memoryProfilingEnabled() const { return true; }
  // NOLINTEND

  std::int64_t total = 0, largest = 0, alive = 0, peak = 0;

 private:
  void count(std::int64_t size) {
    total += std::max<std::int64_t>(size, 0);
    largest = std::max(largest, size);
    alive += size;
    peak = std::max(peak, alive);
  }
};

}  // namespace

struct AllocationMeter::Guard {
  std::shared_ptr<TensorReport> report = std::make_shared<TensorReport>();
  c10::DebugInfoGuard slot{c10::DebugInfoKind::PROFILER_STATE, report};
};

AllocationMeter::AllocationMeter() : guard_(std::make_unique<Guard>()) {
  heap_bytes = 0;
  heap_largest = 0;
  heap_metered = true;
}

AllocationMeter::~AllocationMeter() {
  heap_metered = false;
}

std::int64_t AllocationMeter::tensorBytes() const {
  return guard_->report->total;
}
std::int64_t AllocationMeter::largestTensor() const {
  return guard_->report->largest;
}
std::int64_t AllocationMeter::peakTensorBytes() const {
  return guard_->report->peak;
}
// Members all the same: the numbers belong to the meter that is alive on this thread.
std::int64_t AllocationMeter::heapBytes() const {  // NOLINT(readability-convert-member-functions-to-static)
  return heap_bytes;
}
std::int64_t AllocationMeter::largestHeapBlock() const {  // NOLINT(readability-convert-member-functions-to-static)
  return heap_largest;
}

}  // namespace platen::test

// The default array, nothrow and sized forms call these.
void* operator new(std::size_t size) {
  return platen::test::allocateCounted(size, alignof(std::max_align_t));
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  return platen::test::allocateCounted(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}
