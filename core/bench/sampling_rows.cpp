#include "core/bench/sampling_rows.h"

#include "core/bench/sampling_cases.h"

#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include <ATen/Parallel.h>
#include <torch/version.h>

namespace platen::bench {

namespace {

constexpr double kLargest = 400;  // megapixels; for the coarse lattice and what grows with the photo alone

std::string textOf(double megapixels) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", megapixels);
  return text;
}

// As Linux tells it; 0 where nobody does.
std::uint64_t freeBytes() {
  std::ifstream info("/proc/meminfo");
  for (std::string word; info >> word;) {
    if (word == "MemAvailable:") {
      std::uint64_t kilobytes = 0;
      info >> kilobytes;
      return 1024 * kilobytes;
    }
  }
  return 0;
}

// The photo as u8 in rows and in tiles, as f32, and the gradient of that.
std::uint64_t bytesOf(double megapixels) {
  return static_cast<std::uint64_t>(10.4e6 * megapixels);
}

// A quarter of a megapixel lies in the second-level cache, as what a fit samples mostly does.
std::vector<double> photoSizes(const SamplingBenchOptions& options) {
  const std::uint64_t room = options.memory_bytes > 0 ? options.memory_bytes : freeBytes() / 4 * 3;
  std::vector<double> sizes;
  for (const double megapixels :
       options.quick ? std::vector<double>{0.25, 1, 12} : std::vector<double>{0.25, 1, 12, 100, kLargest}) {
    if (room == 0 || bytesOf(megapixels) <= room) {
      sizes.push_back(megapixels);
    } else if (options.left_out) {
      options.left_out("sampling a photo of " + textOf(megapixels) +
                       " MP: the photo, its f32 copy and the gradient take " +
                       textOf(1e-9 * static_cast<double>(bytesOf(megapixels))) + " GB");
    }
  }
  return sizes;
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
      {"kernel, tiles", &SamplingCase::tiledKernel, "the kernel on rows", &SamplingCase::kernel, false},
      {"sample", &SamplingCase::operatorStep, "grid_sample, grid gradient", &SamplingCase::torchGridGradient},
      {"sample", &SamplingCase::operatorStep, "grid_sample, image gradient", &SamplingCase::torchImageGradient},
      {"fused step", &SamplingCase::fusedSplineStep, "spline + grid_sample", &SamplingCase::torchSplineStep},
      {"fused step, tiles", &SamplingCase::tiledSplineStep, "spline + grid_sample", &SamplingCase::torchSplineStep},
      {"fused step as a node", &SamplingCase::fusedSplineNode, "spline + grid_sample", &SamplingCase::torchSplineStep},
      {"fused step", &SamplingCase::fusedSplineStep, "grid_sample, image gradient", &SamplingCase::torchImageGradient},
      {"fused step, tiles", &SamplingCase::tiledSplineStep, "grid_sample, image gradient",
       &SamplingCase::torchImageGradient},
  };
  const double seconds = options.seconds_per_row / (options.quick ? 5 : 1);
  for (const double megapixels : photoSizes(options)) {
    for (const auto& [lattice_rows, lattice_cols] : {std::pair<int, int>{64, 64}, {128, 192}}) {
      if (stop.stop_requested()) {
        return;
      }
      if (megapixels == kLargest && lattice_rows > 64) {
        continue;
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
