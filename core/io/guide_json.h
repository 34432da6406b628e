// What someone says of a page, as it stands in PINS.json and in a project (docs/interfaces.md). Values are read as they
// are; what a person may write is for the reader of PINS.json to judge. For the readers and writers of core/io alone.
#pragma once

#include "core/guide.h"
#include "core/io/json_fields.h"

#include <string>
#include <vector>

namespace platen::io {

Json pinsJson(const std::vector<Pin>& pins);           // "pins": [{"photo": [x, y], "page": [u, v]}, ...]
Json strokesJson(const std::vector<Stroke>& strokes);  // "lines": [{"photo": [[x, y], ...], "runs": "level"}, ...]

Json pointsJson(const Polyline& points);  // [[x, y], ...]

Polyline readPointsJson(const Json& json, const std::string& name);
// "pins" and "lines" of `json`, where it has them. Throws JsonProblem; numbers are finite. `where` ends in a dot.
std::vector<Pin> readPinsJson(const Json& json, const std::string& where);
std::vector<Stroke> readStrokesJson(const Json& json, const std::string& where);

}  // namespace platen::io
