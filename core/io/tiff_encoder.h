// A TIFF of one page through libtiff, rows as they come: Deflate with predictor, or CCITT G4 for bitonal pages; BigTIFF
// where the samples could pass 4 GB. Not thread-safe.
#pragma once

#include "core/io/page_writer.h"
#include "core/io/tiff_file.h"

#include <cstdint>
#include <vector>

namespace platen::io {

class TiffEncoder {
 public:
  // `file`, empty yet, outlives this. The format is checked (format_writers.h).
  TiffEncoder(OutputFile& file, const PageFormat& format);

  // Both false where the file failed, which knows why.
  bool writeRows(const Image& band);
  bool finish();

 private:
  PageFormat format_;
  TiffFile tiff_;
  std::uint32_t rows_ = 0;
  std::vector<std::uint8_t> row_;
};

}  // namespace platen::io
