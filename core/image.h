// Image: pixels of a photo, a level or an evidence map; shared ownership, so that a copy is a handle and threads share
// memory. It is not a container of metadata: resolution, colour profile and the like are in PhotoInfo (photo_info.h).
//
// Layout: rows of interleaved channels, 1 (grey), 3 (RGB) or 4 (RGBA or CMYK while decoding), 8 or 16 bit, rows
// `stride` bytes apart. Frame: pixel (column i, row j) covers [i, i+1) x [j, j+1); see geometry.h. Threads: const
// access from any number of threads; the pixels of one buffer may be written by one thread at a time.
#pragma once

#include "core/geometry.h"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace platen {

enum class PixelType : std::uint8_t { u8, u16 };

constexpr std::size_t bytesPer(PixelType type) {
  return type == PixelType::u8 ? 1 : 2;
}

class Image {
 public:
  Image() = default;

  // An uninitialised image. Throws std::invalid_argument for a size or channel count that makes no sense,
  // std::bad_alloc when the memory can't be had.
  static Image allocate(Size size, int channels, PixelType type = PixelType::u8);

  // A view on pixels that `owner` keeps alive (a decoder's buffer, a cv::Mat, a test's array).
  static Image wrap(
      std::shared_ptr<void> owner, void* pixels, Size size, int channels, PixelType type, std::ptrdiff_t stride_bytes);

  [[nodiscard]] bool empty() const { return pixels_ == nullptr; }
  [[nodiscard]] int width() const { return size_.width; }
  [[nodiscard]] int height() const { return size_.height; }
  [[nodiscard]] Size size() const { return size_; }
  [[nodiscard]] int channels() const { return channels_; }
  [[nodiscard]] PixelType type() const { return type_; }
  [[nodiscard]] std::ptrdiff_t strideBytes() const { return stride_; }
  [[nodiscard]] std::size_t bytesPerPixel() const { return bytesPer(type_) * static_cast<std::size_t>(channels_); }

  // First byte of row j. The template form checks nothing: the caller has looked at type().
  [[nodiscard]] const std::byte* row(int j) const { return pixels_ + stride_ * j; }
  [[nodiscard]] std::byte* row(int j) { return pixels_ + stride_ * j; }
  template <class T>
  [[nodiscard]] const T* rowAs(int j) const {
    return reinterpret_cast<const T*>(row(j));
  }
  template <class T>
  [[nodiscard]] T* rowAs(int j) {
    return reinterpret_cast<T*>(row(j));
  }

  // The part [x, x+width) x [y, y+height), sharing memory. Throws std::out_of_range when it leaves the image.
  [[nodiscard]] Image crop(int x, int y, Size size) const;
  // A copy of its own, rows packed.
  [[nodiscard]] Image clone() const;

 private:
  std::shared_ptr<void> owner_;
  std::byte* pixels_ = nullptr;
  std::ptrdiff_t stride_ = 0;
  Size size_;
  int channels_ = 0;
  PixelType type_ = PixelType::u8;
};

}  // namespace platen
