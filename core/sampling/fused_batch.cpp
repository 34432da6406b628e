#include "core/sampling/fused_batch.h"

#include "core/sampling/bilinear_check.h"

#include <stdexcept>
#include <string>
#include <type_traits>

namespace platen::sampling {
namespace {

constexpr const char* kWho = "FusedBatch";
constexpr std::size_t kMostPages = 65535;  // of one launch

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

void checkPages(const FusedTables& tables,
                const std::vector<FusedBatchPage>& pages,
                Border border,
                const FusedTerm& term) {
  require(!pages.empty() && pages.size() <= kMostPages, "pages must be 1 to 65535");
  const ImageView& first = pages[0].image;
  const std::size_t points = tables.u.count() * tables.v.count();
  for (const FusedBatchPage& page : pages) {
    checkImage(kWho, page.image, 0, kMaxSideF32);
    require(page.image.kind == first.kind && page.image.channels == first.channels,
            "the pages' images must have one pixel kind and channel count");
    const auto sized = [&](std::span<const float> numbers, std::size_t each) {
      require(numbers.empty() || numbers.size() == each * points,
              "a page's fixed numbers are not of the lattice's size");
    };
    sized(page.base, 2);
    sized(page.base_along_u, 2);
    sized(page.target, static_cast<std::size_t>(page.image.channels));
    sized(page.weights, 1);
  }
  require((first.kind == PixelKind::u8 || first.kind == PixelKind::f32) && first.channels != 4,
          "pixels are u8 or f32, of 1 or 3 channels");
  if (std::holds_alternative<AnglesTerm>(term)) {
    require(
        first.kind == PixelKind::u8 && first.channels == 3 && border == Border::replicate && tables.along_u.has_value(),
        "angles are of u8 pixels of three channels that go on at the border, on a lattice with tangents");
  }
}

}  // namespace

DeviceImage::DeviceImage(FusedDevice& device, const ImageView& image) : view(image) {
  checkImage(kWho, image, 0, kMaxSideF32);
  require(image.kind == PixelKind::u8 || image.kind == PixelKind::f32, "pixels are u8 or f32");
  memory = DeviceBlock(device, bytesOf(image));
  device.upload(memory.as<void>(), image.pixels, bytesOf(image));
  view.pixels = memory.as<void>();
}

FusedBatch::FusedBatch(FusedDevice& device,
                       const FusedTables& tables,
                       const std::vector<FusedBatchPage>& pages,
                       Border border,
                       const FusedTerm& term)
    : device_(device), net_size_(tables.shape.size()) {
  checkPages(tables, pages, border, term);
  const auto copyOf = [this](const auto& table) {
    using Element = typename std::decay_t<decltype(table)>::value_type;
    memory_.emplace_back(device_, table);
    return memory_.back().template as<const Element>();
  };
  const auto numbersOf = [&](std::span<const float> numbers) {
    return copyOf(std::vector<float>(numbers.begin(), numbers.end()));
  };
  FusedBlocks& blocks = launch_.blocks;
  blocks = tables.blocks();
  blocks.first_u = copyOf(tables.u.first);
  blocks.weights_u = copyOf(tables.u.weights);
  blocks.slopes_u = tables.along_u ? copyOf(tables.along_u->weights) : nullptr;
  blocks.weights_v = copyOf(tables.v.weights);
  blocks.columns_of_cell = copyOf(tables.columns_of_cell);
  blocks.segment = copyOf(tables.segments);
  blocks.segments_of_cell = copyOf(tables.segments_of_cell);
  const std::size_t numbers = pages.size() * net_size_;
  nets_ = DeviceBlock(device, numbers * sizeof(float));
  gradients_ = DeviceBlock(device, numbers * sizeof(float));
  sums_ = DeviceBlock(device, pages.size() * sizeof(FusedSums));
  std::vector<FusedPage> table;
  for (std::size_t k = 0; k < pages.size(); ++k) {
    const FusedBatchPage& page = pages[k];
    table.push_back({sampledImageOf(page.image), page.scale, nets_.as<float>() + k * net_size_, numbersOf(page.base),
                     numbersOf(page.base_along_u), numbersOf(page.target), numbersOf(page.weights),
                     gradients_.as<float>() + k * net_size_, sums_.as<double>() + 2 * k});
  }
  pages_ = DeviceBlock(device, table);
  const std::size_t count =
      pages.size() * static_cast<std::size_t>(blocks.segments) * static_cast<std::size_t>(blocks.chunks);
  partials_ = DeviceBlock(device, count * static_cast<std::size_t>(partialSize(blocks)) * sizeof(float));
  block_sums_ = DeviceBlock(device, 2 * count * sizeof(double));
  launch_.pages = pages_.as<const FusedPage>();
  launch_.count = static_cast<int>(pages.size());
  launch_.kind = pages[0].image.kind;
  launch_.channels = pages[0].image.channels;
  launch_.border = border;
  launch_.term = term;
  launch_.partials = partials_.as<float>();
  launch_.sums = block_sums_.as<double>();
}

void FusedBatch::upload(std::span<const float> nets) {
  require(nets.size() == pages() * net_size_, "there is one net for each page");
  device_.upload(nets_.as<void>(), nets.data(), nets.size_bytes());
}

void FusedBatch::launch(bool gradient) {
  launch_.gradient = gradient;
  device_.launch(launch_);
}

void FusedBatch::download(std::span<float> gradients, std::span<FusedSums> sums) {
  static_assert(sizeof(FusedSums) == 2 * sizeof(double));
  require(sums.size() == pages() && (gradients.empty() || gradients.size() == pages() * net_size_),
          "there are sums and a gradient for each page");
  device_.download(sums.data(), sums_.as<void>(), sums.size_bytes());
  if (!gradients.empty()) {
    device_.download(gradients.data(), gradients_.as<void>(), gradients.size_bytes());
  }
}

void FusedBatch::step(std::span<const float> nets, std::span<float> gradients, std::span<FusedSums> sums) {
  upload(nets);
  launch(!gradients.empty());
  download(gradients, sums);
  device_.finish();
}

}  // namespace platen::sampling
