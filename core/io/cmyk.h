// CMYK rows to RGB: through the photo's profile to sRGB with lcms2 (relative colorimetric, black point compensated), or
// by the plain product R = (1 - C)(1 - K) where there is no profile that can be used.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace platen::io {

class CmykToRgb {
 public:
  // `inverted`: 255 means no ink, as Adobe writes CMYK JPEGs.
  CmykToRgb(std::span<const std::uint8_t> icc_profile, bool inverted);

  // 4 bytes in, 3 bytes out, `pixels` times. Not thread-safe.
  void convert(const std::uint8_t* cmyk, std::uint8_t* rgb, std::size_t pixels) const;

  [[nodiscard]] bool usesProfile() const { return transform_ != nullptr; }

 private:
  std::shared_ptr<void> transform_;  // cmsHTRANSFORM
  bool inverted_ = false;
};

}  // namespace platen::io
