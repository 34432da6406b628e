// PINS.json: what someone says of a photo's pages (docs/interfaces.md):
//   { "platen_pins": 1,
//     "pages": [ { "index": 1, "rotation": 0|90|180|270,
//                  "pins":  [ { "photo": [x, y], "page": [u, v] }, ... ],
//                  "lines": [ { "photo": [[x, y], ...], "runs": "level"|"upright" }, ... ],
//                  "spine": [[x, y], ...] } ] }
// "index" may be left out where there is one page, "rotation" where the page's own reading direction is meant, and
// each of "pins", "lines" and "spine".
#pragma once

#include "core/guide.h"
#include "core/result.h"

#include <filesystem>

namespace platen::io {

// Errors: notFound, badInput (not JSON, a key missing or out of range, a newer version: says so).
Result<Guide> readGuide(const std::filesystem::path& file);

}  // namespace platen::io
