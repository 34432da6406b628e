#include "core/pipeline/photo_search.h"

#include "core/io/written_pdfs.h"
#include "core/pipeline/natural_order.h"
#include "core/pipeline/photo_images.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <glob.h>
#include <iostream>
#include <iterator>
#include <set>
#include <sys/stat.h>
#include <system_error>
#include <utility>

namespace platen::pipeline {

namespace fs = std::filesystem;

namespace {

using FileId = std::pair<std::uint64_t, std::uint64_t>;  // device and inode

bool identify(const fs::path& file, FileId& id) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) {
    return false;
  }
  id = {status.st_dev, status.st_ino};
  return true;
}

// Folder by folder: "a/10.jpg" stands behind "a/9.jpg", and all of "a" before "b".
bool inOrder(const FoundPhoto& a, const FoundPhoto& b) {
  auto ours = a.place.begin(), theirs = b.place.begin();
  for (; ours != a.place.end() && theirs != b.place.end(); ++ours, ++theirs) {
    if (*ours != *theirs) {
      return naturalLess(ours->native(), theirs->native());
    }
  }
  return ours == a.place.end() && theirs != b.place.end();
}

class Search {
 public:
  explicit Search(const SearchOptions& options) : recursive_(options.recursive) {
    FileId id;
    if (!options.leave_out.empty() && identify(options.leave_out, id)) {
      folders_.insert(id);
    }
    const std::vector<fs::path> pdfs =
        options.leave_out.empty() ? std::vector<fs::path>() : io::writtenPdfs(options.leave_out);
    for (const fs::path& pdf : pdfs) {
      if (identify(pdf, id)) {
        no_photos_.insert(id);
      }
    }
  }

  void add(const std::string& input) {
    std::error_code error;
    const fs::path path(input);
    if (fs::is_directory(path, error)) {
      addFolder(path);
    } else if (fs::exists(fs::symlink_status(fileOf(path), error)) || !isPattern(input)) {
      addPhoto({path, path.filename()});
    } else {
      addPattern(input);
    }
  }

  PhotoSearch take() {
    found_.folders_below = static_cast<int>(
        std::count_if(below_.begin(), below_.end(), [this](const FileId& id) { return !folders_.contains(id); }));
    return std::move(found_);
  }

 private:
  // Also what is not there: opening it says why.
  void addPhoto(const FoundPhoto& photo) {
    for (const fs::path& image : eachImage({photo.file})) {
      std::error_code error;
      const fs::path whole = fs::absolute(image, error).lexically_normal();
      if (names_.insert(error ? image : whole).second) {
        found_.photos.push_back({image, photo.place.parent_path() / image.filename()});
      }
    }
  }

  void addSorted(std::vector<FoundPhoto> photos) {
    std::sort(photos.begin(), photos.end(), inOrder);
    for (const FoundPhoto& photo : photos) {
      addPhoto(photo);
    }
  }

  void addFolder(const fs::path& folder) {
    std::vector<FoundPhoto> photos;
    collect(folder, {}, photos);
    addSorted(std::move(photos));
  }

  void addPattern(const std::string& pattern) {
    ::glob_t matches{};
    std::vector<FoundPhoto> photos;
    std::vector<std::string> folders;
    if (::glob(pattern.c_str(), GLOB_TILDE, nullptr, &matches) == 0) {
      for (std::size_t k = 0; k < matches.gl_pathc; ++k) {
        const fs::path path(matches.gl_pathv[k]);
        std::error_code error;
        if (fs::is_directory(path, error)) {
          folders.push_back(path.native());
        } else {
          photos.push_back({path, path.filename()});
        }
      }
    }
    ::globfree(&matches);
    if (photos.empty() && folders.empty()) {
      found_.problems.push_back({ErrorKind::notFound, pattern, "nothing has such a name"});
    }
    std::sort(photos.begin(), photos.end(), [](const FoundPhoto& a, const FoundPhoto& b) {
      return inOrder({a.file, a.file}, {b.file, b.file});
    });
    for (const FoundPhoto& photo : photos) {
      addPhoto(photo);
    }
    for (const std::string& folder : folders) {
      addFolder(folder);
    }
  }

  void collect(const fs::path& folder, const fs::path& place, std::vector<FoundPhoto>& photos) {
    FileId id;
    if (!identify(folder, id) || !folders_.insert(id).second) {
      return;
    }
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
      const fs::path name = entry->path().filename();
      std::error_code unknown;
      if (name.native().starts_with('.')) {
        continue;
      }
      if (entry->is_directory(unknown)) {
        if (recursive_) {
          collect(entry->path(), place / name, photos);
        } else if (identify(entry->path(), id)) {
          below_.insert(id);
        }
      } else if (isPhotoName(name) && !(identify(entry->path(), id) && no_photos_.contains(id))) {
        photos.push_back({entry->path(), place / name});
      }
    }
    if (error) {
      found_.problems.push_back({ErrorKind::unreadable, folder, "cannot be read: " + error.message()});
    }
  }

  bool recursive_;
  std::set<FileId> folders_;  // where we have been
  std::set<FileId> below_;    // right below
  std::set<FileId> no_photos_;
  std::set<fs::path> names_;  // absolute, of the photos found
  PhotoSearch found_;
};

}  // namespace

bool isPhotoName(const fs::path& name) {
  constexpr std::array<std::string_view, 17> kEndings{".jpg",  ".jpeg", ".jpe",  ".jfif", ".png", ".tif",
                                                      ".tiff", ".webp", ".jp2",  ".j2k",  ".jpf", ".j2c",
                                                      ".jpc",  ".heic", ".heif", ".avif", ".pdf"};
  std::string ending = name.extension().native();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return std::find(kEndings.begin(), kEndings.end(), ending) != kEndings.end();
}

bool isPattern(const std::string& input) {
  return input.find_first_of("*?[") != std::string::npos;
}

PhotoSearch findPhotos(const std::vector<std::string>& inputs, const SearchOptions& options) {
  Search search(options);
  for (const std::string& input : inputs) {
    search.add(input);
  }
  return search.take();
}

Result<std::vector<std::string>> listedPhotos(const fs::path& list) {
  std::string text;
  fs::path folder;
  if (list == "-") {
    text.assign(std::istreambuf_iterator<char>(std::cin), {});
  } else {
    std::error_code error;
    if (!fs::exists(list, error)) {
      return fail(ErrorKind::notFound, list, "there is no such file");
    }
    std::ifstream file(list, std::ios::binary);
    if (!file.is_open() || fs::is_directory(list, error)) {
      return fail(ErrorKind::unreadable, list, "cannot be read as a list of photos");
    }
    text.assign(std::istreambuf_iterator<char>(file), {});
    folder = list.parent_path();
  }
  const char end = text.find('\0') == std::string::npos ? '\n' : '\0';
  std::vector<std::string> names;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t to = std::min(text.find(end, from), text.size());
    std::string name = text.substr(from, to - from);
    if (end == '\n' && name.ends_with('\r')) {
      name.pop_back();
    }
    if (!name.empty()) {
      names.push_back((folder / name).native());
    }
    from = to + 1;
  }
  return names;
}

}  // namespace platen::pipeline
