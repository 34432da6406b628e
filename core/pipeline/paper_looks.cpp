#include "core/pipeline/paper_looks.h"

#include "core/io/orientation.h"
#include "core/io/photo_rows.h"

#include <algorithm>
#include <vector>

namespace platen::pipeline {

Result<SourceKind> sourceKind(const PhotoInfo& photo) {
  // Without beginning to decode, which takes as long as all of it if the JPEG is progressive.
  if (photo.codec == Codec::jpeg) {
    return SourceKind{photo.size, photo.color == ColorModel::gray ? 1 : 3, PixelType::u8};
  }
  const auto rows = io::startRows(photo, 8, {});
  if (!rows) {
    return tl::unexpected(rows.error());
  }
  return SourceKind{photo.size, (*rows)->channels(), (*rows)->type()};
}

Result<PaperFill> paperFill(const PhotoInfo& photo, const SourceKind& source, const std::stop_token& stop) {
  struct Look {
    int row, column;  // as stored
    std::size_t pixel;
  };
  PaperLooks looks(source.size, source.channels, source.type);
  std::vector<Look> stored;
  for (std::size_t k = 0; k < looks.pixels().size(); ++k) {
    const auto [x, y] = looks.pixels()[k];
    const io::StoredPart part = io::storedPart(photo.stored_size, photo.exif_orientation, x, y, {1, 1});
    stored.push_back({part.y, part.x, k});
  }
  std::sort(stored.begin(), stored.end(), [](const Look& a, const Look& b) { return a.row < b.row; });
  auto rows = io::startRows(photo, 8, stop);
  if (!rows) {
    return tl::unexpected(rows.error());
  }
  Image line = Image::allocate({(*rows)->size().width, 1}, (*rows)->channels(), (*rows)->type());
  int next = 0;
  for (const Look& look : stored) {
    if (look.row >= next) {
      Result<void> read = (*rows)->skipRows(look.row - next, stop);
      if (read) {
        read = (*rows)->readRows(line);
      }
      if (!read) {
        return tl::unexpected(io::named(read.error(), photo.file));
      }
      next = look.row + 1;
    }
    looks.take(look.pixel, line.row(0) + static_cast<std::ptrdiff_t>(line.bytesPerPixel()) * look.column);
  }
  return PaperFill(looks);
}

}  // namespace platen::pipeline
