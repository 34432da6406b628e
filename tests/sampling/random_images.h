// Random images and positions for the sampler's tests; same seed, same numbers on every machine.
#pragma once

#include "core/sampling/bilinear_kernels.h"

#include <cstdint>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include <c10/util/Half.h>

namespace platen::sampling::test {

template <class Pixel>
struct TestImage {
  std::int64_t width = 0, height = 0;
  int channels = 1;
  std::int64_t row_stride = 0;
  std::vector<Pixel> pixels;

  TestImage(std::int64_t width_in, std::int64_t height_in, int channels_in, std::int64_t padding = 0)
      : width(width_in),
        height(height_in),
        channels(channels_in),
        row_stride(width_in * channels_in + padding),
        pixels(static_cast<std::size_t>(row_stride * height_in)) {}

  [[nodiscard]] Pixel& at(std::int64_t i, std::int64_t j, int c = 0) {
    return pixels[static_cast<std::size_t>(j * row_stride + i * channels + c)];
  }
  [[nodiscard]] ImageView view() const {
    constexpr PixelKind kKind = std::is_same_v<Pixel, std::uint8_t> ? PixelKind::u8
                                : std::is_same_v<Pixel, c10::Half>  ? PixelKind::f16
                                : std::is_same_v<Pixel, float>      ? PixelKind::f32
                                                                    : PixelKind::f64;
    return {pixels.data(), width, height, row_stride, channels, kKind};
  }
};

constexpr Border kAllBorders[] = {Border::replicate, Border::zeros, Border::reflection};

inline std::string borderName(Border border) {
  return border == Border::replicate ? "Replicate" : border == Border::zeros ? "Zeros" : "Reflection";
}

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  double uniform(double low, double high) {
    return low + (high - low) * static_cast<double>(engine_() >> 11) * 0x1p-53;
  }
  template <class Pixel>
  void fill(TestImage<Pixel>& image) {
    for (Pixel& pixel : image.pixels) {
      pixel = static_cast<Pixel>(static_cast<int>(engine_() % 256));
    }
  }
  // In and around the image.
  template <class Scalar>
  std::vector<Scalar> positions(std::size_t n, std::int64_t width, std::int64_t height, double beyond = 2.5) {
    std::vector<Scalar> result(2 * n);
    for (std::size_t k = 0; k < n; ++k) {
      result[2 * k] = static_cast<Scalar>(uniform(-beyond, static_cast<double>(width) + beyond));
      result[2 * k + 1] = static_cast<Scalar>(uniform(-beyond, static_cast<double>(height) + beyond));
    }
    return result;
  }

 private:
  std::mt19937_64 engine_;
};

template <class Scalar>
struct Samples {
  std::vector<Scalar> values, d_dx, d_dy;
};

template <class Scalar>
Samples<Scalar> sampleAll(const ImageView& image, Border border, const std::vector<Scalar>& positions) {
  const std::size_t size = positions.size() / 2 * static_cast<std::size_t>(image.channels);
  Samples<Scalar> out{std::vector<Scalar>(size), std::vector<Scalar>(size), std::vector<Scalar>(size)};
  sampleBilinearCpu(image, border, positions.data(), static_cast<std::int64_t>(positions.size() / 2), out.values.data(),
                    out.d_dx.data(), out.d_dy.data());
  return out;
}

}  // namespace platen::sampling::test
