#include "core/pipeline/project.h"

#include "core/io/project_file.h"
#include "core/pipeline/guard.h"
#include "core/pipeline/kept_project.h"

#include <utility>

namespace platen::pipeline {
namespace fs = std::filesystem;

static_assert(static_cast<int>(io::KeptDue::nothing) == static_cast<int>(Due::nothing) &&
              static_cast<int>(io::KeptDue::onward) == static_cast<int>(Due::onward) &&
              static_cast<int>(io::KeptDue::afresh) == static_cast<int>(Due::afresh));

io::KeptPhoto keptPhoto(const fs::path& file, const PhotoState& state) {
  io::KeptPhoto kept;
  kept.file = file;
  kept.fit = state.fit;
  kept.out = state.out;
  kept.due = static_cast<io::KeptDue>(state.due);
  kept.due_page = state.due_page;
  kept.start = state.start;
  kept.spine = state.spine;
  for (const PageState& page : state.pages) {
    kept.pages.push_back(
        {page.fitted.index, page.fitted.fit, page.fitted.density_dpi, page.fitted.seconds, page.pins, page.strokes});
  }
  return kept;
}

ProjectPhoto projectPhoto(io::KeptPhoto kept) {
  ProjectPhoto photo;
  photo.file = std::move(kept.file);
  photo.state.fit = std::move(kept.fit);
  photo.state.out = kept.out;
  photo.state.due = static_cast<Due>(kept.due);
  photo.state.due_page = kept.due_page;
  photo.state.start = std::move(kept.start);
  photo.state.spine = std::move(kept.spine);
  for (io::KeptPage& page : kept.pages) {
    PageState& state = photo.state.pages.emplace_back();
    state.fitted = {page.index, std::move(page.fit), page.density_dpi, std::move(page.seconds)};
    state.pins = std::move(page.pins);
    state.strokes = std::move(page.strokes);
  }
  return photo;
}

std::optional<io::KeptPresets> keptPresets(const std::optional<Presets>& presets) {
  return presets ? std::optional(io::KeptPresets{presets->fit, presets->out}) : std::nullopt;
}

std::optional<Presets> projectPresets(const std::optional<io::KeptPresets>& kept) {
  return kept ? std::optional(Presets{kept->fit, kept->out}) : std::nullopt;
}

std::string textOf(const Presets& presets) {
  return io::presetsText({presets.fit, presets.out});
}

std::optional<Presets> presetsOfText(const std::string& text) {
  return projectPresets(io::presetsOfText(text));
}

bool isTouched(const PhotoState& photo, const std::optional<Presets>& presets) {
  const bool has_fit = !(photo.fit == FitOptions{}) && !(presets && photo.fit == presets->fit);
  const bool has_out = !(photo.out == ExportOptions{}) && !(presets && photo.out == presets->out);
  return has_fit || has_out || photo.isGuided() || !photo.spine.empty() || !photo.start.pages.empty();
}

Result<ProjectOnDisk> readProjectOnDisk(const fs::path& file) {
  ProjectOnDisk read;
  Result<io::ProjectHead> head = io::readProjectFile(
      file, [&](io::KeptPhoto photo) { read.project.photos.push_back(projectPhoto(std::move(photo))); });
  if (!head) {
    return tl::unexpected(head.error());
  }
  read.project.current = head->current;
  read.project.presets = projectPresets(head->presets);
  read.project.unknown = std::move(head->unknown);
  read.sha256 = std::move(head->sha256);
  return read;
}

Result<std::string> writeProjectOnDisk(const fs::path& file,
                                       const Project& project,
                                       const std::function<Result<void>(const std::string& sha256)>& about_to) {
  auto writer = io::ProjectWriter::create(file, project.current, keptPresets(project.presets), project.unknown);
  if (!writer) {
    return tl::unexpected(writer.error());
  }
  for (const ProjectPhoto& photo : project.photos) {
    if (const Result<void> added = (*writer)->add(keptPhoto(photo.file, photo.state)); !added) {
      return tl::unexpected(added.error());
    }
  }
  Result<std::string> sha256 = (*writer)->finish();
  if (!sha256) {
    return sha256;
  }
  if (about_to) {
    if (const Result<void> told = about_to(*sha256); !told) {
      return tl::unexpected(told.error());
    }
  }
  if (const Result<void> committed = (*writer)->commit(); !committed) {
    return tl::unexpected(committed.error());
  }
  return sha256;
}

Result<Project> readProject(const fs::path& file) {
  return guarded(file, [&]() -> Result<Project> {
    Result<ProjectOnDisk> read = readProjectOnDisk(file);
    return read ? Result<Project>(std::move(read->project)) : tl::unexpected(read.error());
  });
}

Result<void> saveProject(const fs::path& file, const Project& project) {
  return guarded(file, [&]() -> Result<void> {
    const Result<std::string> written = writeProjectOnDisk(file, project, {});
    return written ? Result<void>() : tl::unexpected(written.error());
  });
}

}  // namespace platen::pipeline
