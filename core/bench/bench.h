// Every comparison that `platen bench` prints.
#pragma once

#include "core/bench/bench_row.h"

#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <string>

namespace platen::bench {

// On what the rows were measured: the processor's name, its cores, the instruction set that the loops run on.
std::string machine();
// What ours and the peers were built with.
std::string versions();

// What can be asked for alone.
enum class Group : std::uint8_t { all, sampling, fitting, pages, decoding, flattening };

struct BenchOptions {
  Group group = Group::all;
  bool quick = false;             // smaller photos, shorter; under 40 s on two cores
  std::filesystem::path program;  // `platen` itself, for flattening; empty: those rows are left out
};

// Each row is handed to `done` as soon as it is measured; what can't be measured here is said to `left_out`. Uses up
// to 4 GB of memory where it is free, else 1.5 (0.6 with `quick`), and 200 MB in the folder for temporary files; `stop`
// is looked at between rows. Throws std::runtime_error where a contender's result is wrong or a file can't be written.
void runBench(const BenchOptions& options, const RowDone& done, const LeftOut& left_out, const std::stop_token& stop);

}  // namespace platen::bench
