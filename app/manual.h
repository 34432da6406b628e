// What is written of the program for others: its manual page and the completions of shells, all out of the tables that
// `--help` is made of, so that they never part from it. The build writes them (`platen --print-manual KIND`, which help
// does not list) and installs them.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace platen::app {

// platen(1) as roff; version: "platen 0.1.0".
std::string manualPage(const CLI::App& program, const std::string& version);
std::string bashCompletion(const CLI::App& program);
std::string zshCompletion(const CLI::App& program);
std::string fishCompletion(const CLI::App& program);

// Adds the option; when it is given, prints and ends the program (CLI::Success).
void addManual(CLI::App& program, const std::string& version);

}  // namespace platen::app
