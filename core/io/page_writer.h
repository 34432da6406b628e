// A flat page on its way to disk, row band by row band, under a temporary name until it is whole.
#pragma once

#include "core/if_there.h"
#include "core/image.h"
#include "core/options.h"
#include "core/result.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace platen::io {

// What the file will hold. `bitonal`: pixels come as u8 grey 0 or 255 and are stored as 1 bit (CCITT G4 in TIFF and
// PDF).
struct PageFormat {
  FileFormat format = FileFormat::jpeg;  // not automatic
  Size size;                             // out_px
  int channels = 3;
  PixelType type = PixelType::u8;  // u16 is stored as such in PNG and TIFF; JPEG and PDF take u8 only
  bool bitonal = false;
  int quality = 92;      // JPEG
  int restart_rows = 0;  // JPEG: rows of MCUs between restart markers; 0: none
  double dpi = 0;        // 0: not known, not written
  std::vector<std::uint8_t> icc_profile;
  std::string date_time, camera_make, camera_model;  // EXIF; orientation is written as 1
};

// Usage: create, writeRows until all rows are in, commit. Destroyed without commit: the temporary file is removed and
// nothing else was touched. Not thread-safe; one writer a thread.
class PageWriter {
 public:
  virtual ~PageWriter() = default;
  // The next band.height() rows; width, channels and type as in the format.
  virtual Result<void> writeRows(const Image& band) = 0;
  // Flush, fsync, rename to the final name (the old file, if any, stays until then). inUse: it is not to be replaced.
  virtual Result<void> commit() = 0;
};

// Errors: writeFailed with the system's reason, unsupported for a combination the format can't hold.
Result<std::unique_ptr<PageWriter>> createPage(const std::filesystem::path& file,
                                               const PageFormat& format,
                                               IfThere if_there = IfThere::replace);

// Whole files by the same temporary-then-rename rule (sidecars, maps, manifests).
Result<void> writeFileAtomically(const std::filesystem::path& file,
                                 const std::string& bytes,
                                 IfThere if_there = IfThere::replace);

}  // namespace platen::io
