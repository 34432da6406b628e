#include "core/bench/sampling_cases.h"

#include "core/bench/branching_sampler.h"
#include "core/bench/sum_of_squares.h"
#include "core/sampling/spline_grid.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>

namespace platen::bench {
std::vector<std::uint8_t> noise(std::size_t pixels, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::uint8_t> values(pixels);
  for (std::size_t k = 0; k < pixels; k += sizeof(std::uint64_t)) {
    const std::uint64_t some = random();
    std::memcpy(values.data() + k, &some, std::min(sizeof some, pixels - k));
  }
  return values;
}

std::vector<float> bentNet(std::int64_t side) {
  std::vector<float> net;
  for (int a = 0; a < kBenchNet.controlRows(); ++a) {
    for (int b = 0; b < kBenchNet.controlCols(); ++b) {
      const double u = (b - 1.0) / kBenchNet.cols, v = (a - 1.0) / kBenchNet.rows;
      net.push_back(
          static_cast<float>((0.08 + 0.83 * u + 0.04 * v + 0.01 * std::sin(5 * v)) * static_cast<double>(side)));
      net.push_back(
          static_cast<float>((0.06 + 0.85 * v + 0.05 * u + 0.02 * std::cos(4 * u)) * static_cast<double>(side)));
    }
  }
  return net;
}

SamplingCase::SamplingCase(double megapixels, int rows, int cols)
    : side_(std::lround(std::sqrt(1e6 * megapixels))),
      rows_(rows),
      cols_(cols),
      photo_(noise(static_cast<std::size_t>(side_ * side_), 1)),
      tiles_(view()),
      net_(bentNet(side_)),
      step_(sampling::SplineLattice<float>({kBenchNet.cols, sampling::latticePositions(cols)},
                                           {kBenchNet.rows, sampling::latticePositions(rows)})),
      coords_(2 * static_cast<std::size_t>(samples())),
      values_(coords_.size() / 2),
      d_dx_(values_.size()),
      d_dy_(values_.size()),
      net_gradient_(net_.size()) {
  step_.expand(sampling::FusedStep<float>::Part::surface, net_.data(), coords_.data());
}

SampledPhoto SamplingCase::photo() const {
  return {photo_.data(), side_, coords_.data(), rows_, cols_, net_.data(), kBenchNet.rows, kBenchNet.cols};
}

sampling::ImageView SamplingCase::view() const {
  return {photo_.data(), side_, side_, side_, 1, sampling::PixelKind::u8};
}

void SamplingCase::kernelOn(const sampling::ImageView& image) {
  sampling::sampleBilinearCpu(image, sampling::Border::replicate, coords_.data(), samples(), values_.data(),
                              d_dx_.data(), d_dy_.data());
}

void SamplingCase::kernel() {
  kernelOn(view());
}

void SamplingCase::tiledKernel() {
  kernelOn(tiles_.view());
}

void SamplingCase::portableKernel() {
  sampling::sampleBilinearCpu(CpuLevel::portable, view(), sampling::Border::replicate, coords_.data(), samples(),
                              values_.data(), d_dx_.data(), d_dy_.data());
}

void SamplingCase::branchingKernel() {
  sampleBranching(view(), sampling::Border::replicate, coords_.data(), samples(), values_.data(), d_dx_.data(),
                  d_dy_.data());
}

void SamplingCase::splineStepOn(const sampling::ImageView& image) {
  std::fill(net_gradient_.begin(), net_gradient_.end(), 0.0F);
  step_.run(sampling::FusedImage<float>{image}, net_.data(), sumOfSquares(), net_gradient_.data());
}

void SamplingCase::fusedSplineStep() {
  splineStepOn(view());
}

void SamplingCase::tiledSplineStep() {
  splineStepOn(tiles_.view());
}

}  // namespace platen::bench
