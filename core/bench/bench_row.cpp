#include "core/bench/bench_row.h"

#include "core/median.h"

#include <chrono>
#include <cstdio>
#include <fstream>
#include <vector>

namespace platen::bench {

namespace {

double secondsOf(const std::function<void()>& call) {
  const auto start = std::chrono::steady_clock::now();
  call();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

std::pair<double, double> medianSeconds(const std::function<void()>& ours,
                                        const std::function<void()>& peer,
                                        double seconds,
                                        int least_rounds) {
  std::vector<double> times_ours, times_peer;
  double spent = 0;
  while (spent < seconds || static_cast<int>(times_ours.size()) < least_rounds) {
    spent += secondsOf(ours);
    times_ours.push_back(secondsOf(ours));
    spent += secondsOf(peer);
    times_peer.push_back(secondsOf(peer));
    spent += times_ours.back() + times_peer.back();
  }
  return {medianOf(std::move(times_ours)), medianOf(std::move(times_peer))};
}

std::string tableHead() {
  char line[256];
  std::snprintf(line, sizeof line, "%-20s %-24s %10s %10s %-10s %8s   %s\n", "what", "on what", "ours", "peer", "unit",
                "ratio", "the peer (ratio > 1: ours is faster)");
  return line;
}

std::string tableLine(const BenchRow& row) {
  char line[256];
  std::snprintf(line, sizeof line, "%-20s %-24s %10.2f %10.2f %-10s %7.1fx   %s\n", row.name.c_str(),
                row.params.c_str(), row.ours, row.peer, row.unit.c_str(), row.ratio, row.peer_name.c_str());
  return line;
}

std::uint64_t freeBytes() {
  std::ifstream info("/proc/meminfo");
  for (std::string word; info >> word;) {
    if (word == "MemAvailable:") {
      std::uint64_t kilobytes = 0;
      info >> kilobytes;
      return 1024 * kilobytes;
    }
  }
  return 0;
}

}  // namespace platen::bench
