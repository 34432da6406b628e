// WARP.json: what is read can be used, and means the same when it is written and read again.
#include "core/io/sidecar.h"
#include "tests/fuzz/memory_file.h"
#include "tests/fuzz/photo_decoding.h"

#include <cstddef>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
  using platen::fuzz::require;
  const auto sidecar = platen::io::readSidecar(platen::fuzz::memoryFile({bytes, count}));
  if (!sidecar) {
    require(!sidecar.error().message.empty());
    return 0;
  }
  for (const platen::io::SidecarPage& page : sidecar->pages) {
    require(page.map.rows >= 2 && page.map.cols >= 2);
    require(page.map.points.size() ==
            static_cast<std::size_t>(page.map.rows) * static_cast<std::size_t>(page.map.cols));
  }
  return 0;
}
