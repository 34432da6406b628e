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
  FileHandle handle;  // at the first byte
  std::uintmax_t bytes = 0;
  Codec codec = Codec::jpeg;
};

// Errors: notFound (missing, no permission), unreadable (a folder, a device, empty, not an image by its first bytes).
Result<PhotoFile> openPhotoFile(const std::filesystem::path& file);

// The system's words for an errno, for the end of a sentence: "No space left on device".
std::string systemReason(int error_number);

}  // namespace platen::io
