// Pages of PDFs as far as Platen reads them itself: what has to be rendered is refused, for no pdftoppm is found here.
#include "core/io/probe.h"
#include "tests/fuzz/memory_file.h"
#include "tests/fuzz/photo_decoding.h"

#include <cstddef>
#include <cstdlib>

extern "C" int LLVMFuzzerInitialize(int* /*count*/, char*** /*arguments*/) {
  return ::setenv("PATH", "/nonexistent", 1);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
  const auto photo = platen::io::probe(platen::fuzz::memoryFile({bytes, count}));
  if (!photo) {
    platen::fuzz::require(!photo.error().message.empty());
  } else if (photo->pdf_page != platen::PhotoInfo::PdfPage::none) {
    platen::fuzz::decodePhoto({bytes, count}, photo->codec);
  }
  return 0;
}
