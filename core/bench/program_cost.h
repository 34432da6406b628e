// What a whole program takes, from its start to its end.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace platen::bench {

struct ProgramCost {
  double seconds = 0;      // on the wall
  double cpu_seconds = 0;  // of all its threads
  double resident_mb = 0;  // 1e6 bytes, at most, its libraries' pages among them
};

// Runs the program and waits for its end; what it prints is not shown. Throws std::runtime_error where it can't be
// started or ends with anything but 0.
ProgramCost costOf(const std::filesystem::path& program, const std::vector<std::string>& arguments);

}  // namespace platen::bench
