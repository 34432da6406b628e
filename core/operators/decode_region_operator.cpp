#include "core/operators/decode_region_operator.h"

#include "core/io/jpeg_region.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <utility>

#include <ATen/ops/from_blob.h>
#include <c10/util/Exception.h>

namespace platen::operators {
namespace {

std::span<const std::uint8_t> bytesOf(const at::Tensor& jpeg) {
  TORCH_CHECK(jpeg.device().is_cpu() && jpeg.scalar_type() == at::kByte && jpeg.dim() == 1 && jpeg.is_contiguous(),
              "platen::decode_region: jpeg must be a contiguous u8 [n] on the CPU; got ", jpeg.scalar_type(), " ",
              jpeg.sizes(), " on ", jpeg.device());
  return {jpeg.data_ptr<std::uint8_t>(), static_cast<std::size_t>(jpeg.numel())};
}

int eighthsOf(std::int64_t eighths) {
  TORCH_CHECK(eighths >= 1 && eighths <= 8, "platen::decode_region: eighths must be 1 to 8; got ", eighths);
  return static_cast<int>(eighths);
}

Size reducedSizeOf(std::span<const std::uint8_t> jpeg, int eighths) {
  const Result<Size> stored = io::jpegSize(jpeg);
  TORCH_CHECK(stored.has_value(), "platen::decode_region: the photo ", stored.error().message);
  return io::reducedSize(*stored, eighths);
}

io::StoredPart partOf(at::IntArrayRef part, Size all) {
  if (part.empty()) {
    return {0, 0, all};
  }
  TORCH_CHECK(part.size() == 4, "platen::decode_region: part must be [x, y, width, height]; got ", part);
  TORCH_CHECK(part[0] >= 0 && part[1] >= 0 && part[2] >= 1 && part[3] >= 1 && part[0] < all.width &&
                  part[1] < all.height && part[2] <= all.width - part[0] && part[3] <= all.height - part[1],
              "platen::decode_region: part ", part, " does not lie in the picture of ", all.width, " x ", all.height);
  return {static_cast<int>(part[0]), static_cast<int>(part[1]), {static_cast<int>(part[2]), static_cast<int>(part[3])}};
}

// Shares the image's memory.
at::Tensor tensorOf(Image image) {
  const auto held = std::make_shared<Image>(std::move(image));
  const std::int64_t channels = held->channels();
  return at::from_blob(
      held->row(0), {held->height(), held->width(), channels}, {held->strideBytes(), channels, 1},
      [held](void* /*pixels*/) {}, at::TensorOptions(at::kByte));
}

}  // namespace

at::Tensor decodeRegion(
    const at::Tensor& jpeg, at::IntArrayRef part, std::int64_t eighths, bool gray, std::int64_t threads) {
  const std::span<const std::uint8_t> bytes = bytesOf(jpeg);
  TORCH_CHECK(threads >= 1, "platen::decode_region: threads must be 1 or more; got ", threads);
  io::JpegDecoding decoding;
  decoding.eighths = eighthsOf(eighths);
  decoding.color = gray ? io::JpegColor::gray : io::JpegColor::asStored;
  decoding.threads = static_cast<int>(std::min<std::int64_t>(threads, std::numeric_limits<int>::max()));
  const Size all = reducedSizeOf(bytes, decoding.eighths);
  Result<Image> image = io::decodeRegion(bytes, partOf(part, all), decoding);
  TORCH_CHECK(image.has_value(), "platen::decode_region: the photo ", image.error().message);
  return tensorOf(std::move(*image));
}

std::vector<std::int64_t> jpegSize(const at::Tensor& jpeg, std::int64_t eighths) {
  const Size size = reducedSizeOf(bytesOf(jpeg), eighthsOf(eighths));
  return {size.height, size.width};
}

}  // namespace platen::operators
