// Who runs the blocks of a fused step (fused_blocks.h): memory, copies and launches, in the order in which they are
// asked for (one stream). A GPU is one (fused_cuda.h); the tests have another, which runs the same functions on the CPU
// in a GPU's order. What is run on it: fused_batch.h, shared_device.h.
//
// Errors: DeviceFull where there is no memory for what is asked; std::runtime_error for all else that goes wrong, at
// the latest in finish(). Threads: one object serves one thread at a time.
#pragma once

#include "core/sampling/bilinear_kernels.h"
#include "core/sampling/fused_page.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace platen::sampling {

class DeviceFull : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

using FusedTerm = std::variant<SquaresTerm, AnglesTerm>;

constexpr std::size_t kMostPages = 65535;  // of one launch

// Both kernels of a step, for pages of one kind, each with a lattice of its own. `pages` are in the device's memory.
struct FusedLaunch {
  const FusedPage* pages = nullptr;
  int count = 0;
  PixelKind kind = PixelKind::u8;
  int channels = 1;
  Border border = Border::replicate;
  bool angles = false;  // the term: AnglesTerm; else SquaresTerm
  bool gradient = false;
  std::int32_t segments = 0, chunks = 0, controls = 0;  // the most that a page has

  // Do the same kernels serve both?
  [[nodiscard]] bool isLike(const FusedLaunch& other) const {
    return kind == other.kind && channels == other.channels && border == other.border && angles == other.angles &&
           gradient == other.gradient;
  }
  void makeRoomFor(const FusedBlocks& blocks) {
    segments = std::max(segments, blocks.segments);
    chunks = std::max(chunks, blocks.chunks);
    controls = std::max(controls, controlsOf(blocks));
  }
};

class FusedDevice {
 public:
  FusedDevice() = default;
  FusedDevice(const FusedDevice&) = delete;
  FusedDevice& operator=(const FusedDevice&) = delete;
  virtual ~FusedDevice() = default;

  [[nodiscard]] virtual std::string name() const = 0;
  virtual void* allocate(std::size_t bytes) = 0;
  virtual void release(void* memory) noexcept = 0;
  // `from` may change as soon as it returns.
  virtual void upload(void* to, const void* from, std::size_t bytes) = 0;
  // `to` is filled after finish().
  virtual void download(void* to, const void* from, std::size_t bytes) = 0;
  virtual void launch(const FusedLaunch& launch) = 0;
  // Waits for all of the above.
  virtual void finish() = 0;
};

// Memory of a device, which must outlive it.
class DeviceBlock {
 public:
  DeviceBlock() = default;
  DeviceBlock(FusedDevice& device, std::size_t bytes)
      : device_(&device), memory_(bytes > 0 ? device.allocate(bytes) : nullptr) {}
  template <class T>
  DeviceBlock(FusedDevice& device, const std::vector<T>& from) : DeviceBlock(device, from.size() * sizeof(T)) {
    if (!from.empty()) {
      device.upload(memory_, from.data(), from.size() * sizeof(T));
    }
  }
  DeviceBlock(DeviceBlock&& other) noexcept : device_(other.device_), memory_(std::exchange(other.memory_, nullptr)) {}
  DeviceBlock& operator=(DeviceBlock&& other) noexcept {
    std::swap(device_, other.device_);
    std::swap(memory_, other.memory_);
    return *this;
  }
  DeviceBlock(const DeviceBlock&) = delete;
  DeviceBlock& operator=(const DeviceBlock&) = delete;
  ~DeviceBlock() {
    if (memory_ != nullptr) {
      device_->release(memory_);
    }
  }

  // Null where it is empty.
  template <class T>
  [[nodiscard]] T* as() const {
    return static_cast<T*>(memory_);
  }

 private:
  FusedDevice* device_ = nullptr;
  void* memory_ = nullptr;
};

}  // namespace platen::sampling
