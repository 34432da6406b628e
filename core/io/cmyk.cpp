#include "core/io/cmyk.h"

#include <lcms2.h>
#include <type_traits>

namespace platen::io {
namespace {

struct ProfileCloser {
  void operator()(void* profile) const { cmsCloseProfile(profile); }
};
using Profile = std::unique_ptr<std::remove_pointer_t<cmsHPROFILE>, ProfileCloser>;

std::shared_ptr<void> makeTransform(std::span<const std::uint8_t> icc_profile, bool inverted) {
  if (icc_profile.empty()) {
    return nullptr;
  }
  cmsSetLogErrorHandler(nullptr);
  const Profile from(cmsOpenProfileFromMem(icc_profile.data(), static_cast<cmsUInt32Number>(icc_profile.size())));
  if (!from || cmsGetColorSpace(from.get()) != cmsSigCmykData) {
    return nullptr;
  }
  const Profile srgb(cmsCreate_sRGBProfile());
  cmsHTRANSFORM transform =
      cmsCreateTransform(from.get(), inverted ? TYPE_CMYK_8_REV : TYPE_CMYK_8, srgb.get(), TYPE_RGB_8,
                         INTENT_RELATIVE_COLORIMETRIC, cmsFLAGS_BLACKPOINTCOMPENSATION);
  if (transform == nullptr) {
    return nullptr;
  }
  return {transform, [](void* t) { cmsDeleteTransform(t); }};
}

std::uint8_t product(int a, int b) {
  return static_cast<std::uint8_t>((a * b + 127) / 255);
}

}  // namespace

CmykToRgb::CmykToRgb(std::span<const std::uint8_t> icc_profile, bool inverted)
    : transform_(makeTransform(icc_profile, inverted)), inverted_(inverted) {}

void CmykToRgb::convert(const std::uint8_t* cmyk, std::uint8_t* rgb, std::size_t pixels) const {
  if (transform_) {
    cmsDoTransform(transform_.get(), cmyk, rgb, static_cast<cmsUInt32Number>(pixels));
    return;
  }
  const int flip = inverted_ ? 0 : 255;
  for (std::size_t i = 0; i < pixels; ++i, cmyk += 4, rgb += 3) {
    const int white = cmyk[3] ^ flip;  // light that black lets through
    rgb[0] = product(cmyk[0] ^ flip, white);
    rgb[1] = product(cmyk[1] ^ flip, white);
    rgb[2] = product(cmyk[2] ^ flip, white);
  }
}

}  // namespace platen::io
