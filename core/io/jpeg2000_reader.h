// JPEG 2000 through OpenJPEG: JP2 files and bare codestreams, 1 to 16 bits; grey, RGB, sYCC, CMYK, with or without
// alpha; components of other samplings are spread over their pixels. Colour space, profile, resolution and EXIF are
// read from the boxes of the file (ISO/IEC 15444-1, annex I), of which OpenJPEG tells only some, and those late.
#pragma once

#include "core/io/whole_reader.h"

#include <cstdint>
#include <memory>
#include <openjpeg.h>
#include <string>
#include <vector>

namespace platen::io {

class Jpeg2000Reader final : public WholeReader {
 public:
  // Reads the main header and the boxes before the picture.
  static Result<std::unique_ptr<Jpeg2000Reader>> open(PhotoFile file, const std::filesystem::path& path);

  void describe(PhotoInfo& photo) override;
  Result<void> start() override;

 protected:
  Result<Image> decode() override;
  [[nodiscard]] std::uint64_t codecBytes() const override;

 private:
  struct CodecCloser {
    void operator()(opj_codec_t* codec) const { opj_destroy_codec(codec); }
  };
  struct StreamCloser {
    void operator()(opj_stream_t* stream) const { opj_stream_destroy(stream); }
  };
  struct ImageCloser {
    void operator()(opj_image_t* image) const { opj_image_destroy(image); }
  };

  Jpeg2000Reader(PhotoFile file, std::filesystem::path path) : file_(std::move(file)), path_(std::move(path)) {}
  [[nodiscard]] tl::unexpected<Error> failure() const;
  void readBoxes();
  void readBoxes(std::uint64_t begin, std::uint64_t end, int depth);
  std::vector<std::uint8_t> bytesAt(std::uint64_t offset, std::size_t count);
  [[nodiscard]] bool isYcc() const;
  [[nodiscard]] bool isCmyk() const;
  template <class T>
  void convertRow(int y, T* out) const;
  [[nodiscard]] double sampleAt(int component, int x, int y) const;  // 0 to 1

  PhotoFile file_;
  std::filesystem::path path_;
  std::string message_;  // OpenJPEG's last error
  std::unique_ptr<opj_stream_t, StreamCloser> stream_;
  std::unique_ptr<opj_codec_t, CodecCloser> codec_;
  std::unique_ptr<opj_image_t, ImageCloser> image_;
  bool reversible_ = true;  // the wavelet
  bool has_palette_ = false;
  std::uint32_t color_space_ = 0;  // of the file's box, table I.10; 0: not said, or by its profile
  std::vector<std::uint8_t> icc_profile_;
  double dpi_x_ = 0, dpi_y_ = 0;
  std::vector<std::uint8_t> exif_;
};

}  // namespace platen::io
