// Limits on what is opened at all: a header that claims more is refused (ErrorKind::tooLarge) before anything is
// allocated.
#pragma once

#include "core/geometry.h"
#include "core/result.h"

#include <filesystem>

namespace platen::io {

inline constexpr int kMaxSide = 65535;
inline constexpr double kMaxMegapixels = 1000;

// unreadable: no pixels at all; tooLarge: over a limit.
Result<void> checkSize(Size stored, const std::filesystem::path& file);

}  // namespace platen::io
