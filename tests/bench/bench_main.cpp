#include "tests/bench/bench_main.h"

#include "core/cpu_level.h"

#include <cstdio>
#include <cstring>
#include <string>

#include <benchmark/benchmark.h>

namespace platen::bench {

int benchMain(int argc,
              char** argv,
              const std::function<void()>& registerAll,
              const std::function<void(bool quick, const RowDone& done)>& rows) {
  if (const std::string wrong = cpuLevelComplaint(); !wrong.empty()) {
    std::fprintf(stderr, "%s\n", wrong.c_str());
    return 2;
  }
  bool ratios_only = false;
  bool quick = false;
  int kept = 1;
  for (int k = 1; k < argc; ++k) {
    if (std::strcmp(argv[k], "--ratios-only") == 0) {
      ratios_only = true;
    } else if (std::strcmp(argv[k], "--quick") == 0) {
      quick = true;
    } else {
      argv[kept++] = argv[k];
    }
  }
  argc = kept;
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) {
    return 2;
  }
  if (!ratios_only) {
    registerAll();
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
  }
  std::fputs(tableHead().c_str(), stdout);
  rows(quick, [](const BenchRow& row) {
    std::fputs(tableLine(row).c_str(), stdout);
    std::fflush(stdout);
  });
  return 0;
}

}  // namespace platen::bench
