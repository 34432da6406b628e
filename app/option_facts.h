// What manual pages and completions need to know of an option, read out of CLI11's tables.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace platen::app {

struct OptionFacts {
  std::vector<std::string> names;  // "-o", "--out"; of a positional its one name, "PHOTO"
  bool is_positional = false;
  bool is_required = false;
  bool is_many = false;  // a positional that may be given several times
  bool takes_value = false;
  bool takes_files = false;          // the value is a file or a folder
  std::string value;                 // "FILE", "auto|all"; empty: a flag
  std::vector<std::string> choices;  // words that can be completed
  std::string preset;
  std::string help;
};

// Of those that help lists, in its order.
std::vector<OptionFacts> optionsOf(const CLI::App& command);
std::vector<const CLI::App*> commandsOf(const CLI::App& program);
// "[OPTIONS] PHOTO... -o OUT": what has to be given.
std::string usageOf(const std::vector<OptionFacts>& options);

}  // namespace platen::app
