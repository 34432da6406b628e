#include "core/bench/sampling_rows.h"

#include "core/bench/sampling_cases.h"
#include "core/bench/torch_peer.h"

#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace platen::bench {

namespace {

constexpr double kLargest = 400;  // megapixels; for the coarse lattice and what grows with the photo alone

std::string textOf(double megapixels) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", megapixels);
  return text;
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
  struct Contender {
    void (SamplingCase::*plain)() = nullptr;
    TorchStep step{};  // where there is no plain call

    void run(SamplingCase& work, TorchPeer* torch) const {
      if (plain != nullptr) {
        (work.*plain)();
      } else {
        torch->run(step);
      }
    }
    [[nodiscard]] bool needsTorch() const { return plain == nullptr; }
  };
  struct Comparison {
    const char* name;
    Contender ours;
    const char* peer_name;
    Contender peer;
  };
  const Contender branching{&SamplingCase::branchingKernel}, fused{&SamplingCase::fusedSplineStep};
  const Contender tiled{&SamplingCase::tiledSplineStep};
  const Contender sample{nullptr, TorchStep::sample}, node{nullptr, TorchStep::fusedNode};
  const Contender grid{nullptr, TorchStep::gridGradient}, image{nullptr, TorchStep::imageGradient};
  const Contender spline{nullptr, TorchStep::spline};
  const Comparison comparisons[] = {
      {"kernel", {&SamplingCase::kernel}, "a kernel with branches", branching},
      {"kernel, portable", {&SamplingCase::portableKernel}, "a kernel with branches", branching},
      {"kernel, tiles", {&SamplingCase::tiledKernel}, "the kernel on rows", {&SamplingCase::kernel}},
      {"sample", sample, "grid_sample, grid gradient", grid},
      {"sample", sample, "grid_sample, image gradient", image},
      {"fused step", fused, "spline + grid_sample", spline},
      {"fused step, tiles", tiled, "spline + grid_sample", spline},
      {"fused step as a node", node, "spline + grid_sample", spline},
      {"fused step", fused, "grid_sample, image gradient", image},
      {"fused step, tiles", tiled, "grid_sample, image gradient", image},
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
      const auto torch = options.torch == nullptr ? nullptr : std::make_unique<TorchPeer>(*options.torch, work.photo());
      for (const Comparison& comparison : comparisons) {
        if (stop.stop_requested()) {
          return;
        }
        if (torch == nullptr && (comparison.ours.needsTorch() || comparison.peer.needsTorch())) {
          continue;
        }
        const auto [ours, peer] = medianSeconds([&] { comparison.ours.run(work, torch.get()); },
                                                [&] { comparison.peer.run(work, torch.get()); }, seconds);
        const double to_unit = 1e9 / static_cast<double>(work.samples());
        done({comparison.name,
              textOf(megapixels) + " MP, " + std::to_string(lattice_rows) + "x" + std::to_string(lattice_cols),
              ours * to_unit, peer * to_unit,
              (comparison.peer.needsTorch() ? "torch " + std::string(options.torch->torch_version) + " " : "") +
                  comparison.peer_name,
              "ns/sample", peer / ours});
      }
    }
  }
}

}  // namespace platen::bench
