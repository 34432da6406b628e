// The last pages of PDFs, as they were taken out or rendered: a photo is opened several times on its way, those of a
// book once more to begin with, and a rendering takes seconds. They lie in $TMPDIR, which may be memory. Any thread.
#pragma once

#include "core/io/file_key.h"
#include "core/io/photo_file.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>

namespace platen::io {

struct TakenPage {
  FileHandle file;  // nameless
  std::uint64_t bytes = 0;
  Codec codec = Codec::jpeg;
  std::shared_ptr<const PdfFacts> facts;
};

// Free in $TMPDIR; as much as there can be where that can't be told.
std::uint64_t freeTemporaryBytes();

class KeptPdfPages {
 public:
  // No more than a quarter of what there would be without them, either: others need room there, too.
  explicit KeptPdfPages(std::uint64_t most_bytes, std::function<std::uint64_t()> free_bytes = freeTemporaryBytes)
      : most_bytes_(most_bytes), free_bytes_(std::move(free_bytes)) {}

  // Null: it is not kept.
  std::shared_ptr<const TakenPage> find(const ImageKey& key);
  // Those used longest ago are let go of where they come to more bytes, or to too many open files.
  void keep(const ImageKey& key, std::shared_ptr<const TakenPage> page);
  // So many are kept whatever their bytes, as they are at work.
  void keepFor(std::size_t photos);

 private:
  const std::uint64_t most_bytes_;
  const std::function<std::uint64_t()> free_bytes_;
  std::mutex mutex_;
  std::size_t at_work_ = 2;
  std::uint64_t bytes_ = 0;
  std::deque<std::pair<ImageKey, std::shared_ptr<const TakenPage>>> pages_;  // the last used first
};

}  // namespace platen::io
