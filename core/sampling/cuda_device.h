// What the callers of the CUDA kernels need of CUDA's runtime, without its headers: is there a GPU, memory on it, and
// the name of a stream. Built only where nvcc is found (target platen_sampling_cuda). Nothing here crashes or prints on
// a machine without a GPU: cudaDevices() says why there is none, and the rest throws std::runtime_error with that.
#pragma once

#include <cstddef>
#include <string>

struct CUstream_st;  // CUDA's own name for what a cudaStream_t points to

namespace platen::sampling {

using CudaStream = CUstream_st*;  // cudaStream_t; null: the default stream

struct CudaDevices {
  int count = 0;
  std::string reason;  // why there is none, in CUDA's words; empty if count > 0
};
CudaDevices cudaDevices();

// Memory on the current device.
class DeviceMemory {
 public:
  DeviceMemory() = default;
  explicit DeviceMemory(std::size_t bytes);
  DeviceMemory(const void* from, std::size_t bytes);  // a copy of host memory
  DeviceMemory(DeviceMemory&& other) noexcept;
  DeviceMemory& operator=(DeviceMemory&& other) noexcept;
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;
  ~DeviceMemory();

  [[nodiscard]] std::size_t size() const { return size_; }
  template <class T>
  [[nodiscard]] T* as() const {
    return static_cast<T*>(data_);
  }
  // Both wait for what runs on the default stream, and for nothing else. Throw std::invalid_argument beyond size().
  void upload(const void* from, std::size_t bytes);
  void download(void* to, std::size_t bytes) const;

 private:
  void* data_ = nullptr;
  std::size_t size_ = 0;
};

// Waits for a stream. Throws std::runtime_error for what went wrong on it.
void finishStream(CudaStream stream);

}  // namespace platen::sampling
