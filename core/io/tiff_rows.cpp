// TiffReader's rows: from strips, tiles and planes to unpacked samples, and from those to grey, RGB or RGBA.
#include "core/io/tiff_reader.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <limits>
#include <sys/stat.h>

namespace platen::io {
namespace {

std::size_t packedBytes(int samples, int bits) {
  return (static_cast<std::size_t>(samples) * static_cast<std::size_t>(bits) + 7) / 8;
}

}  // namespace

void TiffReader::unpack(const std::uint8_t* packed, int pixels, int samples, int first_pixel, int first_sample) {
  const int count = pixels * samples;
  const auto target = [&](int k) -> std::uint16_t& {
    return row_[static_cast<std::size_t>(first_pixel + k / samples) * static_cast<std::size_t>(samples_) +
                static_cast<std::size_t>(first_sample + k % samples)];
  };
  if (bits_ >= 8 && samples == samples_) {
    std::uint16_t* to = row_.data() + static_cast<std::size_t>(first_pixel) * static_cast<std::size_t>(samples_);
    if (bits_ == 16) {
      std::memcpy(to, packed, static_cast<std::size_t>(count) * 2);
    } else {
      std::copy(packed, packed + count, to);
    }
    return;
  }
  const int mask = (1 << bits_) - 1;
  for (int k = 0; k < count; ++k) {
    if (bits_ == 16) {
      std::memcpy(&target(k), packed + static_cast<std::size_t>(k) * 2, 2);
    } else {
      const int bit = k * bits_;
      target(k) = static_cast<std::uint16_t>((packed[bit / 8] >> (8 - bits_ - bit % 8)) & mask);
    }
  }
}

// A tile or a strip may claim to be larger than any picture, and memory that is asked for is cleared: 64 MB are its
// due, and as much as the picture's own pixels. No compression of several bits a sample packs more than 4096 to 1.
bool TiffReader::makeBlock(std::size_t bytes) {
  constexpr std::size_t kDue = std::size_t{64} << 20;
  const std::size_t picture = packedBytes(size_.width * samples_, bits_) * static_cast<std::size_t>(size_.height);
  struct stat status {};
  const bool is_known = ::fstat(TIFFFileno(tiff_.get()), &status) == 0;
  const std::size_t packed = is_known && bits_ > 1 ? static_cast<std::size_t>(status.st_size) * 4096 : picture;
  if (bytes > kDue && (bytes / 2 > picture || bytes / 2 > packed)) {
    message_ = "its strips or tiles claim more than the file can hold";
    claims_much_ = true;
    return false;
  }
  block_.resize(bytes);
  return true;
}

bool TiffReader::fetchRow(int y) {
  TIFF* tiff = tiff_.get();
  row_now_ = y;
  if (!readsBlocks()) {
    packed_.resize(static_cast<std::size_t>(TIFFScanlineSize(tiff)));
    const std::uint32_t strip = TIFFComputeStrip(tiff, static_cast<std::uint32_t>(y), 0);
    if (packed_.size() < packedBytes(size_.width * samples_, bits_) || !mayBeRead(strip)) {
      return false;
    }
    const bool is_read = TIFFReadScanline(tiff, packed_.data(), static_cast<std::uint32_t>(y)) >= 0;
    const bool is_line_short = !is_read && y == size_.height - 1 && isFax();
    if ((!is_read && !is_line_short) || !wasReadWhole(strip)) {
      return false;
    }
    if (is_line_short) {  // white
      std::fill(packed_.begin(), packed_.end(), photometric_ == PHOTOMETRIC_MINISWHITE ? 0 : 255);
    }
    unpack(packed_.data(), size_.width, samples_, 0, 0);
    return true;
  }
  if ((block_first_ < 0 || y >= block_first_ + block_rows_) && !fetchBlock(y)) {
    return false;
  }
  const int planes = planar_ ? samples_ : 1;
  const int samples = planar_ ? 1 : samples_;
  const auto row_in_block = static_cast<std::size_t>(y - block_first_);
  if (!tiled_) {
    const auto row_bytes = static_cast<std::size_t>(TIFFScanlineSize(tiff));
    const std::size_t plane_bytes = row_bytes * static_cast<std::size_t>(block_rows_);
    for (int plane = 0; plane < planes; ++plane) {
      unpack(block_.data() + plane_bytes * static_cast<std::size_t>(plane) + row_bytes * row_in_block, size_.width,
             samples, 0, plane);
    }
    return true;
  }
  std::uint32_t tile_width = 0;
  TIFFGetField(tiff, TIFFTAG_TILEWIDTH, &tile_width);
  const auto tile_bytes = static_cast<std::size_t>(TIFFTileSize(tiff));
  const auto tile_row_bytes = static_cast<std::size_t>(TIFFTileRowSize(tiff));
  std::size_t tile = 0;
  for (int plane = 0; plane < planes; ++plane) {
    for (int x = 0; x < size_.width; x += static_cast<int>(tile_width), ++tile) {
      const int pixels = std::min(static_cast<int>(tile_width), size_.width - x);
      unpack(block_.data() + tile * tile_bytes + row_in_block * tile_row_bytes, pixels, samples, x, plane);
    }
  }
  return true;
}

bool TiffReader::fetchBlock(int y) {
  TIFF* tiff = tiff_.get();
  const int planes = planar_ ? samples_ : 1;
  if (!tiled_) {
    std::uint32_t strip_rows = 0;
    TIFFGetFieldDefaulted(tiff, TIFFTAG_ROWSPERSTRIP, &strip_rows);
    block_rows_ = static_cast<int>(std::min(strip_rows, static_cast<std::uint32_t>(size_.height)));
    if (block_rows_ <= 0) {
      return false;
    }
    block_first_ = y / block_rows_ * block_rows_;
    const auto row_bytes = static_cast<std::size_t>(TIFFScanlineSize(tiff));
    const std::size_t plane_bytes = row_bytes * static_cast<std::size_t>(block_rows_);
    const std::size_t wanted = row_bytes * static_cast<std::size_t>(std::min(block_rows_, size_.height - block_first_));
    if (row_bytes < packedBytes(size_.width, bits_)) {
      return false;
    }
    if (!makeBlock(plane_bytes * static_cast<std::size_t>(planes))) {
      return false;
    }
    for (int plane = 0; plane < planes; ++plane) {
      const std::uint32_t strip =
          TIFFComputeStrip(tiff, static_cast<std::uint32_t>(y), static_cast<std::uint16_t>(plane));
      if (!mayBeRead(strip) ||
          TIFFReadEncodedStrip(tiff, strip, block_.data() + plane_bytes * static_cast<std::size_t>(plane),
                               static_cast<tmsize_t>(wanted)) < static_cast<tmsize_t>(wanted) ||
          !wasReadWhole(strip)) {
        return false;
      }
    }
    return true;
  }
  std::uint32_t tile_width = 0;
  std::uint32_t tile_height = 0;
  TIFFGetField(tiff, TIFFTAG_TILEWIDTH, &tile_width);
  TIFFGetField(tiff, TIFFTAG_TILELENGTH, &tile_height);
  if (tile_width == 0 || tile_height == 0 || tile_width > 65536 || tile_height > 65536) {
    return false;
  }
  block_rows_ = static_cast<int>(tile_height);
  block_first_ = y / block_rows_ * block_rows_;
  const auto tile_bytes = static_cast<std::size_t>(TIFFTileSize(tiff));
  const std::size_t across = (static_cast<std::size_t>(size_.width) + tile_width - 1) / tile_width;
  if (!makeBlock(tile_bytes * across * static_cast<std::size_t>(planes))) {
    return false;
  }
  std::uint8_t* to = block_.data();
  for (int plane = 0; plane < planes; ++plane) {
    for (std::size_t k = 0; k < across; ++k, to += tile_bytes) {
      const std::uint32_t x = static_cast<std::uint32_t>(k) * tile_width;
      const auto sample = static_cast<std::uint16_t>(plane);
      const std::uint32_t tile = TIFFComputeTile(tiff, x, static_cast<std::uint32_t>(y), 0, sample);
      if (!mayBeRead(tile) || TIFFReadTile(tiff, to, x, static_cast<std::uint32_t>(y), 0, sample) < 0 ||
          !wasReadWhole(tile)) {
        return false;
      }
    }
  }
  return true;
}

template <class T>
void TiffReader::convertSamples(T* out) const {
  const int color_samples = photometric_ == PHOTOMETRIC_RGB ? 3 : 1;
  // 1, 2 and 4 bits are spread over 0..255; white-is-zero is turned round.
  const int most = (1 << bits_) - 1;
  const int spread = bits_ < 8 ? 255 / most : 1;
  const bool inverted = photometric_ == PHOTOMETRIC_MINISWHITE;
  const std::uint16_t* in = row_.data();
  for (int x = 0; x < size_.width; ++x, in += samples_, out += channels_) {
    for (int c = 0; c < color_samples; ++c) {
      out[c] = static_cast<T>((inverted ? most - in[c] : in[c]) * spread);
    }
    if (alpha_) {
      if (color_samples == 1) {
        out[1] = out[2] = out[0];
      }
      out[3] = static_cast<T>(in[color_samples] * spread);
      for (int c = 0; premultiplied_ && c < 3; ++c) {
        const unsigned whole = std::numeric_limits<T>::max();
        out[c] = out[3] == 0 ? T{0} : static_cast<T>(std::min(whole, (out[c] * whole + out[3] / 2U) / out[3]));
      }
    }
  }
}

void TiffReader::convertRow(std::byte* out) const {
  const auto width = static_cast<std::size_t>(size_.width);
  auto* bytes = reinterpret_cast<std::uint8_t*>(out);
  if (!palette_.empty()) {
    const std::size_t colors = palette_.size() / 3;
    for (std::size_t x = 0; x < width; ++x) {
      const std::size_t index = row_[x * static_cast<std::size_t>(samples_)];
      for (std::size_t c = 0; c < 3; ++c) {
        bytes[x * 3 + c] = static_cast<std::uint8_t>(palette_[c * colors + index]);
      }
    }
  } else if (cmyk_) {
    const int most = (1 << bits_) - 1;
    std::vector<std::uint8_t> cmyk(width * 4);
    for (std::size_t x = 0; x < width; ++x) {
      for (std::size_t c = 0; c < 4; ++c) {
        const int sample = row_[x * static_cast<std::size_t>(samples_) + c];
        cmyk[x * 4 + c] = static_cast<std::uint8_t>((sample * 255 + most / 2) / most);
      }
    }
    cmyk_->convert(cmyk.data(), bytes, width);
  } else if (type_ == PixelType::u16) {
    convertSamples(reinterpret_cast<std::uint16_t*>(out));
  } else {
    convertSamples(bytes);
  }
}

}  // namespace platen::io
