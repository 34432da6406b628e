// WholeReader: readers of codecs that give no rows as they go (WebP, JPEG 2000, HEIF): the first rows that are asked
// for decode all of the picture, which is held from then on; or it is one that was kept (kept_pictures.h). Of codecs
// that can, a part or the halved picture alone, where no more is wanted and none is kept.
#pragma once

#include "core/io/kept_pictures.h"
#include "core/io/orientation.h"
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
  Result<int> narrowTo(int first, int count) final;
  void onlyRows(int first, int count) final;
  int halve(int most) final;
  // The picture, the file's bytes and what the codec has beside them (codecBytes()).
  [[nodiscard]] std::uint64_t heldBytes() const final;

  // Which picture it is, if it may be kept.
  void setKey(const std::optional<ImageKey>& key) { key_ = key; }

 protected:
  // All of it: as size(), channels() and type() say.
  virtual Result<Image> decode() = 0;
  [[nodiscard]] virtual std::uint64_t codecBytes() const = 0;
  // The same pixels of a part; an empty image, and nothing done, where the codec can't.
  virtual Result<Image> decodePart(const StoredPart& part);
  // As halve(); sets size_.
  virtual int halveSize(int most);

 private:
  Result<void> load();
  [[nodiscard]] Image kept() const;
  [[nodiscard]] StoredPart wanted() const;
  std::optional<ImageKey> key_;
  bool is_halved_ = false;
  int first_column_ = 0, columns_ = 0;  // 0: all
  int first_row_ = 0, only_rows_ = 0;   // 0: all
  int next_ = 0;
  Image picture_;
  int left_ = 0, top_ = 0;  // of the picture, where it is a part
};

// All bytes of a file. Errors: unreadable (the disk; fewer than it had), tooLarge (more than any photo of
// these codecs needs).
Result<std::vector<std::uint8_t>> bytesOf(const PhotoFile& file, const std::filesystem::path& path);

// The two things that go wrong with a picture's data.
tl::unexpected<Error> cutOff(const std::filesystem::path& path);
tl::unexpected<Error> lostPixels(const std::filesystem::path& path);

}  // namespace platen::io
