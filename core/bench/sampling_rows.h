// The sampler's comparisons with torch's own operators as rows, for `platen bench` and for sampling_bench.
#pragma once

#include "core/bench/bench_row.h"

#include <stop_token>

namespace platen::bench {

struct SamplingBenchOptions {
  bool quick = false;            // 1 and 12 megapixels only, and shorter
  double seconds_per_row = 0.5;  // a fifth of it with `quick`
};

// ns per sample, medians, one thread (torch is set to one and left so). `stop` is looked at between rows.
void samplingRows(const SamplingBenchOptions& options, const RowDone& done, const std::stop_token& stop);

}  // namespace platen::bench
