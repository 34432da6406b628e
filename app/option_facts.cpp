#include "app/option_facts.h"

#include <algorithm>
#include <array>
#include <string_view>

#include <CLI/CLI.hpp>

namespace platen::app {
namespace {

// Values that are no files: numbers, sizes, and what stands for them in a choice ("1..N", "WxH").
bool isNumberLike(std::string_view value) {
  constexpr std::array<std::string_view, 10> kNumbers{"N",       "X",   "SIZE",  "C",     "K/N",
                                                      "L,T,R,B", "WxH", "WxHin", "WxHcm", "1..N"};
  return std::find(kNumbers.begin(), kNumbers.end(), value) != kNumbers.end();
}

std::vector<std::string> choicesOf(std::string value) {
  const bool is_list = value.starts_with('{');
  const char between = is_list ? ',' : '|';
  if (is_list) {
    value = value.substr(1, value.size() - 2);
  }
  std::vector<std::string> choices;
  if (value.find(between) == std::string::npos) {
    return choices;
  }
  for (std::size_t from = 0; from <= value.size();) {
    const std::size_t to = std::min(value.find(between, from), value.size());
    if (std::string word = value.substr(from, to - from); !isNumberLike(word)) {
      choices.push_back(std::move(word));
    }
    from = to + 1;
  }
  return choices;
}

OptionFacts factsOf(const CLI::Option& option) {
  OptionFacts facts;
  facts.is_positional = option.nonpositional() ? false : option.get_positional();
  for (const std::string& name : option.get_snames()) {
    facts.names.push_back("-" + name);
  }
  for (const std::string& name : option.get_lnames()) {
    facts.names.push_back("--" + name);
  }
  if (facts.is_positional) {
    facts.names = {option.get_name(true)};
  }
  facts.is_many = option.get_items_expected_max() > 1;
  facts.is_required = option.get_required();
  facts.takes_value = option.get_items_expected_max() > 0;
  if (facts.takes_value && !facts.is_positional) {
    const std::string type = option.get_type_name();  // with the checks behind a colon
    facts.value = type.substr(0, type.find(':'));
    facts.choices = choicesOf(facts.value);
  }
  facts.takes_files = facts.takes_value && facts.choices.empty() && !isNumberLike(facts.value);
  facts.preset = option.get_default_str();
  facts.help = option.get_description();
  return facts;
}

}  // namespace

std::vector<OptionFacts> optionsOf(const CLI::App& command) {
  std::vector<OptionFacts> all;
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_group().empty()) {
      all.push_back(factsOf(*option));
    }
  }
  return all;
}

std::vector<const CLI::App*> commandsOf(const CLI::App& program) {
  return program.get_subcommands([](const CLI::App*) { return true; });
}

std::string usageOf(const std::vector<OptionFacts>& options) {
  std::string usage;
  for (const OptionFacts& option : options) {
    if (option.is_positional) {
      usage +=
          " " + (option.is_required ? option.names[0] : "[" + option.names[0] + "]") + (option.is_many ? "..." : "");
    }
  }
  for (const OptionFacts& option : options) {
    if (!option.is_positional && option.is_required) {
      usage += " " + option.names[0] + " " + option.value;
    }
  }
  return usage + " [OPTION]...";
}

}  // namespace platen::app
