#include "ui/session/photo_files.h"

#include "core/pipeline/natural_order.h"
#include "core/pipeline/photo_images.h"
#include "core/pipeline/photo_search.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <string>
#include <string_view>
#include <system_error>

#include <QCoreApplication>
#include <QString>

namespace platen::ui {
namespace {

namespace fs = std::filesystem;

bool mayHoldSeveral(const fs::path& file) {
  constexpr std::array<std::string_view, 6> kEndings{".pdf", ".tif", ".tiff", ".heic", ".heif", ".avif"};
  std::string ending = file.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return std::find(kEndings.begin(), kEndings.end(), ending) != kEndings.end();
}

bool isForPages(const fs::path& folder) {
  const QString proposed = QCoreApplication::translate("platen::ui::ExportDialog", "flat", "folder for pages");
  return folder.filename() == "flat" || folder.filename() == proposed.toStdString();
}

// IN of IN_2; what has no such end, or a number of more digits, stays.
std::string withoutNumber(const std::string& stem, std::ptrdiff_t digits) {
  const auto end = std::find_if_not(stem.rbegin(), stem.rend(), [](unsigned char c) { return std::isdigit(c) != 0; });
  const std::ptrdiff_t length = end - stem.rbegin();
  const bool is_numbered = length > 0 && length <= digits && end != stem.rend() && *end == '_';
  return is_numbered ? std::string(stem.begin(), std::prev(end.base())) : stem;
}

// What photos a page of this name may be of (outputs.h): IN and IN_1 of IN.jpg, IN_12 and IN_12_1 of IN.pdf or IN.tif.
bool isPageOf(const fs::path& page, const std::set<fs::path>& photos, const std::set<fs::path>& of_several_images) {
  constexpr std::ptrdiff_t kPageDigits = 1;
  constexpr std::ptrdiff_t kImageDigits = 5;
  const fs::path above = page.parent_path().parent_path();
  const std::string stem = page.stem().string();
  const std::string image = withoutNumber(stem, kPageDigits);
  return photos.contains(above / stem) || photos.contains(above / image) ||
         of_several_images.contains(above / withoutNumber(stem, kImageDigits)) ||
         of_several_images.contains(above / withoutNumber(image, kImageDigits));
}

// Takes out the pages that an export left beside their photos: those in the folder that the viewer proposes, named as a
// photo right above. Another photo in such a folder stays.
void leaveOutPages(std::vector<fs::path>& photos) {
  std::set<fs::path> without_ending;
  std::set<fs::path> of_several_images;
  for (const fs::path& photo : photos) {
    const fs::path stem = photo.parent_path() / photo.stem();
    without_ending.insert(stem);
    if (mayHoldSeveral(photo)) {
      of_several_images.insert(stem);
    }
  }
  std::erase_if(photos, [&](const fs::path& photo) {
    return isForPages(photo.parent_path()) && isPageOf(photo, without_ending, of_several_images);
  });
}

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
  leaveOutPages(found);
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
