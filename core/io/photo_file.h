// A photo's file before any codec looks at it: is it there, may it be read, and what do its first bytes say it is.
#pragma once

#include "core/photo_info.h"
#include "core/result.h"

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>

namespace platen::io {

struct FileCloser {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using FileHandle = std::unique_ptr<std::FILE, FileCloser>;

struct PhotoFile {
  FileHandle handle;           // at the first byte
  std::filesystem::path file;  // what it is of: FILE of FILE[3]
  std::uintmax_t bytes = 0;
  Codec codec = Codec::jpeg;
  int image = 0;  // of several, from 1; 0: none was named
};

// `photo`: a file, or FILE[3] (image_address.h), which the errors name. Errors: notFound (missing, no permission),
// unreadable (a folder, a device, empty, not an image by its first bytes).
Result<PhotoFile> openPhotoFile(const std::filesystem::path& photo);
// notFound: the file holds `images`, and the one that was named is not among them.
Result<void> checkImage(const PhotoFile& file, int images, const std::filesystem::path& photo);

// The system's words for an errno, for the end of a sentence: "No space left on device".
std::string systemReason(int error_number);

}  // namespace platen::io
