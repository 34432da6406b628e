// The residuals of one curve on a sheet: its points' distances from the curve's own constant (v of an h-curve, u of a
// v-curve), which is not a parameter of the descent but is eliminated (variable projection, Golub and Pereyra 1973)
// under Geman-McClure weights. Both descents of stage 1 sum them, curve_solver.h and fold_solver.h. Knows no sheet.
#pragma once

#include "core/optim/curves.h"
#include "core/optim/levenberg_marquardt.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace platen::optim {

// Points that stand for all of a curve, with the weight of all.
struct ThinnedCurve {
  bool is_h = true;
  double base = 0;           // weight of each point
  std::vector<Vec2> points;  // work_px
};

// How many points of a curve take part where nothing is thinned: 10 (24 of sides, margins and strokes) if it has so
// many.
std::size_t pointsOf(const Curve& curve);
// `count` of them, at least 2, evenly from end to end. The curve has at least 2.
ThinnedCurve thinned(const Curve& curve, std::size_t count);

// One at a time: begin(), add() for each point that is seen, addTo().
class CurveResiduals {
 public:
  explicit CurveResiduals(std::size_t parameters) : parameters_(parameters) {}

  // Which derivatives by all parameters come with the points: those of their values, or those of scale / `scale_unit`
  // as well.
  enum class Slopes { none, ofValue, ofValueAndScale };
  void begin(const ThinnedCurve& curve, Slopes slopes, double scale_unit = 1);
  // Where the slopes of the next point are written, before it is added; null without.
  [[nodiscard]] double* valueSlopes();
  [[nodiscard]] double* scaleSlopes();
  // A residual is (value - constant) * scale.
  void add(double value, double scale);
  // Finds the constant, and adds the costs of all points, those not seen counting as wrong as can be; where there are
  // slopes, the gradient and the lower triangle of the Hessian too (what is above it is left in disorder).
  void addTo(NormalEquations& out);

  // After addTo(); none where fewer than two points were seen.
  [[nodiscard]] std::optional<double> constant() const;
  [[nodiscard]] const std::vector<double>& constantSlopes() const { return constant_slopes_; }

 private:
  void findConstant();
  [[nodiscard]] double residual(std::size_t i) const { return (value_[i] - constant_) * scale_[i]; }

  std::size_t parameters_;
  std::size_t points_ = 0, seen_ = 0;
  double base_ = 0, scale_unit_ = 1;
  Slopes slopes_ = Slopes::none;
  double constant_ = 0;
  std::vector<double> value_, scale_, weight_;       // per seen point
  std::vector<double> residual_, weighted_;          // likewise
  std::vector<double> value_slopes_, scale_slopes_;  // per seen point and parameter
  std::vector<double> constant_slopes_;
};

}  // namespace platen::optim
