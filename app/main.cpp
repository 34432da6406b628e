// `platen`, the headless program: a table of subcommands. Nothing is decided here but the exit status.
#include "app/command.h"
#include "app/interrupt.h"
#include "app/manual.h"
#include "app/report.h"
#include "core/cpu_level.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <poll.h>
#include <string>
#include <system_error>
#include <unistd.h>
#include <vector>

#include <CLI/CLI.hpp>

namespace platen::app {
namespace {

constexpr std::array kCommands{flattenCommand,  batchCommand, fitCommand,     applyCommand,
                               registerCommand, mapCommand,   inspectCommand, benchCommand};

// Did all that was printed arrive? A reader that has gone away (head) has what it wanted.
bool saidAll() {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) {
    return true;
  }
  pollfd out{STDOUT_FILENO, POLLOUT, 0};
  return poll(&out, 1, 0) == 1 && (out.revents & POLLERR) != 0;
}

// As far as the command line was understood; null where no command was.
const CLI::App* commandNamed(const CLI::App& program) {
  const std::vector<const CLI::App*> all = program.get_subcommands({});
  const auto named = std::find_if(all.begin(), all.end(), [](const CLI::App* command) { return command->parsed(); });
  return named == all.end() ? nullptr : *named;
}

std::string noCommand(const CLI::App& program, const std::string& name) {
  std::string commands;
  for (const CLI::App* command : program.get_subcommands({})) {
    if (!command->get_name().empty() && !command->get_group().empty()) {
      commands += commands.empty() ? "" : ", ";
      commands += command->get_name();
    }
  }
  return "there is no command " + name + " (there are " + commands + ")";
}

// An option that names what to write, given with an empty name, which would be taken for the current folder, or as if
// it had not been given; or with "-", which would be taken for a folder or a file of that name by all but `map`, which
// writes text. Empty: none is.
std::string wrongOutput(const CLI::App& command) {
  for (const std::string name : {"-o", "--pdf", "--warp-out", "--map-out"}) {
    const CLI::Option* out = command.get_option_no_throw(name);
    const std::string given = out != nullptr && out->count() > 0 ? out->as<std::string>() : "none";
    if (given.empty()) {
      return name + ": the name is empty";
    }
    if (given == "-" && command.get_name() != "map") {
      return name + " -: nothing of this goes to standard output (name a file or a folder; ./- is one of that name)";
    }
  }
  return {};
}

// What is wrong with a command line, in one sentence. Of an option that does not exist and one that is missing, the
// first is said: it is mostly the second, misspelt.
std::string wrongIn(const CLI::App& program, const CLI::ParseError& wrong) {
  std::vector<std::string> unknown = program.remaining(true);
  const bool is_extra = wrong.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError);
  if (is_extra || wrong.get_exit_code() == static_cast<int>(CLI::ExitCodes::RequiredError)) {
    if (commandNamed(program) == nullptr && !unknown.empty() && !unknown[0].starts_with('-')) {
      return noCommand(program, unknown[0]);
    }
    for (const std::string& argument : unknown) {
      std::error_code ignored;
      if (argument.starts_with('-') && std::filesystem::exists(argument, ignored)) {
        return argument + ": is taken for an option (write ./" + argument + " for the file)";
      }
    }
  }
  if (wrong.get_exit_code() == static_cast<int>(CLI::ExitCodes::RequiredError)) {
    std::erase_if(unknown, [](const std::string& argument) { return argument.size() < 2 || argument[0] != '-'; });
    if (!unknown.empty()) {
      return CLI::ExtrasError(unknown).what();
    }
  }
  return wrong.what();
}

// "platen batch".
std::string commandIn(const CLI::App& program) {
  const CLI::App* named = commandNamed(program);
  return program.get_name() + (named == nullptr ? "" : " " + named->get_name());
}

int runProgram(int argc, char** argv) {
  Interrupt interrupt;  // first of all: threads inherit its signal mask
  CLI::App program("Flattens photographed and scanned pages of documents.", "platen");
  program.set_version_flag("--version", std::string(PLATEN_VERSIONS),
                           "Print the versions of the program and of its libraries and exit");
  program.require_subcommand(1);
  program.get_formatter()->column_width(34);
  program.footer(
      "`platen COMMAND --help` explains a command, with examples.\n"
      "\n"
      "  platen flatten page.jpg -o flat.jpg       one page\n"
      "  platen flatten photos/*.jpg -o book.pdf   many pages, into one PDF\n"
      "  platen inspect page.jpg                   what is known of a photo\n"
      "\n"
      "PLATEN_CPU_LEVEL=portable|avx2|avx512 in the environment keeps the inner loops to an instruction set.");
  std::vector<Command> commands;
  commands.reserve(kCommands.size());
  for (const auto& make : kCommands) {
    commands.push_back(make(program));
  }
  const std::string versions(PLATEN_VERSIONS);
  addManual(program, versions.substr(0, versions.find('\n')));
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& wrong) {
    if (wrong.get_exit_code() == 0) {
      return program.exit(wrong);  // --help, --version
    }
    complain(wrongIn(program, wrong) + (argc < 2 ? "" : " (see " + commandIn(program) + " --help)"));
    if (argc < 2) {
      std::fputs(program.help().c_str(), stderr);
    }
    return kWrongCommandLine;
  }
  if (const std::string wrong = cpuLevelComplaint(); !wrong.empty()) {
    complain(wrong);
    return kWrongCommandLine;
  }
  const CLI::App* named = commandNamed(program);
  if (const std::string wrong = named != nullptr ? wrongOutput(*named) : ""; !wrong.empty()) {
    complain(wrong);
    return kWrongCommandLine;
  }
  int status = kAllDone;
  std::string again = "run the same command again";
  for (const Command& command : commands) {
    if (command.parsed->parsed()) {
      status = command.run(interrupt.token());
      again = command.again ? command.again() : again;
    }
  }
  if (!saidAll()) {
    complain("standard output: cannot be written (is its disk full?)");
    status = kSomeFailed;
  }
  if (interrupt.exitStatus() != 0) {
    complain("stopped; what was not whole has been removed (" + again + ")");
    return interrupt.exitStatus();
  }
  return status;
}

}  // namespace
}  // namespace platen::app

int main(int argc, char** argv) {
  try {
    return platen::app::runProgram(argc, argv);
  } catch (const std::exception& e) {
    platen::app::complain(std::string("internal error: ") + e.what() + " (please report it)");
    return platen::app::kSomeFailed;
  }
}
