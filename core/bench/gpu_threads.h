// Threads that step a page each at once, as the fits of a batch do: on one device that takes the steps that wait into
// one launch (sampling/shared_device.h), and each on a device of its own.
#pragma once

#include "core/sampling/gpu.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace platen::bench {

class GpuThreads {
 public:
  // So many threads, with a page of side x side pixels and a lattice of rows x cols each. `open` gives a device at each
  // call. Throws std::runtime_error where the two ways do not give the same bits, and what the device throws.
  GpuThreads(const std::function<sampling::Gpu()>& open, int threads, std::int64_t side, int rows, int cols);
  GpuThreads(const GpuThreads&) = delete;
  GpuThreads& operator=(const GpuThreads&) = delete;
  ~GpuThreads();

  // All threads at once, so many steps each. Throw what a step throws.
  void together(int steps);
  void apart(int steps);

 private:
  struct Page;
  void inThreads(const std::function<void(Page&)>& work);

  sampling::SharedDevice device_;
  std::vector<std::unique_ptr<Page>> pages_;
};

}  // namespace platen::bench
