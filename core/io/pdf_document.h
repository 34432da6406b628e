// The document behind PdfWriter: one image a page, streams read only while they are written out.
#pragma once

#include "core/geometry.h"
#include "core/io/output_file.h"
#include "core/io/pdf_archive.h"

#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

namespace platen::io {

// A page whose stream (JPEG, or CCITT G4 if bitonal) lies in the spool, or is all of a file.
struct SpooledPage {
  std::filesystem::path file;            // empty: the spool
  std::uint64_t offset = 0, length = 0;  // in it
  Size size;
  int channels = 1;
  bool bitonal = false;
  double dpi = 0;
  const std::vector<std::uint8_t>* icc_profile = nullptr;  // one for all pages that have the same; null: none
  std::string label;                                       // empty: its number
};

// Writes the whole document through file.write(). Throws what qpdf throws, and std::runtime_error when the spool or a
// file of a page can't be read, the file can't be written, or a stop was requested.
void writePdf(const std::vector<SpooledPage>& pages,
              const PdfAbout& about,
              OutputFile& spool,
              OutputFile& file,
              const std::stop_token& stop);

}  // namespace platen::io
