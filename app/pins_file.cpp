#include "app/pins_file.h"

#include <utility>

#include <CLI/CLI.hpp>

namespace platen::app {

void PinsFile::addOption(CLI::App& command, const std::string& help) {
  command.add_option("--pins", file_, help)->type_name("PINS.json");
}

std::vector<std::filesystem::path> PinsFile::files() const {
  return file_.empty() ? std::vector<std::filesystem::path>{} : std::vector<std::filesystem::path>{file_};
}

std::vector<std::string> PinsFile::problems(std::size_t photos) const {
  if (file_.empty() || photos <= 1) {
    return {};
  }
  return {"--pins belongs to one photo (" + std::to_string(photos) + " are given)"};
}

Result<void> PinsFile::load() {
  if (file_.empty()) {
    return {};
  }
  Result<Guide> read = pipeline::loadPins(file_);
  if (!read) {
    return tl::unexpected(read.error());
  }
  guide_ = *std::move(read);
  return {};
}

Result<void> PinsFile::fits(const PhotoInfo& photo) const {
  return pipeline::checkPlaces(file_, guide_, photo);
}

}  // namespace platen::app
