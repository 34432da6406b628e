// RowReader: a photo's pixels from the top, row by row as stored, whatever the codec; nothing more than a few rows is
// held but where the file is made so (heldBytes()).
#pragma once

#include "core/image.h"
#include "core/result.h"

#include <cstdint>
#include <stop_token>

namespace platen::io {

class RowReader {
 public:
  virtual ~RowReader() = default;
  RowReader(const RowReader&) = delete;
  RowReader& operator=(const RowReader&) = delete;

  // What rows come out: stored orientation; 1 (grey), 3 (RGB) or 4 (RGBA) channels.
  [[nodiscard]] Size size() const { return size_; }
  [[nodiscard]] int channels() const { return channels_; }
  [[nodiscard]] PixelType type() const { return type_; }

  // Fills `band` with the next band.height() rows. Precondition: width, channels and type as above, rows left.
  virtual Result<void> readRows(Image& band) = 0;
  // Goes past the next `count` rows, with as little decoding as the codec can. The token is looked at; a stop gives
  // ErrorKind::stopped.
  virtual Result<void> skipRows(int count, const std::stop_token& stop);
  // Before the first row: only columns [first, first + count) are wanted. Rows are then as wide as size() says now and
  // begin at the column returned, at most `first`; what they hold beside the wanted columns is not to be used.
  virtual Result<int> narrowTo(int first, int count);
  // Before the first row: rows [first, first + count) alone are wanted; skipRows(first) comes next.
  virtual void onlyRows(int first, int count);
  // Before the first row: rows that are passed are looked at as those that are read, so that damage in them is an error
  // of skipRows(). Of most codecs it is one anyway.
  virtual void lookAtAll() {}
  // Before all else: halves the picture, up to `most` times, where the codec does so without decoding all of it; how
  // often it did, and size() says what rows come out now. Their pixels are no means: pixel i of n halves stands where
  // the middle of pixel i 2^n of the photo is.
  virtual int halve(int most);
  // What it holds of the photo besides a few rows, once rows are read: all of an interlaced one, a
  // row of large tiles, the coefficients of a JPEG in several scans.
  [[nodiscard]] virtual std::uint64_t heldBytes() const { return 0; }

 protected:
  RowReader() = default;
  Size size_;
  int channels_ = 0;
  PixelType type_ = PixelType::u8;
};

// The rows of an image in memory.
class ImageRows final : public RowReader {
 public:
  explicit ImageRows(Image image);
  Result<void> readRows(Image& band) override;
  Result<void> skipRows(int count, const std::stop_token& stop) override;

 private:
  Image image_;
  int next_ = 0;
};

// All rows, turned upright (EXIF orientation 1..8) while they come in: one image and one band are held, never two
// images. The token is looked at between bands; a stop gives ErrorKind::stopped.
Result<Image> readUpright(RowReader& rows, int exif_orientation, const std::stop_token& stop);
// Of rows that have not begun, columns [x, x + size.width) of rows [y, y + size.height), as stored.
Result<Image> readUpright(RowReader& rows, int x, int y, Size size, int exif_orientation, const std::stop_token& stop);
// The next size.height rows, their columns [first_column, first_column + size.width), to their places in `upright`: the
// form of an array, as stored, in which they are rows first_row... Others may write its other rows meanwhile.
Result<void> placeRows(RowReader& rows,
                       int first_column,
                       Size size,
                       int first_row,
                       int exif_orientation,
                       const std::stop_token& stop,
                       Image& upright);

}  // namespace platen::io
