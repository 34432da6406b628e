// Tap tables and the portable kernels, which define the arithmetic that the vector kernels repeat bit for bit.
#include "core/pipeline/resample.h"

#include "core/pipeline/resample_avx2.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <type_traits>

namespace platen::pipeline {
namespace {

double kernel(Filter filter, double t) {
  t = std::abs(t);
  switch (filter) {
    case Filter::bilinear:
      return std::max(0.0, 1 - t);
    case Filter::bicubic: {
      constexpr double a = -0.5;
      if (t < 1) {
        return ((a + 2) * t - (a + 3)) * t * t + 1;
      }
      return t < 2 ? a * (((t - 5) * t + 8) * t - 4) : 0.0;
    }
    case Filter::lanczos: {
      if (t < 1e-9) {
        return 1;
      }
      const double x = std::numbers::pi * t;
      return t < 3 ? 3 * std::sin(x) * std::sin(x / 3) / (x * x) : 0.0;
    }
  }
  return 0;
}

// How one pixel type sums its taps. `Pair` is what two neighbouring taps of a row give.
template <class T>
struct Arithmetic;

template <>
struct Arithmetic<std::uint8_t> {
  using Weight = std::int16_t;
  using Sum = std::int32_t;
  static const Weight* weights(const TapTable& table) { return table.fixed.data(); }
  static Sum pair(Weight w0, std::uint8_t p0, Weight w1, std::uint8_t p1) { return (w0 * p0 + w1 * p1) >> kPairShift; }
  static Sum weigh(Weight w, Sum pairs) { return w * pairs; }
  // Each pair was floored: on average half a unit is missing, which is put back with the rounding.
  static std::uint8_t pixel(Sum sum, int pairs) {
    constexpr int shift = 2 * kWeightBits - kPairShift;
    const Sum rounding = (1 << (shift - 1)) + (pairs << (kWeightBits - 1));
    return static_cast<std::uint8_t>(std::clamp((sum + rounding) >> shift, 0, 255));
  }
};

template <>
struct Arithmetic<std::uint16_t> {
  using Weight = float;
  using Sum = float;
  static const Weight* weights(const TapTable& table) { return table.real.data(); }
  static Sum pair(Weight w0, std::uint16_t p0, Weight w1, std::uint16_t p1) {
    return w0 * static_cast<float>(p0) + w1 * static_cast<float>(p1);
  }
  static Sum weigh(Weight w, Sum pairs) { return w * pairs; }
  static std::uint16_t pixel(Sum sum, int /*pairs*/) {
    return static_cast<std::uint16_t>(std::clamp(sum + 0.5F, 0.0F, 65535.0F));
  }
};

template <class T, int kChannels, int kTaps, bool kGuarded>
void resample(const SourceView& source,
              const TapTable& table,
              const std::int32_t* x,
              const std::int32_t* y,
              int n,
              void* out_pixels) {
  using A = Arithmetic<T>;
  T* out = static_cast<T*>(out_pixels);
  const int bits = table.phase_bits;
  const std::int32_t mask = (1 << bits) - 1;
  for (int i = 0; i < n; ++i, out += kChannels) {
    if constexpr (kGuarded) {
      if (isBeyond(source, bits, x[i], y[i])) {
        std::fill_n(out, kChannels, std::numeric_limits<T>::max());
        continue;
      }
    }
    const typename A::Weight* wx = A::weights(table) + (x[i] & mask) * kTaps;
    const typename A::Weight* wy = A::weights(table) + (y[i] & mask) * kTaps;
    const int x0 = (x[i] >> bits) - (kTaps / 2 - 1);
    const int y0 = (y[i] >> bits) - (kTaps / 2 - 1);
    typename A::Sum sum[kChannels] = {};
    for (int r = 0; r < kTaps; ++r) {
      const int row = kGuarded ? std::clamp(y0 + r, 0, source.height - 1) : y0 + r;
      const T* line = reinterpret_cast<const T*>(source.pixels + row * source.stride);
      typename A::Sum pairs[kChannels] = {};
      for (int k = 0; k < kTaps; k += 2) {
        const int left_tap = kGuarded ? std::clamp(x0 + k, 0, source.width - 1) : x0 + k;
        const int right_tap = kGuarded ? std::clamp(x0 + k + 1, 0, source.width - 1) : x0 + k + 1;
        const T* p0 = line + static_cast<std::ptrdiff_t>(left_tap) * kChannels;
        const T* p1 = line + static_cast<std::ptrdiff_t>(right_tap) * kChannels;
        for (int c = 0; c < kChannels; ++c) {
          pairs[c] += A::pair(wx[k], p0[c], wx[k + 1], p1[c]);
        }
      }
      for (int c = 0; c < kChannels; ++c) {
        sum[c] += A::weigh(wy[r], pairs[c]);
      }
    }
    for (int c = 0; c < kChannels; ++c) {
      out[c] = A::pixel(sum[c], kTaps / 2);
    }
  }
}

template <class T, int kChannels, bool kGuarded>
ResampleRow byTaps(int taps) {
  switch (taps) {
    case 2:
      return resample<T, kChannels, 2, kGuarded>;
    case 4:
      return resample<T, kChannels, 4, kGuarded>;
    case 6:
      return resample<T, kChannels, 6, kGuarded>;
    default:
      throw std::invalid_argument("resample: 2, 4 or 6 taps");
  }
}

template <class T, bool kGuarded>
ResampleRow byChannels(int channels, int taps) {
  switch (channels) {
    case 1:
      return byTaps<T, 1, kGuarded>(taps);
    case 3:
      return byTaps<T, 3, kGuarded>(taps);
    case 4:
      return byTaps<T, 4, kGuarded>(taps);
    default:
      throw std::invalid_argument("resample: 1, 3 or 4 channels, not " + std::to_string(channels));
  }
}

PositionRange positionsPortable(
    const float* const columns[4], const float weight[4], float scale, std::int32_t origin, int n, std::int32_t* out) {
  PositionRange range{std::numeric_limits<std::int32_t>::max(), std::numeric_limits<std::int32_t>::min()};
  for (int k = 0; k < n; ++k) {
    const float low = columns[0][k] * weight[0] + columns[1][k] * weight[1];
    const float high = columns[2][k] * weight[2] + columns[3][k] * weight[3];
    float at = low + high;
    at = at > -kFarAway ? at : -kFarAway;  // also catches NaN
    at = at < kFarAway ? at : kFarAway;
    out[k] = static_cast<std::int32_t>(std::lrintf(at * scale)) + origin;
    range = {std::min(range.least, out[k]), std::max(range.most, out[k])};
  }
  return range;
}

}  // namespace

TapTable tapTable(Filter filter, PixelType type) {
  TapTable table;
  table.taps = filter == Filter::bilinear ? 2 : filter == Filter::bicubic ? 4 : 6;
  table.phase_bits = type == PixelType::u8 ? 10 : 12;
  const int phases = 1 << table.phase_bits;
  const auto taps = static_cast<std::size_t>(table.taps);
  table.fixed.resize(static_cast<std::size_t>(phases) * taps);
  table.real.resize(table.fixed.size());
  std::vector<double> weight(taps);
  for (int phase = 0; phase < phases; ++phase) {
    double sum = 0;
    for (int k = 0; k < table.taps; ++k) {
      const double t = k - table.before() - static_cast<double>(phase) / phases;
      // At phase 0 sines of whole multiples of pi would leave 1e-17 behind: there the middle tap alone counts.
      weight[static_cast<std::size_t>(k)] = phase == 0 ? (k == table.before() ? 1.0 : 0.0) : kernel(filter, t);
      sum += weight[static_cast<std::size_t>(k)];
    }
    int left = 1 << kWeightBits;
    std::size_t largest = 0;
    const std::size_t first = static_cast<std::size_t>(phase) * taps;
    for (std::size_t k = 0; k < taps; ++k) {
      const double w = weight[k] / sum;
      table.real[first + k] = static_cast<float>(w);
      table.fixed[first + k] = static_cast<std::int16_t>(std::lround(w * (1 << kWeightBits)));
      left -= table.fixed[first + k];
      largest = table.fixed[first + k] > table.fixed[first + largest] ? k : largest;
    }
    table.fixed[first + largest] = static_cast<std::int16_t>(table.fixed[first + largest] + left);
  }
  return table;
}

ResampleRow resampleInside(PixelType type, int channels, int taps, bool portable) {
  if (type == PixelType::u16) {
    return byChannels<std::uint16_t, false>(channels, taps);
  }
  const ResampleRow fast = portable ? nullptr : resampleU8Avx2(channels, taps);
  return fast != nullptr ? fast : byChannels<std::uint8_t, false>(channels, taps);
}

ResampleRow resampleAnywhere(PixelType type, int channels, int taps) {
  return type == PixelType::u16 ? byChannels<std::uint16_t, true>(channels, taps)
                                : byChannels<std::uint8_t, true>(channels, taps);
}

PositionRow positionRow(bool portable) {
  const PositionRow fast = portable ? nullptr : positionsAvx2();
  return fast != nullptr ? fast : positionsPortable;
}

}  // namespace platen::pipeline
