// Runs the real program and keeps what it said.
#pragma once

#include <functional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace platen::app {

struct ProgramRun {
  int status = -1;  // exit status; 128 + n: killed by signal n
  std::string out, err;
};

struct RunLimits {
  long file_bytes = 0;                       // > 0: no file may grow beyond (a full disk)
  std::string out_device;                    // not empty: stdout goes there (/dev/full), and is not kept
  bool as_nobody = false;                    // started by root: run as a user without rights
  std::function<void(pid_t)> while_it_runs;  // called once, after the start
  bool on_terminal = false;                  // stderr is a terminal; what it gets there is `err`, 4000 bytes at most
};

// `arguments` without the program's name.
ProgramRun runPlaten(const std::vector<std::string>& arguments, const RunLimits& limits = {});

}  // namespace platen::app
