// Weights, the two stages of the expansion and their transposes, refinement. Formulas and indexing: spline_grid.h.
#include "core/sampling/spline_grid.h"

#include "core/sampling/spline_columns.h"
#include "core/sampling/spline_rows.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

namespace platen::sampling {

namespace {

// The four weights at t in [0, 1], or their first or second derivatives with respect to t.
std::array<double, 4> weightsAt(double t, int order) {
  const double s = 1 - t;
  switch (order) {
    case 0:
      return {s * s * s / 6, (3 * t * t * t - 6 * t * t + 4) / 6, (3 * s * s * s - 6 * s * s + 4) / 6, t * t * t / 6};
    case 1:
      return {-s * s / 2, (3 * t * t - 4 * t) / 2, (4 * s - 3 * s * s) / 2, t * t / 2};
    default:
      return {s, 3 * t - 2, 3 * s - 2, t};
  }
}

// One axis of refinement: lines of `count` old controls (count = cells + 3), `step` scalars apart, to 2 cells + 3 new
// ones. New control m is centred on (m - 1) / (2 n): on old control (m + 1) / 2 for odd m, between m / 2 and m / 2 + 1
// for even m.
template <class Scalar>
void refineLine(const Scalar* from, std::ptrdiff_t from_step, int count, Scalar* to, std::ptrdiff_t to_step) {
  const int refined = 2 * (count - 3) + 3;
  for (int m = 0; m < refined; ++m) {
    const Scalar* c = from + ((m + 1) / 2) * from_step;
    to[m * to_step] = m % 2 == 1 ? (c[-from_step] + 6 * c[0] + c[from_step]) / 8 : (c[0] + c[from_step]) / 2;
  }
}

template <class Scalar>
void addRefineLineTranspose(
    const Scalar* grad_refined, std::ptrdiff_t refined_step, int count, Scalar* grad, std::ptrdiff_t step) {
  const int refined = 2 * (count - 3) + 3;
  for (int m = 0; m < refined; ++m) {
    const Scalar g = grad_refined[m * refined_step];
    Scalar* c = grad + ((m + 1) / 2) * step;
    if (m % 2 == 1) {
      c[-step] += g / 8;
      c[0] += 6 * g / 8;
      c[step] += g / 8;
    } else {
      c[0] += g / 2;
      c[step] += g / 2;
    }
  }
}

void checkShape(NetShape shape) {
  if (shape.rows < 1 || shape.cols < 1) {
    throw std::invalid_argument("a spline net needs at least one cell a side; got " + std::to_string(shape.rows) +
                                " x " + std::to_string(shape.cols));
  }
}

std::vector<double> coordinateOf(const double* points_uv, std::size_t n, std::size_t which) {
  std::vector<double> result(n);
  for (std::size_t k = 0; k < n; ++k) {
    result[k] = points_uv[2 * k + which];
  }
  return result;
}

}  // namespace

std::vector<double> latticePositions(int n) {
  if (n < 1) {
    throw std::invalid_argument("a lattice needs at least one position a side; got " + std::to_string(n));
  }
  std::vector<double> positions(static_cast<std::size_t>(n), 0.5);
  for (std::size_t k = 0; n > 1 && k < positions.size(); ++k) {
    positions[k] = static_cast<double>(k) / (n - 1);
  }
  return positions;
}

template <class Scalar>
SplineAxis<Scalar>::SplineAxis(int cells_in, const std::vector<double>& positions, int order) : cells(cells_in) {
  if (cells < 1 || order < 0 || order > 2) {
    throw std::invalid_argument("a spline axis needs at least one cell and order 0, 1 or 2; got " +
                                std::to_string(cells) + " cells, order " + std::to_string(order));
  }
  first.reserve(positions.size());
  weights.reserve(4 * positions.size());
  const double scale = std::pow(static_cast<double>(cells), order);
  for (const double position : positions) {
    const double inside = position > 0 ? std::min(position, 1.0) : 0.0;
    const int cell = std::min(static_cast<int>(inside * cells), cells - 1);
    const double t = inside * cells - cell;
    std::array<double, 4> w = weightsAt(t, order);
    const double beyond = (position - inside) * cells;  // linear outside: value + beyond * slope, in units of t
    if (beyond != 0) {                                  // NaN too, which makes all weights NaN
      const std::array<double, 4> slope = weightsAt(t, 1);
      for (std::size_t a = 0; a < 4; ++a) {
        w[a] = order == 0 ? w[a] + beyond * slope[a] : (order == 1 ? slope[a] : 0) + 0 * beyond;
      }
    }
    first.push_back(cell);
    for (const double value : w) {
      weights.push_back(static_cast<Scalar>(value * scale));
    }
  }
}

template <class Scalar>
SplineLattice<Scalar>::SplineLattice(SplineAxis<Scalar> u, SplineAxis<Scalar> v)
    : u_(std::move(u)), v_(std::move(v)), width_(2 * u_.count()) {
  columns_.assign(static_cast<std::size_t>(shape().controlRows()) * width_, Scalar(0));
}

template <class Scalar>
void SplineLattice<Scalar>::setNet(const Scalar* net) {
  mixControls(u_, net, shape().controlRows(), columns_.data());
}

template <class Scalar>
int SplineLattice<Scalar>::endOfCell(int i, int end) const {
  const std::int32_t first = v_.first[static_cast<std::size_t>(i)];
  do {
    ++i;
  } while (i < end && v_.first[static_cast<std::size_t>(i)] == first);
  return i;
}

template <class Scalar>
void SplineLattice<Scalar>::expandRows(int i, int end, Scalar* out) const {
  while (i < end) {
    const auto row = static_cast<std::size_t>(i);
    const int rows = endOfCell(i, end) - i;
    splineRowKernels<Scalar>().mix(&v_.weights[4 * row], rows,
                                   columns_.data() + static_cast<std::size_t>(v_.first[row]) * width_, width_, out);
    i += rows;
    out += static_cast<std::size_t>(rows) * width_;
  }
}

template <class Scalar>
void SplineLattice<Scalar>::clearGradient() {
  gradient_.assign(columns_.size(), Scalar(0));
}

template <class Scalar>
void SplineLattice<Scalar>::addRowGradients(int i, int end, const Scalar* grad_rows) {
  while (i < end) {
    const auto row = static_cast<std::size_t>(i);
    const int rows = endOfCell(i, end) - i;
    splineRowKernels<Scalar>().spread(&v_.weights[4 * row], rows, grad_rows, width_,
                                      gradient_.data() + static_cast<std::size_t>(v_.first[row]) * width_);
    i += rows;
    grad_rows += static_cast<std::size_t>(rows) * width_;
  }
}

template <class Scalar>
void SplineLattice<Scalar>::addGradientTo(Scalar* grad_net) const {
  const auto control_cols = static_cast<std::size_t>(shape().controlCols());
  const Scalar* g = gradient_.data();
  for (int a = 0; a < shape().controlRows(); ++a, g += width_) {
    spreadToControls(u_, g, grad_net + 2 * control_cols * static_cast<std::size_t>(a));
  }
}

template <class Scalar>
void SplineLattice<Scalar>::expand(const Scalar* net, Scalar* out) {
  setNet(net);
  expandRows(0, rows(), out);
}

template <class Scalar>
void SplineLattice<Scalar>::addTranspose(const Scalar* grad_out, Scalar* grad_net) {
  clearGradient();
  addRowGradients(0, rows(), grad_out);
  addGradientTo(grad_net);
}

template <class Scalar>
SplinePoints<Scalar>::SplinePoints(NetShape shape, const double* points_uv, std::size_t n, int order_u, int order_v)
    : u_(shape.cols, coordinateOf(points_uv, n, 0), order_u), v_(shape.rows, coordinateOf(points_uv, n, 1), order_v) {}

template <class Scalar>
void SplinePoints<Scalar>::expand(const Scalar* net, std::size_t k, std::size_t end, Scalar* out) const {
  const std::ptrdiff_t stride = 2 * static_cast<std::ptrdiff_t>(shape().controlCols());
  for (; k < end; ++k, out += 2) {
    const Scalar* corner = net + v_.first[k] * stride + 2 * static_cast<std::ptrdiff_t>(u_.first[k]);
    const Scalar* wu = &u_.weights[4 * k];
    Scalar x = 0, y = 0;
    for (int a = 0; a < 4; ++a) {
      const Scalar* c = corner + a * stride;
      const Scalar wv = v_.weights[4 * k + static_cast<std::size_t>(a)];
      x += wv * (wu[0] * c[0] + wu[1] * c[2] + wu[2] * c[4] + wu[3] * c[6]);
      y += wv * (wu[0] * c[1] + wu[1] * c[3] + wu[2] * c[5] + wu[3] * c[7]);
    }
    out[0] = x;
    out[1] = y;
  }
}

template <class Scalar>
void SplinePoints<Scalar>::addTranspose(const Scalar* grad_out,
                                        std::size_t k,
                                        std::size_t end,
                                        Scalar* grad_net) const {
  const std::ptrdiff_t stride = 2 * static_cast<std::ptrdiff_t>(shape().controlCols());
  for (; k < end; ++k, grad_out += 2) {
    Scalar* corner = grad_net + v_.first[k] * stride + 2 * static_cast<std::ptrdiff_t>(u_.first[k]);
    for (int a = 0; a < 4; ++a) {
      Scalar* c = corner + a * stride;
      const Scalar wv = v_.weights[4 * k + static_cast<std::size_t>(a)];
      for (int b = 0; b < 4; ++b) {
        const Scalar w = wv * u_.weights[4 * k + static_cast<std::size_t>(b)];
        c[2 * b] += w * grad_out[0];
        c[2 * b + 1] += w * grad_out[1];
      }
    }
  }
}

NetShape refinedShape(NetShape shape) {
  return {2 * shape.rows, 2 * shape.cols};
}

template <class Scalar>
std::vector<Scalar> refine(NetShape shape, const Scalar* net) {
  checkShape(shape);
  const NetShape fine = refinedShape(shape);
  const std::ptrdiff_t coarse_row = 2 * static_cast<std::ptrdiff_t>(shape.controlCols());
  const std::ptrdiff_t fine_row = 2 * static_cast<std::ptrdiff_t>(fine.controlCols());
  std::vector<Scalar> tall(static_cast<std::size_t>(fine.controlRows() * coarse_row));  // refined along v alone
  for (std::ptrdiff_t k = 0; k < coarse_row; ++k) {
    refineLine(net + k, coarse_row, shape.controlRows(), tall.data() + k, coarse_row);
  }
  std::vector<Scalar> result(fine.size());
  for (std::ptrdiff_t a = 0; a < fine.controlRows(); ++a) {
    for (std::ptrdiff_t xy = 0; xy < 2; ++xy) {
      refineLine(tall.data() + a * coarse_row + xy, 2, shape.controlCols(), result.data() + a * fine_row + xy, 2);
    }
  }
  return result;
}

template <class Scalar>
void addRefineTranspose(NetShape shape, const Scalar* grad_refined, Scalar* grad_net) {
  checkShape(shape);
  const NetShape fine = refinedShape(shape);
  const std::ptrdiff_t coarse_row = 2 * static_cast<std::ptrdiff_t>(shape.controlCols());
  const std::ptrdiff_t fine_row = 2 * static_cast<std::ptrdiff_t>(fine.controlCols());
  std::vector<Scalar> tall(static_cast<std::size_t>(fine.controlRows() * coarse_row), Scalar(0));
  for (std::ptrdiff_t a = 0; a < fine.controlRows(); ++a) {
    for (std::ptrdiff_t xy = 0; xy < 2; ++xy) {
      addRefineLineTranspose(grad_refined + a * fine_row + xy, 2, shape.controlCols(),
                             tall.data() + a * coarse_row + xy, 2);
    }
  }
  for (std::ptrdiff_t k = 0; k < coarse_row; ++k) {
    addRefineLineTranspose(tall.data() + k, coarse_row, shape.controlRows(), grad_net + k, coarse_row);
  }
}

template struct SplineAxis<float>;
template struct SplineAxis<double>;
template class SplineLattice<float>;
template class SplineLattice<double>;
template class SplinePoints<float>;
template class SplinePoints<double>;
template std::vector<float> refine(NetShape, const float*);
template std::vector<double> refine(NetShape, const double*);
template void addRefineTranspose(NetShape, const float*, float*);
template void addRefineTranspose(NetShape, const double*, double*);

}  // namespace platen::sampling
