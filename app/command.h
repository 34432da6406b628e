// One subcommand of `platen`: how its options are declared and what it does. main.cpp holds the table.
#pragma once

#include <functional>
#include <stop_token>
#include <string>

namespace CLI {
class App;
}

namespace platen::app {

// Exit status of the program (docs/interfaces.md). An interrupted run ends with 128 + the signal: 130 (SIGINT), 143
// (SIGTERM).
inline constexpr int kAllDone = 0;
inline constexpr int kSomeFailed = 1;
inline constexpr int kWrongCommandLine = 2;

// What runs once the command line has been read.
using Action = std::function<int(const std::stop_token& stop)>;

// Each adds its subcommand to the program and gives what it does; the action reads the options that were parsed.
struct Command {
  CLI::App* parsed = nullptr;
  Action run;
  // After a stop: what the same command would do, for the end of a sentence. None: all of it once more.
  std::function<std::string()> again = nullptr;
};
Command flattenCommand(CLI::App& program);
Command batchCommand(CLI::App& program);
Command fitCommand(CLI::App& program);
Command applyCommand(CLI::App& program);
Command registerCommand(CLI::App& program);
Command mapCommand(CLI::App& program);
Command inspectCommand(CLI::App& program);
Command benchCommand(CLI::App& program);

}  // namespace platen::app
