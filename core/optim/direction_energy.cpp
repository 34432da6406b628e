#include "core/optim/direction_energy.h"

#include "core/optim/evidence_view.h"
#include "core/wide_registers.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <stdexcept>
#include <utility>

namespace platen::optim {
namespace {

constexpr float kLeastCertainty = 0.02F;  // below it the angle is rounding
const float kSinSquareDegree = static_cast<float>(std::pow(std::sin(std::numbers::pi / 180), 2));

// What is the same for all points.
struct Look {
  float width = 0, height = 0;  // of the image
  float reach_square = 1;       // degrees
};

// Of each point of a band: weight (0 where nothing is known), cost, and its derivatives by place in the image and by
// tangent. Arrays as the members of FusedBand. No branches, so that many points are done at a time.
PLATEN_WIDE_REGISTERS void termsOf(const Look& look,
                                   std::size_t count,
                                   const float* __restrict at,
                                   const float* __restrict values,
                                   const float* __restrict d_dx,
                                   const float* __restrict d_dy,
                                   const float* __restrict tangents,
                                   float* __restrict weights,
                                   float* __restrict costs,
                                   float* __restrict d_at,
                                   float* __restrict d_tangents) {
  const float width = look.width;
  const float height = look.height;
  const float reach_square = look.reach_square;
  const float degree = kSinSquareDegree;
  for (std::size_t k = 0; k < count; ++k) {
    const float certainty = values[3 * k + 2] / 255;
    const float c = (values[3 * k] - 128) / 127;
    const float s = (values[3 * k + 1] - 128) / 127;
    const float strength = std::sqrt(c * c + s * s);
    const float tx = tangents[2 * k];
    const float ty = tangents[2 * k + 1];
    const float square = tx * tx + ty * ty;
    const float x = at[2 * k];
    const float y = at[2 * k + 1];
    const bool known = (x >= 0) & (x <= width) & (y >= 0) & (y <= height) & (certainty > kLeastCertainty) &
                       (strength > kLeastCertainty) & (square > 0);
    const float w = known ? certainty : 0;
    const float m = known ? strength : 1;
    const float length_square = known ? square : 1;
    const float c2 = (tx * tx - ty * ty) / length_square;
    const float s2 = 2 * tx * ty / length_square;
    const float a = c / m;
    const float b = s / m;
    const float agreement = a * c2 + b * s2;
    // 1 - agreement loses all digits near agreement; the sine of the doubled difference keeps them.
    const float sine = b * c2 - a * s2;
    const float near = sine * sine / (1 + (agreement > 0 ? agreement : 0));
    const float far = 1 - agreement;
    const float z = (agreement > 0 ? near : far) / (2 * degree);
    const float soft = 1 + z / reach_square;
    const float cost = w * z / soft;
    const float d_z = w / (soft * soft);
    // d z / d(C, S) = -(e - agreement (a, b)) / (2 m sin^2), and e - agreement (a, b) = sine (-b, a).
    const float d_angle = d_z * sine / degree;       // d/da of the direction's own angle
    const float d_c = d_angle * -b / (2 * m) / 127;  // da = (a dS - b dC) / (2 m)
    const float d_s = d_angle * a / (2 * m) / 127;
    const float d_x = d_c * d_dx[3 * k] + d_s * d_dx[3 * k + 1];
    const float d_y = d_c * d_dy[3 * k] + d_s * d_dy[3 * k + 1];
    // The tangent's angle acts with the opposite sign: d tau = (-ty, tx) / |t|^2.
    const float d_tx = d_angle * ty / length_square;
    const float d_ty = -d_angle * tx / length_square;
    weights[k] = w;
    costs[k] = cost;
    d_at[2 * k] = d_x;
    d_at[2 * k + 1] = d_y;
    d_tangents[2 * k] = d_tx;
    d_tangents[2 * k + 1] = d_ty;
  }
  // Where nothing is known the numbers need not even be numbers.
  for (std::size_t k = 0; k < count; ++k) {
    costs[k] = weights[k] > 0 ? costs[k] : 0;
    d_at[2 * k] = weights[k] > 0 ? d_at[2 * k] : 0;
    d_at[2 * k + 1] = weights[k] > 0 ? d_at[2 * k + 1] : 0;
    d_tangents[2 * k] = weights[k] > 0 ? d_tangents[2 * k] : 0;
    d_tangents[2 * k + 1] = weights[k] > 0 ? d_tangents[2 * k + 1] : 0;
  }
}

}  // namespace

DirectionEnergy::DirectionEnergy(double weight, EvidenceImage image, double reach, PageLattice lattice)
    : Energy("direction", weight), image_(std::move(image)), reach_(reach), lattice_(std::move(lattice)) {
  if (image_.image.empty() || image_.image.channels() != 3 || image_.image.type() != PixelType::u8) {
    throw std::invalid_argument("DirectionEnergy: the direction image has three 8-bit channels");
  }
}

double DirectionEnergy::add(std::span<const double> controls, double scale, std::span<double> gradient) {
  const bool wants_gradient = scale != 0;
  const Image& image = image_.image;
  const Look look{static_cast<float>(image.width()), static_cast<float>(image.height()),
                  static_cast<float>(reach_ * reach_)};
  double sum = 0;
  double weight_sum = 0;
  const auto term = [&](const sampling::FusedBand<float>& band) {
    weights_.resize(band.count);
    costs_.resize(band.count);
    termsOf(look, band.count, band.at, band.values, band.d_dx, band.d_dy, band.along_u, weights_.data(), costs_.data(),
            band.d_at, band.d_along_u);
    if (band.d_along_v != nullptr) {
      std::fill(band.d_along_v, band.d_along_v + 2 * band.count, 0.0F);
    }
    for (std::size_t k = 0; k < band.count; ++k) {  // in one sum, so that the bands' size changes no bit
      sum += static_cast<double>(costs_[k]);
      weight_sum += static_cast<double>(weights_[k]);
    }
    return 0.0;
  };
  lattice_.sweep(controls, {viewOf(image), sampling::Border::replicate, static_cast<float>(image_.scale)}, term,
                 wants_gradient);
  coverage_ = weight_sum / static_cast<double>(lattice_.size());
  if (!(weight_sum > 0)) {
    return 0;
  }
  if (wants_gradient) {
    lattice_.pullBack(static_cast<float>(scale / weight_sum), gradient);
  }
  return sum / weight_sum;
}

}  // namespace platen::optim
