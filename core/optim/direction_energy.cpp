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

const float kSinSquareDegree = static_cast<float>(std::pow(std::sin(std::numbers::pi / 180), 2));

// Of each point of a band: weight (0 where nothing is known), cost, and its derivatives by place in the image and by
// tangent. Arrays as the members of FusedBand. No branches, so that many points are done at a time.
PLATEN_WIDE_REGISTERS void termsOf(const sampling::AnglesTerm& angles,
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
  const sampling::AnglesTerm term = angles;
  for (std::size_t k = 0; k < count; ++k) {
    const sampling::TermPoint point = sampling::anglePoint(term, at[2 * k], at[2 * k + 1], values + 3 * k, d_dx + 3 * k,
                                                           d_dy + 3 * k, tangents[2 * k], tangents[2 * k + 1]);
    weights[k] = point.weight;
    costs[k] = point.cost;
    d_at[2 * k] = point.d_x;
    d_at[2 * k + 1] = point.d_y;
    d_tangents[2 * k] = point.d_tangent_x;
    d_tangents[2 * k + 1] = point.d_tangent_y;
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

DirectionEnergy::DirectionEnergy(
    double weight, EvidenceImage image, double reach, PageLattice lattice, FitDevice* device)
    : Energy("direction", weight),
      image_(std::move(image)),
      term_{static_cast<float>(image_.image.width()), static_cast<float>(image_.image.height()),
            static_cast<float>(reach * reach), kSinSquareDegree},
      lattice_(std::move(lattice)) {
  if (image_.image.empty() || image_.image.channels() != 3 || image_.image.type() != PixelType::u8) {
    throw std::invalid_argument("DirectionEnergy: the direction image has three 8-bit channels");
  }
  if (device != nullptr) {
    there_ = device->stepOf(lattice_, image_, term_);
  }
}

sampling::FusedSums DirectionEnergy::sweep(std::span<const double> controls, bool wants_gradient) {
  sampling::FusedSums sums;
  const auto term = [&](const sampling::FusedBand<float>& band) {
    weights_.resize(band.count);
    costs_.resize(band.count);
    termsOf(term_, band.count, band.at, band.values, band.d_dx, band.d_dy, band.along_u, weights_.data(), costs_.data(),
            band.d_at, band.d_along_u);
    if (band.d_along_v != nullptr) {
      std::fill(band.d_along_v, band.d_along_v + 2 * band.count, 0.0F);
    }
    for (std::size_t k = 0; k < band.count; ++k) {  // in one sum, so that the bands' size changes no bit
      sums.cost += static_cast<double>(costs_[k]);
      sums.weight += static_cast<double>(weights_[k]);
    }
    return 0.0;
  };
  lattice_.sweep(controls, {viewOf(image_.image), sampling::Border::replicate, static_cast<float>(image_.scale)}, term,
                 wants_gradient);
  return sums;
}

double DirectionEnergy::add(std::span<const double> controls, double scale, std::span<double> gradient) {
  const bool wants_gradient = scale != 0;
  const sampling::FusedSums sums = there_ ? there_->sweep(controls, wants_gradient) : sweep(controls, wants_gradient);
  coverage_ = sums.weight / static_cast<double>(lattice_.size());
  if (!(sums.weight > 0)) {
    return 0;
  }
  if (wants_gradient && there_) {
    there_->pullBack(scale / sums.weight, gradient);
  } else if (wants_gradient) {
    lattice_.pullBack(static_cast<float>(scale / sums.weight), gradient);
  }
  return sums.cost / sums.weight;
}

}  // namespace platen::optim
