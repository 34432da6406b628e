#include "ui/session/open_photos.h"

#include "core/pipeline/photo_images.h"

#include <algorithm>
#include <system_error>

namespace platen::ui {
namespace {

std::filesystem::file_time_type writtenAt(const std::filesystem::path& file) {
  std::error_code ignored;
  return std::filesystem::last_write_time(pipeline::fileOf(file), ignored);
}

}  // namespace

bool findTheSame(const FitOptions& a, const FitOptions& b) {
  return a.page == b.page && a.rotate == b.rotate && a.reading_order == b.reading_order;
}

std::shared_ptr<const pipeline::OpenedPhoto> OpenPhotos::find(const std::filesystem::path& file,
                                                              const FitOptions& options,
                                                              const Polyline& spine) {
  const auto found = std::find_if(held_.begin(), held_.end(), [&](const Held& held) {
    return held.photo->info.file == file && findTheSame(held.options, options) && held.spine == spine &&
           held.written == writtenAt(file);
  });
  if (found == held_.end()) {
    return nullptr;
  }
  std::rotate(held_.begin(), found, std::next(found));
  return held_.front().photo;
}

void OpenPhotos::keep(std::shared_ptr<const pipeline::OpenedPhoto> photo, const FitOptions& options, Polyline spine) {
  std::erase_if(held_, [&](const Held& held) { return held.photo->info.file == photo->info.file; });
  const auto written = writtenAt(photo->info.file);
  held_.push_front({std::move(photo), options, std::move(spine), written});
  if (held_.size() > capacity_) {
    held_.pop_back();
  }
}

}  // namespace platen::ui
