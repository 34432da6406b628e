// Limits on what is opened at all: a header that claims more is refused (ErrorKind::tooLarge) before anything is
// allocated. A few bytes may claim, and even hold, a picture that fills any memory (a decompression bomb); and a page
// of more pixels than this is not made.
#pragma once

#include "core/geometry.h"
#include "core/result.h"

#include <filesystem>

namespace platen::io {

inline constexpr int kMaxSide = 65535;
inline constexpr double kMaxPixels = 1e9;  // unless setMaxPixels() said another number

// Of this process, for all that is opened from now on: what whoever runs it takes on. Any thread.
void setMaxPixels(double pixels);
double maxPixels();

// unreadable: no pixels at all; tooLarge: over a limit.
Result<void> checkSize(Size stored, const std::filesystem::path& file);

}  // namespace platen::io
