// A page's or a photo's small picture, from its rows as they come: area averages, 8 bits, grey or RGB, what is
// transparent before white. Threads: one at a time.
#pragma once

#include "core/image.h"

#include <memory>

namespace platen::enhance {

class Thumbnail {
 public:
  // Of a picture of `size` with 1, 3 or 4 channels, fitted into long_side x long_side; never larger than the picture.
  Thumbnail(Size size, int channels, PixelType type, int long_side);
  ~Thumbnail();
  Thumbnail(const Thumbnail&) = delete;
  Thumbnail& operator=(const Thumbnail&) = delete;

  // The next rows, top to bottom, as wide as the picture.
  void add(const Image& rows);
  // Empty until all rows are in.
  [[nodiscard]] Image picture() const;

 private:
  struct Shrink;
  std::unique_ptr<Shrink> shrink_;
};

}  // namespace platen::enhance
