// One thread, one position; kernels specialised as the CPU's are, chosen once per call.
#include "core/sampling/bilinear_check.h"
#include "core/sampling/bilinear_cuda.h"
#include "core/sampling/cuda_check.cuh"
#include "core/sampling/kernel_choice.h"
#include "core/sampling/sample_at.h"

namespace platen::sampling {

namespace {

constexpr int kThreads = 128;
constexpr std::int64_t kMostSamples = std::int64_t{kThreads} * 0x7fffffff;  // a launch has at most 2^31 - 1 blocks

template <class Pixel, int kChannels, Border kBorder, bool kDerivative>
__global__ void __launch_bounds__(kThreads) sampleKernel(const SampledImage image,
                                                         const float* __restrict__ positions,
                                                         std::int64_t n,
                                                         float* __restrict__ values,
                                                         float* __restrict__ d_dx,
                                                         float* __restrict__ d_dy) {
  const std::int64_t k = std::int64_t{blockIdx.x} * kThreads + threadIdx.x;
  if (k >= n) {
    return;
  }
  taps::Sample<float> samples[kChannels];
  sampleAt<Pixel, kChannels, kBorder>(image, readOnly(positions + 2 * k), readOnly(positions + 2 * k + 1), samples);
  for (int c = 0; c < kChannels; ++c) {
    values[k * kChannels + c] = samples[c].value;
    if constexpr (kDerivative) {
      d_dx[k * kChannels + c] = samples[c].d_dx;
      d_dy[k * kChannels + c] = samples[c].d_dy;
    }
  }
}

__global__ void __launch_bounds__(kThreads) backwardKernel(const float* __restrict__ grad_values,
                                                           const float* __restrict__ d_dx,
                                                           const float* __restrict__ d_dy,
                                                           std::int64_t n,
                                                           int channels,
                                                           float* __restrict__ grad_positions) {
  const std::int64_t k = std::int64_t{blockIdx.x} * kThreads + threadIdx.x;
  if (k >= n) {
    return;
  }
  float along_x = 0, along_y = 0;
  for (int c = 0; c < channels; ++c) {
    const float g = grad_values[k * channels + c];
    along_x += g * d_dx[k * channels + c];
    along_y += g * d_dy[k * channels + c];
  }
  grad_positions[2 * k] = along_x;
  grad_positions[2 * k + 1] = along_y;
}

void checkCount(const char* who, std::int64_t n) {
  if (n < 0 || n > kMostSamples) {
    throw std::invalid_argument(std::string(who) + ": " + std::to_string(n) + " positions in one launch");
  }
}

unsigned blocksOf(std::int64_t n) {
  return static_cast<unsigned>((n + kThreads - 1) / kThreads);
}

}  // namespace

void sampleBilinearCuda(const ImageView& image,
                        Border border,
                        const float* positions,
                        std::int64_t n,
                        float* values,
                        float* d_dx,
                        float* d_dy,
                        CudaStream stream) {
  constexpr const char* kWho = "sampleBilinearCuda";
  checkImage(kWho, image, n, kMaxSideF32);
  checkDerivatives(kWho, d_dx, d_dy);
  checkCount(kWho, n);
  if (n > 0 && (positions == nullptr || values == nullptr)) {
    throw std::invalid_argument(std::string(kWho) + ": no positions or no room for values");
  }
  chooseKernel(kWho, image, border, d_dx != nullptr, [&](auto choice) {
    using Choice = decltype(choice);
    if (n > 0) {
      sampleKernel<typename Choice::Pixel, Choice::kChannels, Choice::kBorder, Choice::kDerivative>
          <<<blocksOf(n), kThreads, 0, stream>>>(sampledImageOf(image), positions, n, values, d_dx, d_dy);
      checkCuda(cudaGetLastError(), "the sampler did not start");
    }
  });
}

void backwardToPositionsCuda(const float* grad_values,
                             const float* d_dx,
                             const float* d_dy,
                             std::int64_t n,
                             int channels,
                             float* grad_positions,
                             CudaStream stream) {
  constexpr const char* kWho = "backwardToPositionsCuda";
  checkCount(kWho, n);
  if (channels < 1) {
    throw std::invalid_argument(std::string(kWho) + ": channels must be at least 1; got " + std::to_string(channels));
  }
  if (n == 0) {
    return;
  }
  if (grad_values == nullptr || d_dx == nullptr || d_dy == nullptr || grad_positions == nullptr) {
    throw std::invalid_argument(std::string(kWho) + ": an array is missing");
  }
  backwardKernel<<<blocksOf(n), kThreads, 0, stream>>>(grad_values, d_dx, d_dy, n, channels, grad_positions);
  checkCuda(cudaGetLastError(), "the sampler's way back did not start");
}

}  // namespace platen::sampling
