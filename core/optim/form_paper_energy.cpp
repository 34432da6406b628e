#include "core/optim/form_paper_energy.h"

#include "core/optim/vec3.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace platen::optim {

FormPaperEnergy::FormPaperEnergy(double weight,
                                 double stretch,
                                 const CanvasLattice& lattice,
                                 std::shared_ptr<const ViewModel> view,
                                 NetShape shape,
                                 double even)
    : Energy("paper", weight),
      net_size_(shape.size()),
      extent_(lattice.extent),
      view_(std::move(view)),
      per_stretch_(1 / stretch),
      even_(even),
      points_(lattice.points()),
      value_({shape.spans_u, lattice.u}, {shape.spans_v, lattice.v}),
      along_x_({shape.spans_u, lattice.u, 1}, {shape.spans_v, lattice.v}),
      along_y_({shape.spans_u, lattice.u}, {shape.spans_v, lattice.v, 1}) {
  for (Vec2& p : points_) {
    p = p - extent_ * 0.5;
  }
  strains_.resize(points_.size());
  for (Field* field : {&offset_, &depth_, &d_offset_, &d_depth_}) {
    field->value.resize(2 * points_.size());
    field->along_x.resize(2 * points_.size());
    field->along_y.resize(2 * points_.size());
  }
}

void FormPaperEnergy::expand(const double* net, Field& field) {
  value_.expand(net, field.value.data());
  along_x_.expand(net, field.along_x.data());
  along_y_.expand(net, field.along_y.data());
}

void FormPaperEnergy::pullBack(const Field& field, double* gradient) {
  value_.addTranspose(field.value.data(), gradient);
  along_x_.addTranspose(field.along_x.data(), gradient);
  along_y_.addTranspose(field.along_y.data(), gradient);
}

FormPaperEnergy::Slopes FormPaperEnergy::slopesAt(std::size_t point, const CanvasView& view) const {
  const auto& m = view.normal_image;
  const auto& [xx, xy, yy] = view.plane;
  const std::size_t e = 2 * point;
  const double per_x = 1 / extent_.x;  // from derivatives per unit of net_uv
  const double per_y = 1 / extent_.y;
  Slopes s;
  s.view_x = {1 + offset_.along_x[e] * per_x, offset_.along_x[e + 1] * per_x};
  s.view_y = {offset_.along_y[e] * per_y, 1 + offset_.along_y[e + 1] * per_y};
  s.z_x = kDepthUnit * depth_.along_x[e] * per_x;
  s.z_y = kDepthUnit * depth_.along_y[e] * per_y;
  s.w = 1 + m[2] * kDepthUnit * depth_.value[e];
  const Vec2 seen = points_[point] + Vec2{offset_.value[e], offset_.value[e + 1]};
  s.lean = {seen.x * m[2] - m[0], seen.y * m[2] - m[1]};
  s.flat_x = s.view_x * s.w + s.lean * s.z_x;
  s.flat_y = s.view_y * s.w + s.lean * s.z_y;
  s.along_x = {xx * s.flat_x.x + xy * s.flat_x.y, xy * s.flat_x.x + yy * s.flat_x.y, s.z_x};
  s.along_y = {xx * s.flat_y.x + xy * s.flat_y.y, xy * s.flat_y.x + yy * s.flat_y.y, s.z_y};
  return s;
}

void FormPaperEnergy::findStrains(const CanvasView& view) {
  std::array<double, 3> mean{};
  for (std::size_t k = 0; k < points_.size(); ++k) {
    const Slopes s = slopesAt(k, view);
    strains_[k] = {dot3(s.along_x, s.along_x) - 1, dot3(s.along_y, s.along_y) - 1, dot3(s.along_x, s.along_y)};
    for (std::size_t c = 0; c < 3; ++c) {
      mean[c] += strains_[k][c] / static_cast<double>(points_.size());
    }
  }
  if (even_ > 0) {
    for (std::array<double, 3>& strain : strains_) {
      for (std::size_t c = 0; c < 3; ++c) {
        strain[c] -= even_ * mean[c];
      }
    }
  }
}

double FormPaperEnergy::sumOfStrains() {
  double sum = 0;
  std::array<double, 3> mean{};
  for (std::array<double, 3>& strain : strains_) {
    for (std::size_t c = 0; c < 3; ++c) {
      const double weight = c == 2 ? 2 : 1;
      const double a = strain[c] * per_stretch_;
      const double soft = std::sqrt(a * a + 1);
      sum += weight * (soft - 1);
      strain[c] = weight * a / soft * per_stretch_;
      mean[c] += strain[c] / static_cast<double>(points_.size());
    }
  }
  if (even_ > 0) {  // the mean that was taken off moves with every point
    for (std::array<double, 3>& slope : strains_) {
      for (std::size_t c = 0; c < 3; ++c) {
        slope[c] -= even_ * mean[c];
      }
    }
  }
  return sum;
}

double FormPaperEnergy::add(std::span<const double> unknowns, double scale, std::span<double> gradient) {
  if (unknowns.size() < 2 * net_size_ + view_->size()) {
    throw std::invalid_argument("FormPaperEnergy: nets or view are missing among the unknowns");
  }
  expand(unknowns.data(), offset_);
  expand(unknowns.data() + net_size_, depth_);
  const std::span<const double> view_unknowns = unknowns.subspan(2 * net_size_, view_->size());
  const CanvasView view = view_->at(view_unknowns);
  const double share = 1 / static_cast<double>(points_.size());
  findStrains(view);
  const double value = sumOfStrains() * share;
  if (scale == 0) {
    return value;
  }
  const double per_x = 1 / extent_.x;
  const double per_y = 1 / extent_.y;
  const double mw = view.normal_image[2];
  const auto& [xx, xy, yy] = view.plane;
  std::array<double, 6> d_view{};
  for (std::size_t k = 0; k < points_.size(); ++k) {
    const std::size_t e = 2 * k;
    const Slopes s = slopesAt(k, view);
    const auto [d11, d22, d12] = strains_[k];
    double dx[3], dy[3];
    for (std::size_t c = 0; c < 3; ++c) {
      dx[c] = scale * share * (2 * d11 * s.along_x[c] + d12 * s.along_y[c]);
      dy[c] = scale * share * (2 * d22 * s.along_y[c] + d12 * s.along_x[c]);
    }
    d_view[3] += dx[0] * s.flat_x.x + dy[0] * s.flat_y.x;
    d_view[4] += dx[0] * s.flat_x.y + dx[1] * s.flat_x.x + dy[0] * s.flat_y.y + dy[1] * s.flat_y.x;
    d_view[5] += dx[1] * s.flat_x.y + dy[1] * s.flat_y.y;
    for (double* d : {dx, dy}) {  // of the plane's point below
      const Vec2 flat{xx * d[0] + xy * d[1], xy * d[0] + yy * d[1]};
      d[0] = flat.x;
      d[1] = flat.y;
    }
    const Vec2 d_lean{dx[0] * s.z_x + dy[0] * s.z_y, dx[1] * s.z_x + dy[1] * s.z_y};
    const double d_w = dx[0] * s.view_x.x + dx[1] * s.view_x.y + dy[0] * s.view_y.x + dy[1] * s.view_y.y;
    d_offset_.value[e] = d_lean.x * mw;
    d_offset_.value[e + 1] = d_lean.y * mw;
    d_offset_.along_x[e] = dx[0] * s.w * per_x;
    d_offset_.along_x[e + 1] = dx[1] * s.w * per_x;
    d_offset_.along_y[e] = dy[0] * s.w * per_y;
    d_offset_.along_y[e + 1] = dy[1] * s.w * per_y;
    d_depth_.value[e] = d_w * mw * kDepthUnit;
    d_depth_.along_x[e] = (dx[0] * s.lean.x + dx[1] * s.lean.y + dx[2]) * kDepthUnit * per_x;
    d_depth_.along_y[e] = (dy[0] * s.lean.x + dy[1] * s.lean.y + dy[2]) * kDepthUnit * per_y;
    const Vec2 seen = points_[k] + Vec2{offset_.value[e], offset_.value[e + 1]};
    d_view[0] -= d_lean.x;
    d_view[1] -= d_lean.y;
    d_view[2] += dot(d_lean, seen) + d_w * kDepthUnit * depth_.value[e];
  }
  pullBack(d_offset_, gradient.data());
  pullBack(d_depth_, gradient.data() + net_size_);
  const std::vector<std::array<double, 6>> view_slopes = view_->slopes(view_unknowns);
  for (std::size_t k = 0; k < view_slopes.size(); ++k) {
    gradient[2 * net_size_ + k] += std::inner_product(d_view.begin(), d_view.end(), view_slopes[k].begin(), 0.0);
  }
  return value;
}

}  // namespace platen::optim
