#include "core/io/row_reader.h"

#include <algorithm>

namespace platen::io {
namespace {

// Rows between two looks at the stop token.
constexpr int kSkippedAtOnce = 16;

}  // namespace

Result<void> RowReader::skipRows(int count, const std::stop_token& stop) {
  if (count <= 0) {
    return {};
  }
  Image passed = Image::allocate({size_.width, std::min(kSkippedAtOnce, count)}, channels_, type_);
  for (int done = 0; done < count; done += kSkippedAtOnce) {
    if (stop.stop_requested()) {
      return fail(ErrorKind::stopped, {}, "stopped while the photo was being read");
    }
    Image band = passed.crop(0, 0, {size_.width, std::min(kSkippedAtOnce, count - done)});
    if (Result<void> read = readRows(band); !read) {
      return read;
    }
  }
  return {};
}

Result<int> RowReader::narrowTo(int /*first*/, int /*count*/) {
  return 0;
}

void RowReader::onlyRows(int /*first*/, int /*count*/) {}

int RowReader::halve(int /*most*/) {
  return 0;
}

}  // namespace platen::io
