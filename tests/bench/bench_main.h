// What the benchmark programs share: Google Benchmark's table first, then the comparisons as ratios.
//   PROGRAM [--ratios-only] [--quick] [Google Benchmark's own options]
#pragma once

#include "core/bench/bench_row.h"

#include <functional>

namespace platen::bench {

// `registerAll` registers the Google Benchmarks, `rows` measures the ratios (shorter where `quick`). Returns main's
// status: 2 for options that nobody knows.
int benchMain(int argc,
              char** argv,
              const std::function<void()>& registerAll,
              const std::function<void(bool quick, const RowDone& done)>& rows);

}  // namespace platen::bench
