#include "ui/window/given_files.h"

#include <string_view>

namespace platen::ui {

std::vector<std::filesystem::path> givenFiles(std::span<const char* const> arguments) {
  std::vector<std::filesystem::path> files;
  bool only_files = false;
  for (std::size_t k = 1; k < arguments.size(); ++k) {
    const std::string_view argument = arguments[k];
    if (!only_files && argument == "--") {
      only_files = true;
    } else if (only_files || argument.size() < 2 || argument.front() != '-') {
      files.emplace_back(argument);
    }
  }
  return files;
}

}  // namespace platen::ui
