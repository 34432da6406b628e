// What tells a file, as it was, from all others and from itself once it has changed.
#pragma once

#include <compare>
#include <cstdint>
#include <sys/stat.h>

namespace platen::io {

struct FileKey {
  dev_t device = 0;
  ino_t inode = 0;
  off_t bytes = 0;
  std::int64_t modified_ns = 0;  // since 1970
  friend auto operator<=>(const FileKey&, const FileKey&) = default;
};

inline FileKey fileKey(const struct stat& status) {
  return {status.st_dev, status.st_ino, status.st_size,
          std::int64_t{1'000'000'000} * status.st_mtim.tv_sec + status.st_mtim.tv_nsec};
}

// One of the images of a file, from 1; 0: its only one.
struct ImageKey {
  FileKey file;
  int image = 0;
  friend auto operator<=>(const ImageKey&, const ImageKey&) = default;
};

}  // namespace platen::io
