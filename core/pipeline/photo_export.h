// The pages of one photo, from its file into theirs, in one decode: what savePages() and Document::addPages() share.
#pragma once

#include "core/io/page_writer.h"
#include "core/pipeline/export_way.h"
#include "core/pipeline/page.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace platen::pipeline {

struct PageOut {
  PageToExport page;
  FileFormat format = FileFormat::jpeg;
  std::function<Result<std::unique_ptr<io::PageWriter>>(const io::PageFormat&)> make_writer;
  std::filesystem::path file;  // for messages, and beside it for what waits on the disk
};

// One result a page, in their order. A photo that can't be read or needs too much memory is the error of every page;
// a page that fails otherwise fails alone. Nothing is left of pages that failed. `way`: instead of the best one, with
// its kind, on_disk and capacity (as little as can be, where that is less).
std::vector<Result<SavedPage>> exportPhoto(const PhotoInfo& photo,
                                           const std::vector<PageOut>& pages,
                                           const ExportOptions& options,
                                           int threads,
                                           const std::stop_token& stop,
                                           const std::optional<ExportWay>& way = {});

}  // namespace platen::pipeline
