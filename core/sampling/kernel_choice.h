// From what the arguments are to the GPU kernel compiled for exactly that: pixel type, channels, border, derivative.
#pragma once

#include "core/sampling/bilinear_kernels.h"
#include "core/sampling/fused_device.h"

#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace platen::sampling {

template <class PixelType, int kChannelCount, Border kBorderRule, bool kWithDerivative>
struct KernelChoice {
  using Pixel = PixelType;
  static constexpr int kChannels = kChannelCount;
  static constexpr Border kBorder = kBorderRule;
  static constexpr bool kDerivative = kWithDerivative;
};

template <class Pixel, int kChannels, class Call>
void chooseRule(Border border, bool derivative, const Call& call) {
  const auto with = [&](auto yes) {
    constexpr bool kYes = decltype(yes)::value;
    switch (border) {
      case Border::replicate:
        return call(KernelChoice<Pixel, kChannels, Border::replicate, kYes>{});
      case Border::zeros:
        return call(KernelChoice<Pixel, kChannels, Border::zeros, kYes>{});
      case Border::reflection:
        return call(KernelChoice<Pixel, kChannels, Border::reflection, kYes>{});
    }
  };
  derivative ? with(std::true_type{}) : with(std::false_type{});
}

// call(KernelChoice<...>{}). Throws std::invalid_argument where there is no kernel for this kind or channel count.
template <class Call>
void chooseKernel(const char* who, const ImageView& image, Border border, bool derivative, const Call& call) {
  if (image.kind == PixelKind::u8 && image.channels == 1) {
    chooseRule<std::uint8_t, 1>(border, derivative, call);
  } else if (image.kind == PixelKind::u8 && image.channels == 3) {
    chooseRule<std::uint8_t, 3>(border, derivative, call);
  } else if (image.kind == PixelKind::f32 && image.channels == 1) {
    chooseRule<float, 1>(border, derivative, call);
  } else if (image.kind == PixelKind::f32 && image.channels == 3) {
    chooseRule<float, 3>(border, derivative, call);
  } else {
    throw std::invalid_argument(std::string(who) + ": on a GPU pixels are u8 or f32, of 1 or 3 channels");
  }
}

// call(KernelChoice<...>{}, std::type_identity<term>{}).
template <class Call>
void chooseFused(const FusedLaunch& launch, const Call& call) {
  if (launch.angles) {
    constexpr std::type_identity<AnglesTerm> kTerm;
    launch.gradient ? call(KernelChoice<std::uint8_t, 3, Border::replicate, true>{}, kTerm)
                    : call(KernelChoice<std::uint8_t, 3, Border::replicate, false>{}, kTerm);
    return;
  }
  ImageView image;
  image.kind = launch.kind;
  image.channels = launch.channels;
  chooseKernel("FusedLaunch", image, launch.border, launch.gradient,
               [&](auto choice) { call(choice, std::type_identity<SquaresTerm>{}); });
}

}  // namespace platen::sampling
