// Names of photos as a project keeps them: bytes for bytes, whatever they are, and relative to the project's folder
// where both are likely to be moved together.
#pragma once

#include "core/io/json_fields.h"

#include <filesystem>
#include <string>

namespace platen::io {

// Absolute, without "." and "..", links of its folders followed but not that of the file itself: the same photo, the
// same name.
std::filesystem::path wholePath(const std::filesystem::path& file);

// Relative where the photo lies in `folder` (of the project), below it, or below the folder that holds it; else
// absolute. An empty folder: always absolute. Both as wholePath() makes them.
std::filesystem::path keptPath(const std::filesystem::path& photo, const std::filesystem::path& folder);
std::filesystem::path photoPath(const std::filesystem::path& kept, const std::filesystem::path& folder);

// A text, or {"hex": "..."} of the bytes of a name that is no UTF-8.
Json nameJson(const std::filesystem::path& name);
// Throws JsonProblem, also of an empty name and of one with a zero byte.
std::filesystem::path readNameJson(const Json& json, const std::string& name);

}  // namespace platen::io
