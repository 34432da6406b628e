// libtiff on an OutputFile, and the tags of a page. Nothing of it reports to stderr. Not thread-safe.
#pragma once

#include "core/io/output_file.h"
#include "core/io/page_writer.h"

#include <cstdint>
#include <memory>
#include <tiffio.h>

namespace platen::io {

// Where the bytes of a file could pass this it is a BigTIFF: offsets of others have 32 bits.
inline constexpr std::uint64_t kClassicTiffBytes = 3'900'000'000;

class TiffFile {
 public:
  enum class Way { write, writeBig };
  // A file to be written, from its begin. `file` outlives this.
  TiffFile(OutputFile& file, Way way);
  // A TIFF that lies at [offset, offset + length) of a file.
  TiffFile(OutputFile& file, std::uint64_t offset, std::uint64_t length);
  ~TiffFile();
  TiffFile(const TiffFile&) = delete;
  TiffFile& operator=(const TiffFile&) = delete;

  // Null where libtiff could not begin.
  [[nodiscard]] TIFF* get() const { return tiff_.get(); }
  // False: a write failed, and the file knows why.
  [[nodiscard]] bool ok() const;
  // Writes what is due; false as ok(). Nothing may follow.
  bool close();

 private:
  struct Access;
  struct Closer {
    void operator()(TIFF* tiff) const { TIFFClose(tiff); }
  };
  void open(const char* mode);

  // The order matters: libtiff writes through access_ when it is closed.
  std::unique_ptr<Access> access_;
  std::unique_ptr<TIFF, Closer> tiff_;
};

// Size, kind of pixels and compression (Deflate with predictor, CCITT G4 for bitonal pages), resolution, date and
// camera, and the profile where it is one for such pixels.
void setTiffTags(TIFF* tiff, const PageFormat& format);

}  // namespace platen::io
