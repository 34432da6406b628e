// What sharpening a page takes, beside OpenCV's usual way.
#pragma once

#include "core/bench/bench_row.h"

#include <stop_token>

namespace platen::bench {

// Grey and RGB pages of 12 megapixels on one thread. ns per pixel, medians. Throws std::runtime_error where both pages
// differ by more than rounding. `stop` is looked at between rows.
void sharpenRows(bool quick, const RowDone& done, const std::stop_token& stop);

}  // namespace platen::bench
