// The sampler's comparisons with a kernel with branches and with torch's own operators as rows, for `platen bench` and
// for sampling_bench.
#pragma once

#include "core/bench/bench_row.h"
#include "core/bench/torch_sampling.h"

#include <cstdint>
#include <stop_token>

namespace platen::bench {

struct SamplingBenchOptions {
  bool quick = false;                    // up to 12 megapixels only, and shorter
  double seconds_per_row = 0.5;          // a fifth of it with `quick`
  std::uint64_t memory_bytes = 0;        // photos that need more are left out; 0: what the machine has free
  const TorchSampling* torch = nullptr;  // null: the rows beside torch, and those of ours through it, are left out
  LeftOut left_out;                      // may be empty
};

// ns per sample, medians, one thread. `stop` is looked at between rows. Throws std::runtime_error with what torch
// threw.
void samplingRows(const SamplingBenchOptions& options, const RowDone& done, const std::stop_token& stop);

}  // namespace platen::bench
