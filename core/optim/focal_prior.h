// What a photo's file says of its focal length, before anything is fitted.
#pragma once

namespace platen::optim {

struct FocalPrior {
  static constexpr double kExif = 0.12;  // rounded millimetres, makers who mean the diagonal, lenses that breathe

  double longer_sides = 0;   // focal length in units of the photo's longer side; 0: unknown
  double log_sigma = kExif;  // standard deviation of its logarithm

  FocalPrior() = default;
  // NOLINTNEXTLINE(*-explicit-*): a plain number is a focal length as EXIF gives it.
  FocalPrior(double longer_sides_known, double sigma = kExif) : longer_sides(longer_sides_known), log_sigma(sigma) {}
};

}  // namespace platen::optim
