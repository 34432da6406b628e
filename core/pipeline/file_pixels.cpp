#include "core/pipeline/file_pixels.h"

#include <array>
#include <cstdint>
#include <limits>
#include <stdexcept>

namespace platen::pipeline {
namespace {

template <class From, class To>
void convertRow(const From* in, int width, int channels_in, To* out, int channels_out) {
  constexpr std::uint32_t top = std::numeric_limits<From>::max();
  for (int i = 0; i < width; ++i, in += channels_in, out += channels_out) {
    std::array<std::uint32_t, 4> p{};
    for (int c = 0; c < channels_in; ++c) {
      p[static_cast<std::size_t>(c)] = in[c];
    }
    if (channels_in == 4 && channels_out != 4) {
      for (std::size_t c = 0; c < 3; ++c) {
        p[c] = static_cast<std::uint32_t>((std::uint64_t{p[c]} * p[3] + std::uint64_t{top} * (top - p[3]) + top / 2) /
                                          top);
      }
    }
    for (int c = 0; c < channels_out; ++c) {
      const std::uint32_t value = p[static_cast<std::size_t>(c)];
      out[c] = static_cast<To>(sizeof(To) < sizeof(From) ? (value + 128) / 257 : value);
    }
  }
}

}  // namespace

Image convertPixels(const Image& band, const FilePixels& wanted) {
  if (band.channels() == wanted.channels && band.type() == wanted.type) {
    return band;
  }
  if (wanted.channels != band.channels() && !(wanted.channels == 3 && band.channels() == 4)) {
    throw std::invalid_argument("convertPixels: only alpha can be taken away");
  }
  Image out = Image::allocate(band.size(), wanted.channels, wanted.type);
  for (int j = 0; j < band.height(); ++j) {
    if (band.type() == PixelType::u8) {
      convertRow(band.rowAs<std::uint8_t>(j), band.width(), band.channels(), out.rowAs<std::uint8_t>(j),
                 wanted.channels);
    } else if (wanted.type == PixelType::u16) {
      convertRow(band.rowAs<std::uint16_t>(j), band.width(), band.channels(), out.rowAs<std::uint16_t>(j),
                 wanted.channels);
    } else {
      convertRow(band.rowAs<std::uint16_t>(j), band.width(), band.channels(), out.rowAs<std::uint8_t>(j),
                 wanted.channels);
    }
  }
  return out;
}

}  // namespace platen::pipeline
