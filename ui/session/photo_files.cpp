#include "ui/session/photo_files.h"

#include "core/pipeline/natural_order.h"
#include "core/pipeline/photo_images.h"
#include "core/pipeline/photo_search.h"

#include <algorithm>
#include <set>
#include <system_error>

namespace platen::ui {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> photosBelow(const fs::path& folder, const std::stop_token& stop) {
  std::vector<fs::path> found;
  std::error_code error;
  // Links are not followed: a folder that holds itself would have no end.
  fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied, error);
  while (!error && !stop.stop_requested() && entry != fs::recursive_directory_iterator()) {
    std::error_code unreadable;
    const bool is_hidden = entry->path().filename().string().starts_with('.');
    if (is_hidden && entry->is_directory(unreadable)) {
      entry.disable_recursion_pending();
    } else if (!is_hidden && entry->is_regular_file(unreadable) && pipeline::isPhotoName(entry->path())) {
      found.push_back(entry->path());
    }
    entry.increment(error);
  }
  std::sort(found.begin(), found.end(),
            [](const fs::path& a, const fs::path& b) { return pipeline::naturalLess(a.native(), b.native()); });
  return found;
}

}  // namespace

std::vector<fs::path> photoFiles(const std::vector<fs::path>& given, const std::stop_token& stop) {
  std::vector<fs::path> files;
  std::set<fs::path> known;
  const auto add = [&](const fs::path& file) {
    for (const fs::path& image : pipeline::eachImage({file})) {
      std::error_code ignored;
      const fs::path absolute = fs::absolute(image, ignored).lexically_normal();
      if (known.insert(absolute).second) {
        files.push_back(absolute);
      }
    }
  };
  for (const fs::path& path : given) {
    std::error_code ignored;
    if (fs::is_directory(path, ignored)) {
      for (const fs::path& file : photosBelow(path, stop)) {
        add(file);
      }
    } else {
      add(path);
    }
  }
  return files;
}

}  // namespace platen::ui
