#include "core/io/whole_reader.h"

#include <algorithm>
#include <utility>

namespace platen::io {
namespace {

// A WebP has 268 megapixels at most, which even without compression are not more.
constexpr std::uintmax_t kMostBytes = std::uintmax_t{1} << 30;

}  // namespace

Result<void> WholeReader::readRows(Image& band) {
  if (!rows_) {
    Image picture = key_ ? keptPicture(*key_) : Image();
    if (!(picture.size() == size_ && picture.channels() == channels_ && picture.type() == type_)) {
      Result<Image> decoded = decode();
      if (!decoded) {
        return tl::unexpected(decoded.error());
      }
      picture = std::move(*decoded);
      if (key_) {
        keepPicture(*key_, picture);
      }
    }
    rows_ = std::make_unique<ImageRows>(std::move(picture));
    static_cast<void>(rows_->skipRows(skipped_, {}));
  }
  return rows_->readRows(band);
}

Result<void> WholeReader::skipRows(int count, const std::stop_token& stop) {
  if (rows_) {
    return rows_->skipRows(count, stop);
  }
  skipped_ += std::max(0, count);
  return {};
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
