// Completions of shells (manual.h): commands, options, and the words of options that have some; files elsewhere.
#include "app/manual.h"
#include "app/option_facts.h"

#include <sstream>

#include <CLI/CLI.hpp>

namespace platen::app {
namespace {

std::string joined(const std::vector<std::string>& words, const char* between = " ") {
  std::string all;
  for (const std::string& word : words) {
    all += (all.empty() ? "" : between) + word;
  }
  return all;
}

// Within single quotes of a shell; zsh's own signs escaped where it takes descriptions apart.
std::string quoted(const std::string& text, const char* escaped = "") {
  std::string out;
  for (const char c : text) {
    if (c == '\'') {
      out += "'\\''";
    } else {
      out += std::string(std::string_view(escaped).find(c) != std::string_view::npos ? "\\" : "") + c;
    }
  }
  return out;
}

std::vector<std::string> namesOf(const std::vector<OptionFacts>& options) {
  std::vector<std::string> names;
  for (const OptionFacts& option : options) {
    if (!option.is_positional) {
      names.insert(names.end(), option.names.begin(), option.names.end());
    }
  }
  return names;
}

std::vector<std::string> namesOf(const std::vector<const CLI::App*>& commands) {
  std::vector<std::string> names;
  names.reserve(commands.size());
  for (const CLI::App* command : commands) {
    names.push_back(command->get_name());
  }
  return names;
}

std::string zshArgument(const OptionFacts& option) {
  if (option.is_positional) {
    return "    '*:" + quoted(option.names[0], "[]:\\") + ":_files'";
  }
  const std::string value = !option.takes_value       ? ""
                            : !option.choices.empty() ? ":value:(" + joined(option.choices) + ")"
                            : option.takes_files      ? ":file:_files"
                                                      : ":value: ";
  std::string all;
  for (const std::string& name : option.names) {
    const bool takes_equals = name.starts_with("--") && option.takes_value;
    all += (all.empty() ? "    '" : " \\\n    '") + name + (takes_equals ? "=" : "") + "[" +
           quoted(option.help, "[]:\\") + "]" + quoted(value) + "'";
  }
  return all;
}

void writeFish(std::ostream& out, const std::string& condition, const OptionFacts& option) {
  if (option.is_positional) {
    return;
  }
  out << "complete -c platen -n '" << condition << "'";
  for (const std::string& name : option.names) {
    out << (name.starts_with("--") ? " -l " : " -s ") << name.substr(name.starts_with("--") ? 2 : 1);
  }
  if (!option.choices.empty()) {
    out << " -x -a '" << joined(option.choices) << "'";
  } else if (option.takes_value) {
    out << (option.takes_files ? " -r -F" : " -x");
  }
  out << " -d '" << quoted(option.help) << "'\n";
}

}  // namespace

std::string bashCompletion(const CLI::App& program) {
  const std::vector<const CLI::App*> commands = commandsOf(program);
  std::ostringstream out;
  out << "# Completion of platen for bash, written by platen itself.\n"
         "_platen() {\n"
         "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command= word\n"
         "  if [[ $cur == = ]]; then cur=; elif [[ $prev == = ]]; then prev=${COMP_WORDS[COMP_CWORD-2]}; fi\n"
         "  for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
         "    case $word in "
      << joined(namesOf(commands), "|")
      << ") command=$word; break ;; esac\n"
         "  done\n"
         "  case $command$prev in\n";
  for (const CLI::App* command : commands) {
    for (const OptionFacts& option : optionsOf(*command)) {
      if (option.is_positional || !option.takes_value || option.takes_files) {
        continue;  // a file: what bash does by itself
      }
      std::vector<std::string> cases;
      for (const std::string& name : option.names) {
        cases.push_back(command->get_name() + name);
      }
      out << "    " << joined(cases, "|") << ") "
          << (option.choices.empty() ? "compopt +o default"
                                     : "COMPREPLY=($(compgen -W '" + joined(option.choices) + "' -- \"$cur\"))")
          << "; return ;;\n";
    }
  }
  out << "  esac\n"
         "  case $command$cur in\n"
         "    -*) COMPREPLY=($(compgen -W '"
      << joined(namesOf(optionsOf(program))) << "' -- \"$cur\")) ;;\n";
  for (const CLI::App* command : commands) {
    out << "    " << command->get_name() << "-*) COMPREPLY=($(compgen -W '" << joined(namesOf(optionsOf(*command)))
        << "' -- \"$cur\")) ;;\n";
  }
  out << "    *) [[ $command ]] || COMPREPLY=($(compgen -W '" << joined(namesOf(commands))
      << "' -- \"$cur\")) ;;\n"
         "  esac\n"
         "}\n"
         "complete -o default -F _platen platen\n";
  return out.str();
}

std::string zshCompletion(const CLI::App& program) {
  std::ostringstream out;
  out << "#compdef platen\n"
         "# Completion of platen for zsh, written by platen itself.\n"
         "_platen() {\n"
         "  local context state state_descr line curcontext=\"$curcontext\"\n"
         "  typeset -A opt_args\n"
         "  local -a commands\n"
         "  commands=(\n";
  for (const CLI::App* command : commandsOf(program)) {
    out << "    '" << command->get_name() << ":" << quoted(command->get_description(), ":\\") << "'\n";
  }
  out << "  )\n"
         "  _arguments -C \\\n";
  for (const OptionFacts& option : optionsOf(program)) {
    out << zshArgument(option) << " \\\n";
  }
  out << "    '1:command:->command' '*::argument:->argument'\n"
         "  case $state in\n"
         "  command) _describe command commands ;;\n"
         "  argument) case $words[1] in\n";
  for (const CLI::App* command : commandsOf(program)) {
    out << "  " << command->get_name() << ") _arguments";
    for (const OptionFacts& option : optionsOf(*command)) {
      out << " \\\n" << zshArgument(option);
    }
    out << " ;;\n";
  }
  out << "  esac ;;\n"
         "  esac\n"
         "}\n"
         "if [[ $funcstack[1] == _platen ]]; then _platen \"$@\"; else compdef _platen platen; fi\n";
  return out.str();
}

std::string fishCompletion(const CLI::App& program) {
  std::ostringstream out;
  out << "# Completion of platen for fish, written by platen itself.\n";
  for (const OptionFacts& option : optionsOf(program)) {
    writeFish(out, "__fish_use_subcommand", option);
  }
  for (const CLI::App* command : commandsOf(program)) {
    out << "complete -c platen -f -n __fish_use_subcommand -a " << command->get_name() << " -d '"
        << quoted(command->get_description()) << "'\n";
  }
  for (const CLI::App* command : commandsOf(program)) {
    for (const OptionFacts& option : optionsOf(*command)) {
      writeFish(out, "__fish_seen_subcommand_from " + command->get_name(), option);
    }
  }
  return out.str();
}

}  // namespace platen::app
