// Counts the memory that a piece of code asks for on this thread: tensors through torch's own memory report, everything
// else through the global operator new (replaced in every test binary that links this file). Used to show that a step's
// memory depends on the lattice and not on the image.
//
// Not counted: malloc called directly by C code, other threads. Meters must not nest.
#pragma once

#include <cstdint>
#include <memory>

namespace platen::test {

class AllocationMeter {
 public:
  AllocationMeter();
  ~AllocationMeter();
  AllocationMeter(const AllocationMeter&) = delete;
  AllocationMeter& operator=(const AllocationMeter&) = delete;

  // Since construction, in bytes.
  [[nodiscard]] std::int64_t tensorBytes() const;  // sum of all tensor allocations
  [[nodiscard]] std::int64_t largestTensor() const;
  [[nodiscard]] std::int64_t peakTensorBytes() const;  // most that was alive at once, of what was allocated since
  [[nodiscard]] std::int64_t heapBytes() const;        // sum of all operator new calls
  [[nodiscard]] std::int64_t largestHeapBlock() const;

 private:
  struct Guard;
  std::unique_ptr<Guard> guard_;
};

}  // namespace platen::test
