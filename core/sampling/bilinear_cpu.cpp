// Checks the arguments, picks one kernel for the whole call, runs it. The loops are in bilinear_loops.h, compiled once
// per instruction set.
#include "core/sampling/bilinear_check.h"
#include "core/sampling/bilinear_kernels.h"
#include "core/sampling/bilinear_table.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace platen::sampling {

namespace {

template <class Scalar>
void check(const ImageView& image, std::int64_t n, const Scalar* d_dx, const Scalar* d_dy) {
  checkImage("sampleBilinearCpu", image, n, std::is_same_v<Scalar, float> ? kMaxSideF32 : kMaxSide, true);
  checkDerivatives("sampleBilinearCpu", d_dx, d_dy);
}

template <class Scalar>
void launch(const KernelTable<Scalar>& table,
            const ImageView& image,
            Border border,
            const Scalar* positions,
            std::int64_t n,
            Scalar* values,
            Scalar* d_dx,
            Scalar* d_dy) {
  const int slot = image.channels == 1 ? 0 : image.channels - 2;
  const auto& kernels = image.layout == Layout::apronTiles ? table.tiles : table.at[static_cast<int>(image.kind)][slot];
  const Kernel<Scalar> kernel = kernels[static_cast<int>(border)][d_dx == nullptr ? 0 : 1];
  if (kernel == nullptr) {
    throw std::invalid_argument("sampleBilinearCpu: f64 pixels need f64 positions");
  }
  kernel(image, positions, n, values, d_dx, d_dy);
}

const KernelTable<float>& tableFor([[maybe_unused]] CpuLevel level, [[maybe_unused]] const ImageView& image) {
#ifdef PLATEN_SAMPLING_X86
  // The gathers' offsets are 32-bit and reads are 4 bytes wide.
  const std::int64_t span = spanOf(image);
  const bool tiles_counted = image.layout == Layout::linear || std::max(image.width, image.height) <= kMaxTiledSideF32;
  if (span >= 4 && span < (std::int64_t{1} << 31) && tiles_counted) {
    if (level == CpuLevel::avx512) {
      return kAvx512Table;
    }
    if (level == CpuLevel::avx2) {
      return kAvx2Table;
    }
  }
#endif
  return kPortableTable;
}

template <class Scalar>
void chain(const Scalar* grad_values,
           const Scalar* d_dx,
           const Scalar* d_dy,
           std::int64_t n,
           int channels,
           Scalar* grad_positions) {
  if (channels == 1) {
    for (std::int64_t k = 0; k < n; ++k) {
      grad_positions[2 * k] = grad_values[k] * d_dx[k];
      grad_positions[2 * k + 1] = grad_values[k] * d_dy[k];
    }
    return;
  }
  for (std::int64_t k = 0; k < n; ++k) {
    Scalar along_x = 0, along_y = 0;
    for (int c = 0; c < channels; ++c) {
      along_x += grad_values[k * channels + c] * d_dx[k * channels + c];
      along_y += grad_values[k * channels + c] * d_dy[k * channels + c];
    }
    grad_positions[2 * k] = along_x;
    grad_positions[2 * k + 1] = along_y;
  }
}

}  // namespace

void sampleBilinearCpu(CpuLevel level,
                       const ImageView& image,
                       Border border,
                       const float* positions,
                       std::int64_t n,
                       float* values,
                       float* d_dx,
                       float* d_dy) {
  check(image, n, d_dx, d_dy);
  if (level > bestCpuLevel()) {
    throw std::invalid_argument(std::string("sampleBilinearCpu: this CPU or build has no ") + nameOf(level));
  }
  launch(tableFor(level, image), image, border, positions, n, values, d_dx, d_dy);
}

void sampleBilinearCpu(const ImageView& image,
                       Border border,
                       const float* positions,
                       std::int64_t n,
                       float* values,
                       float* d_dx,
                       float* d_dy) {
  sampleBilinearCpu(bestCpuLevel(), image, border, positions, n, values, d_dx, d_dy);
}

void sampleBilinearCpu(const ImageView& image,
                       Border border,
                       const double* positions,
                       std::int64_t n,
                       double* values,
                       double* d_dx,
                       double* d_dy) {
  check(image, n, d_dx, d_dy);
  launch(kPortableTableF64, image, border, positions, n, values, d_dx, d_dy);
}

void backwardToPositionsCpu(const float* grad_values,
                            const float* d_dx,
                            const float* d_dy,
                            std::int64_t n,
                            int channels,
                            float* grad_positions) {
  chain(grad_values, d_dx, d_dy, n, channels, grad_positions);
}

void backwardToPositionsCpu(const double* grad_values,
                            const double* d_dx,
                            const double* d_dy,
                            std::int64_t n,
                            int channels,
                            double* grad_positions) {
  chain(grad_values, d_dx, d_dy, n, channels, grad_positions);
}

}  // namespace platen::sampling
