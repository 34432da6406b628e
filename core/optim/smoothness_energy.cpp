#include "core/optim/smoothness_energy.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace platen::optim {
namespace {

constexpr double kPercentSquared = 1e4;
constexpr double kShear = 0.05;

}  // namespace

StrainEnergy::StrainEnergy(double weight, const BaseMap& base, NetShape shape)
    : Energy("strain", weight),
      shape_(shape),
      step_u_(base.netRect().width() / shape.spans_u),
      step_v_(base.netRect().height() / shape.spans_v) {
  inverse_.reserve(shape.size() / 2);
  for (int i = 0; i < shape.rows(); ++i) {
    for (int j = 0; j < shape.cols(); ++j) {
      // A control acts around its knot; those beyond the border are judged at the border, where the sheet is evidence.
      const Vec2 net_uv{std::clamp((j - 1.0) / shape.spans_u, 0.0, 1.0),
                        std::clamp((i - 1.0) / shape.spans_v, 0.0, 1.0)};
      const BaseMap::Jet jet = base.jet(base.sheetFromNet(net_uv));
      const double det = cross(jet.du, jet.dv);
      inverse_.push_back({jet.dv.y / det, -jet.dv.x / det, -jet.du.y / det, jet.du.x / det});
    }
  }
}

double StrainEnergy::add(std::span<const double> controls, double scale, std::span<double> gradient) {
  const auto rows = static_cast<std::size_t>(shape_.rows());
  const auto cols = static_cast<std::size_t>(shape_.cols());
  y_.resize(controls.size());
  d_y_.assign(controls.size(), 0.0);
  for (std::size_t k = 0; k < inverse_.size(); ++k) {
    const Inverse& m = inverse_[k];
    y_[2 * k] = m.ux * controls[2 * k] + m.uy * controls[2 * k + 1];
    y_[2 * k + 1] = m.vx * controls[2 * k] + m.vy * controls[2 * k + 1];
  }
  double sum_uu = 0;
  double sum_vv = 0;
  double sum_uv = 0;
  const double mean_uu = kPercentSquared / static_cast<double>(rows * (cols - 1));
  const double mean_vv = kPercentSquared / static_cast<double>((rows - 1) * cols);
  const double mean_uv = kPercentSquared * kShear / static_cast<double>((rows - 1) * (cols - 1));
  const auto at = [cols](std::size_t i, std::size_t j) { return 2 * (i * cols + j); };
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j + 1 < cols; ++j) {
      const double e = (y_[at(i, j + 1)] - y_[at(i, j)]) / step_u_;
      sum_uu += e * e;
      const double d = scale * mean_uu * 2 * e / step_u_;
      d_y_[at(i, j + 1)] += d;
      d_y_[at(i, j)] -= d;
    }
  }
  for (std::size_t i = 0; i + 1 < rows; ++i) {
    for (std::size_t j = 0; j < cols; ++j) {
      const double e = (y_[at(i + 1, j) + 1] - y_[at(i, j) + 1]) / step_v_;
      sum_vv += e * e;
      const double d = scale * mean_vv * 2 * e / step_v_;
      d_y_[at(i + 1, j) + 1] += d;
      d_y_[at(i, j) + 1] -= d;
    }
  }
  for (std::size_t i = 0; i + 1 < rows; ++i) {
    for (std::size_t j = 0; j + 1 < cols; ++j) {
      const double u_below = y_[at(i + 1, j)] + y_[at(i + 1, j + 1)];
      const double u_above = y_[at(i, j)] + y_[at(i, j + 1)];
      const double v_right = y_[at(i, j + 1) + 1] + y_[at(i + 1, j + 1) + 1];
      const double v_left = y_[at(i, j) + 1] + y_[at(i + 1, j) + 1];
      const double e = (u_below - u_above) / (2 * step_v_) + (v_right - v_left) / (2 * step_u_);
      sum_uv += e * e;
      const double d = scale * mean_uv * 2 * e;
      const double dv = d / (2 * step_v_);
      const double du = d / (2 * step_u_);
      d_y_[at(i + 1, j)] += dv;
      d_y_[at(i + 1, j + 1)] += dv;
      d_y_[at(i, j)] -= dv;
      d_y_[at(i, j + 1)] -= dv;
      d_y_[at(i, j + 1) + 1] += du;
      d_y_[at(i + 1, j + 1) + 1] += du;
      d_y_[at(i, j) + 1] -= du;
      d_y_[at(i + 1, j) + 1] -= du;
    }
  }
  for (std::size_t k = 0; k < inverse_.size(); ++k) {
    const Inverse& m = inverse_[k];
    gradient[2 * k] += m.ux * d_y_[2 * k] + m.vx * d_y_[2 * k + 1];
    gradient[2 * k + 1] += m.uy * d_y_[2 * k] + m.vy * d_y_[2 * k + 1];
  }
  return mean_uu * sum_uu + mean_vv * sum_vv + mean_uv * sum_uv;
}

BendingEnergy::BendingEnergy(double weight, const BaseMap& base, NetShape shape, double char_height)
    : Energy("bending", weight), shape_(shape) {
  const double step_u = 1.0 / shape.spans_u;
  const double step_v = base.netRect().height() / base.netRect().width() / shape.spans_v;
  per_uu_ = 1 / (char_height * step_u * step_u);
  per_vv_ = 1 / (char_height * step_v * step_v);
  per_uv_ = 1 / (char_height * step_u * step_v);
}

double BendingEnergy::add(std::span<const double> controls, double scale, std::span<double> gradient) {
  const auto rows = static_cast<std::size_t>(shape_.rows());
  const auto cols = static_cast<std::size_t>(shape_.cols());
  const auto at = [cols](std::size_t i, std::size_t j) { return 2 * (i * cols + j); };
  double value = 0;
  const double mean_uu = 1.0 / static_cast<double>(rows * (cols - 2));
  const double mean_vv = 1.0 / static_cast<double>((rows - 2) * cols);
  const double mean_uv = 2.0 / static_cast<double>((rows - 1) * (cols - 1));
  for (std::size_t axis = 0; axis < 2; ++axis) {
    const double* c = controls.data() + axis;
    double* g = gradient.data() + axis;
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t j = 0; j + 2 < cols; ++j) {
        const double e = per_uu_ * (c[at(i, j)] - 2 * c[at(i, j + 1)] + c[at(i, j + 2)]);
        value += mean_uu * e * e;
        const double d = scale * mean_uu * 2 * e * per_uu_;
        g[at(i, j)] += d;
        g[at(i, j + 1)] -= 2 * d;
        g[at(i, j + 2)] += d;
      }
    }
    for (std::size_t i = 0; i + 2 < rows; ++i) {
      for (std::size_t j = 0; j < cols; ++j) {
        const double e = per_vv_ * (c[at(i, j)] - 2 * c[at(i + 1, j)] + c[at(i + 2, j)]);
        value += mean_vv * e * e;
        const double d = scale * mean_vv * 2 * e * per_vv_;
        g[at(i, j)] += d;
        g[at(i + 1, j)] -= 2 * d;
        g[at(i + 2, j)] += d;
      }
    }
    for (std::size_t i = 0; i + 1 < rows; ++i) {
      for (std::size_t j = 0; j + 1 < cols; ++j) {
        const double e = per_uv_ * (c[at(i, j)] - c[at(i, j + 1)] - c[at(i + 1, j)] + c[at(i + 1, j + 1)]);
        value += mean_uv * e * e;
        const double d = scale * mean_uv * 2 * e * per_uv_;
        g[at(i, j)] += d;
        g[at(i, j + 1)] -= d;
        g[at(i + 1, j)] -= d;
        g[at(i + 1, j + 1)] += d;
      }
    }
  }
  return value;
}

}  // namespace platen::optim
