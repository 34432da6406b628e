#include "core/io/whole_reader.h"

#include <utility>

namespace platen::io {
namespace {

// A WebP has 268 megapixels at most, which even without compression are not more.
constexpr std::uintmax_t kMostBytes = std::uintmax_t{1} << 30;

}  // namespace

Result<void> WholeReader::readRows(Image& band) {
  if (!rows_) {
    Result<Image> image = decode();
    if (!image) {
      return tl::unexpected(image.error());
    }
    rows_ = std::make_unique<ImageRows>(std::move(*image));
  }
  return rows_->readRows(band);
}

std::uint64_t WholeReader::heldBytes() const {
  return static_cast<std::uint64_t>(size_.width) * static_cast<std::uint64_t>(size_.height) *
             static_cast<std::uint64_t>(channels_) * bytesPer(type_) +
         codecBytes();
}

Result<std::vector<std::uint8_t>> bytesOf(const PhotoFile& file, const std::filesystem::path& path) {
  if (file.bytes > kMostBytes) {
    return fail(ErrorKind::tooLarge, path, "is a file of more than a gigabyte, too much for a photo of its kind");
  }
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(file.bytes));
  if (std::fread(bytes.data(), 1, bytes.size(), file.handle.get()) != bytes.size()) {
    return fail(ErrorKind::unreadable, path, "changed while it was being read (try again)");
  }
  return bytes;
}

tl::unexpected<Error> cutOff(const std::filesystem::path& path) {
  return fail(ErrorKind::unreadable, path, "is cut off before the end of its picture (copy the photo again)");
}

tl::unexpected<Error> lostPixels(const std::filesystem::path& path) {
  return fail(ErrorKind::unreadable, path, "is damaged: part of its picture is lost (copy the photo again)");
}

}  // namespace platen::io
