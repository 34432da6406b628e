// The descent of stage 1: sheet parameters against curves, the curves' constants eliminated (variable projection), with
// Geman-McClure weights graduated over sigmas and Gaussian priors (FIT section 6). Residuals are in q units over
// sigma: (v - mean v of the curve) * local scale for h-curves, the same with u for v-curves at twice the sigma.
#pragma once

#include "core/optim/curve_residuals.h"
#include "core/optim/curves.h"
#include "core/optim/leading.h"
#include "core/optim/sheet_model.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

namespace platen::optim {

// What the page's height over its width, between its four sides, is believed to be.
struct AspectBelief {
  double log_aspect = 0;
  double sigma = 0.001;
};

// Gaussian beliefs about the parameters, each a unit-weight residual.
struct SheetPriors {
  double log_focal = 0.1823;  // log 1.2: phones and cameras, longer side of the photo = 1
  double log_focal_sigma = 0.35;
  double pitch_sigma = 0.35;
  double ruling = 0;
  double ruling_sigma = 0.12;
  double bend = 2e-3;  // squared weight of the second differences of the profile, times K^3
  std::optional<AspectBelief> aspect;
};

// With what is known of the focal length, if anything is. Strictly inside CurveSolver's bounds, or no step would be
// taken at all: a longer lens than that sees no perspective.
SheetPriors priorsWithFocal(double focal_prior);

// How far the sides of the sheet are believed against all else: a side that is believed more counts more, and is still
// felt where it is far off.
struct SideTrust {
  double weight = 1;  // times that of the curve
  double sigma = 1;   // times that of other curves
};

// How a curve lies on a sheet, in character heights.
struct CurveState {
  double median_h = 1e9;  // median |residual|
  double share = 0;       // of its points within .3 h
  double square_h = 0;    // mean square of the residuals within .3 h
  double position = 0;    // median constant: v of an h-curve, u of a v-curve
};

class CurveSolver {
 public:
  // The descent keeps the focal length between .2 and 8 times the longer side (lenses of 7 to 300 mm on film); a start
  // beyond them, like one with a pitch or bend that no page has, is returned as it is.
  static constexpr double kMinLogFocal = -1.6;
  static constexpr double kMaxLogFocal = 2.1;

  [[nodiscard]] static bool inBounds(const SheetParameters& p);

  CurveSolver(const SheetFrame& frame, double char_height, SideTrust sides = {});

  // The same curves, with sides that are believed no more than all else: thresholds are meant for its costs.
  [[nodiscard]] CurveSolver withOrdinarySides() const;

  // Curves taking part in the descent; thinned to 10 points (24 for sides and margins), or to a share of that, which
  // keeps the curve's weight.
  void add(const Curve& curve, std::size_t thinning = 1);
  [[nodiscard]] std::size_t size() const { return curves_.size(); }
  // Lines, counted in the order of add(), that lie at the usual distance from each other (leading.h). Takes part in the
  // descents alone, not in cost().
  void keepLeading(std::vector<LinePair> pairs) { leading_ = std::move(pairs); }

  struct Options {
    bool only_roll = false;  // similarity: all else held
    bool hold_focal = false;
    // A profile at its steepest (1.5 radians): stay there while the rest goes on, or refuse the step. What is refused
    // ends the descents from false starts early.
    bool stay_at_steepest = true;
    std::function<void(const SheetParameters&, double cost, double sigma)> onStep;
    int max_steps = 8;  // per sigma
    int* steps_taken = nullptr;
  };
  // Descends at each sigma (character heights) in turn.
  [[nodiscard]] SheetParameters refine(const SheetParameters& start,
                                       std::span<const double> sigmas,
                                       const SheetPriors& priors,
                                       const Options& options,
                                       const std::stop_token& stop) const;

  // sum base rho + half the priors' squares, over the sum of base; without priors: mean rho.
  [[nodiscard]] double cost(const SheetParameters& p, double sigma, const SheetPriors* priors) const;

  // How much of what is left is bent, 0..1: noise changes from point to point of a curve, a fold that the sheet has not
  // does not. The correlation of neighbouring residuals.
  [[nodiscard]] double bentShare(const SheetParameters& p, double sigma) const;

  // The log of height over width between the four sides, and how well curves and priors determine it: the standard
  // deviation at the descent's end. None where a side takes no part.
  struct Aspect {
    double log_aspect = 0;
    double sigma = 0;
  };
  [[nodiscard]] std::optional<Aspect> aspect(const SheetParameters& p, double sigma, const SheetPriors& priors) const;

  // The standard deviation of log f that curves and priors leave.
  [[nodiscard]] std::optional<double> focalSigma(const SheetParameters& p,
                                                 double sigma,
                                                 const SheetPriors& priors) const;

  // How far the points of `rect` (sheet_uv) may be off on the flat page, as curves and priors leave it open: a standard
  // deviation, as a share of its diagonal (map_sigma.h).
  [[nodiscard]] std::optional<double> mapSigma(const SheetParameters& p,
                                               double sigma,
                                               const SheetPriors& priors,
                                               const Box& rect) const;

  // How one curve, thinned or not, lies on a sheet.
  [[nodiscard]] CurveState judge(const SheetModel& sheet, const Curve& curve) const;

 private:
  struct Entry {
    ThinnedCurve points;
    int side = -1;     // SideKind of a side
    double sigma = 1;  // times that of h- or v-curves
  };
  struct Scratch;
  // Adds the data term at `sheet` to cost (and hessian, gradient). `leading`: that of lines of text too.
  void accumulate(const SheetModel& sheet,
                  double sigma,
                  bool derivatives,
                  bool leading,
                  Scratch& scratch,
                  NormalEquations& out) const;
  // Of curves and priors at p, less what is believed of the page's shape.
  [[nodiscard]] NormalEquations equationsAt(const SheetParameters& p,
                                            double sigma,
                                            const SheetPriors& priors,
                                            Scratch& scratch) const;

  SheetFrame frame_;
  double char_height_;
  SideTrust sides_;
  std::vector<Entry> curves_;
  std::vector<Vec2> points_;  // of all curves, work_px
  std::vector<LinePair> leading_;
  double base_sum_ = 0;
};

}  // namespace platen::optim
