// The sampler's comparisons with torch's own operators as rows, for `platen bench` and for sampling_bench.
#pragma once

#include "core/bench/bench_row.h"

#include <cstdint>
#include <stop_token>

namespace platen::bench {

struct SamplingBenchOptions {
  bool quick = false;              // up to 12 megapixels only, and shorter
  double seconds_per_row = 0.5;    // a fifth of it with `quick`
  std::uint64_t memory_bytes = 0;  // photos that need more are left out; 0: what the machine has free
  LeftOut left_out;                // may be empty
};

// ns per sample, medians, one thread (torch is set to one and left so). `stop` is looked at between rows.
void samplingRows(const SamplingBenchOptions& options, const RowDone& done, const std::stop_token& stop);

}  // namespace platen::bench
