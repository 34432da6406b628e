#include "app/manual.h"

#include "app/option_facts.h"

#include <cctype>
#include <cstdio>
#include <sstream>

#include <CLI/CLI.hpp>

namespace platen::app {
namespace {

// Text that roff takes as it stands.
std::string roff(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else if (c == '\'') {
      out += "\\(aq";
    } else if (c == '`') {
      out += "\\(ga";
    } else {
      out += c;
    }
  }
  return out;
}

// A choice of words, which may be broken behind each of them.
std::string roffChoice(const std::string& text) {
  std::string out;
  for (const char c : roff(text)) {
    out += c;
    out += c == '|' || c == ',' ? "\\:" : "";
  }
  return out;
}

std::string upper(std::string text) {
  for (char& c : text) {
    c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  }
  return text;
}

// Lines as they are, a line's own dot at its beginning among them.
void writeLines(std::ostream& out, const std::string& text) {
  std::istringstream lines(text);
  out << ".nf\n";
  for (std::string line; std::getline(lines, line);) {
    out << (line.starts_with('.') || line.starts_with('\'') ? "\\&" : "") << roff(line) << "\n";
  }
  out << ".fi\n";
}

void writeOption(std::ostream& out, const OptionFacts& option) {
  out << ".TP\n";
  std::string head;
  for (const std::string& name : option.names) {
    head += head.empty() ? "" : ", ";
    head += "\\fB" + roff(name) + "\\fR";
  }
  out << head << (option.value.empty() ? "" : " \\fI" + roffChoice(option.value) + "\\fR") << "\n" << roff(option.help);
  if (!option.preset.empty() && option.takes_value) {
    out << " [" << roff(option.preset) << "]";
  }
  out << "\n";
}

void writeCommand(std::ostream& out, const CLI::App& command) {
  const std::vector<OptionFacts> options = optionsOf(command);
  out << ".SS platen " << roff(command.get_name()) << "\n.B platen " << roff(command.get_name() + usageOf(options))
      << "\n.PP\n"
      << roff(command.get_description()) << ".\n";
  for (const OptionFacts& option : options) {
    writeOption(out, option);
  }
  if (!command.get_footer().empty()) {
    out << ".PP\n";
    writeLines(out, command.get_footer());
  }
}

}  // namespace

std::string manualPage(const CLI::App& program, const std::string& version) {
  std::ostringstream out;
  out << ".\\\" Written by platen itself, out of the tables of its help.\n"
      << ".TH " << upper(program.get_name()) << " 1 \"\" \"" << roff(version) << "\" \"User Commands\"\n"
      << ".ad l\n"  // words that are many choices leave no room to adjust
      << ".SH NAME\n"
      << roff(program.get_name()) << " \\- flattens photographed and scanned pages of documents\n"
      << ".SH SYNOPSIS\n.B platen\n.I COMMAND\n.RI [ OPTION ]...\n"
      << ".SH DESCRIPTION\n"
      << "Photos of curled, folded or slanting pages in, flat pages out.\n.PP\n";
  writeLines(out, program.get_footer());
  out << ".SH OPTIONS\n";
  for (const OptionFacts& option : optionsOf(program)) {
    writeOption(out, option);
  }
  out << ".SH COMMANDS\n";
  for (const CLI::App* command : commandsOf(program)) {
    writeCommand(out, *command);
  }
  out << ".SH EXIT STATUS\n"
      << "0: all pages are done. 1: at least one page failed; each is named with its reason, the rest is done. 2: the\n"
         "command line is wrong, nothing was written. 130, 143: stopped by SIGINT, SIGTERM.\n"
      << ".SH SEE ALSO\n.BR platen\\-gui (1)\n";
  return out.str();
}

void addManual(CLI::App& program, const std::string& version) {
  program
      .add_option_function<std::string>("--print-manual",
                                        [&program, version](const std::string& kind) {
                                          const std::string text = kind == "man"    ? manualPage(program, version)
                                                                   : kind == "bash" ? bashCompletion(program)
                                                                   : kind == "zsh"  ? zshCompletion(program)
                                                                   : kind == "fish" ? fishCompletion(program)
                                                                                    : std::string();
                                          if (text.empty()) {
                                            throw CLI::ValidationError("--print-manual",
                                                                       "'" + kind + "' is none of man|bash|zsh|fish");
                                          }
                                          std::fputs(text.c_str(), stdout);
                                          throw CLI::Success();
                                        })
      ->trigger_on_parse()
      ->group("");
}

}  // namespace platen::app
