#include "core/io/photo_file.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace platen::io {
namespace {

bool startsWith(const std::array<unsigned char, 8>& head, std::size_t have, const char* magic, std::size_t length) {
  return have >= length && std::memcmp(head.data(), magic, length) == 0;
}

}  // namespace

std::string systemReason(int error_number) {
  return std::generic_category().message(error_number);
}

Result<PhotoFile> openPhotoFile(const std::filesystem::path& file) {
  // stat before open: opening a named pipe would wait for its other end.
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) {
    if (errno == ENOENT || errno == ENOTDIR) {
      return fail(ErrorKind::notFound, file, "there is no such file");
    }
    return fail(ErrorKind::notFound, file, "cannot be opened: " + systemReason(errno));
  }
  if (S_ISDIR(status.st_mode)) {
    return fail(ErrorKind::unreadable, file, "is a folder, not a photo (name the photos in it)");
  }
  if (!S_ISREG(status.st_mode)) {
    return fail(ErrorKind::unreadable, file, "is a device or a pipe, not a photo's file");
  }
  PhotoFile photo;
  photo.handle.reset(std::fopen(file.c_str(), "rbe"));
  if (!photo.handle) {
    return fail(ErrorKind::notFound, file,
                "cannot be opened: " + systemReason(errno) + (errno == EACCES ? " (you may not read it)" : ""));
  }
  photo.bytes = static_cast<std::uintmax_t>(status.st_size);
  if (photo.bytes == 0) {
    return fail(ErrorKind::unreadable, file, "is empty (copy the photo again)");
  }
  std::array<unsigned char, 8> head{};
  const std::size_t have = std::fread(head.data(), 1, head.size(), photo.handle.get());
  if (have == 0) {
    return fail(ErrorKind::unreadable, file, "cannot be read: " + systemReason(errno));
  }
  std::rewind(photo.handle.get());
  if (startsWith(head, have, "\xFF\xD8\xFF", 3)) {
    photo.codec = Codec::jpeg;
  } else if (startsWith(head, have, "\x89PNG\r\n\x1A\n", 8)) {
    photo.codec = Codec::png;
  } else if (startsWith(head, have, "II*\0", 4) || startsWith(head, have, "MM\0*", 4) ||
             startsWith(head, have, "II+\0", 4) || startsWith(head, have, "MM\0+", 4)) {
    photo.codec = Codec::tiff;
  } else {
    return fail(ErrorKind::unreadable, file, "is not an image that Platen reads (JPEG, PNG or TIFF)");
  }
  return photo;
}

}  // namespace platen::io
