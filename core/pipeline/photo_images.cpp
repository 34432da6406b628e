#include "core/pipeline/photo_images.h"

#include "core/io/image_address.h"
#include "core/io/probe.h"
#include "core/pipeline/guard.h"

#include <string>

namespace platen::pipeline {

namespace fs = std::filesystem;

Result<int> imagesOf(const fs::path& photo) {
  return guarded(photo, [&] { return io::imagesOf(photo); });
}

std::vector<fs::path> eachImage(const std::vector<fs::path>& photos) {
  std::vector<fs::path> all;
  for (const fs::path& photo : photos) {
    const int images = io::addressOf(photo).image > 0 ? 1 : imagesOf(photo).value_or(1);
    if (images == 1) {
      all.push_back(photo);
      continue;
    }
    for (int k = 1; k <= images; ++k) {
      all.push_back(io::addressed(photo, k));
    }
  }
  return all;
}

fs::path fileOf(const fs::path& photo) {
  return io::addressOf(photo).file;
}

fs::path stemOf(const fs::path& photo) {
  const io::ImageAddress address = io::addressOf(photo);
  fs::path stem = address.file.stem();
  if (address.image > 0) {
    stem += "_";
    stem += std::to_string(address.image);
  }
  return stem;
}

Result<void> checkOneImage(const fs::path& photo) {
  const Result<int> images = io::addressOf(photo).image > 0 ? Result<int>(1) : imagesOf(photo);
  if (images && *images > 1) {
    return fail(ErrorKind::badInput, photo,
                "holds several images, " + std::to_string(*images) +
                    " (name one of them: " + io::addressed(photo.filename(), 1).string() + ")");
  }
  return {};
}

}  // namespace platen::pipeline
