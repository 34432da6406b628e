// Every comparison that `platen bench` prints.
#pragma once

#include "core/bench/bench_row.h"

#include <cstdint>
#include <stop_token>
#include <string>

namespace platen::bench {

// On what the rows were measured: the processor's name, its cores, the instruction set that the loops run on.
std::string machine();

// What can be asked for alone.
enum class Group : std::uint8_t { all, sampling, fitting, pages, decoding };

// Each row is handed to `done` as soon as it is measured. `quick`: smaller photos, shorter; under 40 s on two cores.
// Uses up to 1.5 GB of memory (0.6 with `quick`) and 200 MB in the folder for temporary files; `stop` is looked at
// between rows. Throws std::runtime_error where a contender's result is wrong or a file can't be written.
void runBench(Group group, bool quick, const RowDone& done, const std::stop_token& stop);

}  // namespace platen::bench
