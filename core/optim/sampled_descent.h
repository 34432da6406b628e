// A sheet fitted through the sampler: Adam over camera, cylinder and page rectangle, on energies that are sampled from
// static evidence images (FIT part D). What the fits of this kind share: what moves, how it is evaluated, the descent.
// Which starts, and whether the result is believed, is theirs (sampled_sheet_fit.h, sampled_rows_fit.h).
//
// The map of a step is the interpolating spline (warp_grid.h) of the sheet's samples, whose controls are what the
// sampled energies differentiate; sheet_spline.h takes the gradient from there to the 4 + K + 4 parameters.
#pragma once

#include "core/fit.h"
#include "core/optim/curve_solver.h"
#include "core/optim/direction_energy.h"
#include "core/optim/edge_energy.h"
#include "core/optim/row_period_energy.h"
#include "core/optim/sheet_model.h"
#include "core/optim/sheet_spline.h"
#include "core/page_cues.h"

#include <array>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <stop_token>
#include <vector>

namespace platen::optim {

// All that moves.
struct SampledPage {
  SheetParameters sheet;
  Box rect;  // the page's rectangle in sheet_uv
};

template <class P, class Visit>
requires PartsOf<P, SampledPage>
void visitParts(P& p, const Visit& visit, const ParameterPart* in) {
  const ParameterPart sheet{"sheet", "", in};
  visitParts(p.sheet, visit, &sheet);
  const ParameterPart rect{"rect", "", in};
  visitParts(p.rect, visit, &rect);
}

// The same plane seen with another ruling angle: Rz(roll + phi) Rx(pitch) Ry(theta) Rz(-phi) is held.
SheetParameters turnedRulings(const SheetParameters& plane, double ruling);

struct SampledPhase {
  int bend = 5;  // K
  int steps = 60;
  double rate = 0.01;
  double reach = 8;                          // R of E_dir
  int lattice_cols = 50, lattice_rows = 70;  // direction images are smooth: four times the points tell no more
  int net_cols = 10, net_rows = 12;          // samples of the sheet
};
inline constexpr SampledPhase kCoarse{5, 60, 0.01, 8, 50, 70, 10, 12};
inline constexpr SampledPhase kFine{9, 150, 0.006, 4, 50, 70, 13, 15};

// Threads: scratch inside, one object serves one thread at a time.
class SampledDescent {
 public:
  // E_dir + .5 E_edge of `sides`; a side of the rectangle that is not among them stays where it is. Without any,
  // E_period of the rows, where there is such an image, takes their place.
  // `device`: where E_dir is computed; null: on the CPU. `log_focal_sigma`: how sure the focal length of a start is.
  SampledDescent(const PageCues& cues,
                 const SheetFrame& frame,
                 const std::vector<SideImage>& sides,
                 const SampledPhase& phase,
                 FitDevice* device = nullptr,
                 double log_focal_sigma = SheetPriors{}.log_focal_sigma);

  struct Outcome {
    SampledPage page;
    double energy = std::numeric_limits<double>::infinity();
    double direction = 0;
    int steps = 0;
    double half_time = std::numeric_limits<double>::infinity();  // energy after half the steps
  };
  using OnStep = std::function<void(int step, double energy, const SampledPage& page)>;

  // Adam from `start`; the best point passed. `ruling` is what the prior holds phi to. Given up at half time where the
  // energy is far above `rival_half_time`.
  Outcome run(
      SampledPage start, double ruling, const OnStep& on_step, double rival_half_time, const std::stop_token& stop);

  // run() from a plane with its rulings at 0, 90, 45 and -45 degrees, each given up where another is far ahead. The
  // best is that of the least (energy + noise), times `unusual` for all but 0 degrees.
  struct Search {
    Outcome best;
    double ruling = 0;
    double worth = std::numeric_limits<double>::infinity();  // that number
    int steps = 0;                                           // of all four
  };
  struct Preference {
    double noise = 0;
    double unusual = 1;
  };
  Search searchRulings(const SampledPage& plane,
                       const Preference& preference,
                       const OnStep& on_step,
                       const std::stop_token& stop);

  // The energy at a page; NaN where the page is impossible or nothing is seen on it.
  double at(const SampledPage& page, double ruling);

 private:
  double evaluate(const SampledPage& page, std::span<double> gradient);
  double priors(const SheetParameters& p, std::span<double> gradient) const;
  void holdUnseenSides(std::span<double> gradient) const;

  SheetFrame frame_;
  SampledPhase phase_;
  NetShape shape_;
  SheetSpline spline_;
  DirectionEnergy direction_;
  std::unique_ptr<EdgeEnergy> edges_;         // null: no sides
  std::array<bool, 4> seen_{};                // sides, by kind
  std::unique_ptr<RowPeriodEnergy> periods_;  // null: not asked for
  double log_focal_sigma_ = 0, ruling_ = 0, log_focal_ = 0, last_direction_ = 0;
  std::vector<double> d_controls_;
};

// Tells `hooks` of each step, the page as a grid in source_px; empty where nobody listens. All must outlive it.
SampledDescent::OnStep sampledReporter(
    const FitHooks& hooks, const PageCues& cues, const SheetFrame& frame, const char* stage, int steps);

}  // namespace platen::optim
