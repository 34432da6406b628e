// JPEG 2000 through OpenJPEG: JP2 files and bare codestreams, 1 to 16 bits; grey, RGB, sYCC, CMYK, with or without
// alpha, which a file says that it has; components of other samplings are spread over their pixels. Colour space,
// profile, alpha, resolution and EXIF are read from the boxes of the file (ISO/IEC 15444-1, annex I), of which OpenJPEG
// tells only some, and those late; its size from the codestream (A.5.1), for OpenJPEG takes memory for all that it
// claims while it reads it.
#pragma once

#include "core/io/whole_reader.h"

#include <cstdint>
#include <memory>
#include <openjpeg.h>
#include <optional>
#include <string>
#include <vector>

namespace platen::io {

class Jpeg2000Reader final : public WholeReader {
 public:
  // Reads the main header and the boxes before the picture. Errors: also tooLarge.
  static Result<std::unique_ptr<Jpeg2000Reader>> open(PhotoFile file, const std::filesystem::path& path);

  void describe(PhotoInfo& photo) override;
  Result<void> start() override;

 protected:
  Result<Image> decode() override;
  Result<Image> decodePart(const StoredPart& part) override;
  int halveSize(int most) override;
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
  // The codec at its main header, from the file's begin on.
  Result<void> begin();
  void readBoxes();
  void readBoxes(std::uint64_t begin, std::uint64_t end, int depth);
  std::vector<std::uint8_t> bytesAt(std::uint64_t offset, std::size_t count);
  [[nodiscard]] Result<void> checkCodestream();
  [[nodiscard]] tl::unexpected<Error> unsupported(const std::string& what) const;
  void readColors(std::uint64_t content, std::uint64_t next);
  void readChannels(std::uint64_t content, std::uint64_t next);
  [[nodiscard]] bool hasAlpha() const;
  [[nodiscard]] bool isYcc() const;
  [[nodiscard]] bool isCmyk() const;
  // Of components that have all pixels, and from the corner of their grid on.
  [[nodiscard]] bool isPlain() const;
  Result<Image> decodeAs(Size size);
  template <class T>
  void convertRow(int y, int width, T* out) const;
  [[nodiscard]] double sampleAt(int component, int x, int y) const;  // 0 to 1

  PhotoFile file_;
  std::filesystem::path path_;
  std::string message_;  // OpenJPEG's last error
  std::unique_ptr<opj_stream_t, StreamCloser> stream_;
  std::unique_ptr<opj_codec_t, CodecCloser> codec_;
  std::unique_ptr<opj_image_t, ImageCloser> image_;
  bool reversible_ = true;  // the wavelet
  int halvings_ = 0;        // that all components have
  bool is_bare_ = false;    // a codestream without boxes around it
  bool has_palette_ = false;
  std::uint64_t codestream_at_ = 0;           // in the file; 0: all of it, or none was found
  std::optional<std::uint32_t> color_space_;  // of the file's box, table I.10; none: not said, or by its profile
  enum class Alpha : std::uint8_t { none, plain, multiplied } alpha_ = Alpha::none;
  std::vector<std::uint8_t> icc_profile_;
  double dpi_x_ = 0, dpi_y_ = 0;
  std::vector<std::uint8_t> exif_;
};

}  // namespace platen::io
