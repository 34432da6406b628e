// WholeReader: readers of codecs that give no rows as they go (WebP, JPEG 2000, HEIF): the first rows that are asked
// for decode all of the picture, which is held from then on.
#pragma once

#include "core/io/photo_reader.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

namespace platen::io {

class WholeReader : public PhotoReader {
 public:
  Result<void> readRows(Image& band) final;
  // The picture, the file's bytes and what the codec has beside them (codecBytes()).
  [[nodiscard]] std::uint64_t heldBytes() const final;

 protected:
  // All of it: as size(), channels() and type() say.
  virtual Result<Image> decode() = 0;
  [[nodiscard]] virtual std::uint64_t codecBytes() const = 0;

 private:
  std::unique_ptr<ImageRows> rows_;
};

// All bytes of a file. Errors: unreadable (the disk; fewer than it had), tooLarge (more than any photo of
// these codecs needs).
Result<std::vector<std::uint8_t>> bytesOf(const PhotoFile& file, const std::filesystem::path& path);

// The two things that go wrong with a picture's data.
tl::unexpected<Error> cutOff(const std::filesystem::path& path);
tl::unexpected<Error> lostPixels(const std::filesystem::path& path);

}  // namespace platen::io
