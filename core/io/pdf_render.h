// A page of a PDF rendered by pdftoppm, a program of poppler's of its own: poppler is under the GPL, Platen is not, and
// running a program is not linking it.
#pragma once

#include "core/result.h"

#include <cstdio>
#include <filesystem>

namespace platen::io {

// A PNG into `out`, upright: a whole one. `pdf` is the file, `dpi` per 72 units of the page, `photo` what errors name.
// Errors: unsupported (pdftoppm is not there), unreadable (it can't, or takes too long), writeFailed (no room). The
// program ends with the calling thread, and has limits of its own on time and memory, which nothing of Platen's
// reckons.
Result<void> renderPdfPage(
    const std::filesystem::path& pdf, int page, double dpi, std::FILE* out, const std::filesystem::path& photo);

}  // namespace platen::io
