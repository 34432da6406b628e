// PINS.json.
#include "core/io/guide_file.h"
#include "tests/fuzz/memory_file.h"
#include "tests/fuzz/photo_decoding.h"

#include <cstddef>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
  const auto guide = platen::io::readGuide(platen::fuzz::memoryFile({bytes, count}));
  platen::fuzz::require(guide || !guide.error().message.empty());
  return 0;
}
