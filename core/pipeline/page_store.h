// A rendered page whose parts come in any order and are taken out from the top: in memory, or in a file without a name
// of its own beside the output, so that the page is not held.
#pragma once

#include "core/image.h"
#include "core/result.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>

namespace platen::io {
class OutputFile;
}

namespace platen::pipeline {

// What comes in at a time: blocks of kTileColumns x kBandRows pixels, less at the right and at the bottom.
class PageStore {
 public:
  static std::unique_ptr<PageStore> inMemory(Size page, int channels, PixelType type);
  // A temporary file in the folder of `beside`, gone with the store or the process. Errors: writeFailed, in the name of
  // `beside`.
  static Result<std::unique_ptr<PageStore>> onDisk(Size page,
                                                   int channels,
                                                   PixelType type,
                                                   const std::filesystem::path& beside);
  ~PageStore();
  PageStore(const PageStore&) = delete;
  PageStore& operator=(const PageStore&) = delete;

  // The block whose first pixel is (first_column, first_row). Any thread. False: it can't be written (failure()).
  bool put(int first_column, int first_row, const Image& block);
  // Rows [first_row, first_row + kBandRows) or what is left, once all their blocks are in; first_row is a multiple of
  // kBandRows. Good until the next call.
  Result<Image> band(int first_row);
  // Any rows [first, first + count), once the page is whole. Good until the next call of either.
  Result<Image> rows(int first, int count);
  [[nodiscard]] tl::unexpected<Error> failure() const;

 private:
  PageStore() = default;
  [[nodiscard]] int rowsFrom(int first_row) const;

  Size page_;
  std::size_t pixel_bytes_ = 1;
  Image whole_;
  std::unique_ptr<io::OutputFile> file_;
  std::mutex writing_;
  Image band_;
};

}  // namespace platen::pipeline
