// The mask is made of differences to the pixel, w ((left - here) + (right - here)), not of values: weights do not add
// up to 1 to the last bit, and what is flat must stay as it is. Down first, then across the sum.
#include "core/enhance/sharpen.h"

#include "core/wide_registers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <type_traits>

namespace platen::enhance {
namespace {

std::vector<float> gaussian(double sigma, int reach) {
  std::vector<double> weights;
  double sum = 0;
  for (int k = 0; k <= reach; ++k) {
    weights.push_back(std::exp(-0.5 * k * k / (sigma * sigma)));
    sum += (k == 0 ? 1 : 2) * weights.back();
  }
  std::vector<float> normalised;
  std::transform(weights.begin(), weights.end(), std::back_inserter(normalised),
                 [sum](double weight) { return static_cast<float>(weight / sum); });
  return normalised;
}

// As many pairs of neighbours as are looked at in one pass over a row: all that the usual mask has.
constexpr int kPairs = 5;
struct Pairs {
  std::array<const float*, kPairs> one{}, other{};
  std::array<float, kPairs> weight{};
};

// sum += weight (one - here + other - here) of all pairs.
PLATEN_WIDE_REGISTERS void addDifferences(const Pairs& pairs,
                                          const float* here,
                                          std::size_t count,
                                          float* __restrict sum) {
  const auto [one, other, weight] = pairs;  // of its own, which writing the sum can't change
  for (std::size_t x = 0; x < count; ++x) {
    const float both = here[x] + here[x];
    float added = sum[x];
    for (std::size_t k = 0; k < kPairs; ++k) {
      added += weight[k] * ((one[k][x] + other[k][x]) - both);
    }
    sum[x] = added;
  }
}

// What is added to the pixels, rounded, halves away from zero: what is lighter by so much is as much darker elsewhere.
PLATEN_WIDE_REGISTERS void toSteps(const float* mask, float amount, std::size_t count, std::int32_t* steps) {
  for (std::size_t x = 0; x < count; ++x) {
    const float step = -amount * mask[x];
    steps[x] = static_cast<std::int32_t>(step + (step < 0 ? -0.5F : 0.5F));
  }
}

template <class T, int kChannels>
[[gnu::always_inline]] inline void lumaOfPixels(const T* in, int width, float* __restrict luma) {
  for (int x = 0; x < width; ++x, in += kChannels) {
    if constexpr (kChannels == 1) {
      luma[x] = static_cast<float>(in[0]);
    } else {
      luma[x] =
          0.299F * static_cast<float>(in[0]) + 0.587F * static_cast<float>(in[1]) + 0.114F * static_cast<float>(in[2]);
    }
    if constexpr (kChannels == 4) {
      constexpr float kMost = sizeof(T) == 1 ? 255.0F : 65535.0F;
      luma[x] = kMost + (luma[x] - kMost) * (static_cast<float>(in[3]) / kMost);
    }
  }
}

template <class T, int kChannels>
[[gnu::always_inline]] inline void addSteps(const T* in, const std::int32_t* steps, int width, T* __restrict out) {
  constexpr std::int32_t kMost = sizeof(T) == 1 ? 255 : 65535;
  constexpr int kColors = std::min(kChannels, 3);
  for (int x = 0; x < width; ++x, in += kChannels, out += kChannels) {
    for (int c = 0; c < kColors; ++c) {
      out[c] = static_cast<T>(std::clamp(in[c] + steps[x], 0, kMost));
    }
    if constexpr (kChannels == 4) {
      out[3] = in[3];
    }
  }
}

// Calls use(T{}, channels) with both as constants.
template <class Use>
[[gnu::always_inline]] inline void forPixels(PixelType type, int channels, const Use& use) {
  using One = std::integral_constant<int, 1>;
  using Three = std::integral_constant<int, 3>;
  using Four = std::integral_constant<int, 4>;
  if (type == PixelType::u8) {
    constexpr std::uint8_t kType = 0;
    channels == 1 ? use(kType, One{}) : channels == 3 ? use(kType, Three{}) : use(kType, Four{});
  } else {
    constexpr std::uint16_t kType = 0;
    channels == 1 ? use(kType, One{}) : channels == 3 ? use(kType, Three{}) : use(kType, Four{});
  }
}

PLATEN_WIDE_REGISTERS void lumaOfRow(const Image& image, int row, float* luma) {
  forPixels(
      image.type(), image.channels(), [&]<class T, class Channels>(T, Channels) __attribute__((always_inline)) {
        lumaOfPixels<T, Channels::value>(image.rowAs<T>(row), image.width(), luma);
      });
}

PLATEN_WIDE_REGISTERS void addToRow(const Image& from, int from_row, const std::int32_t* steps, Image& to, int to_row) {
  forPixels(
      from.type(), from.channels(), [&]<class T, class Channels>(T, Channels) __attribute__((always_inline)) {
        addSteps<T, Channels::value>(from.rowAs<T>(from_row), steps, from.width(), to.rowAs<T>(to_row));
      });
}

}  // namespace

Sharpening sharpeningOf(double amount, double out_per_source) {
  return {amount, std::clamp(kPhotoSigma * out_per_source, kLeastSigma, kMostSigma)};
}

int sharpenReach(const Sharpening& sharpening) {
  return sharpening.amount > 0 ? static_cast<int>(std::ceil(3 * sharpening.sigma_px)) : 0;
}

Image sharpen(const Image& page, const Sharpening& sharpening) {
  return SharpenedRows(sharpening, page.size(), page.channels(), page.type()).add(page);
}

SharpenedRows::SharpenedRows(const Sharpening& sharpening, Size page, int channels, PixelType type)
    : sharpening_(sharpening), page_(page), reach_(sharpenReach(sharpening)) {
  if (reach_ == 0) {
    return;
  }
  const auto width = static_cast<std::size_t>(page.width);
  const auto reach = static_cast<std::size_t>(reach_);
  weights_ = gaussian(sharpening.sigma_px, reach_);
  luma_.resize((2 * reach + 1) * width);
  waiting_ = Image::allocate({page.width, reach_ + 1}, channels, type);
  across_.resize(width + 2 * reach);
  mask_.resize(width);
  steps_.resize(width);
}

float* SharpenedRows::lumaOf(int row) {
  const int kept = std::clamp(row, 0, page_.height - 1) % (2 * reach_ + 1);
  return luma_.data() + static_cast<std::size_t>(kept) * static_cast<std::size_t>(page_.width);
}

void SharpenedRows::keep(const Image& rows, int from) {
  std::memcpy(waiting_.row(next_ % (reach_ + 1)), rows.row(from),
              static_cast<std::size_t>(page_.width) * rows.bytesPerPixel());
  lumaOfRow(rows, from, lumaOf(next_));
  ++next_;
}

// What a row's neighbours, in one direction, add to the mask.
template <class Neighbour>
void SharpenedRows::addMask(const float* here, const Neighbour& at) {
  for (int first = 1; first <= reach_; first += kPairs) {
    Pairs pairs;
    for (int k = 0; k < kPairs; ++k) {
      // Beyond the mask pairs count nothing.
      const bool is_there = first + k <= reach_;
      const auto slot = static_cast<std::size_t>(k);
      pairs.one[slot] = is_there ? at(-(first + k)) : here;
      pairs.other[slot] = is_there ? at(first + k) : here;
      pairs.weight[slot] = is_there ? weights_[static_cast<std::size_t>(first + k)] : 0;
    }
    addDifferences(pairs, here, mask_.size(), mask_.data());
  }
}

// G L - L of the row, and what it makes of the pixels.
void SharpenedRows::finish(Image& out, int to) {
  const auto width = static_cast<std::size_t>(page_.width);
  const auto reach = static_cast<std::size_t>(reach_);
  const float* here = lumaOf(done_);
  std::fill(mask_.begin(), mask_.end(), 0.0F);
  addMask(here, [this](int k) { return lumaOf(done_ + k); });
  float* const across = across_.data() + reach;
  for (std::size_t x = 0; x < width; ++x) {
    across[x] = here[x] + mask_[x];
  }
  std::fill_n(across_.data(), reach, across[0]);
  std::fill_n(across + width, reach, across[width - 1]);
  addMask(across, [across](int k) { return across + k; });
  toSteps(mask_.data(), static_cast<float>(sharpening_.amount), width, steps_.data());
  addToRow(waiting_, done_ % (reach_ + 1), steps_.data(), out, to);
  ++done_;
}

Image SharpenedRows::add(const Image& rows) {
  if (reach_ == 0) {
    return rows;
  }
  const int come = next_ + rows.height();
  const int first = done_;
  const int end = come == page_.height ? come : std::max(first, come - reach_);
  Image out = end > first ? Image::allocate({page_.width, end - first}, rows.channels(), rows.type()) : Image();
  for (int j = 0; j < rows.height(); ++j) {
    keep(rows, j);
    while (done_ < end && (done_ + reach_ < next_ || next_ == page_.height)) {
      finish(out, done_ - first);
    }
  }
  return out;
}

}  // namespace platen::enhance
