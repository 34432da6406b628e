// Between a project as hosts know it and the photos that core/io keeps. For the project's own files of this folder.
#pragma once

#include "core/io/presets.h"
#include "core/io/project_photo.h"
#include "core/pipeline/project.h"

#include <functional>
#include <optional>
#include <string>

namespace platen::pipeline {

io::KeptPhoto keptPhoto(const std::filesystem::path& file, const PhotoState& state);
ProjectPhoto projectPhoto(io::KeptPhoto kept);
std::optional<io::KeptPresets> keptPresets(const std::optional<Presets>& presets);
std::optional<Presets> projectPresets(const std::optional<io::KeptPresets>& kept);

struct ProjectOnDisk {
  Project project;
  std::string sha256;
};
Result<ProjectOnDisk> readProjectOnDisk(const std::filesystem::path& file);
// `about_to`: told the new file's SHA-256 before it takes the old one's place; its error is the result. The SHA-256.
Result<std::string> writeProjectOnDisk(const std::filesystem::path& file,
                                       const Project& project,
                                       const std::function<Result<void>(const std::string& sha256)>& about_to);

}  // namespace platen::pipeline
