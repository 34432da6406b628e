#include "core/pipeline/absent_photos.h"

#include "core/pipeline/photo_images.h"

#include <system_error>

namespace platen::pipeline {

namespace fs = std::filesystem;

AbsentPhotos absentPhotos(const std::vector<BatchPage>& pages, const std::vector<fs::path>& given) {
  const std::set<fs::path> there(given.begin(), given.end());
  AbsentPhotos absent;
  for (const BatchPage& page : pages) {
    if (there.contains(page.photo)) {
      continue;
    }
    ++absent.pages;
    const bool is_new = absent.all.insert(page.photo).second;
    // What can't be looked at may well be there.
    std::error_code error;
    if (is_new && !page.photo_file.empty() && !fs::exists(fileOf(page.photo_file), error) && !error) {
      absent.moved.insert(page.photo);
    }
  }
  return absent;
}

void forgetFailed(std::vector<BatchPage>& pages, AbsentPhotos& absent) {
  std::set<fs::path> failed = absent.moved;
  for (const BatchPage& page : pages) {
    if (page.done) {
      failed.erase(page.photo);
    }
  }
  absent.pages -=
      static_cast<int>(std::erase_if(pages, [&](const BatchPage& page) { return failed.contains(page.photo); }));
  for (const fs::path& photo : failed) {
    absent.all.erase(photo);
    absent.moved.erase(photo);
  }
}

}  // namespace platen::pipeline
