// --pins: what someone who saw a photo knows of it, read from a file (docs/interfaces.md, PINS.json).
#pragma once

#include "core/guide.h"
#include "core/pipeline/page.h"

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace platen::app {

class PinsFile {
 public:
  void addOption(CLI::App& command, const std::string& help);

  // The file that is read, so that no output takes its name; none where the option is not given.
  [[nodiscard]] std::vector<std::filesystem::path> files() const;
  // What is wrong with the command line: pins belong to one photo.
  [[nodiscard]] std::vector<std::string> problems(std::size_t photos) const;
  [[nodiscard]] Result<void> load();
  // Error: the pins are not of this photo.
  [[nodiscard]] Result<void> fits(const PhotoInfo& photo) const;

  [[nodiscard]] const std::string& file() const { return file_; }
  [[nodiscard]] const Guide& guide() const { return guide_; }

 private:
  std::string file_;  // empty: not given
  Guide guide_;
};

}  // namespace platen::app
