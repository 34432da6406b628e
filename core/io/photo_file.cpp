#include "core/io/photo_file.h"

#include "core/io/image_address.h"

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

Result<PhotoFile> openPhotoFile(const std::filesystem::path& photo) {
  const ImageAddress address = addressOf(photo);
  // stat before open: opening a named pipe would wait for its other end.
  struct stat status {};
  if (::stat(address.file.c_str(), &status) != 0) {
    if (errno == ENOENT || errno == ENOTDIR) {
      const bool from_zero = photo.native().ends_with("[0]");
      return fail(ErrorKind::notFound, photo,
                  from_zero ? "there is no such file (the first image of a file is its [1])" : "there is no such file");
    }
    return fail(ErrorKind::notFound, photo, "cannot be opened: " + systemReason(errno));
  }
  if (S_ISDIR(status.st_mode)) {
    return fail(ErrorKind::unreadable, photo, "is a folder, not a photo (name the photos in it)");
  }
  if (!S_ISREG(status.st_mode)) {
    return fail(ErrorKind::unreadable, photo, "is a device or a pipe, not a photo's file");
  }
  PhotoFile opened;
  opened.file = address.file;
  opened.image = address.image;
  opened.handle.reset(std::fopen(address.file.c_str(), "rbe"));
  if (!opened.handle) {
    return fail(ErrorKind::notFound, photo,
                "cannot be opened: " + systemReason(errno) + (errno == EACCES ? " (you may not read it)" : ""));
  }
  opened.bytes = static_cast<std::uintmax_t>(status.st_size);
  if (opened.bytes == 0) {
    return fail(ErrorKind::unreadable, photo, "is empty (copy the photo again)");
  }
  std::array<unsigned char, 8> head{};
  const std::size_t have = std::fread(head.data(), 1, head.size(), opened.handle.get());
  if (have == 0) {
    return fail(ErrorKind::unreadable, photo, "cannot be read: " + systemReason(errno));
  }
  std::rewind(opened.handle.get());
  if (startsWith(head, have, "\xFF\xD8\xFF", 3)) {
    opened.codec = Codec::jpeg;
  } else if (startsWith(head, have, "\x89PNG\r\n\x1A\n", 8)) {
    opened.codec = Codec::png;
  } else if (startsWith(head, have, "II*\0", 4) || startsWith(head, have, "MM\0*", 4) ||
             startsWith(head, have, "II+\0", 4) || startsWith(head, have, "MM\0+", 4)) {
    opened.codec = Codec::tiff;
  } else {
    return fail(ErrorKind::unreadable, photo, "is not an image that Platen reads (JPEG, PNG or TIFF)");
  }
  return opened;
}

Result<void> checkImage(const PhotoFile& file, int images, const std::filesystem::path& photo) {
  if (file.image > images) {
    return fail(ErrorKind::notFound, photo,
                "there is no such image in the file (it holds " + std::to_string(images) + ")");
  }
  return {};
}

}  // namespace platen::io
