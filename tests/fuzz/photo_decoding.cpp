#include "tests/fuzz/photo_decoding.h"

#include "core/io/decode.h"
#include "core/io/photo_rows.h"
#include "core/io/probe.h"
#include "core/io/region.h"
#include "tests/fuzz/memory_file.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace platen::fuzz {
namespace {

// A header may truthfully claim a huge photo: opened, but too slow to be decoded many times a second.
constexpr double kMostPixels = 1 << 18;

bool same(const Image& a, const Image& b) {
  if (!(a.size() == b.size()) || a.channels() != b.channels() || a.type() != b.type()) {
    return false;
  }
  const std::size_t row_bytes = static_cast<std::size_t>(a.width()) * a.bytesPerPixel();
  for (int y = 0; y < a.height(); ++y) {
    if (std::memcmp(a.row(y), b.row(y), row_bytes) != 0) {
      return false;
    }
  }
  return true;
}

// One value out of the input for each choice.
class Choices {
 public:
  explicit Choices(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}
  int below(int limit) {
    state_ = state_ * 31 + (bytes_.empty() ? 0U : bytes_[state_ % bytes_.size()]) + 1;
    return static_cast<int>(state_ % static_cast<unsigned>(limit));
  }

 private:
  std::span<const std::uint8_t> bytes_;
  unsigned state_ = 7;
};

}  // namespace

void require(bool holds) {
  if (!holds) {
    std::abort();
  }
}

void decodePhoto(std::span<const std::uint8_t> bytes, Codec codec) {
  const Result<PhotoInfo> photo = io::probe(memoryFile(bytes));
  if (!photo) {
    require(!photo.error().message.empty());
    return;
  }
  require(photo->size.width > 0 && photo->size.height > 0);
  if (photo->codec != codec) {
    return;
  }
  const Result<std::uint64_t> held = io::heldBytes(*photo);
  require(held || !held.error().message.empty());
  if (static_cast<double>(photo->size.width) * photo->size.height > kMostPixels) {
    return;
  }
  const Result<Image> whole = io::decodeFull(*photo);
  require(whole ? whole->size() == photo->size : !whole.error().message.empty());
  const Result<Pyramid> levels = io::decodePyramid(*photo, 32, {}, 2);
  require(levels ? !levels->levels.empty() : !levels.error().message.empty());
  Choices choices(bytes);
  const int x = choices.below(photo->size.width);
  const int y = choices.below(photo->size.height);
  const Size size{1 + choices.below(photo->size.width - x), 1 + choices.below(photo->size.height - y)};
  const Result<Image> part = io::decodeRegion(*photo, {}, x, y, size);
  require(part || !part.error().message.empty());
  if (whole && codec == Codec::jpeg2000) {
    require(part && part->size() == size);  // OpenJPEG passes over damage in its own way in a part
  } else if (whole) {
    require(part && same(*part, whole->crop(x, y, size)));
  }
}

}  // namespace platen::fuzz
