// One PDF out of the pages of many photos, in the order in which they are added.
#pragma once

#include "core/pipeline/page.h"

#include <filesystem>
#include <memory>

namespace platen::io {
class PdfWriter;
}

namespace platen::pipeline {

class Document {
 public:
  // Error: writeFailed. Destroyed without commit(): nothing is left of it.
  static Result<std::unique_ptr<Document>> create(const std::filesystem::path& file);
  ~Document();
  Document(const Document&) = delete;
  Document& operator=(const Document&) = delete;

  // As savePage(); a page that fails is not in the document.
  Result<SavedPage> addPage(const Image& full,
                            const PhotoInfo& info,
                            const PageToExport& page,
                            const ExportOptions& options,
                            int threads,
                            std::stop_token stop = {});
  [[nodiscard]] int pageCount() const;
  // Puts the file in place. Errors: writeFailed; badInput without a page.
  Result<void> commit();

 private:
  Document(std::filesystem::path file, std::unique_ptr<io::PdfWriter> writer);

  std::filesystem::path file_;
  std::unique_ptr<io::PdfWriter> writer_;
};

}  // namespace platen::pipeline
