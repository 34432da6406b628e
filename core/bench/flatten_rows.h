// `platen flatten` as a user starts it, JPEG in and JPEG out, beside a program that knows where the page lies and only
// decodes, calls cv::remap and encodes. Both are whole processes, so that memory too can be compared.
#pragma once

#include "core/bench/bench_row.h"

#include <filesystem>
#include <stop_token>

namespace platen::bench {

// Seconds, processor seconds and resident memory of 12 megapixels and, unless `quick` or the peer does not fit into the
// free memory (which is said), of 400; medians of 3 runs each with `quick` and at 400 megapixels, else 5. `platen`: the
// program; where it is empty there are no rows. The peer is `platen bench --known-page`, so both load the same
// libraries. Throws std::runtime_error where one of them fails.
void flattenRows(const std::filesystem::path& platen,
                 bool quick,
                 const RowDone& done,
                 const LeftOut& left_out,
                 const std::stop_token& stop);

// The peer: the page of a drawn photo, whose corners are known, by libjpeg-turbo and cv::remap (float maps, bilinear).
void flattenKnownPage(const std::filesystem::path& photo, const std::filesystem::path& page);

}  // namespace platen::bench
