#include "core/optim/page_lattice.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace platen::optim {
namespace {

// Cell centres of page_uv along one axis, in net_uv.
std::vector<double> centres(int n, double first, double span) {
  std::vector<double> at(static_cast<std::size_t>(n));
  for (int k = 0; k < n; ++k) {
    at[static_cast<std::size_t>(k)] = first + span * (k + 0.5) / n;
  }
  return at;
}

struct Span {
  double first = 0, length = 1;
};

// Where page_uv's [0, 1] lies in net_uv.
Span spanU(const BaseMap* base) {
  return base == nullptr
             ? Span{}
             : Span{base->netFromSheet({base->pageRect().x0, 0}).x, base->pageRect().width() / base->netRect().width()};
}
Span spanV(const BaseMap* base) {
  return base == nullptr ? Span{}
                         : Span{base->netFromSheet({0, base->pageRect().y0}).y,
                                base->pageRect().height() / base->netRect().height()};
}

sampling::SplineLattice<float> lattice(
    NetShape shape, int cols, int rows, const BaseMap* base, int order_u, int order_v) {
  const Span u = spanU(base);
  const Span v = spanV(base);
  sampling::SplineAxis<float> along_u(shape.spans_u, centres(cols, u.first, u.length), order_u);
  if (order_u == 1) {
    for (float& weight : along_u.weights) {
      weight *= static_cast<float>(u.length);  // per unit of page_uv instead of net_uv
    }
  }
  sampling::SplineAxis<float> along_v(shape.spans_v, centres(rows, v.first, v.length), order_v);
  if (order_v == 1) {
    for (float& weight : along_v.weights) {
      weight *= static_cast<float>(v.length);
    }
  }
  return {std::move(along_u), std::move(along_v)};
}

}  // namespace

PageLattice::PageLattice(NetShape shape, int cols, int rows, const BaseMap* base, bool both_ways)
    : shape_(shape),
      cols_(cols),
      rows_(rows),
      values_(lattice(shape, cols, rows, base, 0, 0)),
      slopes_(lattice(shape, cols, rows, base, 1, 0)),
      base_positions_(2 * size(), 0.0F),
      base_tangents_(2 * size(), 0.0F),
      positions_(2 * size()),
      tangents_(2 * size()),
      net_(shape.size()),
      d_net_(shape.size()) {
  if (both_ways) {
    v_slopes_.emplace(lattice(shape, cols, rows, base, 0, 1));
    base_steps_.assign(2 * size(), 0.0F);
    steps_.resize(2 * size());
  }
  if (base == nullptr) {
    return;
  }
  const double width = base->pageRect().width();
  const double height = base->pageRect().height();
  std::size_t k = 0;
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < cols; ++j, k += 2) {
      const BaseMap::Jet jet = base->jet(base->sheetFromPage({(j + 0.5) / cols, (i + 0.5) / rows}));
      base_positions_[k] = static_cast<float>(jet.point.x);
      base_positions_[k + 1] = static_cast<float>(jet.point.y);
      base_tangents_[k] = static_cast<float>(width * jet.du.x);
      base_tangents_[k + 1] = static_cast<float>(width * jet.du.y);
      if (both_ways) {
        base_steps_[k] = static_cast<float>(height * jet.dv.x);
        base_steps_[k + 1] = static_cast<float>(height * jet.dv.y);
      }
    }
  }
}

void PageLattice::expand(std::span<const double> controls) {
  std::transform(controls.begin(), controls.end(), net_.begin(), [](double c) { return static_cast<float>(c); });
  values_.expand(net_.data(), positions_.data());
  slopes_.expand(net_.data(), tangents_.data());
  for (std::size_t k = 0; k < positions_.size(); ++k) {
    positions_[k] += base_positions_[k];
    tangents_[k] += base_tangents_[k];
  }
  if (v_slopes_) {
    v_slopes_->expand(net_.data(), steps_.data());
    for (std::size_t k = 0; k < steps_.size(); ++k) {
      steps_[k] += base_steps_[k];
    }
  }
}

void PageLattice::pullBack(std::span<const float> d_positions,
                           std::span<const float> d_tangents,
                           std::span<double> gradient,
                           std::span<const float> d_steps) {
  std::fill(d_net_.begin(), d_net_.end(), 0.0F);
  values_.addTranspose(d_positions.data(), d_net_.data());
  if (!d_tangents.empty()) {
    slopes_.addTranspose(d_tangents.data(), d_net_.data());
  }
  if (!d_steps.empty() && v_slopes_) {
    v_slopes_->addTranspose(d_steps.data(), d_net_.data());
  }
  for (std::size_t k = 0; k < gradient.size(); ++k) {
    gradient[k] += static_cast<double>(d_net_[k]);
  }
}

}  // namespace platen::optim
