#include "core/pipeline/taken_places.h"

#include "core/io/kept_names.h"

#include <fmt/format.h>

namespace platen::pipeline {

namespace fs = std::filesystem;

namespace {

// Where it lay when it was done; empty: it is not there, or another one by now, or nothing tells.
fs::path photoStillThere(const BatchPage& page) {
  if (page.photo_file.empty()) {
    return {};
  }
  const Result<FileStamp> now = io::stampOf(page.photo_file);
  return now && *now == page.source ? page.photo_file : fs::path();
}

}  // namespace

TakenPlaces::TakenPlaces(const std::vector<FoundPhoto>& photos, const std::vector<const io::PhotoRecords*>& known) {
  std::map<fs::path, fs::path> given;  // files by place
  for (const FoundPhoto& photo : photos) {
    given.emplace(photo.place, photo.file);
  }
  int taken = 0;
  for (const io::PhotoRecords* records : known) {
    for (const auto& [place, pages] : *records) {
      const auto photo = given.find(place);
      if (photo != given.end() && io::wholePath(photo->second) == pages.front().photo_file) {
        continue;
      }
      const fs::path other = photoStillThere(pages.front());
      if (other.empty()) {
        continue;
      }
      if (photo == given.end()) {
        for (const BatchPage& page : pages) {
          if (page.done) {
            pages_.emplace(page.output, other);
          }
        }
        continue;
      }
      const Result<FileStamp> now = io::stampOf(photo->second);
      if (now && *now == pages.front().source) {
        continue;  // a copy
      }
      if (++taken == 1) {
        problem_ = Error{ErrorKind::badInput, photo->second,
                         fmt::format("has the name of {}, which was done into this folder before (choose another "
                                     "output folder; --redo replaces its page)",
                                     other.string())};
      }
    }
  }
}

fs::path TakenPlaces::ownerOf(const fs::path& output) const {
  const auto page = pages_.find(output);
  return page == pages_.end() ? fs::path() : page->second;
}

}  // namespace platen::pipeline
