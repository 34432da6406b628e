// A project's file.
#include "core/io/project_file.h"
#include "tests/fuzz/memory_file.h"
#include "tests/fuzz/photo_decoding.h"

#include <algorithm>
#include <cstddef>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
  int photos = 0;
  const auto head =
      platen::io::readProjectFile(platen::fuzz::memoryFile({bytes, count}), [&](platen::io::KeptPhoto) { ++photos; });
  platen::fuzz::require(head ? head->current < std::max(photos, 1) : !head.error().message.empty());
  return 0;
}
