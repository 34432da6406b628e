#include "core/optim/fold_solver.h"

#include "core/optim/levenberg_marquardt.h"
#include "core/optim/parameter_priors.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

namespace platen::optim {
namespace {

constexpr double kMaxTilt = 1.3;
constexpr double kMaxBend = 1.5;
constexpr double kRulingSigma = 0.12;  // radians
constexpr double kMeanSigma = 0.05;    // of a profile's mean, which yaw and pitch hold already
constexpr double kPositionSigma = 2;   // of a crease, sheet units
constexpr double kAngleSigma = 0.8;    // radians

// The profile of a bending whose mean tilt is the camera's.
void addProfilePriors(std::size_t first, std::size_t count, double bend, PriorSum& sum) {
  sum.addProfile(first, count, bend, 50);
  if (count > 0) {
    const PriorSum::Term share{0, 1 / (static_cast<double>(count) * kMeanSigma)};
    std::vector<PriorSum::Term> mean(count, share);
    for (std::size_t b = 0; b < count; ++b) {
      mean[b].first = first + b;
    }
    sum.add(mean, 0);
  }
}

void addPriors(const FoldState& state,
               const std::vector<double>& flat,
               const SheetPriors& priors,
               bool derivatives,
               NormalEquations& out) {
  PriorSum sum(flat, derivatives, out);
  sum.addOne(1, 0, priors.pitch_sigma);
  sum.addOne(2, 0, priors.pitch_sigma);  // yaw
  sum.addOne(3, priors.log_focal, priors.log_focal_sigma);
  std::size_t k = 4;
  for (std::size_t b = 0; b < state.parameters.bendings.size(); ++b) {
    const Bending& bending = state.parameters.bendings[b];
    sum.addOne(k++, state.rulings[b], kRulingSigma);
    addProfilePriors(k, bending.profile.size(), priors.bend, sum);
    k += bending.profile.size();
    for (std::size_t c = 0; c < bending.creases.size(); ++c) {
      sum.addOne(k++, 0, kPositionSigma);
      sum.addOne(k++, 0, kAngleSigma);
    }
  }
}

}  // namespace

bool FoldSolver::inBounds(const FoldedParameters& p) {
  if (!(std::abs(p.pitch) <= kMaxTilt) || !(std::abs(p.yaw) <= kMaxTilt) || !std::isfinite(p.roll) ||
      !(p.log_focal >= CurveSolver::kMinLogFocal) || !(p.log_focal <= CurveSolver::kMaxLogFocal)) {
    return false;
  }
  return std::all_of(p.bendings.begin(), p.bendings.end(), [](const Bending& b) {
    return std::isfinite(b.ruling) &&
           std::all_of(b.profile.begin(), b.profile.end(), [](double x) { return std::abs(x) <= kMaxBend; }) &&
           std::all_of(b.creases.begin(), b.creases.end(),
                       [](const Crease& c) { return std::abs(c.angle) <= kMaxBend && std::isfinite(c.position); });
  });
}

// What is reused over all curves and steps of a descent.
struct FoldSolver::Scratch {
  explicit Scratch(std::size_t parameters) : residuals(parameters) {}
  CurveResiduals residuals;
  std::vector<Vec2> sheet_uv;      // of each point: where its search starts
  std::vector<std::uint8_t> seen;  // likewise: whether it was found
  std::vector<double> scale;       // per point, 1 / sigma at sigma 1
};

FoldSolver::FoldSolver(const SheetFrame& frame, double char_height, const SheetPriors& priors)
    : frame_(frame), char_height_(char_height), priors_(priors) {}

void FoldSolver::add(const Curve& curve, std::size_t most) {
  if (curve.points.size() < 2) {
    return;
  }
  const bool many = curve.kind != CurveKind::text && curve.kind != CurveKind::rule;
  curves_.push_back(thinned(curve, std::clamp<std::size_t>(many ? 2 * most : most, 2, curve.points.size())));
  points_.insert(points_.end(), curves_.back().points.begin(), curves_.back().points.end());
  base_sum_ += curves_.back().base * static_cast<double>(curves_.back().points.size());
}

FoldState FoldSolver::stateOf(const FoldedParameters& parameters) const {
  FoldState state;
  state.parameters = parameters;
  for (const Bending& bending : parameters.bendings) {
    state.rulings.push_back(bending.ruling);
  }
  const double c = std::cos(parameters.roll);
  const double s = std::sin(parameters.roll);
  for (const ThinnedCurve& curve : curves_) {
    for (const Vec2 point : curve.points) {
      const Vec2 q = ((point - frame_.centre) / frame_.norm - frame_.origin_q) / frame_.half_width_q;
      state.sheet_uv.push_back({c * q.x + s * q.y, -s * q.x + c * q.y});
    }
  }
  return state;
}

std::vector<double> FoldSolver::scalesOn(const FoldedSheet& sheet, const std::vector<Vec2>& sheet_uv) const {
  std::vector<Vec2> at = sheet_uv;
  std::vector<std::uint8_t> seen(at.size());
  sheet.invert(points_, at, seen);
  std::vector<double> scales;
  scales.reserve(at.size());
  for (std::size_t k = 0; k < at.size(); ++k) {
    const double scale = seen[k] != 0 ? sheet.scaleAt(at[k]) : 1 / frame_.half_width_q;
    scales.push_back(scale * frame_.norm / char_height_);
  }
  return scales;
}

void FoldSolver::accumulate(
    FoldedSheet& sheet, double sigma, bool derivatives, Scratch& s, NormalEquations& out) const {
  using Slopes = CurveResiduals::Slopes;
  s.seen.resize(points_.size());
  sheet.invert(points_, s.sheet_uv, s.seen);
  if (derivatives) {
    sheet.differentiateAt(s.sheet_uv);
  }
  std::size_t i = 0;  // of the point, among those of all curves
  for (const ThinnedCurve& curve : curves_) {
    CurveResiduals& residuals = s.residuals;
    residuals.begin(curve, derivatives ? Slopes::ofValue : Slopes::none);
    for (std::size_t end = i + curve.points.size(); i < end; ++i) {
      const Vec2 at = s.sheet_uv[i];
      double* slopes = residuals.valueSlopes();
      if (s.seen[i] == 0 ||
          (derivatives && !sheet.derivatives(at, curve.is_h ? nullptr : slopes, curve.is_h ? slopes : nullptr))) {
        continue;
      }
      residuals.add(curve.is_h ? at.y : at.x, s.scale[i] / (sigma * (curve.is_h ? 1 : 2)));
    }
    residuals.addTo(out);
  }
  if (derivatives) {
    out.mirror();
  }
}

FoldState FoldSolver::refine(FoldState start,
                             std::span<const double> sigmas,
                             int max_steps,
                             const std::stop_token& stop) const {
  FoldState state = std::move(start);
  std::vector<double> flat = flatten(state.parameters);
  Scratch scratch(flat.size());
  scratch.sheet_uv = state.sheet_uv;
  int step = 0;
  int round = 0;
  for (const double sigma : sigmas) {
    scratch.scale = scalesOn(FoldedSheet(frame_, unflatten(state.parameters, flat)), scratch.sheet_uv);
    const Linearise linearise = [&](const std::vector<double>& p, bool derivatives, NormalEquations& out) {
      const FoldedParameters parameters = unflatten(state.parameters, p);
      if (!inBounds(parameters)) {
        return false;
      }
      out.clear();
      FoldedSheet sheet(frame_, parameters);
      accumulate(sheet, sigma, derivatives, scratch, out);
      addPriors(state, p, priors_, derivatives, out);
      return true;
    };
    LeastSquaresOptions options;
    options.max_steps = max_steps;
    options.tolerance = 1e-4;
    if (on_step_) {
      options.onStep = [&](const std::vector<double>& p, double cost) {
        on_step_({unflatten(state.parameters, p), base_sum_ > 0 ? cost / base_sum_ : 0, ++step,
                  max_steps * static_cast<int>(sigmas.size()), round});
      };
    }
    const LeastSquaresFit descent = minimise(flat, linearise, options, stop);
    flat = descent.parameters;
    state.steps += descent.steps;
    state.cost = base_sum_ > 0 ? descent.cost / base_sum_ : 0;
    if (descent.stopped) {
      break;
    }
    ++round;
  }
  state.parameters = unflatten(state.parameters, flat);
  state.sheet_uv = std::move(scratch.sheet_uv);
  return state;
}

}  // namespace platen::optim
