// The order in which people count: page 2 before page 10, whatever the case of letters and the machine's locale.
#pragma once

#include <string_view>

namespace platen::pipeline {

// Runs of digits compare as numbers, all else byte by byte with ASCII letters as one case; of names that are the same
// so far, byte order decides. A strict weak order on any bytes.
bool naturalLess(std::string_view a, std::string_view b);

}  // namespace platen::pipeline
