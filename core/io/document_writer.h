// One file of the pages of many photos: a PDF (pdf_writer.h) or a TIFF of several pages (tiff_document.h).
#pragma once

#include "core/io/page_writer.h"

#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>

namespace platen::io {

// Destroyed without commit(): nothing is left. Not thread-safe. Several pages may be begun and written to at a time;
// each stands in the document where it is committed.
class DocumentWriter {
 public:
  virtual ~DocumentWriter() = default;
  // The next page; format.format is ignored. The writer's commit() adds the page, destroying it without commit leaves
  // the page out; it must not outlive this. `label`: what readers show for its number; empty: the number. Errors:
  // writeFailed; unsupported, for what such a document can't hold.
  virtual Result<std::unique_ptr<PageWriter>> addPage(const PageFormat& format, const std::string& label) = 0;
  [[nodiscard]] virtual int pageCount() const = 0;
  // Writes the file and puts it in place. Errors: writeFailed; badInput without a page; stopped; inUse where something
  // has its name that is not to be replaced.
  virtual Result<void> commit(const std::stop_token& stop) = 0;
};

// `format`: pdf or tiff. Errors: writeFailed.
Result<std::unique_ptr<DocumentWriter>> createDocument(const std::filesystem::path& file,
                                                       FileFormat format,
                                                       IfThere if_there = IfThere::replace);

}  // namespace platen::io
