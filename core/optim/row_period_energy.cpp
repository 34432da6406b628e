#include "core/optim/row_period_energy.h"

#include "core/optim/evidence_view.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <stdexcept>
#include <utility>

namespace platen::optim {
namespace {

constexpr double kOctave = 2 * std::numbers::pi / std::numbers::ln2;  // of angle per unit of log
constexpr double kSigma = 0.02 * kOctave;                             // two per cent: what one cell measures
constexpr double kLeastCertainty = 0.05;
constexpr int kCentring = 6;

double wrapped(double angle) {
  return angle - 2 * std::numbers::pi * std::round(angle / (2 * std::numbers::pi));
}

// The weighted robust mean of angles.
double centreOf(const std::vector<double>& angles, const std::vector<double>& weights, double reach) {
  double c = 0;
  double s = 0;
  for (std::size_t k = 0; k < angles.size(); ++k) {
    c += weights[k] * std::cos(angles[k]);
    s += weights[k] * std::sin(angles[k]);
  }
  double centre = std::atan2(s, c);
  // From wide to narrow, so that the mean of several leadings ends at the commonest.
  double wide = 8;
  for (int round = 0; round < kCentring; ++round) {
    double sum = 0;
    double mass = 0;
    const double limit = kSigma * reach * std::max(1.0, wide);
    for (std::size_t k = 0; k < angles.size(); ++k) {
      const double r = wrapped(angles[k] - centre);
      const double soft = 1 + r * r / (limit * limit);
      const double w = weights[k] / (soft * soft);
      sum += w * r;
      mass += w;
    }
    if (!(mass > 0)) {
      break;
    }
    centre += sum / mass;
    wide /= 2;
  }
  return centre;
}

}  // namespace

RowPeriodEnergy::RowPeriodEnergy(double weight, EvidenceImage image, double reach, PageLattice lattice)
    : Energy("row period", weight), image_(std::move(image)), reach_(reach), lattice_(std::move(lattice)) {
  if (image_.image.empty() || image_.image.channels() != 3 || image_.image.type() != PixelType::u8) {
    throw std::invalid_argument("RowPeriodEnergy: the row period image has three 8-bit channels");
  }
  if (!lattice_.bothWays()) {
    throw std::invalid_argument("RowPeriodEnergy: the lattice has no steps");
  }
  const std::size_t n = lattice_.size();
  at_.resize(2 * n);
  d_positions_.resize(2 * n);
  d_tangents_.resize(2 * n);
  d_steps_.resize(2 * n);
  values_.resize(3 * n);
  d_dx_.resize(3 * n);
  d_dy_.resize(3 * n);
  weights_.resize(n);
  angles_.resize(n);
}

double RowPeriodEnergy::add(std::span<const double> controls, double scale, std::span<double> gradient) {
  lattice_.expand(controls);
  const auto to_evidence = static_cast<float>(image_.scale);
  for (std::size_t k = 0; k < at_.size(); ++k) {
    at_[k] = lattice_.positions()[k] * to_evidence;
  }
  const bool wants_gradient = scale != 0;
  const Image& image = image_.image;
  const std::size_t n = lattice_.size();
  sampling::sampleBilinearCpu(viewOf(image), sampling::Border::replicate, at_.data(), static_cast<std::int64_t>(n),
                              values_.data(), wants_gradient ? d_dx_.data() : nullptr,
                              wants_gradient ? d_dy_.data() : nullptr);
  const std::vector<float>& tangents = lattice_.tangents();
  const std::vector<float>& steps = lattice_.steps();
  const auto x_end = static_cast<double>(image.width());
  const auto y_end = static_cast<double>(image.height());
  double weight_sum = 0;
  for (std::size_t k = 0; k < n; ++k) {
    const double c = (static_cast<double>(values_[3 * k]) - 128) / 127;
    const double s = (static_cast<double>(values_[3 * k + 1]) - 128) / 127;
    const double w = static_cast<double>(values_[3 * k + 2]) / 255;
    const double ux = static_cast<double>(tangents[2 * k]);
    const double uy = static_cast<double>(tangents[2 * k + 1]);
    const double area = ux * static_cast<double>(steps[2 * k + 1]) - uy * static_cast<double>(steps[2 * k]);
    const auto x = static_cast<double>(at_[2 * k]);
    const auto y = static_cast<double>(at_[2 * k + 1]);
    // Between cells of unlike angles the mean says nothing: its length is far below w.
    const bool known =
        x >= 0 && x <= x_end && y >= 0 && y <= y_end && w > kLeastCertainty && c * c + s * s > 0.5 * w * w && area > 0;
    weights_[k] = known ? w : 0;
    angles_[k] = known ? std::atan2(s, c) - kOctave * std::log(area / std::hypot(ux, uy)) : 0;
    weight_sum += weights_[k];
  }
  coverage_ = weight_sum / static_cast<double>(n);
  if (!(weight_sum > 0)) {
    return 0;
  }
  const double centre = centreOf(angles_, weights_, reach_);
  const double reach_square = reach_ * reach_;
  double sum = 0;
  std::fill(d_positions_.begin(), d_positions_.end(), 0.0F);
  std::fill(d_tangents_.begin(), d_tangents_.end(), 0.0F);
  std::fill(d_steps_.begin(), d_steps_.end(), 0.0F);
  for (std::size_t k = 0; k < n; ++k) {
    if (!(weights_[k] > 0)) {
      continue;
    }
    const double r = wrapped(angles_[k] - centre);
    const double z = r * r / (kSigma * kSigma);
    const double soft = 1 + z / reach_square;
    sum += weights_[k] * z / soft;
    if (!wants_gradient) {
      continue;
    }
    const double d_angle = scale / weight_sum * weights_[k] * 2 * r / (kSigma * kSigma) / (soft * soft);
    const double c = (static_cast<double>(values_[3 * k]) - 128) / 127;
    const double s = (static_cast<double>(values_[3 * k + 1]) - 128) / 127;
    const double square = c * c + s * s;
    // d a = (c dS - s dC) / (c^2 + s^2)
    const double d_c = -d_angle * s / square / 127 * image_.scale;
    const double d_s = d_angle * c / square / 127 * image_.scale;
    d_positions_[2 * k] =
        static_cast<float>(d_c * static_cast<double>(d_dx_[3 * k]) + d_s * static_cast<double>(d_dx_[3 * k + 1]));
    d_positions_[2 * k + 1] =
        static_cast<float>(d_c * static_cast<double>(d_dy_[3 * k]) + d_s * static_cast<double>(d_dy_[3 * k + 1]));
    const double d_log = -kOctave * d_angle;
    const double ux = static_cast<double>(tangents[2 * k]);
    const double uy = static_cast<double>(tangents[2 * k + 1]);
    const double vx = static_cast<double>(steps[2 * k]);
    const double vy = static_cast<double>(steps[2 * k + 1]);
    const double area = ux * vy - uy * vx;
    const double length_square = ux * ux + uy * uy;
    d_tangents_[2 * k] = static_cast<float>(d_log * (vy / area - ux / length_square));
    d_tangents_[2 * k + 1] = static_cast<float>(d_log * (-vx / area - uy / length_square));
    d_steps_[2 * k] = static_cast<float>(-d_log * uy / area);
    d_steps_[2 * k + 1] = static_cast<float>(d_log * ux / area);
  }
  if (wants_gradient) {
    lattice_.pullBack(d_positions_, d_tangents_, gradient, d_steps_);
  }
  return sum / weight_sum;
}

}  // namespace platen::optim
