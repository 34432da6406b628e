#include "core/io/size_limits.h"

#include <atomic>
#include <cmath>
#include <string>

namespace platen::io {

namespace {

constexpr double kMegapixel = 1e6;

std::atomic<double> most_pixels{kMaxPixels};

// Below a megapixel: who gave such a limit meant megapixels, and would be told of none. Not among the viewer's
// sentences, which has no --max-pixels.
std::string overFewPixels(Size stored) {
  return "claims " + std::to_string(stored.width) + " x " + std::to_string(stored.height) +
         " pixels, more than Platen opens (at most " + std::to_string(kMaxSide) + " a side and " +
         std::to_string(std::lround(maxPixels())) +
         " pixels in all; make it smaller first, or raise --max-pixels: 10M is 10 megapixels)";
}

}  // namespace

void setMaxPixels(double pixels) {
  most_pixels = pixels;
}

double maxPixels() {
  return most_pixels;
}

Result<void> checkSize(Size stored, const std::filesystem::path& file) {
  if (stored.width <= 0 || stored.height <= 0) {
    return fail(ErrorKind::unreadable, file, "is damaged: its header claims a picture without pixels");
  }
  if (stored.width > kMaxSide || stored.height > kMaxSide ||
      static_cast<double>(stored.width) * stored.height > maxPixels()) {
    if (maxPixels() < kMegapixel) {
      return fail(ErrorKind::tooLarge, file, overFewPixels(stored));
    }
    return fail(ErrorKind::tooLarge, file,
                "claims " + std::to_string(stored.width) + " x " + std::to_string(stored.height) +
                    " pixels, more than Platen opens (at most " + std::to_string(kMaxSide) + " a side and " +
                    std::to_string(std::lround(maxPixels() / kMegapixel)) +
                    " megapixels; make it smaller first, or raise --max-pixels)");
  }
  return {};
}

}  // namespace platen::io
