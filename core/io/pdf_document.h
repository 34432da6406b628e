// The document behind PdfWriter: one image a page, streams read from the spool only while they are written out.
#pragma once

#include "core/geometry.h"
#include "core/io/output_file.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace platen::io {

// A page whose stream (JPEG, or CCITT G4 if bitonal) lies in the spool.
struct SpooledPage {
  std::uint64_t offset = 0, length = 0;  // in the spool
  Size size;
  int channels = 1;
  bool bitonal = false;
  double dpi = 0;
  std::vector<std::uint8_t> icc_profile;
};

// Writes the whole document through file.write(). Throws what qpdf throws, and std::runtime_error when the spool can't
// be read, the file can't be written, or a stop was requested.
void writePdf(const std::vector<SpooledPage>& pages, OutputFile& spool, OutputFile& file, const std::stop_token& stop);

}  // namespace platen::io
