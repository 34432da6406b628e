#include "ui/session/export_files.h"

#include "core/pipeline/page.h"
#include "core/pipeline/photo_images.h"

#include <algorithm>
#include <system_error>
#include <unistd.h>

namespace platen::ui {
namespace {

namespace fs = std::filesystem;

// Also a link that leads nowhere.
bool isThere(const fs::path& file) {
  std::error_code ignored;
  return fs::exists(fs::symlink_status(file, ignored));
}

}  // namespace

ExportFiles::ExportFiles(ExportPlan plan, std::vector<PhotoToExport> photos)
    : plan_(std::move(plan)), photos_(std::move(photos)) {}

ExportFiles::~ExportFiles() {
  document_.reset();  // what of it waits in its folder
  removeEmptyFolders();
}

pipeline::Outputs& ExportFiles::outputs() {
  if (!outputs_) {
    std::vector<fs::path> files;
    files.reserve(photos_.size());
    for (const PhotoToExport& photo : photos_) {
      files.push_back(photo.file);
    }
    ExportOptions options;
    options.format = plan_.format;
    outputs_.emplace(std::move(files), plan_.out, options, plan_.other_photos);
    for (const auto& [file, photo] : plan_.made) {
      if (!photo.empty() && isThere(file)) {
        outputs_->keepFor(file, photo);
      }
    }
  }
  return *outputs_;
}

ExportFindings ExportFiles::look(const std::stop_token& stop) {
  ExportFindings found;
  found.is_document = isDocument();
  found.problems = outputs().problemsFound();
  const bool is_jpeg = !found.is_document && pipeline::formatOfName(plan_.out) == FileFormat::jpeg &&
                       outputs().target() == pipeline::OutputTarget::file;
  if (std::any_of(photos_.begin(), photos_.end(), [&](const PhotoToExport& photo) {
        return photo.options.color == ColorChoice::bitonal && (is_jpeg || photo.options.format == FileFormat::jpeg);
      })) {
    found.problems.push_back({pipeline::OutputProblem::Kind::bitonalJpeg, plan_.out, {}, {}});
  }
  findWarps(found);
  if (!found.problems.empty() || !found.shared_warps.empty()) {
    return found;
  }
  std::set<fs::path> there;
  const auto add = [&](const fs::path& file, const fs::path& photo) {
    if (!mayWrite(file, photo)) {
      there.insert(file);
    }
  };
  if (found.is_document) {
    add(plan_.out, {});
  }
  for (const PhotoToExport& photo : photos_) {
    if (stop.stop_requested()) {
      break;
    }
    PhotoInfo info;
    info.file = photo.file;
    if (photo.info) {
      info = *photo.info;
    } else if (const Result<PhotoInfo> described = pipeline::describePhoto(photo.file, stop)) {
      info = *described;
    }
    for (const auto& [page, pages] : photo.pages) {
      if (found.is_document) {
        break;
      }
      // Not claimed: pages that there may be leave their names to those that there are.
      if (const Result<fs::path> name = outputs().nameOf(info, page, pages, photo.options)) {
        add(*name, photo.file);
      }
    }
    if (photo.keeps_warp) {
      add(warpOf(photo.file), photo.file);
    }
  }
  found.there = {there.begin(), there.end()};
  return found;
}

void ExportFiles::findWarps(ExportFindings& found) {
  std::map<fs::path, fs::path> warps;
  for (const PhotoToExport& photo : photos_) {
    if (!photo.keeps_warp) {
      continue;
    }
    const auto [other, is_new] = warps.emplace(warpOf(photo.file), photo.file);
    if (!is_new) {
      found.shared_warps.push_back(
          {pipeline::OutputProblem::Kind::sharedName, other->first, photo.file, other->second});
    }
  }
}

Result<fs::path> ExportFiles::claim(const PhotoInfo& photo, int page, int pages, const ExportOptions& options) {
  return outputs().claim(photo, page, pages, options);
}

fs::path ExportFiles::warpOf(const fs::path& photo) {
  const bool is_folder = outputs().target() == pipeline::OutputTarget::folder;
  fs::path file = (is_folder ? plan_.out : plan_.out.parent_path()) / pipeline::stemOf(photo);
  file += ".warp.json";
  return file;
}

IfThere ExportFiles::ifThere(const fs::path& file, const fs::path& photo) const {
  const auto made = plan_.made.find(file);
  const bool is_its_own = made != plan_.made.end() && made->second == photo;
  return is_its_own || plan_.may_replace.contains(file) ? IfThere::replace : IfThere::keep;
}

bool ExportFiles::mayWrite(const fs::path& file, const fs::path& photo) const {
  return ifThere(file, photo) == IfThere::replace || !isThere(file);
}

Result<void> ExportFiles::makeFolderOf(const fs::path& file) {
  std::vector<fs::path> missing;
  for (fs::path folder = file.parent_path(); !folder.empty() && !isThere(folder); folder = folder.parent_path()) {
    missing.push_back(folder);
  }
  folders_made_.insert(folders_made_.begin(), missing.begin(), missing.end());
  return pipeline::Outputs::makeFolderOf(file);
}

void ExportFiles::removeEmptyFolders() {
  // Of all that may stand there by now, this removes an empty folder alone.
  std::erase_if(folders_made_, [](const fs::path& folder) { return ::rmdir(folder.c_str()) == 0 || !isThere(folder); });
}

Result<pipeline::Document*> ExportFiles::document() {
  if (!document_) {
    Result<std::unique_ptr<pipeline::Document>> begun = pipeline::Document::create(plan_.out, ifThere(plan_.out, {}));
    if (!begun) {
      return tl::unexpected(begun.error());
    }
    document_ = std::move(*begun);
  }
  return document_.get();
}

}  // namespace platen::ui
