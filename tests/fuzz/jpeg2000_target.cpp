#include "tests/fuzz/photo_decoding.h"

#include <cstddef>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
  platen::fuzz::decodePhoto({bytes, count}, platen::Codec::jpeg2000);
  return 0;
}
