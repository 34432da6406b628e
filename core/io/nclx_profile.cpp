#include "core/io/nclx_profile.h"

#include "core/io/saved_profile.h"

#include <lcms2.h>
#include <memory>

namespace platen::io {
namespace {

struct ProfileCloser {
  void operator()(void* profile) const { cmsCloseProfile(profile); }
};
struct CurveCloser {
  void operator()(cmsToneCurve* curve) const { cmsFreeToneCurve(curve); }
};

}  // namespace

std::vector<std::uint8_t> profileOf(int primaries, int transfer) {
  constexpr int kBt2020 = 9;
  constexpr int kDisplayP3 = 12;
  if (primaries != kBt2020 && primaries != kDisplayP3) {
    return {};
  }
  // H.273, table 2.
  const cmsCIExyY white{0.3127, 0.3290, 1};
  const cmsCIExyYTRIPLE p3{{0.680, 0.320, 1}, {0.265, 0.690, 1}, {0.150, 0.060, 1}};
  const cmsCIExyYTRIPLE bt2020{{0.708, 0.292, 1}, {0.170, 0.797, 1}, {0.131, 0.046, 1}};
  // Table 3: BT.709's curve and those that are the same, else sRGB's.
  const bool is_video = transfer == 1 || transfer == 6 || transfer == 14 || transfer == 15;
  const double video[5]{1 / 0.45, 1 / 1.099, 0.099 / 1.099, 1 / 4.5, 0.081};
  const double srgb[5]{2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045};
  constexpr int kPowerAndLine = 4;
  const std::unique_ptr<cmsToneCurve, CurveCloser> curve(
      cmsBuildParametricToneCurve(nullptr, kPowerAndLine, is_video ? video : srgb));
  cmsToneCurve* curves[3]{curve.get(), curve.get(), curve.get()};
  const std::unique_ptr<void, ProfileCloser> profile(
      cmsCreateRGBProfile(&white, primaries == kDisplayP3 ? &p3 : &bt2020, curves));
  return profile ? savedProfile(profile.get()) : std::vector<std::uint8_t>();
}

bool isHighDynamicRange(int transfer) {
  constexpr int kPq = 16;
  constexpr int kHlg = 18;
  return transfer == kPq || transfer == kHlg;
}

}  // namespace platen::io
