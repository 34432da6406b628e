// --pins and --start of `platen fit` and `platen flatten`: what is known of pages before they are fitted.
#pragma once

#include "core/pipeline/page.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace platen::app {

class Guidance {
 public:
  void addOptions(CLI::App& command);

  // The files that are read, so that no output takes their name.
  [[nodiscard]] std::vector<std::filesystem::path> files() const;
  // What is wrong with the command line: pins belong to one photo.
  [[nodiscard]] std::vector<std::string> problems(std::size_t photos) const;
  [[nodiscard]] Result<void> load();

  // Where the pins say that two pages meet; empty: nothing of it.
  [[nodiscard]] Polyline spine() const { return pins_.spine(); }
  // What this photo's pages are told. A start that is not of its view is left out, and `warning` says so.
  [[nodiscard]] Guide of(const PhotoInfo& photo, std::string& warning) const;

 private:
  std::string pins_file_, start_file_;
  Guide pins_;
  std::optional<pipeline::SavedWarp> start_;
};

}  // namespace platen::app
