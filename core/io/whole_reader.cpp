#include "core/io/whole_reader.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <utility>

namespace platen::io {
namespace {

// A WebP has 268 megapixels at most, which even without compression are not more.
constexpr std::uintmax_t kMostBytes = std::uintmax_t{1} << 30;

}  // namespace

Result<Image> WholeReader::decodePart(const StoredPart& /*part*/) {
  return Image();
}

int WholeReader::halveSize(int /*most*/) {
  return 0;
}

Image WholeReader::kept() const {
  Image picture = key_ && !is_halved_ ? keptPicture(*key_) : Image();
  const bool is_it = picture.size() == size_ && picture.channels() == channels_ && picture.type() == type_;
  return is_it ? std::move(picture) : Image();
}

int WholeReader::halve(int most) {
  // Whether or not a picture is kept: levels are the same pixels each time.
  const int halvings = halveSize(most);
  is_halved_ = halvings > 0;
  return halvings;
}

Result<int> WholeReader::narrowTo(int first, int count) {
  first_column_ = first;
  columns_ = count;
  return 0;
}

void WholeReader::onlyRows(int first, int count) {
  first_row_ = first;
  only_rows_ = count;
}

StoredPart WholeReader::wanted() const {
  StoredPart part{0, 0, size_};
  if (columns_ > 0) {
    part.x = first_column_;
    part.size.width = columns_;
  }
  if (only_rows_ > 0) {
    part.y = first_row_;
    part.size.height = only_rows_;
  }
  return part;
}

Result<void> WholeReader::load() {
  picture_ = kept();
  if (!picture_.empty()) {
    return {};
  }
  // Without the number of rows any of them may be asked for.
  const StoredPart part = wanted();
  if (only_rows_ > 0 && !is_halved_ && !(part.size == size_)) {
    Result<Image> decoded = decodePart(part);
    if (!decoded) {
      return tl::unexpected(decoded.error());
    }
    if (!decoded->empty()) {
      picture_ = std::move(*decoded);
      left_ = part.x;
      top_ = part.y;
      return {};
    }
  }
  Result<Image> decoded = decode();
  if (!decoded) {
    return tl::unexpected(decoded.error());
  }
  picture_ = std::move(*decoded);
  if (key_ && !is_halved_) {
    keepPicture(*key_, picture_);
  }
  return {};
}

Result<void> WholeReader::readRows(Image& band) {
  if (picture_.empty()) {
    if (Result<void> loaded = load(); !loaded) {
      return loaded;
    }
  }
  const std::size_t pixel = band.bytesPerPixel();
  for (int j = 0; j < band.height(); ++j, ++next_) {
    const int row = next_ - top_;
    if (row >= 0 && row < picture_.height()) {  // others are not wanted
      std::memcpy(band.row(j) + static_cast<std::size_t>(left_) * pixel, picture_.row(row),
                  static_cast<std::size_t>(picture_.width()) * pixel);
    }
  }
  return {};
}

Result<void> WholeReader::skipRows(int count, const std::stop_token& /*stop*/) {
  next_ += std::max(0, count);
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
