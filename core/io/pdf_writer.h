// PDF files of page images (through qpdf), PDF/A-2b (pdf_archive.h): JPEG streams as they are, bitonal pages as CCITT
// G4, colours through the ICC profile where there is one. Titled after the file, dated by the newest photo. Pages wait
// in temporary files beside the PDF, so memory does not grow with their number: a page in one of its own until it is
// committed, then all in one.
#pragma once

#include "core/io/document_writer.h"

#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>

namespace platen::io {

class PdfWriter final : public DocumentWriter {
 public:
  // Errors: writeFailed.
  static Result<std::unique_ptr<PdfWriter>> create(const std::filesystem::path& file,
                                                   IfThere if_there = IfThere::replace);
  ~PdfWriter() override;
  PdfWriter(const PdfWriter&) = delete;
  PdfWriter& operator=(const PdfWriter&) = delete;

  // A page of physical size pixels / dpi; where dpi is 0, as large as fits on A4. Errors: unsupported also for 16 bits
  // and transparency.
  Result<std::unique_ptr<PageWriter>> addPage(const PageFormat& format, const std::string& label) override;
  // A page from a JPEG file that is there already (grey or RGB, EXIF orientation 1), byte for byte; it is read at
  // commit() and must be there until then as it is. dpi 0: not known.
  Result<void> addJpegFile(const std::filesystem::path& jpeg, double dpi = 0, const std::string& label = {});
  [[nodiscard]] int pageCount() const override;

  Result<void> commit(const std::stop_token& stop) override;

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
