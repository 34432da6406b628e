#include "tests/fuzz/photo_decoding.h"

#include <cstddef>

// libheif 1.15 itself forgets 52 bytes of each file whose colours have numbers that it does not know
// (heif_image_handle_get_nclx_color_profile() gives none back). So what is taken in it or its codecs is not looked at.
// NOLINTNEXTLINE(bugprone-reserved-identifier): the sanitizer asks for this name
extern "C" const char* __lsan_default_suppressions() {
  return "leak:libheif.so\nleak:libde265.so\nleak:libaom.so\nleak:libdav1d.so\n";
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
  platen::fuzz::decodePhoto({bytes, count}, platen::Codec::heif);
  return 0;
}
