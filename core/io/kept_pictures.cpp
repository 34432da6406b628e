#include "core/io/kept_pictures.h"

#include <algorithm>
#include <deque>
#include <iterator>
#include <mutex>
#include <sys/stat.h>
#include <utility>

namespace platen::io {
namespace {

std::uint64_t bytesOf(const Image& picture) {
  return static_cast<std::uint64_t>(picture.strideBytes()) * static_cast<std::uint64_t>(picture.height());
}

class KeptPictures {
 public:
  void keepBytes(std::uint64_t bytes) {
    const std::lock_guard lock(mutex_);
    most_ = bytes;
    forget();
  }
  void keep(const ImageKey& key, const Image& picture) {
    const std::lock_guard lock(mutex_);
    if (bytesOf(picture) > most_) {
      return;
    }
    std::erase_if(pictures_, [&](const auto& one) { return one.first == key; });
    pictures_.emplace_front(key, picture);
    forget();
  }
  Image find(const ImageKey& key) {
    const std::lock_guard lock(mutex_);
    const auto found =
        std::find_if(pictures_.begin(), pictures_.end(), [&](const auto& one) { return one.first == key; });
    if (found == pictures_.end()) {
      return {};
    }
    std::rotate(pictures_.begin(), found, std::next(found));
    return pictures_.front().second;
  }

 private:
  // The ones used longest ago.
  void forget() {
    std::uint64_t bytes = 0;
    const auto over = std::find_if(pictures_.begin(), pictures_.end(), [&](const auto& one) {
      bytes += bytesOf(one.second);
      return bytes > most_;
    });
    pictures_.erase(over, pictures_.end());
  }

  std::mutex mutex_;
  std::uint64_t most_ = 0;
  std::deque<std::pair<ImageKey, Image>> pictures_;  // the last used first
};

KeptPictures& pictures() {
  static KeptPictures kept;
  return kept;
}

}  // namespace

std::optional<ImageKey> pictureKeyOf(const PhotoFile& file) {
  struct stat status {};
  if (!file.handle || ::fstat(::fileno(file.handle.get()), &status) != 0) {
    return std::nullopt;
  }
  return ImageKey{fileKey(status), file.image};
}

void keepPictures(std::uint64_t bytes) {
  pictures().keepBytes(bytes);
}

void keepPicture(const ImageKey& key, const Image& picture) {
  pictures().keep(key, picture);
}

Image keptPicture(const ImageKey& key) {
  return pictures().find(key);
}

}  // namespace platen::io
