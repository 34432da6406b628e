#include "core/io/photo_file.h"

#include "core/io/image_address.h"
#include "core/io/pdf_page.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace platen::io {
namespace {

constexpr std::size_t kHeadBytes = 1024;  // a PDF may begin so far behind

bool startsWith(std::string_view head, std::string_view magic) {
  return head.substr(0, magic.size()) == magic;
}

// By the brands of ISO/IEC 23008-12 and of AVIF.
bool isHeif(std::string_view head) {
  constexpr std::array<std::string_view, 10> kBrands{"heic", "heix", "heim", "heis", "hevc",
                                                     "hevx", "mif1", "msf1", "avif", "avis"};
  return head.size() >= 12 && head.substr(4, 4) == "ftyp" &&
         std::find(kBrands.begin(), kBrands.end(), head.substr(8, 4)) != kBrands.end();
}

bool takeCodec(std::string_view head, PhotoFile& photo) {
  using namespace std::string_view_literals;
  if (startsWith(head, "\xFF\xD8\xFF")) {
    photo.codec = Codec::jpeg;
  } else if (startsWith(head, "\x89PNG\r\n\x1A\n")) {
    photo.codec = Codec::png;
  } else if (startsWith(head, "II*\0"sv) || startsWith(head, "MM\0*"sv) || startsWith(head, "II+\0"sv) ||
             startsWith(head, "MM\0+"sv)) {
    photo.codec = Codec::tiff;
  } else if (startsWith(head, "RIFF") && head.size() >= 12 && head.substr(8, 4) == "WEBP") {
    photo.codec = Codec::webp;
  } else if (startsWith(head, "\0\0\0\x0CjP  \r\n\x87\n"sv) || startsWith(head, "\xFF\x4F\xFF\x51")) {
    photo.codec = Codec::jpeg2000;
  } else if (isHeif(head)) {
    photo.codec = Codec::heif;
  } else if (head.find("%PDF-") != std::string_view::npos) {
    photo.is_pdf = true;
  } else {
    return false;
  }
  return true;
}

std::string cannotBeOpened(int error_number) {
  return "cannot be opened: " + systemReason(error_number) + (error_number == EACCES ? " (you may not read it)" : "");
}

}  // namespace

std::string systemReason(int error_number) {
  return std::generic_category().message(error_number);
}

Result<PhotoFile> openContainer(const std::filesystem::path& photo) {
  const ImageAddress address = addressOf(photo);
  // stat before open: opening a named pipe would wait for its other end.
  struct stat status {};
  if (::stat(address.file.c_str(), &status) != 0) {
    if (errno == ENOENT || errno == ENOTDIR) {
      const bool from_zero = photo.native().ends_with("[0]");
      return fail(ErrorKind::notFound, photo,
                  from_zero ? "there is no such file (the first image of a file is its [1])" : "there is no such file");
    }
    return fail(ErrorKind::unreadable, photo, cannotBeOpened(errno));
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
    return fail(ErrorKind::unreadable, photo, cannotBeOpened(errno));
  }
  opened.bytes = static_cast<std::uintmax_t>(status.st_size);
  if (opened.bytes == 0) {
    return fail(ErrorKind::unreadable, photo, "is empty (copy the photo again)");
  }
  std::array<char, kHeadBytes> head{};
  const std::size_t have = std::fread(head.data(), 1, head.size(), opened.handle.get());
  if (have == 0) {
    return fail(ErrorKind::unreadable, photo, "cannot be read: " + systemReason(errno));
  }
  std::rewind(opened.handle.get());
  if (!takeCodec({head.data(), have}, opened)) {
    return fail(ErrorKind::unreadable, photo,
                "is not an image that Platen reads (JPEG, PNG, TIFF, WebP, JPEG 2000, HEIC or a PDF)");
  }
  return opened;
}

Result<PhotoFile> openPhotoFile(const std::filesystem::path& photo, const std::stop_token& stop) {
  Result<PhotoFile> opened = openContainer(photo);
  return opened && opened->is_pdf ? openPdfPage(*opened, photo, stop) : std::move(opened);
}

Result<void> checkImage(const PhotoFile& file, int images, const std::filesystem::path& photo) {
  if (file.image > images) {
    return fail(ErrorKind::notFound, photo,
                "there is no such image in the file (it holds " + std::to_string(images) + ")");
  }
  return {};
}

}  // namespace platen::io
