#include "core/bench/sampling_rows.h"

#include "core/bench/sampling_cases.h"

#include <cstdio>
#include <string>
#include <vector>

#include <ATen/Parallel.h>
#include <torch/version.h>

namespace platen::bench {

namespace {

std::string textOf(double megapixels) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", megapixels);
  return text;
}

}  // namespace

void samplingRows(const SamplingBenchOptions& options, const RowDone& done, const std::stop_token& stop) {
  at::set_num_threads(1);
  struct Comparison {
    const char* name;
    void (SamplingCase::*ours)();
    const char* peer_name;
    void (SamplingCase::*peer)();
    bool of_torch = true;
  };
  const Comparison comparisons[] = {
      {"kernel", &SamplingCase::kernel, "a kernel with branches", &SamplingCase::branchingKernel, false},
      {"kernel, portable", &SamplingCase::portableKernel, "a kernel with branches", &SamplingCase::branchingKernel,
       false},
      {"sample", &SamplingCase::operatorStep, "grid_sample, grid gradient", &SamplingCase::torchGridGradient},
      {"sample", &SamplingCase::operatorStep, "grid_sample, image gradient", &SamplingCase::torchImageGradient},
      {"fused step", &SamplingCase::fusedSplineStep, "spline + grid_sample", &SamplingCase::torchSplineStep},
      {"fused step as a node", &SamplingCase::fusedSplineNode, "spline + grid_sample", &SamplingCase::torchSplineStep},
      {"fused step", &SamplingCase::fusedSplineStep, "grid_sample, image gradient", &SamplingCase::torchImageGradient},
  };
  // A quarter of a megapixel lies in the second-level cache, as what a fit samples mostly does.
  const std::vector<double> sizes =
      options.quick ? std::vector<double>{0.25, 1, 12} : std::vector<double>{0.25, 1, 12, 100};
  const double seconds = options.seconds_per_row / (options.quick ? 5 : 1);
  for (const double megapixels : sizes) {
    for (const auto& [lattice_rows, lattice_cols] : {std::pair<int, int>{64, 64}, {128, 192}}) {
      if (stop.stop_requested()) {
        return;
      }
      SamplingCase work(megapixels, lattice_rows, lattice_cols);
      for (const Comparison& comparison : comparisons) {
        if (stop.stop_requested()) {
          return;
        }
        const auto [ours, peer] =
            medianSeconds([&] { (work.*comparison.ours)(); }, [&] { (work.*comparison.peer)(); }, seconds);
        const double to_unit = 1e9 / static_cast<double>(work.samples());
        done({comparison.name,
              textOf(megapixels) + " MP, " + std::to_string(lattice_rows) + "x" + std::to_string(lattice_cols),
              ours * to_unit, peer * to_unit,
              (comparison.of_torch ? "torch " TORCH_VERSION " " : "") + std::string(comparison.peer_name), "ns/sample",
              peer / ours});
      }
    }
  }
}

}  // namespace platen::bench
