#include "core/sampling/device_page.h"

#include "core/sampling/bilinear_check.h"

#include <stdexcept>
#include <string>
#include <type_traits>

namespace platen::sampling {
namespace {

constexpr const char* kWho = "FusedBatch";

void require(bool fine, const char* what) {
  if (!fine) {
    throw std::invalid_argument(std::string(kWho) + ": " + what);
  }
}

std::size_t bytesOf(const ImageView& image) {
  const std::size_t elements = static_cast<std::size_t>(image.height - 1) * static_cast<std::size_t>(image.row_stride) +
                               static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.channels);
  return elements * (image.kind == PixelKind::u8 ? sizeof(std::uint8_t) : sizeof(float));
}

void checkPage(const FusedBlocks& blocks, const FusedBatchPage& page, Border border, const FusedTerm& term) {
  const ImageView& image = page.image;
  checkImage(kWho, image, 0, kMaxSideF32);
  require((image.kind == PixelKind::u8 || image.kind == PixelKind::f32) && image.channels != 4,
          "pixels are u8 or f32, of 1 or 3 channels");
  const std::size_t points = static_cast<std::size_t>(blocks.rows) * static_cast<std::size_t>(blocks.cols);
  const auto sized = [&](std::span<const float> numbers, std::size_t each) {
    require(numbers.empty() || numbers.size() == each * points, "a page's fixed numbers are not of the lattice's size");
  };
  sized(page.base, 2);
  sized(page.base_along_u, 2);
  sized(page.target, static_cast<std::size_t>(image.channels));
  sized(page.weights, 1);
  require(!std::holds_alternative<AnglesTerm>(term) || (image.kind == PixelKind::u8 && image.channels == 3 &&
                                                        border == Border::replicate && blocks.slopes_u != nullptr),
          "angles are of u8 pixels of three channels that go on at the border, on a lattice with tangents");
}

// A copy there, kept in `memory`; null of nothing.
template <class T>
const T* copied(FusedDevice& device, std::vector<DeviceBlock>& memory, const std::vector<T>& from) {
  memory.emplace_back(device, from);
  return memory.back().as<const T>();
}

}  // namespace

DeviceImage::DeviceImage(FusedDevice& device, const ImageView& image) : view(image) {
  checkImage(kWho, image, 0, kMaxSideF32);
  require(image.kind == PixelKind::u8 || image.kind == PixelKind::f32, "pixels are u8 or f32");
  memory = DeviceBlock(device, bytesOf(image));
  device.upload(memory.as<void>(), image.pixels, bytesOf(image));
  view.pixels = memory.as<void>();
}

DeviceLattice::DeviceLattice(FusedDevice& device, const FusedTables& tables)
    : blocks(tables.blocks()), shape(tables.shape) {
  blocks.first_u = copied(device, memory, tables.u.first);
  blocks.weights_u = copied(device, memory, tables.u.weights);
  blocks.slopes_u = tables.along_u ? copied(device, memory, tables.along_u->weights) : nullptr;
  blocks.weights_v = copied(device, memory, tables.v.weights);
  blocks.columns_of_cell = copied(device, memory, tables.columns_of_cell);
  blocks.segment = copied(device, memory, tables.segments);
  blocks.segments_of_cell = copied(device, memory, tables.segments_of_cell);
}

DevicePage::DevicePage(
    FusedDevice& device, const DeviceLattice& lattice, const FusedBatchPage& from, Border border, const FusedTerm& term)
    : page{} {
  checkPage(lattice.blocks, from, border, term);
  const auto numbersOf = [&](std::span<const float> numbers) {
    return copied(device, memory, std::vector<float>(numbers.begin(), numbers.end()));
  };
  page.blocks = lattice.blocks;
  if (const auto* angles = std::get_if<AnglesTerm>(&term)) {
    page.angles = *angles;
  } else {
    page.squares = std::get<SquaresTerm>(term);
  }
  page.image = sampledImageOf(from.image);
  page.scale = from.scale;
  page.base = numbersOf(from.base);
  page.base_along_u = numbersOf(from.base_along_u);
  page.target = numbersOf(from.target);
  page.weights = numbersOf(from.weights);
  const std::size_t blocks =
      static_cast<std::size_t>(page.blocks.segments) * static_cast<std::size_t>(page.blocks.chunks);
  memory.emplace_back(device, blocks * static_cast<std::size_t>(partialSize(page.blocks)) * sizeof(float));
  page.partials = memory.back().as<float>();
  memory.emplace_back(device, 2 * blocks * sizeof(double));
  page.block_sums = memory.back().as<double>();
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
