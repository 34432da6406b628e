// Times the renderer and cv::remap side by side with Google Benchmark, then prints the comparisons as ratios.
//   platen_render_bench [--ratios-only] [--quick] [Google Benchmark's own options]
#include "core/bench/render_case.h"
#include "core/bench/render_rows.h"
#include "tests/bench/bench_main.h"

#include <memory>
#include <string>

#include <benchmark/benchmark.h>

namespace {

using platen::Filter;
using platen::bench::RenderCase;

constexpr int kMegapixels = 12;

// One case at a time is kept: the maps are big.
RenderCase& caseOf(Filter filter) {
  static std::unique_ptr<RenderCase> kept;
  static Filter kept_filter{};
  if (!kept || kept_filter != filter) {
    kept.reset();
    kept = std::make_unique<RenderCase>(kMegapixels, filter, 1);
    kept_filter = filter;
  }
  return *kept;
}

void registerAll() {
  struct Contender {
    const char* name;
    void (RenderCase::*run)();
  };
  const Contender contenders[] = {
      {"render", &RenderCase::platen},
      {"opencv_maps_given", &RenderCase::opencvMapsGiven},
      {"opencv_maps_built", &RenderCase::opencvMapsBuilt},
  };
  for (const Filter filter : {Filter::bilinear, Filter::bicubic}) {
    for (const Contender& contender : contenders) {
      const std::string name =
          std::string(contender.name) + "/" + (filter == Filter::bilinear ? "bilinear" : "bicubic") + "/12MP/1thread";
      benchmark::RegisterBenchmark(name.c_str(), [run = contender.run, filter](benchmark::State& state) {
        RenderCase& work = caseOf(filter);
        (work.*run)();
        for (auto _ : state) {
          (work.*run)();
        }
        // Shown as time a pixel: the inverse of pixels a second.
        state.counters["per_pixel"] = benchmark::Counter(
            1e6 * work.megapixels(), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
      })->Unit(benchmark::kMillisecond);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  return platen::bench::benchMain(argc, argv, registerAll, [](bool quick, const platen::bench::RowDone& done) {
    platen::bench::renderRows(quick, done, {});
  });
}
