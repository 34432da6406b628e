// A page of a PDF rendered by pdftoppm, a program of poppler's of its own: poppler is under the GPL, Platen is not, and
// running a program is not linking it.
#pragma once

#include "core/result.h"

#include <cstdio>
#include <filesystem>

namespace platen::io {

// A PNG into `out`, upright. `pdf` is the file, `photo` what errors name. Errors: unsupported (pdftoppm is not there),
// unreadable (it can't, or takes too long).
Result<void> renderPdfPage(
    const std::filesystem::path& pdf, int page, double dpi, std::FILE* out, const std::filesystem::path& photo);

}  // namespace platen::io
