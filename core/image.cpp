#include "core/image.h"

#include <cstdint>
#include <cstring>
#include <limits>
#include <new>
#include <stdexcept>
#include <string>

namespace platen {
namespace {

// Rows start on cache lines, and one vector load past the last pixel of the image stays inside the allocation.
constexpr std::size_t kAlignment = 64;

std::string describe(Size size, int channels) {
  return std::to_string(size.width) + " x " + std::to_string(size.height) + " x " + std::to_string(channels);
}

}  // namespace

Image Image::allocate(Size size, int channels, PixelType type) {
  if (size.width <= 0 || size.height <= 0 || channels < 1 || channels > 4) {
    throw std::invalid_argument("Image::allocate: not an image size: " + describe(size, channels));
  }
  const std::size_t row_bytes =
      static_cast<std::size_t>(size.width) * static_cast<std::size_t>(channels) * bytesPer(type);
  const std::size_t stride = (row_bytes + kAlignment - 1) / kAlignment * kAlignment;
  const auto rows = static_cast<std::size_t>(size.height);
  if (stride > (std::numeric_limits<std::size_t>::max() - kAlignment) / rows) {
    throw std::bad_alloc();
  }
  const std::size_t bytes = stride * rows + kAlignment;
  void* memory = ::operator new (bytes, std::align_val_t{kAlignment});
  std::shared_ptr<void> owner(memory, [](void* p) { ::operator delete (p, std::align_val_t{kAlignment}); });
  return wrap(std::move(owner), memory, size, channels, type, static_cast<std::ptrdiff_t>(stride));
}

Image Image::wrap(
    std::shared_ptr<void> owner, void* pixels, Size size, int channels, PixelType type, std::ptrdiff_t stride_bytes) {
  if (pixels == nullptr || size.width <= 0 || size.height <= 0 || channels < 1 || channels > 4) {
    throw std::invalid_argument("Image::wrap: not an image: " + describe(size, channels));
  }
  Image image;
  image.owner_ = std::move(owner);
  image.pixels_ = static_cast<std::byte*>(pixels);
  image.stride_ = stride_bytes;
  image.size_ = size;
  image.channels_ = channels;
  image.type_ = type;
  return image;
}

Image Image::crop(int x, int y, Size size) const {
  if (x < 0 || y < 0 || size.width <= 0 || size.height <= 0 || size.width > size_.width - x ||
      size.height > size_.height - y) {
    throw std::out_of_range("Image::crop: " + describe(size, channels_) + " at " + std::to_string(x) + ", " +
                            std::to_string(y) + " leaves " + describe(size_, channels_));
  }
  Image part = *this;
  part.pixels_ += stride_ * y + static_cast<std::ptrdiff_t>(bytesPerPixel()) * x;
  part.size_ = size;
  return part;
}

Image Image::clone() const {
  if (empty()) {
    return {};
  }
  Image copy = allocate(size_, channels_, type_);
  const std::size_t row_bytes = static_cast<std::size_t>(size_.width) * bytesPerPixel();
  for (int j = 0; j < size_.height; ++j) {
    std::memcpy(copy.row(j), row(j), row_bytes);
  }
  return copy;
}

}  // namespace platen
