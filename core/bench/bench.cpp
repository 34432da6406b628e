#include "core/bench/bench.h"

#include "core/bench/decode_rows.h"
#include "core/bench/fit_rows.h"
#include "core/bench/render_rows.h"
#include "core/bench/sampling_rows.h"
#include "core/cpu_level.h"

#include <fstream>
#include <functional>
#include <string_view>
#include <thread>
#include <utility>

namespace platen::bench {
namespace {

// As Linux names it; empty elsewhere.
std::string processor() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (line.starts_with("model name")) {
      const std::size_t at = line.find(": ");
      return at == std::string::npos ? std::string() : line.substr(at + 2);
    }
  }
  return {};
}

}  // namespace

std::string machine() {
  const std::string name = processor();
  return (name.empty() ? "unknown processor" : name) + ", " + std::to_string(std::thread::hardware_concurrency()) +
         " cores, loops for " + nameOf(bestCpuLevel());
}

void runBench(Group group, bool quick, const RowDone& done, const std::stop_token& stop) {
  SamplingBenchOptions sampling;
  sampling.quick = quick;
  const std::pair<Group, std::function<void()>> groups[] = {
      {Group::sampling, [&] { samplingRows(sampling, done, stop); }},
      {Group::fitting, [&] { fitRows(quick, done, stop); }},
      {Group::pages, [&] { renderRows(quick, done, stop); }},
      {Group::decoding, [&] { decodeRows(quick, done, stop); }},
  };
  for (const auto& [kind, measure] : groups) {
    if (group == Group::all || group == kind) {
      measure();
    }
  }
}

}  // namespace platen::bench
