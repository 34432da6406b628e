// A photo of a project as JSON. What is written here can always be read here again: numbers that are
// none become 0, and a page whose grid could not be read back is left out, its photo then due afresh.
//
//   { "file": "photos/IMG 1.jpg" | {"hex": "..."},
//     "due": "nothing"|"onward"|"afresh", "due_page": 0,
//     "fit_options": {"rotate": "90", ...}, "export_options": {...},          what differs from the presets
//     "start": [ { "index": 1, "rotation": 90, "pins": [...], "lines": [...], "spine": [[x, y], ...],
//                  "shape": {"rotation": 0, "extent": [w, h], "map": {...}, "parameters": {...}} }, ... ],
//     "spine": [[x, y], ...],
//     "pages": [ { as in WARP.json, "full_page": true, "pins": [...], "lines": [...],   (pins, lines: as in PINS.json)
//                  "fit": { as there, "termination": "converged", "energies": [{"name", "first", "last"}, ...],
//                           "stages": [["fit", seconds], ...] } }, ... ] }
#pragma once

#include "core/io/json_fields.h"
#include "core/io/project_photo.h"

#include <filesystem>
#include <string>

namespace platen::io {

// `folder`: that of the project, which names of photos refer to (kept_names.h); empty: they are absolute.
Json photoJson(const KeptPhoto& photo, const std::filesystem::path& folder);
// Throws JsonProblem; `where` ends in a dot.
KeptPhoto readPhotoJson(const Json& json, const std::filesystem::path& folder, const std::string& where);
// The keys of what was read that this version does not know; an empty object: none.
Json unknownOfPhoto(const Json& json, const KeptPhoto& read, const std::filesystem::path& folder);

}  // namespace platen::io
