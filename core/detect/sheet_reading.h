// A desk of stone or cloth reads like fine print, and there is far more of it than a form has: characters are measured
// as large as what its specks make together, and lines of text do not stand out. Where the sheet is clear all the same,
// only what lies on it is read (docs/fit.md, preprocessing).
#pragma once

#include "core/detect/page_mask.h"
#include "core/detect/reading.h"
#include "core/options.h"

#include <optional>
#include <stop_token>

namespace platen::detect {

// What shows by its shape and contrast that it is a sheet, whatever is read on it.
bool isClearSheet(const PageMask& page);

// The photo read anew on the sheet alone, where the first reading is poor, much of it is of the desk, and the new one
// is better; else nothing. page: found in scene, both in the first reading's work frame.
std::optional<Reading> readOnSheet(const OpenPhoto& photo,
                                   const Reading& first,
                                   const MaskScene& scene,
                                   const PageMask& page,
                                   const FitOptions& options,
                                   const std::stop_token& stop);

}  // namespace platen::detect
