// The descent of folded sheets: like that of curve_solver.h (variable projection, Geman-McClure, graduated sigmas,
// Gaussian priors), but for the sums of folded_sheet.h, whose inverse is a search that starts where the last one ended.
// The local scale of the residuals is taken at the start of each sigma and held, so that their derivatives are exact.
#pragma once

#include "core/optim/curve_residuals.h"
#include "core/optim/curve_solver.h"
#include "core/optim/curves.h"
#include "core/optim/folded_sheet.h"

#include <cstddef>
#include <functional>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

namespace platen::optim {

// A folded sheet, and where its curves' points lie on it (the start of the next search; not finite: not seen).
struct FoldState {
  FoldedParameters parameters;
  std::vector<double> rulings;  // the centres of their priors, one for each bending
  std::vector<Vec2> sheet_uv;
  double cost = 0;  // at the last sigma, with priors, over the sum of the weights
  int steps = 0;
};

// Told after each step that helped. Lives only during the call.
struct FoldStep {
  const FoldedParameters& parameters;
  double cost = 0;  // as FoldState's
  int step = 0, steps = 0;
  int round = 0;  // of the sigmas
};

class FoldSolver {
 public:
  using OnStep = std::function<void(const FoldStep&)>;

  // Whether a descent can leave from there; beyond, a start is returned as it is.
  [[nodiscard]] static bool inBounds(const FoldedParameters& p);

  // `priors`: of the ruling each bending has its own.
  FoldSolver(const SheetFrame& frame, double char_height, const SheetPriors& priors);

  // Of the descents from now on.
  void tell(OnStep on_step) { on_step_ = std::move(on_step); }
  // Curves taking part, thinned to `most` points (sides and margins to twice as many), which keeps their weight.
  void add(const Curve& curve, std::size_t most = 12);

  // Parameters with the points of all curves looked up on them, from the plane.
  [[nodiscard]] FoldState stateOf(const FoldedParameters& parameters) const;

  // Descends at each sigma (character heights) in turn.
  [[nodiscard]] FoldState refine(FoldState start,
                                 std::span<const double> sigmas,
                                 int max_steps,
                                 const std::stop_token& stop) const;

 private:
  struct Scratch;
  // Per point, 1 / sigma at sigma 1; the sheet is searched from `sheet_uv`.
  [[nodiscard]] std::vector<double> scalesOn(const FoldedSheet& sheet, const std::vector<Vec2>& sheet_uv) const;
  // Adds the data term to the equations, scales held; sheet_uv moves to where the points are seen. The sheet's tables
  // of derivatives are made on the way.
  void accumulate(FoldedSheet& sheet, double sigma, bool derivatives, Scratch& scratch, NormalEquations& out) const;

  SheetFrame frame_;
  double char_height_;
  SheetPriors priors_;
  OnStep on_step_;
  std::vector<ThinnedCurve> curves_;
  std::vector<Vec2> points_;  // of all curves, work_px
  double base_sum_ = 0;
};

}  // namespace platen::optim
