// What a step of a fit takes for the same page on photos of more and more pixels: nothing of the photo's full size is
// sampled, so it should not grow. For `platen bench`.
#pragma once

#include "core/bench/bench_row.h"

#include <stop_token>

namespace platen::bench {

// The fit's time over its steps, one thread; the peer is the same page at 1 megapixel, so the ratio should be 1. Photos
// of 12 megapixels, and without `quick` of 100 and 400, are written to the folder for temporary files and removed.
// Throws std::runtime_error where one can't be written or its page is not fitted.
void fitRows(bool quick, const RowDone& done, const std::stop_token& stop);

}  // namespace platen::bench
