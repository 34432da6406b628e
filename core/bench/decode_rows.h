// Decoding what is needed, beside decoding everything.
#pragma once

#include "core/bench/bench_row.h"

#include <stop_token>

namespace platen::bench {

// Milliseconds, medians, one thread where a row says nothing else: JPEGs of 12 (`quick`) or 12 and 48 megapixels,
// without and with restart markers, written for this into the folder for temporary files and removed. Throws
// std::runtime_error where that can't be done, or a region is not what a whole decode has there. `stop` is looked at
// between rows.
void decodeRows(bool quick, const RowDone& done, const std::stop_token& stop);

}  // namespace platen::bench
