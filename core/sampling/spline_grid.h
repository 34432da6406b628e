// Uniform cubic B-spline surface from a control net: its expansion on a lattice or at points, the transposes that carry
// gradients back to the net, and exact refinement. Plain values and raw pointers; spline_expand.h wraps it for
// autograd.
//
// Indexing. A net over rows x cols cells has (rows + 3) x (cols + 3) controls, row-major, each an interleaved pair
// (x, y): control (a, b) is net[2 * (a * (cols + 3) + b)]. The surface's parameters are (u, v) in [0,1] x [0,1], u
// along the columns. Along one axis of n cells, position s lies in cell i = min(floor(s n), n - 1) at t = s n - i and
// mixes controls i .. i + 3 by
//     B0 = (1 - t)^3 / 6    B1 = (3 t^3 - 6 t^2 + 4) / 6    B2 = (-3 t^3 + 3 t^2 + 3 t + 1) / 6    B3 = t^3 / 6
// so control k is centred on the knot s = (k - 1) / n. Outside [0, 1] the surface continues linearly, as WarpGrid does.
// Source: de Boor, A Practical Guide to Splines, ch. IX-X, for equal knots.
//
// Columns first. The weights are a tensor product, so the net is expanded along u once (4 products for each control row
// and lattice column), after which each lattice row is 4 broadcast multiply-adds on contiguous memory; the transpose
// runs the same two stages backwards. Scalar is float or double.
//
// Errors: std::invalid_argument for shapes without cells and for sizes that don't fit. Threads: a SplineLattice holds
// scratch memory, so one thread at a time; SplinePoints and the free functions may be shared.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace platen::sampling {

struct NetShape {
  int rows = 0;  // cells along v, >= 1
  int cols = 0;  // cells along u, >= 1

  [[nodiscard]] int controlRows() const { return rows + 3; }
  [[nodiscard]] int controlCols() const { return cols + 3; }
  // Scalars in the net: two for each control.
  [[nodiscard]] std::size_t size() const {
    return std::size_t{2} * static_cast<std::size_t>(controlRows()) * static_cast<std::size_t>(controlCols());
  }
  friend bool operator==(const NetShape& a, const NetShape& b) = default;
};

// n positions k / (n - 1), from 0 to 1; .5 for n = 1.
std::vector<double> latticePositions(int n);

// Which controls each position of one axis mixes, and how. Order 1 and 2 give the derivatives, per unit of u (or v).
template <class Scalar>
struct SplineAxis {
  SplineAxis(int cells, const std::vector<double>& positions, int order = 0);

  [[nodiscard]] std::size_t count() const { return first.size(); }

  int cells;
  std::vector<std::int32_t> first;  // [n] index of the first of the four controls
  std::vector<Scalar> weights;      // [n, 4]
};

// The surface (or a derivative of it) on the lattice u x v.
template <class Scalar>
class SplineLattice {
 public:
  SplineLattice(SplineAxis<Scalar> u, SplineAxis<Scalar> v);

  [[nodiscard]] NetShape shape() const { return {v_.cells, u_.cells}; }
  [[nodiscard]] int rows() const { return static_cast<int>(v_.count()); }
  [[nodiscard]] int cols() const { return static_cast<int>(u_.count()); }
  [[nodiscard]] const SplineAxis<Scalar>& alongU() const { return u_; }
  [[nodiscard]] const SplineAxis<Scalar>& alongV() const { return v_; }

  // The whole lattice: out [rows, cols, 2]. grad_net is added to, not cleared.
  void expand(const Scalar* net, Scalar* out);
  void addTranspose(const Scalar* grad_out, Scalar* grad_net);

  // The same for rows [i, end), for loops that keep some rows in cache: setNet, then rows in any order.
  void setNet(const Scalar* net);
  void expandRows(int i, int end, Scalar* out) const;  // out [end - i, cols, 2]
  // clearGradient, then addRowGradients for each row that has one, then addGradientTo the net's gradient.
  void clearGradient();
  void addRowGradients(int i, int end, const Scalar* grad_rows);  // grad_rows [end - i, cols, 2]
  void addGradientTo(Scalar* grad_net) const;

 private:
  // Where the run of rows from i on ends that mix the same controls, at most `end`.
  [[nodiscard]] int endOfCell(int i, int end) const;

  SplineAxis<Scalar> u_, v_;
  std::size_t width_;             // scalars in a lattice row
  std::vector<Scalar> columns_;   // [controlRows, cols, 2]: the net expanded along u
  std::vector<Scalar> gradient_;  // likewise, gradient with respect to columns_
};

// The surface (or a derivative of it) at arbitrary points.
template <class Scalar>
class SplinePoints {
 public:
  // points_uv [n, 2].
  SplinePoints(NetShape shape, const double* points_uv, std::size_t n, int order_u = 0, int order_v = 0);

  [[nodiscard]] NetShape shape() const { return {v_.cells, u_.cells}; }
  [[nodiscard]] std::size_t count() const { return u_.count(); }

  void expand(const Scalar* net, Scalar* out) const { expand(net, 0, count(), out); }  // out [n, 2]
  void addTranspose(const Scalar* grad_out, Scalar* grad_net) const {                  // grad_net is added to
    addTranspose(grad_out, 0, count(), grad_net);
  }
  // The same for points [k, end), for loops that keep some points in cache: out and grad_out [end - k, 2].
  void expand(const Scalar* net, std::size_t k, std::size_t end, Scalar* out) const;
  void addTranspose(const Scalar* grad_out, std::size_t k, std::size_t end, Scalar* grad_net) const;

 private:
  SplineAxis<Scalar> u_, v_;
};

// The same surface on twice as many cells a side: new controls by the masks [1 1] / 2 (between two old ones) and
// [1 6 1] / 8 (on an old one). Exact. The result has the shape {2 rows, 2 cols}.
NetShape refinedShape(NetShape shape);
template <class Scalar>
std::vector<Scalar> refine(NetShape shape, const Scalar* net);
// Its transpose: adds to grad_net (of `shape`) what grad_refined (of refinedShape(shape)) sends back.
template <class Scalar>
void addRefineTranspose(NetShape shape, const Scalar* grad_refined, Scalar* grad_net);

}  // namespace platen::sampling
