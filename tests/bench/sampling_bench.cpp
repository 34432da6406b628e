// Times the sampler and torch's grid_sample side by side with Google Benchmark, then prints the comparisons as ratios.
//   platen_sampling_bench [--ratios-only] [--quick] [Google Benchmark's own options]
#include "core/bench/sampling_cases.h"
#include "core/bench/sampling_rows.h"
#include "core/bench/torch_peer.h"
#include "tests/bench/bench_main.h"

#include <functional>
#include <memory>
#include <string>

#include <benchmark/benchmark.h>

namespace {

using platen::bench::SamplingCase;
using platen::bench::TorchPeer;
using platen::bench::TorchStep;

struct Case {
  Case(int megapixels, int rows, int cols)
      : ours(megapixels, rows, cols), torch(*platenTorchSampling(), ours.photo()) {}

  SamplingCase ours;
  TorchPeer torch;
};

// One case at a time is kept: the photos are big.
Case& caseOf(int megapixels, int rows, int cols) {
  static std::unique_ptr<Case> kept;
  static std::string key;
  const std::string wanted = std::to_string(megapixels) + "/" + std::to_string(rows) + "/" + std::to_string(cols);
  if (key != wanted) {
    kept.reset();
    kept = std::make_unique<Case>(megapixels, rows, cols);
    key = wanted;
  }
  return *kept;
}

void registerAll() {
  struct Contender {
    const char* name;
    std::function<void(Case&)> run;
  };
  const Contender contenders[] = {
      {"kernel", [](Case& work) { work.ours.kernel(); }},
      {"kernel_tiles", [](Case& work) { work.ours.tiledKernel(); }},
      {"operator", [](Case& work) { work.torch.run(TorchStep::sample); }},
      {"torch_grid_gradient", [](Case& work) { work.torch.run(TorchStep::gridGradient); }},
      {"torch_image_gradient", [](Case& work) { work.torch.run(TorchStep::imageGradient); }},
      {"fused_spline_step", [](Case& work) { work.ours.fusedSplineStep(); }},
      {"torch_spline_step", [](Case& work) { work.torch.run(TorchStep::spline); }},
  };
  for (const int megapixels : {1, 12, 100}) {
    for (const auto& [rows, cols] : {std::pair<int, int>{64, 64}, {128, 192}}) {
      for (const Contender& contender : contenders) {
        const std::string name = std::string(contender.name) + "/" + std::to_string(megapixels) + "MP/" +
                                 std::to_string(rows) + "x" + std::to_string(cols);
        benchmark::RegisterBenchmark(name.c_str(), [run = contender.run, megapixels = megapixels, rows = rows,
                                                    cols = cols](benchmark::State& state) {
          Case& work = caseOf(megapixels, rows, cols);
          run(work);
          for (auto _ : state) {
            run(work);
          }
          // Shown as time a sample: the inverse of samples a second.
          state.counters["per_sample"] =
              benchmark::Counter(static_cast<double>(work.ours.samples()),
                                 benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
        });
      }
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  return platen::bench::benchMain(argc, argv, registerAll, [](bool quick, const platen::bench::RowDone& done) {
    platen::bench::SamplingBenchOptions options;
    options.quick = quick;
    options.torch = platenTorchSampling();
    platen::bench::samplingRows(options, done, {});
  });
}
