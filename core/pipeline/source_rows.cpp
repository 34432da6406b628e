#include "core/pipeline/source_rows.h"

#include "core/io/orientation.h"
#include "core/io/photo_rows.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace platen::pipeline {
namespace {

// Rows read between two looks at the stop token.
constexpr int kRowsAtOnce = 32;

tl::unexpected<Error> stopped(const PhotoInfo& photo) {
  return fail(ErrorKind::stopped, photo.file, "stopped while the photo was being read");
}

}  // namespace

StoredReach storedReach(const PhotoInfo& photo, const SourceReach& upright) {
  if (upright.empty()) {
    return {};
  }
  const io::StoredPart part = io::storedPart(photo.stored_size, photo.exif_orientation, upright.x0, upright.y0,
                                             {upright.x1 - upright.x0, upright.y1 - upright.y0});
  return {part.y, part.y + part.size.height, part.x, part.x + part.size.width};
}

SourceRows::SourceRows(Image upright) : window_(std::move(upright)) {
  photo_.size = photo_.stored_size = window_.size();
  first_ = 0;
  end_ = capacity_ = std::max(window_.width(), window_.height());  // whatever the orientation is
}

Result<std::unique_ptr<SourceRows>> SourceRows::open(std::unique_ptr<io::RowReader> rows,
                                                     const PhotoInfo& photo,
                                                     const StoredReach& wanted,
                                                     int capacity,
                                                     const std::stop_token& stop) {
  std::unique_ptr<SourceRows> source(new SourceRows);
  source->photo_ = photo;
  source->rows_ = std::move(rows);
  io::RowReader& reader = *source->rows_;
  const Result<int> first_column =
      reader.narrowTo(wanted.first_column, std::max(1, wanted.last_column - wanted.first_column));
  if (!first_column) {
    return tl::unexpected(io::named(first_column.error(), photo.file));
  }
  source->first_column_ = *first_column;
  source->capacity_ = std::clamp(capacity, 1, photo.stored_size.height);
  const Size stored{reader.size().width, source->capacity_};
  source->window_ = Image::allocate(io::uprightSize(stored, photo.exif_orientation), reader.channels(), reader.type());
  if (photo.exif_orientation != 1) {
    source->band_ = Image::allocate({stored.width, kRowsAtOnce}, reader.channels(), reader.type());
  }
  // Rows above all pages are gone through only.
  reader.lookAtAll();
  if (Result<void> skipped = reader.skipRows(wanted.first, stop); !skipped) {
    return tl::unexpected(io::named(skipped.error(), photo.file));
  }
  source->first_ = source->end_ = wanted.first;
  return source;
}

SourceView SourceRows::view() const {
  if (!rows_) {
    return viewOf(window_);
  }
  const io::StoredPart here = io::uprightPart(photo_.stored_size, photo_.exif_orientation,
                                              {first_column_, first_, {rows_->size().width, capacity_}});
  // The view's pixel (0, 0) mostly lies outside the window: an address that nobody reads from.
  const auto at = reinterpret_cast<std::uintptr_t>(window_.row(0)) -
                  static_cast<std::uintptr_t>(window_.strideBytes() * here.y) -
                  static_cast<std::uintptr_t>(static_cast<std::ptrdiff_t>(window_.bytesPerPixel()) * here.x);
  return {reinterpret_cast<const std::byte*>(at), window_.strideBytes(), photo_.size.width, photo_.size.height};
}

Result<void> SourceRows::append(int last, const std::stop_token& stop) {
  for (int row = end_; row < last;) {
    if (stop.stop_requested()) {
      return stopped(photo_);
    }
    const Size size{rows_->size().width, std::min(kRowsAtOnce, last - row)};
    Image now = photo_.exif_orientation == 1 ? window_.crop(0, row - first_, size) : band_.crop(0, 0, size);
    if (Result<void> read = rows_->readRows(now); !read) {
      return tl::unexpected(io::named(read.error(), photo_.file));
    }
    if (photo_.exif_orientation != 1) {
      io::placeUpright(now, row - first_, photo_.exif_orientation, window_);
    }
    row += size.height;
  }
  return {};
}

Result<void> SourceRows::slideTo(int first, const std::stop_token& stop) {
  if (first > end_) {  // between two pages
    if (Result<void> skipped = rows_->skipRows(first - end_, stop); !skipped) {
      return tl::unexpected(io::named(skipped.error(), photo_.file));
    }
    first_ = end_ = first;
    return {};
  }
  const int by = first - first_;
  const int kept = end_ - first_ - by;
  if (by <= 0) {
    return {};
  }
  first_ += by;
  if (kept > 0) {
    const int orientation = photo_.exif_orientation;
    // Where the kept rows stand in the window, and where they are to stand.
    const Size stored{rows_->size().width, capacity_};
    const io::StoredPart from = io::uprightPart(stored, orientation, {0, by, {stored.width, kept}});
    const io::StoredPart to = io::uprightPart(stored, orientation, {0, 0, {stored.width, kept}});
    const auto pixel = static_cast<std::ptrdiff_t>(window_.bytesPerPixel());
    const std::size_t bytes = static_cast<std::size_t>(from.size.width) * static_cast<std::size_t>(pixel);
    const bool upwards = to.y <= from.y;
    for (int k = 0; k < from.size.height; ++k) {
      const int j = upwards ? k : from.size.height - 1 - k;
      std::memmove(window_.row(to.y + j) + pixel * to.x, window_.row(from.y + j) + pixel * from.x, bytes);
    }
  }
  return {};
}

Result<void> SourceRows::finish(const std::stop_token& stop) {
  if (!rows_) {
    return {};
  }
  // The last row itself is decoded: what is only passed at the end, libjpeg does not look at.
  const int left = photo_.stored_size.height - end_;
  if (left > 0) {
    Result<void> passed = rows_->skipRows(left - 1, stop);
    if (passed) {
      Image last = Image::allocate({rows_->size().width, 1}, rows_->channels(), rows_->type());
      passed = rows_->readRows(last);
    }
    if (!passed) {
      return tl::unexpected(io::named(passed.error(), photo_.file));
    }
    end_ = photo_.stored_size.height;
  }
  return {};
}

}  // namespace platen::pipeline
