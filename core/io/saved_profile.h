// Profiles that lcms makes for us.
#pragma once

#include <cstdint>
#include <vector>

namespace platen::io {

// The bytes of a profile (a cmsHPROFILE, which is not closed), without the time at which it was made: what it goes into
// is the same every time. Empty: lcms could not write it.
std::vector<std::uint8_t> savedProfile(void* profile);

}  // namespace platen::io
