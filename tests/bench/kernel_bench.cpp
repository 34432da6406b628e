// The comparisons of core/sampling alone, on the CPU and on a GPU, for machines that have libtorch (and nvcc) and
// nothing else: the program of the `kernels` preset.
//   platen_kernel_bench [--quick] [--gpu-only]
#include "core/bench/gpu_rows.h"
#include "core/bench/sampling_rows.h"
#include "core/bench/torch_sampling.h"

#include <cstdio>
#include <exception>
#include <string>
#include <string_view>

namespace {

int run(int argc, char** argv) {
  bool quick = false;
  bool gpu_only = false;
  for (int k = 1; k < argc; ++k) {
    const std::string_view word = argv[k];
    quick = quick || word == "--quick";
    gpu_only = gpu_only || word == "--gpu-only";
    if (word != "--quick" && word != "--gpu-only") {
      std::fprintf(stderr, "platen_kernel_bench: unknown option %s\n", argv[k]);
      return 2;
    }
  }
  const auto left_out = [](const std::string& what) { std::fprintf(stderr, "not measured: %s\n", what.c_str()); };
  const auto done = [](const platen::bench::BenchRow& row) {
    std::fputs(platen::bench::tableLine(row).c_str(), stdout);
    std::fflush(stdout);
  };
  std::fputs(platen::bench::tableHead().c_str(), stdout);
  if (!gpu_only) {
    platen::bench::SamplingBenchOptions options;
    options.quick = quick;
    options.left_out = left_out;
    options.torch = platenTorchSampling();
    platen::bench::samplingRows(options, done, {});
  }
  platen::bench::gpuRows(quick, platenTorchSampling(), done, left_out, {});
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "platen_kernel_bench: %s\n", error.what());
    return 1;
  }
}
