#include "core/optim/form_paper_energy.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace platen::optim {
namespace {

std::vector<double> positions(double from, double to, double extent, double step) {
  const int n = std::max(4, static_cast<int>(std::lround((to - from) / step)));
  std::vector<double> at;
  at.reserve(static_cast<std::size_t>(n));
  for (int k = 0; k < n; ++k) {
    at.push_back((from + (to - from) * (k + 0.5) / n) / extent);
  }
  return at;
}

using Vec3 = std::array<double, 3>;

Vec3 column(const std::array<double, 9>& m, std::size_t c) {
  return {m[c], m[3 + c], m[6 + c]};
}
double dot3(const Vec3& a, const Vec3& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

}  // namespace

std::array<double, 3> normalImage(const FormFrame& frame) {
  // H from the canvas' middle to the photo's middle.
  const Vec2 from = frame.canvas_extent * 0.5;
  const Vec2 to{frame.source_size.width / 2.0, frame.source_size.height / 2.0};
  std::array<double, 9> h = frame.source_from_canvas.m;
  for (std::size_t r = 0; r < 3; ++r) {
    h[3 * r + 2] += h[3 * r] * from.x + h[3 * r + 1] * from.y;
  }
  for (std::size_t c = 0; c < 3; ++c) {
    h[c] -= to.x * h[6 + c];
    h[3 + c] -= to.y * h[6 + c];
  }
  // The plane's axes are at right angles and of one length in space: two equations for 1 / f^2.
  const double longer = std::max(frame.source_size.width, frame.source_size.height);
  const double a1 = h[0] * h[1] + h[3] * h[4], b1 = h[6] * h[7];
  const double a2 = h[0] * h[0] + h[3] * h[3] - h[1] * h[1] - h[4] * h[4], b2 = h[6] * h[6] - h[7] * h[7];
  // a / f^2 + b = 0 for both, weakly drawn to the usual 1.2 photo lengths.
  const double usual = 1 / (1.44 * longer * longer);
  const double size = h[0] * h[0] + h[1] * h[1] + h[3] * h[3] + h[4] * h[4];
  const double weak = 0.02 * size;
  const double inverse_square =
      std::clamp((-a1 * b1 - a2 * b2 + weak * weak * usual) / (a1 * a1 + a2 * a2 + weak * weak), usual / 9, usual * 4);
  const double f = 1 / std::sqrt(inverse_square);
  Vec3 x = column(h, 0), y = column(h, 1);
  for (Vec3* axis : {&x, &y}) {
    (*axis)[0] /= f;
    (*axis)[1] /= f;
  }
  const double scale = 1 / std::sqrt((dot3(x, x) + dot3(y, y)) / 2);
  Vec3 normal{x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]};
  for (double& n : normal) {
    n *= scale;  // in space: unit axes times unit axes, over the scale once
  }
  normal[0] *= f;
  normal[1] *= f;
  // m = H^-1 K r3 / scale, Cramer's rule.
  const auto det = [](const Vec3& a, const Vec3& b, const Vec3& c) {
    return a[0] * (b[1] * c[2] - b[2] * c[1]) - b[0] * (a[1] * c[2] - a[2] * c[1]) + c[0] * (a[1] * b[2] - a[2] * b[1]);
  };
  const Vec3 h1 = column(h, 0), h2 = column(h, 1), h3 = column(h, 2);
  const double whole = det(h1, h2, h3);
  return {det(normal, h2, h3) / whole, det(h1, normal, h3) / whole, det(h1, h2, normal) / whole};
}

FormPaperEnergy::FormPaperEnergy(double weight,
                                 double stretch,
                                 const Box& area,
                                 Vec2 canvas_extent,
                                 const std::array<double, 3>& normal_image,
                                 NetShape shape,
                                 double even,
                                 double step)
    : Energy("paper", weight),
      net_size_(shape.size()),
      extent_(canvas_extent),
      normal_(normal_image),
      per_stretch_(1 / stretch),
      even_(even),
      value_({shape.spans_u, positions(area.x0, area.x1, canvas_extent.x, step)},
             {shape.spans_v, positions(area.y0, area.y1, canvas_extent.y, step)}),
      along_x_({shape.spans_u, positions(area.x0, area.x1, canvas_extent.x, step), 1},
               {shape.spans_v, positions(area.y0, area.y1, canvas_extent.y, step)}),
      along_y_({shape.spans_u, positions(area.x0, area.x1, canvas_extent.x, step)},
               {shape.spans_v, positions(area.y0, area.y1, canvas_extent.y, step), 1}) {
  for (const double v : positions(area.y0, area.y1, canvas_extent.y, step)) {
    for (const double u : positions(area.x0, area.x1, canvas_extent.x, step)) {
      points_.push_back({(u - 0.5) * canvas_extent.x, (v - 0.5) * canvas_extent.y});
    }
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

FormPaperEnergy::Slopes FormPaperEnergy::slopesAt(std::size_t point, const std::array<double, 3>& normal) const {
  const std::size_t e = 2 * point;
  const double per_x = 1 / extent_.x;  // from derivatives per unit of net_uv
  const double per_y = 1 / extent_.y;
  Slopes s;
  s.view_x = {1 + offset_.along_x[e] * per_x, offset_.along_x[e + 1] * per_x};
  s.view_y = {offset_.along_y[e] * per_y, 1 + offset_.along_y[e + 1] * per_y};
  s.z_x = kDepthUnit * depth_.along_x[e] * per_x;
  s.z_y = kDepthUnit * depth_.along_y[e] * per_y;
  s.w = 1 + normal[2] * kDepthUnit * depth_.value[e];
  const Vec2 seen = points_[point] + Vec2{offset_.value[e], offset_.value[e + 1]};
  s.lean = {seen.x * normal[2] - normal[0], seen.y * normal[2] - normal[1]};
  s.along_x = {s.view_x.x * s.w + s.lean.x * s.z_x, s.view_x.y * s.w + s.lean.y * s.z_x, s.z_x};
  s.along_y = {s.view_y.x * s.w + s.lean.x * s.z_y, s.view_y.y * s.w + s.lean.y * s.z_y, s.z_y};
  return s;
}

void FormPaperEnergy::findStrains(const std::array<double, 3>& normal) {
  std::array<double, 3> mean{};
  for (std::size_t k = 0; k < points_.size(); ++k) {
    const Slopes s = slopesAt(k, normal);
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
  expand(unknowns.data(), offset_);
  expand(unknowns.data() + net_size_, depth_);
  const bool normal_moves = unknowns.size() >= 2 * net_size_ + kPaperExtras;
  std::array<double, 3> normal = normal_;
  if (normal_moves) {
    const double* extras = unknowns.data() + 2 * net_size_;
    normal = {normal_[0] + kTiltUnit * extras[0], normal_[1] + kTiltUnit * extras[1],
              normal_[2] + kPerspectiveUnit * extras[2]};
  }
  const double share = 1 / static_cast<double>(points_.size());
  findStrains(normal);
  const double value = sumOfStrains() * share;
  if (scale == 0) {
    return value;
  }
  const double per_x = 1 / extent_.x;
  const double per_y = 1 / extent_.y;
  const double mw = normal[2];
  double d_mx = 0, d_my = 0, d_mw = 0;
  for (std::size_t k = 0; k < points_.size(); ++k) {
    const std::size_t e = 2 * k;
    const Slopes s = slopesAt(k, normal);
    const auto [d11, d22, d12] = strains_[k];
    double dx[3], dy[3];
    for (std::size_t c = 0; c < 3; ++c) {
      dx[c] = scale * share * (2 * d11 * s.along_x[c] + d12 * s.along_y[c]);
      dy[c] = scale * share * (2 * d22 * s.along_y[c] + d12 * s.along_x[c]);
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
    d_mx -= d_lean.x;
    d_my -= d_lean.y;
    d_mw += dot(d_lean, seen) + d_w * kDepthUnit * depth_.value[e];
  }
  pullBack(d_offset_, gradient.data());
  pullBack(d_depth_, gradient.data() + net_size_);
  if (normal_moves) {
    gradient[2 * net_size_] += d_mx * kTiltUnit;
    gradient[2 * net_size_ + 1] += d_my * kTiltUnit;
    gradient[2 * net_size_ + 2] += d_mw * kPerspectiveUnit;
  }
  return value;
}

}  // namespace platen::optim
