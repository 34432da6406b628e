#include "core/pipeline/memory_need.h"

#include "core/io/photo_rows.h"

#include <cmath>
#include <cstdio>

namespace platen::pipeline {
namespace {

// As --memory takes it: 1M is 1024 * 1024 bytes. Rounded up, so that what is named as needed is enough.
std::string readableBytes(double bytes) {
  constexpr double kMega = 1024.0 * 1024.0;
  constexpr double kGiga = 1024.0 * kMega;
  char text[32];
  if (bytes >= kGiga) {
    std::snprintf(text, sizeof text, "%.3gG", std::ceil(bytes / kGiga * 10) / 10);
  } else {
    std::snprintf(text, sizeof text, "%.0fM", std::ceil(bytes / kMega));
  }
  return text;
}

}  // namespace

double decoderBytes(const PhotoInfo& info) {
  return static_cast<double>(io::heldBytes(info).value_or(0));
}

tl::unexpected<Error> overMemory(const std::filesystem::path& file,
                                 const std::string& what,
                                 double needed,
                                 std::uint64_t memory_bytes) {
  return fail(ErrorKind::tooLarge, file,
              what + " needs about " + readableBytes(needed) + " of memory, --memory allows " +
                  readableBytes(static_cast<double>(memory_bytes)) + " (allow more)");
}

}  // namespace platen::pipeline
