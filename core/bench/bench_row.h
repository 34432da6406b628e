// One line of a comparison: what we need, what a peer needs for the same, in one run.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>

namespace platen::bench {

struct BenchRow {
  std::string name;    // what is done
  std::string params;  // on what
  double ours = 0;     // in `unit`, median
  double peer = 0;     // likewise
  std::string peer_name;
  std::string unit;
  double ratio = 0;  // > 1 where ours is better
};

// Hears of a row as soon as it is measured.
using RowDone = std::function<void(const BenchRow&)>;
// Hears in a sentence what is not measured here, and why.
using LeftOut = std::function<void(const std::string&)>;

// Median seconds of one call of each, called in turn so that drift of the machine meets both alike. Each timed call
// follows one that is not timed: a step of a fit finds in the caches what the step before it left there, not what its
// peer did. At least `least_rounds` rounds, then until `seconds` are over.
std::pair<double, double> medianSeconds(const std::function<void()>& ours,
                                        const std::function<void()>& peer,
                                        double seconds,
                                        int least_rounds = 5);

// A plain table: its heading, a line of it.
std::string tableHead();
std::string tableLine(const BenchRow& row);

// Memory that is free on this machine, as Linux tells it; 0 where nobody does.
std::uint64_t freeBytes();

}  // namespace platen::bench
