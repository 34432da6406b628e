// ExportFiles: which files an export writes, what is there under their names, and which of that may go.
//
// It asks the disk, which may be far away: on the engine's writer thread alone, but for what is said to be otherwise.
#pragma once

#include "core/if_there.h"
#include "core/options.h"
#include "core/photo_info.h"
#include "core/pipeline/document.h"
#include "core/pipeline/outputs.h"
#include "core/warp_grid.h"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <utility>
#include <vector>

namespace platen::ui {

// What a page was when it was written; another one would be another page.
struct PageAsWritten {
  int pages = 1;  // of its photo, on which its name depends
  WarpGrid grid;
  ExportOptions options;
  friend bool operator==(const PageAsWritten&, const PageAsWritten&) = default;
};
using PagesAsWritten = std::map<std::pair<std::filesystem::path, int>, PageAsWritten>;  // photo, number of the page

// Files that an export put in place, and of which photo; none: of several.
using FilesMade = std::map<std::filesystem::path, std::filesystem::path>;

struct ExportPlan {
  std::filesystem::path out;  // a folder, or a .pdf or .tif that takes all pages, or for one photo a file
  FileFormat format = FileFormat::automatic;
  bool keeps_warps = false;  // NAME.warp.json beside the pages
  // Files that are there and that someone said may go. All others stay, also those that come while it runs.
  std::set<std::filesystem::path> may_replace{};
  // Photos that are open and not among those that are exported: they are not written over either.
  std::vector<std::filesystem::path> other_photos{};
  // By an earlier try: left out as long as they are what they were. A document takes all the same.
  PagesAsWritten written{};
  // Likewise: of the same photo they are replaced, of another one never.
  FilesMade made{};
  bool tries_fits_again = false;  // those that failed
};

struct PhotoToExport {
  std::filesystem::path file;
  std::optional<PhotoInfo> info;  // none: its file tells
  ExportOptions options;
  std::vector<std::pair<int, int>> pages;  // number, and of how many, as in names
  bool keeps_warp = false;
};

struct ExportFindings {
  bool is_document = false;
  std::vector<pipeline::OutputProblem> problems;
  std::vector<pipeline::OutputProblem> shared_warps;  // `file` would be that of two photos
  std::vector<std::filesystem::path> there;           // what would be replaced unasked, each once
};

class ExportFiles {
 public:
  // Any thread; asks nothing.
  ExportFiles(ExportPlan plan, std::vector<PhotoToExport> photos);
  ~ExportFiles();
  ExportFiles(const ExportFiles&) = delete;
  ExportFiles& operator=(const ExportFiles&) = delete;

  // Stopped: part of it.
  ExportFindings look(const std::stop_token& stop);

  // On any thread, while no job has it.
  void mayReplace(const std::set<std::filesystem::path>& files) {
    plan_.may_replace.insert(files.begin(), files.end());
  }

  // The name of a page that is about to be written. Error (badInput): another has it.
  [[nodiscard]] Result<std::filesystem::path> claim(const PhotoInfo& photo,
                                                    int page,
                                                    int pages,
                                                    const ExportOptions& options);
  // NAME.warp.json, in the folder of the pages or beside their document.
  [[nodiscard]] std::filesystem::path warpOf(const std::filesystem::path& photo);
  // `photo`: of which it is made; empty: of several.
  [[nodiscard]] IfThere ifThere(const std::filesystem::path& file, const std::filesystem::path& photo) const;
  // Whether it may be written as things are now.
  [[nodiscard]] bool mayWrite(const std::filesystem::path& file, const std::filesystem::path& photo) const;

  [[nodiscard]] bool isDocument() { return outputs().target() == pipeline::OutputTarget::document; }
  [[nodiscard]] const std::filesystem::path& out() const { return plan_.out; }
  // What was missing and stays empty goes again when it is asked to, at the latest with this. Error: writeFailed.
  [[nodiscard]] Result<void> makeFolderOf(const std::filesystem::path& file);
  void removeEmptyFolders();

  // Of all pages, begun when it is first asked for.
  [[nodiscard]] Result<pipeline::Document*> document();

 private:
  pipeline::Outputs& outputs();
  void findWarps(ExportFindings& found);

  ExportPlan plan_;
  std::vector<PhotoToExport> photos_;
  std::optional<pipeline::Outputs> outputs_;
  std::unique_ptr<pipeline::Document> document_;
  std::vector<std::filesystem::path> folders_made_;  // inner ones first
};

}  // namespace platen::ui
