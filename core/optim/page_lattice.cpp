#include "core/optim/page_lattice.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace platen::optim {
namespace {

using Part = sampling::FusedStep<float>::Part;

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
    : cols_(cols),
      rows_(rows),
      step_(lattice(shape, cols, rows, base, 0, 0),
            lattice(shape, cols, rows, base, 1, 0),
            both_ways ? std::optional(lattice(shape, cols, rows, base, 0, 1)) : std::nullopt),
      net_(shape.size()),
      d_net_(shape.size()) {
  if (base == nullptr) {
    return;
  }
  const double width = base->pageRect().width();
  const double height = base->pageRect().height();
  std::vector<float> points(2 * size()), tangents(2 * size()), steps(2 * size());
  std::size_t k = 0;
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < cols; ++j, k += 2) {
      const BaseMap::Jet jet = base->jet(base->sheetFromPage({(j + 0.5) / cols, (i + 0.5) / rows}));
      points[k] = static_cast<float>(jet.point.x);
      points[k + 1] = static_cast<float>(jet.point.y);
      tangents[k] = static_cast<float>(width * jet.du.x);
      tangents[k + 1] = static_cast<float>(width * jet.du.y);
      steps[k] = static_cast<float>(height * jet.dv.x);
      steps[k + 1] = static_cast<float>(height * jet.dv.y);
    }
  }
  step_.setBase(Part::surface, std::move(points));
  step_.setBase(Part::alongU, std::move(tangents));
  if (both_ways) {
    step_.setBase(Part::alongV, std::move(steps));
  }
}

sampling::FusedTables PageLattice::tables() const {
  const sampling::SplineLattice<float>& surface = step_.lattice(Part::surface);
  return {surface.alongU(), surface.alongV(), step_.lattice(Part::alongU).alongU()};
}

void PageLattice::takeControls(std::span<const double> controls) {
  std::transform(controls.begin(), controls.end(), net_.begin(), [](double c) { return static_cast<float>(c); });
}

void PageLattice::addTo(std::span<double> gradient) const {
  for (std::size_t k = 0; k < gradient.size(); ++k) {
    gradient[k] += static_cast<double>(d_net_[k]);
  }
}

void PageLattice::pullBack(float factor, std::span<double> gradient) {
  std::fill(d_net_.begin(), d_net_.end(), 0.0F);
  step_.pullBack(factor, d_net_.data());
  addTo(gradient);
}

void PageLattice::expand(std::span<const double> controls) {
  takeControls(controls);
  positions_.resize(2 * size());
  tangents_.resize(2 * size());
  step_.expand(Part::surface, net_.data(), positions_.data());
  step_.expand(Part::alongU, net_.data(), tangents_.data());
  if (bothWays()) {
    steps_.resize(2 * size());
    step_.expand(Part::alongV, net_.data(), steps_.data());
  }
}

void PageLattice::pullBack(std::span<const float> d_positions,
                           std::span<const float> d_tangents,
                           std::span<double> gradient,
                           std::span<const float> d_steps) {
  std::fill(d_net_.begin(), d_net_.end(), 0.0F);
  step_.addTranspose(Part::surface, d_positions.data(), d_net_.data());
  if (!d_tangents.empty()) {
    step_.addTranspose(Part::alongU, d_tangents.data(), d_net_.data());
  }
  if (!d_steps.empty() && bothWays()) {
    step_.addTranspose(Part::alongV, d_steps.data(), d_net_.data());
  }
  addTo(gradient);
}

}  // namespace platen::optim
