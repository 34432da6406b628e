// WholeReader: readers of codecs that give no rows as they go (WebP, JPEG 2000, HEIF): the first rows that are asked
// for decode all of the picture, which is held from then on; or it is one that was kept (kept_pictures.h).
#pragma once

#include "core/io/kept_pictures.h"
#include "core/io/photo_reader.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace platen::io {

class WholeReader : public PhotoReader {
 public:
  Result<void> readRows(Image& band) final;
  Result<void> skipRows(int count, const std::stop_token& stop) final;
  // The picture, the file's bytes and what the codec has beside them (codecBytes()).
  [[nodiscard]] std::uint64_t heldBytes() const final;

  // Which picture it is, if it may be kept.
  void setKey(const std::optional<PictureKey>& key) { key_ = key; }

 protected:
  // All of it: as size(), channels() and type() say.
  virtual Result<Image> decode() = 0;
  [[nodiscard]] virtual std::uint64_t codecBytes() const = 0;

 private:
  std::optional<PictureKey> key_;
  int skipped_ = 0;  // before there were any
  std::unique_ptr<ImageRows> rows_;
};

// All bytes of a file. Errors: unreadable (the disk; fewer than it had), tooLarge (more than any photo of
// these codecs needs).
Result<std::vector<std::uint8_t>> bytesOf(const PhotoFile& file, const std::filesystem::path& path);

// The two things that go wrong with a picture's data.
tl::unexpected<Error> cutOff(const std::filesystem::path& path);
tl::unexpected<Error> lostPixels(const std::filesystem::path& path);

}  // namespace platen::io
