// One PDF or TIFF out of the pages of many photos, in the order in which they are added.
#pragma once

#include "core/pipeline/page.h"

#include <filesystem>
#include <memory>
#include <stop_token>
#include <vector>

namespace platen::io {
class DocumentWriter;
}

namespace platen::pipeline {

class Document {
 public:
  // A TIFF where the name says so, else a PDF. Error: writeFailed. Destroyed without commit(): nothing is left of it.
  static Result<std::unique_ptr<Document>> create(const std::filesystem::path& file,
                                                  IfThere if_there = IfThere::replace);
  ~Document();
  Document(const Document&) = delete;
  Document& operator=(const Document&) = delete;

  // As savePages(), in this order; a page that fails is not in the document.
  std::vector<Result<SavedPage>> addPages(const PhotoInfo& info,
                                          const std::vector<PageToExport>& pages,
                                          const ExportOptions& options,
                                          int threads,
                                          std::stop_token stop = {});
  [[nodiscard]] int pageCount() const;
  // Puts the file in place, unless it is stopped before. Errors: writeFailed; badInput without a page; stopped; inUse
  // where something has its name that is not to be replaced.
  Result<void> commit(const std::stop_token& stop = {});

 private:
  Document(std::filesystem::path file, FileFormat format, std::unique_ptr<io::DocumentWriter> writer);

  std::filesystem::path file_;
  FileFormat format_;
  std::unique_ptr<io::DocumentWriter> writer_;
};

}  // namespace platen::pipeline
