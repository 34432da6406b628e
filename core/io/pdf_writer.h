// PDF files of page images (through qpdf), PDF/A-2b (pdf_archive.h): JPEG streams as they are, bitonal pages as CCITT
// G4, colours through the ICC profile where there is one. Titled after the file, dated by the newest photo. Pages wait
// in temporary files beside the PDF, so memory does not grow with their number: a page in one of its own until it is
// committed, then all in one.
#pragma once

#include "core/io/page_writer.h"

#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>

namespace platen::io {

// One PDF of several pages. Destroyed without commit(): nothing is left. Not thread-safe. Several pages may be begun
// and written to at a time; each stands in the PDF where it is committed.
class PdfWriter {
 public:
  // Errors: writeFailed.
  static Result<std::unique_ptr<PdfWriter>> create(const std::filesystem::path& file,
                                                   IfThere if_there = IfThere::replace);
  ~PdfWriter();
  PdfWriter(const PdfWriter&) = delete;
  PdfWriter& operator=(const PdfWriter&) = delete;

  // The next page; format.format is ignored. The writer's commit() adds the page, destroying it without commit leaves
  // the page out; it must not outlive this. A page of physical size pixels / dpi; where dpi is 0, as large as fits on
  // A4. Errors: unsupported (16 bits, transparency).
  // `label`: what readers show for its number; empty: the number.
  Result<std::unique_ptr<PageWriter>> addPage(const PageFormat& format, const std::string& label = {});
  // A page from a JPEG file that is there already (grey or RGB, EXIF orientation 1), byte for byte; it is read at
  // commit() and must be there until then as it is. dpi 0: not known.
  Result<void> addJpegFile(const std::filesystem::path& jpeg, double dpi = 0, const std::string& label = {});
  [[nodiscard]] int pageCount() const;

  // Writes the file and puts it in place. Errors: writeFailed; badInput without a page; stopped; inUse where something
  // has its name that is not to be replaced.
  Result<void> commit(const std::stop_token& stop = {});

 private:
  struct State;
  explicit PdfWriter(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// createPage() for a PDF of one page.
Result<std::unique_ptr<PageWriter>> createPdfPage(const std::filesystem::path& file,
                                                  const PageFormat& format,
                                                  IfThere if_there = IfThere::replace);

}  // namespace platen::io
