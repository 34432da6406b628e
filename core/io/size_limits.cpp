#include "core/io/size_limits.h"

#include <string>

namespace platen::io {

Result<void> checkSize(Size stored, const std::filesystem::path& file) {
  if (stored.width <= 0 || stored.height <= 0) {
    return fail(ErrorKind::unreadable, file, "is damaged: its header claims a picture without pixels");
  }
  if (stored.width > kMaxSide || stored.height > kMaxSide ||
      static_cast<double>(stored.width) * stored.height > kMaxMegapixels * 1e6) {
    return fail(ErrorKind::tooLarge, file,
                "claims " + std::to_string(stored.width) + " x " + std::to_string(stored.height) +
                    " pixels, more than Platen opens (at most " + std::to_string(kMaxSide) + " a side and " +
                    std::to_string(static_cast<int>(kMaxMegapixels)) + " megapixels; make it smaller first)");
  }
  return {};
}

}  // namespace platen::io
