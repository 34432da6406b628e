#include "core/optim/page_lattice.h"

#include <algorithm>
#include <cstddef>

namespace platen::optim {

PageLattice::PageLattice(NetShape shape, int cols, int rows, const BaseMap* base)
    : shape_(shape), cols_(cols), rows_(rows) {
  const auto netFromPage = [base](Vec2 page_uv) {
    return base == nullptr ? page_uv : base->netFromSheet(base->sheetFromPage(page_uv));
  };
  const double slope = base == nullptr ? 1 : base->pageRect().width() / base->netRect().width();
  for (int j = 0; j < cols; ++j) {
    SplineWeights w = splineWeights(netFromPage({(j + 0.5) / cols, 0}).x, shape.spans_u);
    for (double& s : w.slope) {
      s *= slope;  // per unit of page_uv
    }
    u_.push_back(w);
  }
  for (int i = 0; i < rows; ++i) {
    v_.push_back(splineWeights(netFromPage({0, (i + 0.5) / rows}).y, shape.spans_v));
  }
  base_positions_.assign(2 * size(), 0.0F);
  base_tangents_.assign(2 * size(), 0.0F);
  if (base != nullptr) {
    const double width = base->pageRect().width();
    std::size_t k = 0;
    for (int i = 0; i < rows; ++i) {
      for (int j = 0; j < cols; ++j, k += 2) {
        const BaseMap::Jet jet = base->jet(base->sheetFromPage({(j + 0.5) / cols, (i + 0.5) / rows}));
        base_positions_[k] = static_cast<float>(jet.point.x);
        base_positions_[k + 1] = static_cast<float>(jet.point.y);
        base_tangents_[k] = static_cast<float>(width * jet.du.x);
        base_tangents_[k + 1] = static_cast<float>(width * jet.du.y);
      }
    }
  }
  positions_.resize(2 * size());
  tangents_.resize(2 * size());
  column_values_.resize(2 * static_cast<std::size_t>(shape.rows()) * static_cast<std::size_t>(cols));
  column_slopes_.resize(column_values_.size());
}

void PageLattice::expand(std::span<const double> controls) {
  const auto net_cols = static_cast<std::size_t>(shape_.cols());
  const std::size_t line = 2 * static_cast<std::size_t>(cols_);
  for (std::size_t r = 0; r < static_cast<std::size_t>(shape_.rows()); ++r) {
    float* values = &column_values_[r * line];
    float* slopes = &column_slopes_[r * line];
    for (const SplineWeights& w : u_) {
      const double* c = &controls[2 * (r * net_cols + static_cast<std::size_t>(w.first))];
      double x = 0;
      double y = 0;
      double dx = 0;
      double dy = 0;
      for (std::size_t b = 0; b < 4; ++b) {
        x += w.value[b] * c[2 * b];
        y += w.value[b] * c[2 * b + 1];
        dx += w.slope[b] * c[2 * b];
        dy += w.slope[b] * c[2 * b + 1];
      }
      *values++ = static_cast<float>(x);
      *values++ = static_cast<float>(y);
      *slopes++ = static_cast<float>(dx);
      *slopes++ = static_cast<float>(dy);
    }
  }
  const auto combine = [line](const float* columns, const SplineWeights& w, const float* base, float* out) {
    const float* c = columns + static_cast<std::size_t>(w.first) * line;
    const auto w0 = static_cast<float>(w.value[0]);
    const auto w1 = static_cast<float>(w.value[1]);
    const auto w2 = static_cast<float>(w.value[2]);
    const auto w3 = static_cast<float>(w.value[3]);
    for (std::size_t k = 0; k < line; ++k) {
      out[k] = base[k] + w0 * c[k] + w1 * c[line + k] + w2 * c[2 * line + k] + w3 * c[3 * line + k];
    }
  };
  for (std::size_t i = 0; i < v_.size(); ++i) {
    combine(column_values_.data(), v_[i], &base_positions_[i * line], &positions_[i * line]);
    combine(column_slopes_.data(), v_[i], &base_tangents_[i * line], &tangents_[i * line]);
  }
}

void PageLattice::pullBack(std::span<const float> d_positions,
                           std::span<const float> d_tangents,
                           std::span<double> gradient) {
  const auto net_cols = static_cast<std::size_t>(shape_.cols());
  const std::size_t line = 2 * static_cast<std::size_t>(cols_);
  std::fill(column_values_.begin(), column_values_.end(), 0.0F);
  std::fill(column_slopes_.begin(), column_slopes_.end(), 0.0F);
  const auto spread = [line](const float* d, const SplineWeights& w, float* columns) {
    for (std::size_t a = 0; a < 4; ++a) {
      float* c = columns + (static_cast<std::size_t>(w.first) + a) * line;
      const auto weight = static_cast<float>(w.value[a]);
      for (std::size_t k = 0; k < line; ++k) {
        c[k] += weight * d[k];
      }
    }
  };
  for (std::size_t i = 0; i < v_.size(); ++i) {
    spread(&d_positions[i * line], v_[i], column_values_.data());
    if (!d_tangents.empty()) {
      spread(&d_tangents[i * line], v_[i], column_slopes_.data());
    }
  }
  for (std::size_t r = 0; r < static_cast<std::size_t>(shape_.rows()); ++r) {
    const float* values = &column_values_[r * line];
    const float* slopes = &column_slopes_[r * line];
    for (const SplineWeights& w : u_) {
      double* g = &gradient[2 * (r * net_cols + static_cast<std::size_t>(w.first))];
      for (std::size_t b = 0; b < 4; ++b) {
        g[2 * b] += w.value[b] * values[0] + w.slope[b] * slopes[0];
        g[2 * b + 1] += w.value[b] * values[1] + w.slope[b] * slopes[1];
      }
      values += 2;
      slopes += 2;
    }
  }
}

}  // namespace platen::optim
