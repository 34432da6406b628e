#include "core/sampling/device_page.h"

#include "core/sampling/bilinear_check.h"

#include <cstring>
#include <functional>
#include <stdexcept>
#include <string>

namespace platen::sampling {
namespace {

constexpr const char* kWho = "fused step on a device";

std::size_t bytesOf(const ImageView& image) {
  const std::size_t elements = static_cast<std::size_t>(image.height - 1) * static_cast<std::size_t>(image.row_stride) +
                               static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.channels);
  return elements * (image.kind == PixelKind::u8 ? sizeof(std::uint8_t) : sizeof(float));
}

void checkPage(const FusedBlocks& blocks, const FusedBatchPage& page, Border border, const FusedTerm& term) {
  const ImageView& image = page.image;
  checkImage(kWho, image, 0, kMaxSideF32);
  requireOfPage((image.kind == PixelKind::u8 || image.kind == PixelKind::f32) && image.channels != 4,
                "pixels are u8 or f32, of 1 or 3 channels");
  const std::size_t points = static_cast<std::size_t>(blocks.rows) * static_cast<std::size_t>(blocks.cols);
  const auto sized = [&](std::span<const float> numbers, std::size_t each) {
    requireOfPage(numbers.empty() || numbers.size() == each * points,
                  "a page's fixed numbers are not of the lattice's size");
  };
  sized(page.base, 2);
  sized(page.base_along_u, 2);
  sized(page.target, static_cast<std::size_t>(image.channels));
  sized(page.weights, 1);
  requireOfPage(
      !std::holds_alternative<AnglesTerm>(term) || (image.kind == PixelKind::u8 && image.channels == 3 &&
                                                    border == Border::replicate && blocks.slopes_u != nullptr),
      "angles are of u8 pixels of three channels that go on at the border, on a lattice with tangents");
}

// Arrays that go there in one piece: one request for memory and one copy. Pointers are set when they are there.
class Parcel {
 public:
  template <class T>
  void add(const T*& to, std::span<const T> from) {
    to = nullptr;
    if (!from.empty()) {
      const std::size_t at = next(from.size_bytes());
      bytes_.resize(size_);
      std::memcpy(bytes_.data() + at, from.data(), from.size_bytes());
      arrivals_.emplace_back([&to, at](std::byte* there) { to = reinterpret_cast<const T*>(there + at); });
    }
  }
  // After the others: nothing is copied.
  template <class T>
  void addScratch(T*& to, std::size_t count) {
    const std::size_t at = next(count * sizeof(T));
    arrivals_.emplace_back([&to, at](std::byte* there) { to = reinterpret_cast<T*>(there + at); });
  }
  DeviceBlock send(FusedDevice& device) const {
    DeviceBlock memory(device, size_);
    if (!bytes_.empty()) {
      device.upload(memory.as<void>(), bytes_.data(), bytes_.size());
    }
    for (const auto& arrival : arrivals_) {
      arrival(memory.as<std::byte>());
    }
    return memory;
  }

 private:
  std::size_t next(std::size_t bytes) {
    constexpr std::size_t kAlignment = 16;
    const std::size_t at = (size_ + kAlignment - 1) / kAlignment * kAlignment;
    size_ = at + bytes;
    return at;
  }

  std::size_t size_ = 0;
  std::vector<std::byte> bytes_;
  std::vector<std::function<void(std::byte*)>> arrivals_;
};

}  // namespace

void requireOfPage(bool fine, const char* what) {
  if (!fine) {
    throw std::invalid_argument(std::string(kWho) + ": " + what);
  }
}

DeviceImage::DeviceImage(FusedDevice& device, const ImageView& image) : view(image) {
  checkImage(kWho, image, 0, kMaxSideF32);
  requireOfPage(image.kind == PixelKind::u8 || image.kind == PixelKind::f32, "pixels are u8 or f32");
  memory = DeviceBlock(device, bytesOf(image));
  device.upload(memory.as<void>(), image.pixels, bytesOf(image));
  view.pixels = memory.as<void>();
}

DeviceLattice::DeviceLattice(FusedDevice& device, const FusedTables& tables)
    : blocks(tables.blocks()), shape(tables.shape) {
  Parcel parcel;
  parcel.add<std::int32_t>(blocks.first_u, tables.u.first);
  parcel.add<float>(blocks.weights_u, tables.u.weights);
  parcel.add<float>(blocks.slopes_u,
                    tables.along_u ? std::span<const float>(tables.along_u->weights) : std::span<const float>());
  parcel.add<float>(blocks.weights_v, tables.v.weights);
  parcel.add<std::int32_t>(blocks.columns_of_cell, tables.columns_of_cell);
  parcel.add<FusedSegment>(blocks.segment, tables.segments);
  parcel.add<std::int32_t>(blocks.segments_of_cell, tables.segments_of_cell);
  memory = parcel.send(device);
}

DevicePage::DevicePage(
    FusedDevice& device, const DeviceLattice& lattice, const FusedBatchPage& from, Border border, const FusedTerm& term)
    : page{} {
  checkPage(lattice.blocks, from, border, term);
  page.blocks = lattice.blocks;
  if (const auto* angles = std::get_if<AnglesTerm>(&term)) {
    page.angles = *angles;
  } else {
    page.squares = std::get<SquaresTerm>(term);
  }
  page.image = sampledImageOf(from.image);
  page.scale = from.scale;
  Parcel parcel;
  parcel.add(page.base, from.base);
  parcel.add(page.base_along_u, from.base_along_u);
  parcel.add(page.target, from.target);
  parcel.add(page.weights, from.weights);
  const std::size_t blocks =
      static_cast<std::size_t>(page.blocks.segments) * static_cast<std::size_t>(page.blocks.chunks);
  parcel.addScratch(page.partials, blocks * static_cast<std::size_t>(partialSize(page.blocks)));
  parcel.addScratch(page.block_sums, 2 * blocks);
  memory = parcel.send(device);
}

FusedLaunch launchFor(const ImageView& image, Border border, const FusedTerm& term) {
  FusedLaunch launch;
  launch.kind = image.kind;
  launch.channels = image.channels;
  launch.border = border;
  launch.angles = std::holds_alternative<AnglesTerm>(term);
  return launch;
}

}  // namespace platen::sampling
