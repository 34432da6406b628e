#include "core/sampling/cuda_check.cuh"
#include "core/sampling/cuda_device.h"

#include <utility>

namespace platen::sampling {

CudaDevices cudaDevices() {
  CudaDevices devices;
  const cudaError_t code = cudaGetDeviceCount(&devices.count);
  if (code != cudaSuccess) {
    static_cast<void>(cudaGetLastError());
    // CUDA says of a machine without a driver that its driver is too old.
    int driver = 0;
    if (code == cudaErrorInsufficientDriver && cudaDriverGetVersion(&driver) == cudaSuccess && driver == 0) {
      return {0, "no NVIDIA driver is installed"};
    }
    return {0, cudaGetErrorString(code)};
  }
  if (devices.count < 1) {
    devices.reason = cudaGetErrorString(cudaErrorNoDevice);
  }
  return devices;
}

DeviceMemory::DeviceMemory(std::size_t bytes) : size_(bytes) {
  if (bytes > 0) {
    checkCuda(cudaMalloc(&data_, bytes), "no memory on the GPU");
  }
}

DeviceMemory::DeviceMemory(const void* from, std::size_t bytes) : DeviceMemory(bytes) {
  upload(from, bytes);
}

DeviceMemory::DeviceMemory(DeviceMemory&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

DeviceMemory& DeviceMemory::operator=(DeviceMemory&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

DeviceMemory::~DeviceMemory() {
  if (data_ != nullptr) {
    static_cast<void>(cudaFree(data_));
  }
}

void DeviceMemory::upload(const void* from, std::size_t bytes) {
  if (bytes > size_) {
    throw std::invalid_argument("DeviceMemory: more to upload than there is room for");
  }
  if (bytes > 0) {
    checkCuda(cudaMemcpy(data_, from, bytes, cudaMemcpyHostToDevice), "copying to the GPU failed");
  }
}

void DeviceMemory::download(void* to, std::size_t bytes) const {
  if (bytes > size_) {
    throw std::invalid_argument("DeviceMemory: more to download than there is");
  }
  if (bytes > 0) {
    checkCuda(cudaMemcpy(to, data_, bytes, cudaMemcpyDeviceToHost), "copying from the GPU failed");
  }
}

void finishStream(CudaStream stream) {
  checkCuda(cudaStreamSynchronize(stream), "a kernel failed");
}

}  // namespace platen::sampling
