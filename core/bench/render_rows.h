// The renderer's comparisons with cv::remap as rows.
#pragma once

#include "core/bench/bench_row.h"

#include <stop_token>

namespace platen::bench {

// Bilinear and bicubic, one thread and one per core, maps given and maps built. ns per page pixel, medians. `quick`: 12
// megapixels alone, else 48 too. Throws std::runtime_error where both pages differ by more than filters do. `stop` is
// looked at between rows.
void renderRows(bool quick, const RowDone& done, const std::stop_token& stop);

}  // namespace platen::bench
