// Colours that HEIF and AVIF name by numbers (ITU-T H.273) instead of a profile, as a profile.
#pragma once

#include <cstdint>
#include <vector>

namespace platen::io {

// Empty: sRGB's own primaries, none said, or some that are not known. Known are Display P3's (12) and BT.2020's (9).
std::vector<std::uint8_t> profileOf(int primaries, int transfer);

// PQ and HLG: light without an upper end, which no such profile describes.
bool isHighDynamicRange(int transfer);

}  // namespace platen::io
