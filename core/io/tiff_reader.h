// TIFF through libtiff, one page of it: headers for probe(), rows as u8 or u16 grey, RGB or RGBA. Strips or tiles, 1,
// 2, 4, 8 or 16 bits, interleaved or separate planes, any compression that libtiff knows. What is held: a row, a row of
// tiles, or (separate planes, PackBits, JBIG) a row of strips.
//
// Picture data that is cut off or damaged is an error, as of a JPEG, as far as it can be told: libtiff's own errors and
// its warnings while rows are read, the checksum of Deflate, the length of LZW (tiff_damage.cpp). What is not read is
// not looked at.
#pragma once

#include "core/io/cmyk.h"
#include "core/io/photo_reader.h"

#include <cstdarg>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <tiffio.h>
#include <vector>

namespace platen::io {

class TiffReader final : public PhotoReader {
 public:
  // Reads the directory of the page that file.image names. `path` is for messages. Errors: also notFound (no such
  // page).
  static Result<std::unique_ptr<TiffReader>> open(const PhotoFile& file, const std::filesystem::path& path);

  // Pages of the file: directories but thumbnails, reduced copies and masks; and one more for a chain of directories
  // that breaks off, which fails when it is opened: it is not to be lost silently.
  static Result<int> pagesOf(const PhotoFile& file, const std::filesystem::path& path);
  void describe(PhotoInfo& photo) override;
  Result<void> start() override;
  Result<void> readRows(Image& band) override;
  // Straight to the strip or the row of tiles that holds the row that is wanted, but after lookAtAll().
  Result<void> skipRows(int count, const std::stop_token& stop) override;
  void lookAtAll() override { looks_at_all_ = true; }
  [[nodiscard]] std::uint64_t heldBytes() const override;

 private:
  struct Closer {
    void operator()(TIFF* tiff) const { TIFFClose(tiff); }
  };
  struct Inflater;
  struct InflaterEnd {
    void operator()(Inflater* inflater) const;
  };
  explicit TiffReader(std::filesystem::path path) : path_(std::move(path)) {}
  static int keepError(TIFF* tiff, void* reader, const char* module, const char* format, va_list arguments);
  static int lookAtWarning(TIFF* tiff, void* reader, const char* module, const char* format, va_list arguments);
  static Result<std::unique_ptr<TiffReader>> openFile(const PhotoFile& file, const std::filesystem::path& path);
  // Goes to page number `wanted`, or past all of them; how many were passed, that one with them.
  Result<int> goToPage(int wanted);
  [[nodiscard]] tl::unexpected<Error> failure() const;
  [[nodiscard]] tl::unexpected<Error> unsupported(const std::string& what) const;
  Result<void> readLayout();
  [[nodiscard]] int number(ttag_t tag) const;  // its value, or what TIFF says that it is without one
  [[nodiscard]] bool isPage() const;
  // The packed samples of one stored row, `samples_` of them a pixel, made available in row_ as u16 or u8 values.
  bool fetchRow(int y);
  bool fetchBlock(int y);  // the tiles or strips that hold row y, into block_
  // Else libtiff hands out row by row.
  [[nodiscard]] bool readsBlocks() const { return tiled_ || planar_ || by_strip_; }
  bool makeBlock(std::size_t bytes);  // block_ of this size, unless no picture needs so much
  // Of a strip or tile, before and after libtiff reads of it. False: part of its picture is lost.
  bool mayBeRead(std::uint32_t block);
  bool wasReadWhole(std::uint32_t block);
  [[nodiscard]] bool isFax() const;
  // Whether what libtiff says while rows are read is of what this picture does without.
  [[nodiscard]] bool isHarmlessHere(const char* text) const;
  bool inflatesWhole(std::uint32_t block);
  bool hasItsLength(std::uint32_t block);
  [[nodiscard]] bool isWholeJpeg(std::uint32_t block);
  [[nodiscard]] std::uint64_t blockBytes() const;  // pixels of a strip or tile, unpacked
  [[nodiscard]] std::uint64_t storedCount(std::uint32_t block) const;
  [[nodiscard]] std::size_t storedBytes(std::uint32_t block, std::uint64_t from, std::span<std::uint8_t> to) const;
  [[nodiscard]] std::size_t codedBytes(std::uint32_t block, std::uint64_t from, std::span<std::uint8_t> to) const;
  [[nodiscard]] tl::unexpected<Error> lostRows() const;
  void unpack(const std::uint8_t* packed, int pixels, int samples, int first_pixel, int first_sample);
  void convertRow(std::byte* out) const;
  template <class T>
  void convertSamples(T* out) const;

  std::filesystem::path path_;
  std::string message_;  // libtiff's last error
  bool lost_palette_ = false;
  bool looks_at_all_ = false;
  bool reads_rows_ = false;      // what libtiff says now is said of the picture
  bool lost_pixels_ = false;     // libtiff said so
  bool doubts_jpeg_ = false;     // libjpeg said something of the strip or tile, which may be harmless
  bool lacks_memory_ = false;    // libtiff said so
  bool is_other_jpeg_ = false;   // libjpeg said so
  bool claims_much_ = false;     // makeBlock() refused
  std::int64_t looked_at_ = -1;  // the last strip or tile that was looked at before it was read
  std::unique_ptr<TIFF, Closer> tiff_;
  int bits_ = 8;
  int samples_ = 1;  // a pixel, as stored
  int photometric_ = PHOTOMETRIC_MINISBLACK;
  bool planar_ = false, tiled_ = false, alpha_ = false;
  bool by_strip_ = false;               // a strip's rows can't be told apart by libtiff
  bool premultiplied_ = false;          // colours are stored times their alpha
  std::vector<std::uint16_t> palette_;  // 3 x 2^bits, u8 values
  std::unique_ptr<CmykToRgb> cmyk_;
  std::vector<std::uint16_t> row_;    // samples of one row, unpacked
  std::vector<std::uint8_t> packed_;  // one row as stored
  std::vector<std::uint8_t> block_;   // one row of tiles, or of strips of every plane
  std::vector<std::uint8_t> coded_;   // what is looked at of a strip or tile before it is read
  std::unique_ptr<Inflater, InflaterEnd> inflater_;
  int block_first_ = -1, block_rows_ = 0;
  int next_ = 0;
  int row_now_ = -1;  // that libtiff reads
};

}  // namespace platen::io
