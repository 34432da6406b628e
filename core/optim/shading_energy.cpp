#include "core/optim/shading_energy.h"

#include "core/optim/evidence_view.h"
#include "core/optim/form_paper_energy.h"
#include "core/optim/vec3.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <utility>

namespace platen::optim {
namespace {

constexpr double kNoise = 0.04;         // of the level's logarithm: paper's grain, faint print
constexpr double kRidge = 5e-4;         // of the light along the canvas
constexpr double kUprightRidge = 1e-3;  // of the light that falls straight onto it
constexpr double kLeastBlank = 0.05;    // weight: what is less blank says nothing

}  // namespace

LocalContrast::LocalContrast(std::size_t rows, std::size_t cols, double reach) : rows_(rows), cols_(cols) {
  const int last = static_cast<int>(std::ceil(2 * reach));
  for (int k = 0; k <= last; ++k) {
    taps_.push_back(std::exp(-0.5 * k * k / (reach * reach)));
  }
}

std::vector<double> LocalContrast::smoothed(const std::vector<double>& values) const {
  std::vector<double> along(values.size());
  std::vector<double> out(values.size(), 0.0);
  const std::size_t reach = taps_.size();
  std::vector<double> padded(cols_ + 2 * reach, 0.0);  // a row between zeros: all of its places are alike
  for (std::size_t i = 0; i < rows_; ++i) {
    std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(i * cols_), cols_,
                padded.begin() + static_cast<std::ptrdiff_t>(reach));
    const double* row = padded.data() + reach;
    double* sum = along.data() + i * cols_;
    for (std::size_t j = 0; j < cols_; ++j) {
      sum[j] = taps_[0] * row[j];
    }
    for (std::size_t k = 1; k < taps_.size(); ++k) {
      const double tap = taps_[k];
      const double* left = row - k;
      const double* right = row + k;
      for (std::size_t j = 0; j < cols_; ++j) {
        sum[j] += tap * (left[j] + right[j]);
      }
    }
  }
  const auto addRow = [&](std::size_t from, double tap, std::size_t to) {
    for (std::size_t j = 0; j < cols_; ++j) {
      out[to * cols_ + j] += tap * along[from * cols_ + j];
    }
  };
  for (std::size_t i = 0; i < rows_; ++i) {
    addRow(i, taps_[0], i);
    for (std::size_t k = 1; k < taps_.size(); ++k) {
      if (i >= k) {
        addRow(i - k, taps_[k], i);
      }
      if (i + k < rows_) {
        addRow(i + k, taps_[k], i);
      }
    }
  }
  return out;
}

void LocalContrast::setWeights(std::vector<double> weights) {
  constexpr double kLeastMass = 1e-3;  // where nothing is known nearby, the mean is 0
  weights_ = std::move(weights);
  mass_ = smoothed(weights_);
  for (double& mass : mass_) {
    mass = std::max(mass, kLeastMass);
  }
}

std::vector<double> LocalContrast::of(std::vector<double> values) const {
  std::vector<double> mean(values.size());
  for (std::size_t k = 0; k < values.size(); ++k) {
    mean[k] = weights_[k] * values[k];
  }
  mean = smoothed(mean);
  for (std::size_t k = 0; k < values.size(); ++k) {
    values[k] -= mean[k] / mass_[k];
  }
  return values;
}

std::vector<double> LocalContrast::transposed(std::vector<double> slopes) const {
  std::vector<double> mean(slopes.size());
  for (std::size_t k = 0; k < slopes.size(); ++k) {
    mean[k] = slopes[k] / mass_[k];
  }
  mean = smoothed(mean);
  for (std::size_t k = 0; k < slopes.size(); ++k) {
    slopes[k] -= weights_[k] * mean[k];
  }
  return slopes;
}

ShadingEnergy::ShadingEnergy(double weight,
                             EvidenceImage image,
                             const Homography& image_from_canvas,
                             const CanvasLattice& lattice,
                             NetShape shape,
                             double reach)
    : Energy("shading", weight),
      net_size_(shape.size()),
      image_(std::move(image)),
      image_from_canvas_(image_from_canvas),
      extent_(lattice.extent),
      points_(lattice.points()),
      contrast_(lattice.v.size(), lattice.u.size(), reach / ((lattice.u[1] - lattice.u[0]) * lattice.extent.x)),
      value_({shape.spans_u, lattice.u}, {shape.spans_v, lattice.v}),
      along_x_({shape.spans_u, lattice.u, 1}, {shape.spans_v, lattice.v}),
      along_y_({shape.spans_u, lattice.u}, {shape.spans_v, lattice.v, 1}) {}

void ShadingEnergy::look(const double* offsets) {
  const std::size_t n = points_.size();
  std::vector<double> off(2 * n);
  value_.expand(offsets, off.data());
  std::vector<float> at(2 * n);
  for (std::size_t k = 0; k < n; ++k) {
    const Vec2 q = image_from_canvas_(points_[k] + Vec2{off[2 * k], off[2 * k + 1]});
    at[2 * k] = static_cast<float>(q.x);
    at[2 * k + 1] = static_cast<float>(q.y);
  }
  std::vector<float> values(3 * n);
  sampling::sampleBilinearCpu(viewOf(image_.image), sampling::Border::replicate, at.data(),
                              static_cast<std::int64_t>(n), values.data(), nullptr, nullptr);
  weights_.resize(n);
  levels_.resize(n);
  for (std::size_t k = 0; k < n; ++k) {
    const double blank = static_cast<double>(values[3 * k + 1]) / 255;
    weights_[k] = blank > kLeastBlank ? blank : 0;
    levels_[k] = (static_cast<double>(values[3 * k]) - 128) / 127;
  }
}

ShadingEnergy::Components ShadingEnergy::normals(const double* depths) {
  const std::size_t n = points_.size();
  std::vector<double> z_x(2 * n);
  std::vector<double> z_y(2 * n);
  along_x_.expand(depths, z_x.data());
  along_y_.expand(depths, z_y.data());
  Components normal;
  normal.fill(std::vector<double>(n));
  slopes_.resize(n);
  inverse_.resize(n);
  for (std::size_t k = 0; k < n; ++k) {
    const Vec2 slope{z_x[2 * k] * kDepthUnit / extent_.x, z_y[2 * k] * kDepthUnit / extent_.y};
    const double inverse = 1 / std::sqrt(1 + dot(slope, slope));
    slopes_[k] = slope;
    inverse_[k] = inverse;
    normal[0][k] = slope.x * inverse;
    normal[1][k] = slope.y * inverse;
    normal[2][k] = inverse;
  }
  return normal;
}

std::array<double, 3> ShadingEnergy::light(const Components& contrast, const std::vector<double>& seen) const {
  // From a noise that lets everything take part to the one meant: so the result hangs on nothing but the values.
  constexpr std::array kRounds{6.0, 2.0, 1.0, 1.0};
  const double share = 1 / static_cast<double>(points_.size());
  Vec3 b{};
  for (const double wider : kRounds) {
    const double per_noise = 1 / (kNoise * wider);
    std::array<Vec3, 3> columns{Vec3{kRidge, 0, 0}, Vec3{0, kRidge, 0}, Vec3{0, 0, kUprightRidge}};
    Vec3 right{};
    for (std::size_t k = 0; k < points_.size(); ++k) {
      const Vec3 n{contrast[0][k], contrast[1][k], contrast[2][k]};
      const double r = (seen[k] - dot3(b, n)) * per_noise;
      const double soft = 1 + r * r;
      const double weight = share * weights_[k] / (soft * soft * kNoise * kNoise);
      for (std::size_t c = 0; c < 3; ++c) {
        for (std::size_t row = 0; row < 3; ++row) {
          columns[c][row] += weight * n[c] * n[row];
        }
        right[c] += weight * n[c] * seen[k];
      }
    }
    const auto& [x, y, z] = columns;  // positive definite by the ridges
    const double det = det3(x, y, z);
    b = {det3(right, y, z) / det, det3(x, right, z) / det, det3(x, y, right) / det};
  }
  return b;
}

double ShadingEnergy::add(std::span<const double> unknowns, double scale, std::span<double> gradient) {
  if (unknowns.size() < 2 * net_size_) {
    throw std::invalid_argument("ShadingEnergy: nets are missing among the unknowns");
  }
  look(unknowns.data());
  contrast_.setWeights(weights_);
  const std::vector<double> seen = contrast_.of(levels_);
  Components normal = normals(unknowns.data() + net_size_);
  for (std::vector<double>& component : normal) {
    component = contrast_.of(std::move(component));
  }
  const Vec3 b = light(normal, seen);
  const std::size_t n = points_.size();
  const double share = 1 / static_cast<double>(n);
  double value = kRidge * (b[0] * b[0] + b[1] * b[1]) + kUprightRidge * b[2] * b[2];
  std::vector<double> pulls(n);
  for (std::size_t k = 0; k < n; ++k) {
    const double r = (seen[k] - dot3(b, {normal[0][k], normal[1][k], normal[2][k]})) / kNoise;
    const double soft = 1 + r * r;
    value += share * weights_[k] * r * r / soft;
    pulls[k] = -scale * share * weights_[k] * 2 * r / (soft * soft * kNoise);
  }
  if (scale == 0) {
    return value;
  }
  pulls = contrast_.transposed(std::move(pulls));
  std::vector<double> d_x(2 * n);
  std::vector<double> d_y(2 * n);
  for (std::size_t k = 0; k < n; ++k) {
    const Vec2 slope = slopes_[k];
    const double inverse = inverse_[k];
    const double along = (b[0] * slope.x + b[1] * slope.y + b[2]) * inverse * inverse * inverse;
    d_x[2 * k] = pulls[k] * (b[0] * inverse - along * slope.x) * kDepthUnit / extent_.x;
    d_y[2 * k] = pulls[k] * (b[1] * inverse - along * slope.y) * kDepthUnit / extent_.y;
  }
  along_x_.addTranspose(d_x.data(), gradient.data() + net_size_);
  along_y_.addTranspose(d_y.data(), gradient.data() + net_size_);
  return value;
}

}  // namespace platen::optim
