#include "core/optim/direction_energy.h"

#include "core/sampling/bilinear_kernels.h"

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

}  // namespace

DirectionEnergy::DirectionEnergy(double weight, EvidenceImage image, double reach, PageLattice lattice)
    : Energy("direction", weight), image_(std::move(image)), reach_(reach), lattice_(std::move(lattice)) {
  if (image_.image.empty() || image_.image.channels() != 3 || image_.image.type() != PixelType::u8) {
    throw std::invalid_argument("DirectionEnergy: the direction image has three 8-bit channels");
  }
  at_.resize(2 * lattice_.size());
  d_positions_.resize(2 * lattice_.size());
  d_tangents_.resize(2 * lattice_.size());
  values_.resize(3 * lattice_.size());
  d_dx_.resize(3 * lattice_.size());
  d_dy_.resize(3 * lattice_.size());
}

double DirectionEnergy::add(std::span<const double> controls, double scale, std::span<double> gradient) {
  lattice_.expand(controls);
  const auto to_evidence = static_cast<float>(image_.scale);
  for (std::size_t k = 0; k < at_.size(); ++k) {
    at_[k] = lattice_.positions()[k] * to_evidence;
  }
  const bool wants_gradient = scale != 0;
  const Image& image = image_.image;
  const sampling::ImageView view{
      image.row(0),           image.width(), image.height(), static_cast<std::int64_t>(image.strideBytes()), 3,
      sampling::PixelKind::u8};
  const auto n = static_cast<std::int64_t>(lattice_.size());
  sampling::sampleBilinearCpu(view, sampling::Border::replicate, at_.data(), n, values_.data(),
                              wants_gradient ? d_dx_.data() : nullptr, wants_gradient ? d_dy_.data() : nullptr);
  const auto reach_square = static_cast<float>(reach_ * reach_);
  double sum = 0;
  double weight_sum = 0;
  const auto width = static_cast<float>(image.width());
  const auto height = static_cast<float>(image.height());
  for (std::size_t k = 0; k < lattice_.size(); ++k) {
    const float w = values_[3 * k + 2] / 255;
    const float c = (values_[3 * k] - 128) / 127;
    const float s = (values_[3 * k + 1] - 128) / 127;
    const float m = std::sqrt(c * c + s * s);
    const float tx = lattice_.tangents()[2 * k];
    const float ty = lattice_.tangents()[2 * k + 1];
    const float length_square = tx * tx + ty * ty;
    const bool inside = at_[2 * k] >= 0 && at_[2 * k] <= width && at_[2 * k + 1] >= 0 && at_[2 * k + 1] <= height;
    if (!inside || !(w > kLeastCertainty) || !(m > kLeastCertainty) || !(length_square > 0)) {
      d_positions_[2 * k] = d_positions_[2 * k + 1] = d_tangents_[2 * k] = d_tangents_[2 * k + 1] = 0;
      continue;
    }
    const float c2 = (tx * tx - ty * ty) / length_square;
    const float s2 = 2 * tx * ty / length_square;
    const float a = c / m;
    const float b = s / m;
    const float agreement = a * c2 + b * s2;
    // 1 - agreement loses all digits near agreement; the sine of the doubled difference keeps them.
    const float sine = b * c2 - a * s2;
    const float z = (agreement > 0 ? sine * sine / (1 + agreement) : 1 - agreement) / (2 * kSinSquareDegree);
    const float soft = 1 + z / reach_square;
    sum += static_cast<double>(w * z / soft);
    weight_sum += static_cast<double>(w);
    if (!wants_gradient) {
      continue;
    }
    const float d_z = w / (soft * soft);
    // d z / d(C, S) = -(e - agreement (a, b)) / (2 m sin^2), and e - agreement (a, b) = sine (-b, a).
    const float d_angle = d_z * sine / (kSinSquareDegree);  // d/da of the direction's own angle
    const float d_c = d_angle * -b / (2 * m) / 127;         // da = (a dS - b dC) / (2 m)
    const float d_s = d_angle * a / (2 * m) / 127;
    d_positions_[2 * k] = (d_c * d_dx_[3 * k] + d_s * d_dx_[3 * k + 1]) * to_evidence;
    d_positions_[2 * k + 1] = (d_c * d_dy_[3 * k] + d_s * d_dy_[3 * k + 1]) * to_evidence;
    // The tangent's angle acts with the opposite sign: d tau = (-ty, tx) / |t|^2.
    d_tangents_[2 * k] = d_angle * ty / length_square;
    d_tangents_[2 * k + 1] = -d_angle * tx / length_square;
  }
  coverage_ = weight_sum / static_cast<double>(lattice_.size());
  if (!(weight_sum > 0)) {
    return 0;
  }
  if (wants_gradient) {
    const auto factor = static_cast<float>(scale / weight_sum);
    for (std::size_t k = 0; k < d_positions_.size(); ++k) {
      d_positions_[k] *= factor;
      d_tangents_[k] *= factor;
    }
    lattice_.pullBack(d_positions_, d_tangents_, gradient);
  }
  return sum / weight_sum;
}

}  // namespace platen::optim
