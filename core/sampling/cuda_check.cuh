// CUDA's error codes as exceptions, for the .cu files.
#pragma once

#include <cuda_runtime.h>
#include <stdexcept>
#include <string>

namespace platen::sampling {

inline void checkCuda(cudaError_t code, const char* what) {
  if (code != cudaSuccess) {
    static_cast<void>(cudaGetLastError());  // forgets an error that the next launch would report again
    throw std::runtime_error(std::string("CUDA: ") + what + ": " + cudaGetErrorString(code));
  }
}

}  // namespace platen::sampling
