// PNG through libpng: headers for probe(), rows as u8 or u16 grey, RGB or RGBA. Rows stream, except from interlaced
// files, whose rows are complete only at the end. Every chunk has a checksum: of a damaged one that the picture, its
// transparency or its colours need, the photo is refused.
#pragma once

#include "core/io/photo_reader.h"

#include <csetjmp>
#include <memory>
#include <png.h>
#include <string>
#include <string_view>

namespace platen::io {

class PngReader final : public PhotoReader {
 public:
  // Reads up to the picture data.
  static Result<std::unique_ptr<PngReader>> open(PhotoFile file, const std::filesystem::path& path);
  ~PngReader() override;

  void describe(PhotoInfo& photo) override;
  // Begins decoding. An interlaced photo is read whole by the first readRows().
  Result<void> start() override;
  Result<void> readRows(Image& band) override;
  [[nodiscard]] std::uint64_t heldBytes() const override;

 private:
  PngReader(PhotoFile file, std::filesystem::path path);
  void lookAtWarning(std::string_view said);
  [[nodiscard]] tl::unexpected<Error> failure() const;
  Result<void> readInterlaced();

  PhotoFile file_;
  std::filesystem::path path_;
  std::jmp_buf jump_{};
  char message_[160] = {};
  bool ended_early_ = false;
  bool is_open_ = false;  // what fails now is the picture
  bool lost_transparency_ = false, lost_profile_ = false, lost_header_ = false;
  png_structp png_ = nullptr;
  png_infop info_ = nullptr;
  bool interlaced_ = false;
  std::unique_ptr<ImageRows> whole_;  // of an interlaced photo
};

}  // namespace platen::io
