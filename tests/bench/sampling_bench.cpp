// Times the sampler and torch's grid_sample side by side with Google Benchmark, then prints the comparisons as ratios.
//   platen_sampling_bench [--ratios-only] [--quick] [Google Benchmark's own options]
#include "core/bench/sampling_cases.h"
#include "core/bench/sampling_rows.h"
#include "tests/bench/bench_main.h"

#include <memory>
#include <string>

#include <ATen/Parallel.h>
#include <benchmark/benchmark.h>

namespace {

using platen::bench::SamplingCase;

// One case at a time is kept: the photos are big.
SamplingCase& caseOf(int megapixels, int rows, int cols) {
  static std::unique_ptr<SamplingCase> kept;
  static std::string key;
  const std::string wanted = std::to_string(megapixels) + "/" + std::to_string(rows) + "/" + std::to_string(cols);
  if (key != wanted) {
    kept.reset();
    kept = std::make_unique<SamplingCase>(megapixels, rows, cols);
    key = wanted;
  }
  return *kept;
}

void registerAll() {
  struct Contender {
    const char* name;
    void (SamplingCase::*run)();
  };
  const Contender contenders[] = {
      {"kernel", &SamplingCase::kernel},
      {"operator", &SamplingCase::operatorStep},
      {"torch_grid_gradient", &SamplingCase::torchGridGradient},
      {"torch_image_gradient", &SamplingCase::torchImageGradient},
      {"fused_spline_step", &SamplingCase::fusedSplineStep},
      {"torch_spline_step", &SamplingCase::torchSplineStep},
  };
  for (const int megapixels : {1, 12, 100}) {
    for (const auto& [rows, cols] : {std::pair<int, int>{64, 64}, {128, 192}}) {
      for (const Contender& contender : contenders) {
        const std::string name = std::string(contender.name) + "/" + std::to_string(megapixels) + "MP/" +
                                 std::to_string(rows) + "x" + std::to_string(cols);
        benchmark::RegisterBenchmark(name.c_str(), [run = contender.run, megapixels = megapixels, rows = rows,
                                                    cols = cols](benchmark::State& state) {
          SamplingCase& work = caseOf(megapixels, rows, cols);
          (work.*run)();
          for (auto _ : state) {
            (work.*run)();
          }
          // Shown as time a sample: the inverse of samples a second.
          state.counters["per_sample"] =
              benchmark::Counter(static_cast<double>(work.samples()),
                                 benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
        });
      }
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  at::set_num_threads(1);
  return platen::bench::benchMain(argc, argv, registerAll, [](bool quick, const platen::bench::RowDone& done) {
    platen::bench::SamplingBenchOptions options;
    options.quick = quick;
    platen::bench::samplingRows(options, done, {});
  });
}
