// In the file the blocks of a band stand one behind the other, each with its rows packed: one piece to write, and the
// band one piece to read.
#include "core/pipeline/page_store.h"

#include "core/io/output_file.h"
#include "core/pipeline/render.h"
#include "core/pipeline/strip.h"

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

namespace platen::pipeline {

std::unique_ptr<PageStore> PageStore::inMemory(Size page, int channels, PixelType type) {
  std::unique_ptr<PageStore> store(new PageStore);
  store->page_ = page;
  store->whole_ = Image::allocate(page, channels, type);
  store->pixel_bytes_ = store->whole_.bytesPerPixel();
  return store;
}

Result<std::unique_ptr<PageStore>> PageStore::onDisk(Size page,
                                                     int channels,
                                                     PixelType type,
                                                     const std::filesystem::path& beside) {
  std::unique_ptr<PageStore> store(new PageStore);
  store->page_ = page;
  store->band_ = Image::allocate({page.width, std::min(kBandRows, page.height)}, channels, type);
  store->pixel_bytes_ = store->band_.bytesPerPixel();
  Result<std::unique_ptr<io::OutputFile>> file = io::OutputFile::createNameless(beside);
  if (!file) {
    return tl::unexpected(file.error());
  }
  store->file_ = std::move(*file);
  return store;
}

PageStore::~PageStore() = default;

int PageStore::rowsFrom(int first_row) const {
  return std::min(kBandRows, page_.height - first_row);
}

bool PageStore::put(int first_column, int first_row, const Image& block) {
  const std::size_t row_bytes = static_cast<std::size_t>(block.width()) * pixel_bytes_;
  if (!whole_.empty()) {
    for (int j = 0; j < block.height(); ++j) {
      std::memcpy(whole_.row(first_row + j) + static_cast<std::size_t>(first_column) * pixel_bytes_, block.row(j),
                  row_bytes);
    }
    return true;
  }
  std::vector<std::byte> packed(row_bytes * static_cast<std::size_t>(block.height()));
  for (int j = 0; j < block.height(); ++j) {
    std::memcpy(packed.data() + row_bytes * static_cast<std::size_t>(j), block.row(j), row_bytes);
  }
  const std::uint64_t pixels_before =
      static_cast<std::uint64_t>(first_row) * static_cast<std::uint64_t>(page_.width) +
      static_cast<std::uint64_t>(first_column) * static_cast<std::uint64_t>(block.height());
  const std::lock_guard lock(writing_);
  return file_->writeAt(pixels_before * pixel_bytes_, packed.data(), packed.size());
}

Result<Image> PageStore::band(int first_row) {
  const Size size{page_.width, rowsFrom(first_row)};
  if (!whole_.empty()) {
    return whole_.crop(0, first_row, size);
  }
  const std::size_t band_pixels = static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height);
  std::vector<std::byte> packed(band_pixels * pixel_bytes_);
  const std::uint64_t at =
      static_cast<std::uint64_t>(first_row) * static_cast<std::uint64_t>(size.width) * pixel_bytes_;
  if (file_->readAt(at, packed.data(), packed.size()) != packed.size()) {
    return failure();
  }
  const std::byte* from = packed.data();
  for (int column = 0; column < size.width; column += kTileColumns) {
    const std::size_t row_bytes = static_cast<std::size_t>(std::min(kTileColumns, size.width - column)) * pixel_bytes_;
    for (int j = 0; j < size.height; ++j, from += row_bytes) {
      std::memcpy(band_.row(j) + static_cast<std::size_t>(column) * pixel_bytes_, from, row_bytes);
    }
  }
  return band_.crop(0, 0, size);
}

Result<Image> PageStore::rows(int first, int count) {
  if (!whole_.empty()) {
    return whole_.crop(0, first, {page_.width, count});
  }
  Image rows = Image::allocate({page_.width, count}, band_.channels(), band_.type());
  const std::size_t row_bytes = static_cast<std::size_t>(page_.width) * pixel_bytes_;
  for (int top = first / kBandRows * kBandRows; top < first + count; top += kBandRows) {
    const Result<Image> part = band(top);
    if (!part) {
      return part;
    }
    const int from = std::max(first, top);
    for (int row = from; row < std::min(first + count, top + part->height()); ++row) {
      std::memcpy(rows.row(row - first), part->row(row - top), row_bytes);
    }
  }
  return rows;
}

tl::unexpected<Error> PageStore::failure() const {
  return file_->failure();
}

}  // namespace platen::pipeline
