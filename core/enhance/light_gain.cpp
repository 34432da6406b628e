#include "core/enhance/light_gain.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <opencv2/core.hpp>

namespace platen::enhance {
namespace {

// Light beside the best channel's: below the first nothing of a channel is believed, above the second all.
constexpr double kDark = 0.2;
constexpr double kLit = 0.4;

}  // namespace

LightGain::LightGain(const cv::Mat& light, double paper, Size page)
    : gain_(255.0 / (light * paper)), page_(page), columns_(static_cast<std::size_t>(page.width)) {
  for (int x = 0; x < page.width; ++x) {
    columns_[static_cast<std::size_t>(x)] = at(x, page.width, gain_.cols);
  }
  mixed_.resize(static_cast<std::size_t>(gain_.cols) * static_cast<std::size_t>(gain_.channels()));
  row_.resize(columns_.size() * static_cast<std::size_t>(gain_.channels()));
  if (gain_.channels() == 3) {
    trustChannels(light);
  }
}

void LightGain::trustChannels(const cv::Mat& light) {
  const cv::Scalar mean = cv::mean(light);
  const double best = std::max({mean[0], mean[1], mean[2]});
  double sum = 0;
  for (int c = 0; c < 3; ++c) {
    const auto k = static_cast<std::size_t>(c);
    own_[k] = static_cast<float>(std::clamp((mean[c] / best - kDark) / (kLit - kDark), 0.0, 1.0));
    all_own_ = all_own_ && own_[k] >= 1;
    // A channel's noise, divided by its light, is the smaller the more light it has: weights of least variance.
    share_[k] = static_cast<float>(own_[k] * mean[c] * mean[c]);
    sum += share_[k];
  }
  for (float& share : share_) {
    share /= static_cast<float>(sum);
  }
}

// Both are index-based grids of the same extent: page pixel centre (x + 0.5) lies at (x + 0.5) * small / page - 0.5 of
// the small one.
LightGain::Tap LightGain::at(int position, int page_length, int small_length) {
  const double on_small =
      std::clamp((position + 0.5) * small_length / page_length - 0.5, 0.0, static_cast<double>(small_length - 1));
  const int first = static_cast<int>(on_small);
  return {first, std::min(first + 1, small_length - 1), static_cast<float>(on_small - first)};
}

void LightGain::gainsOf(int page_row) {
  const Tap tap = at(page_row, page_.height, gain_.rows);
  const auto* upper = gain_.ptr<float>(tap.first);
  const auto* lower = gain_.ptr<float>(tap.second);
  for (std::size_t k = 0; k < mixed_.size(); ++k) {
    mixed_[k] = upper[k] + tap.part * (lower[k] - upper[k]);
  }
  const auto channels = static_cast<std::size_t>(gain_.channels());
  for (std::size_t x = 0; x < columns_.size(); ++x) {
    const Tap& column = columns_[x];
    for (std::size_t c = 0; c < channels; ++c) {
      const float a = mixed_[static_cast<std::size_t>(column.first) * channels + c];
      const float b = mixed_[static_cast<std::size_t>(column.second) * channels + c];
      row_[x * channels + c] = a + column.part * (b - a);
    }
  }
}

template <class T>
void LightGain::evenPixels(const T* in, int width, int channels, T* out) const {
  constexpr float kMost = sizeof(T) == 1 ? 255.0F : 65535.0F;
  const int colors = gain_.channels();
  const float* gain = row_.data();
  for (int x = 0; x < width; ++x, in += channels, out += channels, gain += colors) {
    std::array<float, 3> even{};
    for (int c = 0; c < colors; ++c) {
      even[static_cast<std::size_t>(c)] = std::min(kMost, static_cast<float>(in[c]) * gain[c]);
    }
    if (!all_own_) {
      const float common = share_[0] * even[0] + share_[1] * even[1] + share_[2] * even[2];
      for (std::size_t c = 0; c < 3; ++c) {
        even[c] = common + own_[c] * (even[c] - common);
      }
    }
    for (int c = 0; c < colors; ++c) {
      const float value = even[static_cast<std::size_t>(c)] + 0.5F;
      out[c] = static_cast<T>(value);
    }
    if (channels == 4) {
      out[3] = in[3];
    }
  }
}

void LightGain::evenRow(const Image& in, int from, int page_row, Image& out) {
  gainsOf(page_row);
  if (in.type() == PixelType::u8) {
    evenPixels(in.rowAs<std::uint8_t>(from), in.width(), in.channels(), out.rowAs<std::uint8_t>(from));
  } else {
    evenPixels(in.rowAs<std::uint16_t>(from), in.width(), in.channels(), out.rowAs<std::uint16_t>(from));
  }
}

}  // namespace platen::enhance
