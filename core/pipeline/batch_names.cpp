#include "core/pipeline/batch_names.h"

#include <utility>

namespace platen::pipeline {

namespace fs = std::filesystem;

BatchNames::BatchNames(const std::vector<FoundPhoto>& photos, fs::path out, const ExportOptions& options)
    : out_(std::move(out)) {
  std::map<fs::path, std::vector<fs::path>> folders;
  for (const FoundPhoto& photo : photos) {
    folders[photo.place.parent_path()].push_back(photo.file);
  }
  for (auto& [place, files] : folders) {
    // An empty last name: it is a folder, whatever it is called.
    Outputs& outputs = folders_.emplace(place, Outputs(std::move(files), out_ / place / "", options)).first->second;
    outputs.keepOwnNames();
  }
}

Result<fs::path> BatchNames::claim(const FoundPhoto& photo, const PhotoInfo& info, int page, int pages) {
  const std::lock_guard lock(mutex_);
  Outputs& outputs = folders_.at(photo.place.parent_path());
  if (const Result<void> made = outputs.makeFolder(); !made) {
    return tl::unexpected(made.error());
  }
  return outputs.claim(info, page, pages).map([&](const fs::path& file) {
    return photo.place.parent_path() / file.filename();
  });
}

}  // namespace platen::pipeline
