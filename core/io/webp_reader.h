// WebP through libwebp, lossy and lossless: RGB, or RGBA where it says that it has alpha; profile and EXIF from its
// chunks. Animations are refused.
#pragma once

#include "core/io/whole_reader.h"

#include <cstdint>
#include <memory>
#include <vector>
#include <webp/decode.h>

namespace platen::io {

class WebpReader final : public WholeReader {
 public:
  // Reads the file's bytes, which are checked as far as their headers.
  static Result<std::unique_ptr<WebpReader>> open(const PhotoFile& file, const std::filesystem::path& path);

  void describe(PhotoInfo& photo) override;
  Result<void> start() override;

 protected:
  Result<Image> decode() override;
  Result<Image> decodePart(const StoredPart& part) override;
  [[nodiscard]] std::uint64_t codecBytes() const override;

 private:
  explicit WebpReader(std::filesystem::path path) : path_(std::move(path)) {}
  // Precondition: begins at even pixels.
  Result<Image> decodeAs(const StoredPart& part);

  std::filesystem::path path_;
  std::vector<std::uint8_t> bytes_;
  WebPBitstreamFeatures features_{};
};

}  // namespace platen::io
