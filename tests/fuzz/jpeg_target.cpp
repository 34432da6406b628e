// JPEGs as files, and parts of them out of memory as the operators decode them: by restart markers where there are
// some, with several threads, reduced.
#include "core/io/jpeg_region.h"
#include "tests/fuzz/photo_decoding.h"

#include <algorithm>
#include <cstddef>

namespace platen::fuzz {
namespace {

void decodeParts(std::span<const std::uint8_t> jpeg) {
  const Result<Size> stored = io::jpegSize(jpeg);
  if (!stored) {
    require(!stored.error().message.empty());
    return;
  }
  if (static_cast<double>(stored->width) * stored->height > 1 << 16) {
    return;
  }
  for (const int eighths : {8, 3}) {
    const Size size = io::reducedSize(*stored, eighths);
    const io::StoredPart part{
        size.width / 3, size.height / 2, {size.width - size.width / 3, size.height - size.height / 2}};
    const auto image = io::decodeRegion(jpeg, part,
                                        {.eighths = eighths,
                                         .color = eighths == 3 ? io::JpegColor::gray : io::JpegColor::rgb,
                                         .exif_orientation = 1 + static_cast<int>(jpeg.size() % 8),
                                         .threads = 2});
    require(image || !image.error().message.empty());
  }
}

}  // namespace
}  // namespace platen::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
  platen::fuzz::decodePhoto({bytes, count}, platen::Codec::jpeg);
  platen::fuzz::decodeParts({bytes, count});
  return 0;
}
