#include "core/pipeline/batch_names.h"

#include "core/pipeline/page.h"
#include "core/pipeline/photo_images.h"

#include <utility>

namespace platen::pipeline {

namespace fs = std::filesystem;

BatchNames::BatchNames(const std::vector<FoundPhoto>& photos,
                       fs::path out,
                       const ExportOptions& options,
                       TakenPlaces taken)
    : out_(std::move(out)), options_(options), taken_(std::move(taken)) {
  std::map<fs::path, std::vector<fs::path>> folders;
  for (const FoundPhoto& photo : photos) {
    folders[photo.place.parent_path()].push_back(photo.file);
  }
  for (auto& [place, files] : folders) {
    std::map<fs::path, std::vector<fs::path>> stems;
    for (const fs::path& file : files) {
      stems[stemOf(file)].push_back(file);
    }
    // An empty last name: it is a folder, whatever it is called.
    Folder folder{Outputs(std::move(files), out_ / place / "", options), std::move(stems)};
    folder.outputs.keepOwnNames();
    folders_.emplace(place, std::move(folder));
  }
}

fs::path BatchNames::ownerOf(
    const Folder& folder, const fs::path& file, const PhotoInfo& info, int page, int pages) const {
  // What a photo's page is called may depend on what is in the photo.
  const auto hasIt = [&](const fs::path& photo, int its_page, int its_pages) {
    const Result<PhotoInfo> other = describePhoto(photo);
    const Result<fs::path> name =
        other ? folder.outputs.nameOf(*other, its_page, its_pages, options_) : tl::unexpected(other.error());
    return name && name->filename() == file.filename();
  };
  for (const fs::path& other : folder.photos.at(stemOf(info.file))) {
    if (other == info.file) {
      break;
    }
    if (hasIt(other, page, pages)) {
      return other;
    }
  }
  const auto same_stem = folder.photos.find(file.stem());
  if (pages > 1 && same_stem != folder.photos.end()) {
    for (const fs::path& other : same_stem->second) {
      if (hasIt(other, 1, 1)) {
        return other;
      }
    }
  }
  return {};
}

Result<fs::path> BatchNames::claim(const FoundPhoto& photo, const PhotoInfo& info, int page, int pages) {
  const std::lock_guard lock(mutex_);
  Folder& folder = folders_.at(photo.place.parent_path());
  if (const Result<void> made = folder.outputs.makeFolder(); !made) {
    return tl::unexpected(made.error());
  }
  if (const Result<fs::path> name = folder.outputs.nameOf(info, page, pages, options_)) {
    if (const fs::path owner = ownerOf(folder, *name, info, page, pages); !owner.empty()) {
      folder.outputs.keepFor(*name, owner);
    }
  }
  return folder.outputs.claim(info, page, pages).and_then([&](const fs::path& file) -> Result<fs::path> {
    fs::path name = photo.place.parent_path() / file.filename();
    if (const fs::path owner = taken_.ownerOf(name); !owner.empty()) {
      return fail(ErrorKind::badInput, photo.file,
                  "its page would be called " + name.string() + ", as that of " + owner.string() +
                      " is, which was done into this folder before (choose another output folder)");
    }
    return name;
  });
}

}  // namespace platen::pipeline
