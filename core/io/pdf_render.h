// A page of a PDF rendered by pdftoppm, a program of poppler's of its own: poppler is under the GPL, Platen is not, and
// running a program is not linking it.
#pragma once

#include "core/geometry.h"
#include "core/result.h"

#include <cstdio>
#include <filesystem>
#include <stop_token>
#include <string>

namespace platen::io {

// A PNG into `out`, upright: a whole one. `pdf` is the file, `dpi` per 72 units of the page, `photo` what errors name.
// What it complained of meanwhile (a sentence) is returned; empty: of nothing.
// Errors: unsupported (pdftoppm is not there), unreadable (it can't, or takes too long), writeFailed (no room), stopped
// (the program is ended then). The program ends with the calling thread, and has limits of its own on time and memory.
Result<std::string> renderPdfPage(const std::filesystem::path& pdf,
                                  int page,
                                  double dpi,
                                  std::FILE* out,
                                  const std::filesystem::path& photo,
                                  const std::stop_token& stop = {});

// What that program takes for a page of so many pixels, in bytes, about.
double renderingBytes(Size page_px);

}  // namespace platen::io
