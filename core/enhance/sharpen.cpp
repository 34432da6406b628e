// The mask is made of differences to the pixel, w ((left - here) + (right - here)), not of values: weights do not add
// up to 1 to the last bit, and what is flat must stay as it is. Down first, then across the sum.
#include "core/enhance/sharpen.h"

#include "core/wide_registers.h"

#include <algorithm>
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

// sum += weight (one - here + other - here)
PLATEN_WIDE_REGISTERS void addDifferences(
    const float* one, const float* other, const float* here, float weight, std::size_t count, float* sum) {
  for (std::size_t x = 0; x < count; ++x) {
    sum[x] += weight * ((one[x] + other[x]) - (here[x] + here[x]));
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
void lumaOfPixels(const T* in, int width, float* luma) {
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
void addSteps(const T* in, const std::int32_t* steps, int width, T* out) {
  constexpr std::int32_t kMost = sizeof(T) == 1 ? 255 : 65535;
  constexpr int kColors = kChannels == 4 ? 3 : kChannels;
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
void forPixels(PixelType type, int channels, const Use& use) {
  const auto withType = [&]<class T>(T value) {
    if (channels == 1) {
      use(value, std::integral_constant<int, 1>{});
    } else if (channels == 3) {
      use(value, std::integral_constant<int, 3>{});
    } else {
      use(value, std::integral_constant<int, 4>{});
    }
  };
  if (type == PixelType::u8) {
    withType(std::uint8_t{});
  } else {
    withType(std::uint16_t{});
  }
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
  forPixels(rows.type(), rows.channels(), [&]<class T, class Channels>(T, Channels) {
    lumaOfPixels<T, Channels::value>(rows.rowAs<T>(from), page_.width, lumaOf(next_));
  });
  ++next_;
}

// G L - L of the row, and what it makes of the pixels.
void SharpenedRows::finish(Image& out, int to) {
  const auto width = static_cast<std::size_t>(page_.width);
  const auto reach = static_cast<std::size_t>(reach_);
  const float* here = lumaOf(done_);
  std::fill(mask_.begin(), mask_.end(), 0.0F);
  for (int k = 1; k <= reach_; ++k) {
    addDifferences(lumaOf(done_ - k), lumaOf(done_ + k), here, weights_[static_cast<std::size_t>(k)], width,
                   mask_.data());
  }
  float* const across = across_.data() + reach;
  for (std::size_t x = 0; x < width; ++x) {
    across[x] = here[x] + mask_[x];
  }
  std::fill_n(across_.data(), reach, across[0]);
  std::fill_n(across + width, reach, across[width - 1]);
  for (std::size_t k = 1; k <= reach; ++k) {
    addDifferences(across - k, across + k, across, weights_[k], width, mask_.data());
  }
  toSteps(mask_.data(), static_cast<float>(sharpening_.amount), width, steps_.data());
  forPixels(out.type(), out.channels(), [&]<class T, class Channels>(T, Channels) {
    addSteps<T, Channels::value>(waiting_.rowAs<T>(done_ % (reach_ + 1)), steps_.data(), page_.width, out.rowAs<T>(to));
  });
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
