// --pins, --start and --init-model of `platen fit` and `platen flatten`: what is known of pages before they are fitted.
#pragma once

#include "app/pins_file.h"
#include "core/pipeline/first_guess.h"
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

  // Error: the pins are not of this photo.
  [[nodiscard]] Result<void> fits(const PhotoInfo& photo) const;
  // Where the pins say that two pages meet; empty: nothing of it.
  [[nodiscard]] Polyline spine() const { return pins_.guide().spine(); }
  // What this photo's pages are told. A start that is not of its view, and a first guess that failed, are left out, and
  // `warning` says so.
  [[nodiscard]] Guide of(const pipeline::OpenedPhoto& photo, std::string& warning) const;

 private:
  PinsFile pins_;
  std::string start_file_, module_file_;
  std::optional<pipeline::SavedWarp> start_;
  std::optional<pipeline::FirstGuess> first_guess_;
};

}  // namespace platen::app
