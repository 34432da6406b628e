#include "core/optim/curve_solver.h"

#include "core/median.h"
#include "core/optim/levenberg_marquardt.h"
#include "core/optim/map_sigma.h"
#include "core/optim/parameter_priors.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace platen::optim {
namespace {

// Bounds outside which a page can't be read anyway; steps that leave them are refused.
constexpr double kMaxPitch = 1.3;
constexpr double kMaxBend = 1.5;
constexpr double kLeadingWeight = 0.2;  // of a pair of lines
constexpr double kLeadingSigma = 0.2;   // of the log of their distance, times sigma
constexpr double kStrokeSigma = 2;      // times that of other curves: a known line is felt from farther off

void addPriors(const std::vector<double>& p, const SheetPriors& priors, bool derivatives, NormalEquations& out) {
  PriorSum sum(p, derivatives, out);
  sum.addOne(SheetIndex::kPitch, 0, priors.pitch_sigma);
  sum.addOne(SheetIndex::kLogFocal, priors.log_focal, priors.log_focal_sigma);
  sum.addOne(SheetIndex::kRuling, priors.ruling, priors.ruling_sigma);
  sum.addProfile(SheetIndex::kBend, p.size() - SheetIndex::kBend, priors.bend, 100);
}

}  // namespace

// What is reused over all curves and steps of a descent.
struct CurveSolver::Scratch {
  explicit Scratch(std::size_t parameters) : size(parameters), residuals(parameters) {}
  std::size_t size;
  CurveResiduals residuals;
  std::vector<int> cells;  // of all points: where they were on the sheet before
  // The constants of the four sides, and their derivatives.
  std::array<std::optional<double>, 4> side_at;
  std::array<std::vector<double>, 4> side_slope;
  // The constants of all curves, where the distances of lines are looked at.
  std::vector<double> line_at;
  std::vector<std::vector<double>> line_slopes;

  // log((bottom - top) / (right - left)); with `slopes` its derivatives too.
  [[nodiscard]] std::optional<double> logAspect(std::vector<double>* slopes) const {
    constexpr std::size_t kTop = 0;
    constexpr std::size_t kBottom = 1;
    constexpr std::size_t kLeft = 2;
    constexpr std::size_t kRight = 3;
    static_assert(static_cast<int>(SideKind::top) == 0 && static_cast<int>(SideKind::right) == 3);
    if (!std::all_of(side_at.begin(), side_at.end(), [](const auto& at) { return at.has_value(); })) {
      return std::nullopt;
    }
    const double height = *side_at[kBottom] - *side_at[kTop];
    const double width = *side_at[kRight] - *side_at[kLeft];
    if (!(height > 0) || !(width > 0)) {
      return std::nullopt;
    }
    if (slopes != nullptr) {
      slopes->resize(size);
      for (std::size_t p = 0; p < slopes->size(); ++p) {
        (*slopes)[p] = (side_slope[kBottom][p] - side_slope[kTop][p]) / height -
                       (side_slope[kRight][p] - side_slope[kLeft][p]) / width;
      }
    }
    return std::log(height / width);
  }

  // The belief about the aspect as one residual.
  void addAspect(const AspectBelief& belief, bool derivatives, NormalEquations& out) const {
    std::vector<double> slopes;
    const std::optional<double> log_aspect = logAspect(derivatives ? &slopes : nullptr);
    if (!log_aspect) {
      return;
    }
    const double residual = (*log_aspect - belief.log_aspect) / belief.sigma;
    out.cost += 0.5 * residual * residual;
    if (derivatives) {
      for (std::size_t i = 0; i < out.size; ++i) {
        out.gradient[i] += 0.5 * residual * slopes[i] / belief.sigma;
        for (std::size_t j = 0; j < out.size; ++j) {
          out.hessian[i * out.size + j] += 0.5 * slopes[i] * slopes[j] / (belief.sigma * belief.sigma);
        }
      }
    }
  }
};

bool CurveSolver::inBounds(const SheetParameters& p) {
  return std::abs(p.pitch) <= kMaxPitch && p.log_focal >= kMinLogFocal && p.log_focal <= kMaxLogFocal &&
         std::isfinite(p.roll) && std::isfinite(p.ruling) &&
         std::all_of(p.bend.begin(), p.bend.end(), [](double b) { return std::abs(b) <= kMaxBend; });
}

CurveSolver::CurveSolver(const SheetFrame& frame, double char_height, SideTrust sides)
    : frame_(frame), char_height_(char_height), sides_(sides) {}

void CurveSolver::add(const Curve& curve, std::size_t thinning) {
  if (curve.points.size() < 2) {
    return;
  }
  const std::size_t full = pointsOf(curve);
  Entry entry;
  entry.points = thinned(curve, std::max<std::size_t>(std::min<std::size_t>(full, 4), full / thinning));
  entry.side = curve.kind == CurveKind::side ? static_cast<int>(curve.side) : -1;
  if (entry.side >= 0) {
    entry.points.base *= sides_.weight;
    entry.sigma = sides_.sigma;
  } else if (curve.kind == CurveKind::stroke) {
    entry.sigma = kStrokeSigma;
  }
  base_sum_ += entry.points.base * static_cast<double>(entry.points.points.size());
  points_.insert(points_.end(), entry.points.points.begin(), entry.points.points.end());
  curves_.push_back(std::move(entry));
}

CurveSolver CurveSolver::withOrdinarySides() const {
  CurveSolver ordinary = *this;
  ordinary.sides_ = {};
  ordinary.base_sum_ = 0;
  for (Entry& entry : ordinary.curves_) {
    if (entry.side >= 0) {
      entry.points.base /= sides_.weight;
      entry.sigma = 1;
    }
    ordinary.base_sum_ += entry.points.base * static_cast<double>(entry.points.points.size());
  }
  return ordinary;
}

void CurveSolver::accumulate(
    const SheetModel& sheet, double sigma, bool derivatives, bool leading, Scratch& s, NormalEquations& out) const {
  using Slopes = CurveResiduals::Slopes;
  const bool keep_lines = leading && !leading_.empty();
  s.line_at.assign(keep_lines ? curves_.size() : 0, NAN);
  s.line_slopes.resize(keep_lines && derivatives ? curves_.size() : 0);
  s.side_at.fill(std::nullopt);
  s.cells.resize(points_.size(), -1);
  sheet.findCells(points_, s.cells);
  std::size_t i = 0;  // of the point, among those of all curves
  for (std::size_t k = 0; k < curves_.size(); ++k) {
    const Entry& curve = curves_[k];
    const bool is_h = curve.points.is_h;
    const double inverse_sigma = frame_.norm / (char_height_ * sigma * curve.sigma * (is_h ? 1 : 2));
    CurveResiduals& residuals = s.residuals;
    residuals.begin(curve.points, derivatives ? Slopes::ofValueAndScale : Slopes::none, inverse_sigma);
    for (const std::size_t end = i + curve.points.points.size(); i < end; ++i) {
      const Vec2 point = points_[i];
      SheetModel::Seen at;
      if (derivatives) {
        double* slopes = residuals.valueSlopes();
        at = sheet.sheetDerivatives(point, s.cells[i], is_h ? nullptr : slopes, is_h ? slopes : nullptr,
                                    residuals.scaleSlopes());
      } else {
        at = sheet.sheetFromWork(point, s.cells[i]);
      }
      if (at.visible) {
        residuals.add(is_h ? at.sheet_uv.y : at.sheet_uv.x, at.scale_q * inverse_sigma);
      }
    }
    residuals.addTo(out);
    if (curve.side >= 0) {
      const auto side = static_cast<std::size_t>(curve.side);
      s.side_at[side] = residuals.constant();
      if (derivatives) {
        s.side_slope[side] = residuals.constantSlopes();
      }
    }
    if (keep_lines) {
      s.line_at[k] = residuals.constant().value_or(NAN);
      if (derivatives) {
        s.line_slopes[k] = residuals.constantSlopes();
      }
    }
  }
  if (derivatives) {
    out.mirror();
  }
  if (keep_lines) {
    addLeading(leading_, kLeadingWeight, kLeadingSigma * sigma, s.line_at, s.line_slopes, out);
  }
}

SheetParameters CurveSolver::refine(const SheetParameters& start,
                                    std::span<const double> sigmas,
                                    const SheetPriors& priors,
                                    const Options& options,
                                    const std::stop_token& stop) const {
  SheetParameters cylinder = start;
  cylinder.folded = nullptr;
  std::vector<double> flat = flatten(cylinder);
  const std::size_t n = flat.size();
  Scratch scratch(n);
  for (const double sigma : sigmas) {
    const Linearise linearise = [&](const std::vector<double>& p, bool derivatives, NormalEquations& out) {
      const SheetParameters at = unflatten(cylinder, p);
      if (!inBounds(at)) {
        return false;
      }
      out.clear();
      accumulate(SheetModel(frame_, at, derivatives), sigma, derivatives, true, scratch, out);
      if (priors.aspect) {
        scratch.addAspect(*priors.aspect, derivatives, out);
      }
      addPriors(p, priors, derivatives, out);
      for (std::size_t i = 0; derivatives && i < n; ++i) {
        const bool held =
            (options.only_roll && i != SheetIndex::kRoll) || (options.hold_focal && i == SheetIndex::kLogFocal);
        if (held) {
          for (std::size_t j = 0; j < n; ++j) {
            out.hessian[i * n + j] = out.hessian[j * n + i] = 0;
          }
          out.hessian[i * n + i] = 1;
          out.gradient[i] = 0;
        }
      }
      return true;
    };
    LeastSquaresOptions descent_options;
    descent_options.max_steps = options.max_steps;
    descent_options.tolerance = 1e-4;
    // The ends of a profile are where it is steepest and least determined: one that reaches the bound must not hold up
    // the rest.
    if (options.stay_at_steepest) {
      constexpr double kNone = std::numeric_limits<double>::infinity();
      descent_options.lower.assign(n, -kMaxBend);
      descent_options.upper.assign(n, kMaxBend);
      std::fill_n(descent_options.lower.begin(), SheetIndex::kBend, -kNone);
      std::fill_n(descent_options.upper.begin(), SheetIndex::kBend, kNone);
    }
    if (options.onStep) {
      descent_options.onStep = [&](const std::vector<double>& p, double cost) {
        options.onStep(unflatten(cylinder, p), cost, sigma);
      };
    }
    const LeastSquaresFit descent = minimise(flat, linearise, descent_options, stop);
    flat = descent.parameters;
    if (options.steps_taken != nullptr) {
      *options.steps_taken += descent.steps;
    }
    if (descent.stopped) {
      break;
    }
  }
  return unflatten(cylinder, flat);
}

double CurveSolver::cost(const SheetParameters& p, double sigma, const SheetPriors* priors) const {
  const std::vector<double> flat = flatten(p);
  Scratch scratch(flat.size());
  NormalEquations equations(flat.size());
  accumulate(SheetModel(frame_, p), sigma, false, false, scratch, equations);
  if (priors != nullptr) {
    addPriors(flat, *priors, false, equations);
  }
  return base_sum_ > 0 ? equations.cost / base_sum_ : 0;
}

double CurveSolver::bentShare(const SheetParameters& p, double sigma) const {
  const SheetModel sheet(frame_, p);
  double squares = 0;
  double neighbours = 0;
  std::vector<double> value;
  std::vector<double> scale;
  for (const Entry& entry : curves_) {
    const ThinnedCurve& curve = entry.points;
    value.clear();
    scale.clear();
    for (const Vec2 point : curve.points) {
      const SheetModel::Seen at = sheet.sheetFromWork(point);
      if (at.visible) {
        value.push_back(curve.is_h ? at.sheet_uv.y : at.sheet_uv.x);
        scale.push_back(at.scale_q * frame_.norm / (char_height_ * sigma * (curve.is_h ? 1 : 2)));
      }
    }
    if (value.size() < 4) {
      continue;
    }
    std::vector<double> sorted = value;
    const double middle = medianInPlace(sorted);
    double before = 0;
    for (std::size_t i = 0; i < value.size(); ++i) {
      const double r = std::clamp((value[i] - middle) * scale[i], -1.0, 1.0);
      squares += curve.base * r * r;
      neighbours += curve.base * r * before;
      before = r;
    }
  }
  return squares > 0 ? std::clamp(neighbours / squares, 0.0, 1.0) : 0;
}

namespace {

// The standard deviation of a linear function of the parameters at the minimum: variance g^T (2 H)^-1 g, since the
// equations hold half the Hessian of the negative log likelihood.
std::optional<double> sigmaOf(const std::vector<double>& slopes, NormalEquations equations) {
  const std::size_t n = equations.size;
  std::vector<double> solved = slopes;
  for (std::size_t i = 0; i < n; ++i) {
    equations.hessian[i * n + i] += 1e-12;
  }
  if (!solveCholesky(equations.hessian, solved)) {
    return std::nullopt;
  }
  double variance = 0;
  for (std::size_t i = 0; i < n; ++i) {
    variance += 0.5 * slopes[i] * solved[i];
  }
  return std::sqrt(std::max(0.0, variance));
}

}  // namespace

NormalEquations CurveSolver::equationsAt(const SheetParameters& p,
                                         double sigma,
                                         const SheetPriors& priors,
                                         Scratch& scratch) const {
  const std::vector<double> flat = flatten(p);
  NormalEquations equations(flat.size());
  accumulate(SheetModel(frame_, p, true), sigma, true, true, scratch, equations);
  addPriors(flat, priors, true, equations);
  return equations;
}

std::optional<CurveSolver::Aspect> CurveSolver::aspect(const SheetParameters& p,
                                                       double sigma,
                                                       const SheetPriors& priors) const {
  Scratch scratch(flatten(p).size());
  NormalEquations equations = equationsAt(p, sigma, priors, scratch);
  std::vector<double> slopes;
  const std::optional<double> log_aspect = scratch.logAspect(&slopes);
  const std::optional<double> deviation = log_aspect ? sigmaOf(slopes, std::move(equations)) : std::nullopt;
  return deviation ? std::optional(Aspect{*log_aspect, *deviation}) : std::nullopt;
}

std::optional<double> CurveSolver::focalSigma(const SheetParameters& p, double sigma, const SheetPriors& priors) const {
  Scratch scratch(flatten(p).size());
  NormalEquations equations = equationsAt(p, sigma, priors, scratch);
  std::vector<double> slopes(equations.size, 0.0);
  slopes[SheetIndex::kLogFocal] = 1;
  return sigmaOf(slopes, std::move(equations));
}

std::optional<double> CurveSolver::mapSigma(const SheetParameters& p,
                                            double sigma,
                                            const SheetPriors& priors,
                                            const Box& rect) const {
  Scratch scratch(flatten(p).size());
  NormalEquations equations = equationsAt(p, sigma, priors, scratch);
  if (priors.aspect) {
    scratch.addAspect(*priors.aspect, true, equations);
  }
  return optim::mapSigma(SheetModel(frame_, p, true), rect, equations);
}

CurveState CurveSolver::judge(const SheetModel& sheet, const Curve& curve) const {
  std::vector<double> positions;
  std::vector<double> scales;
  for (const Vec2 point : curve.points) {
    const SheetModel::Seen at = sheet.sheetFromWork(point);
    if (at.visible) {
      positions.push_back(curve.is_h ? at.sheet_uv.y : at.sheet_uv.x);
      scales.push_back(at.scale_q * frame_.norm / char_height_);
    }
  }
  CurveState state;
  if (positions.size() < 2 || 2 * positions.size() < curve.points.size()) {
    return state;
  }
  std::vector<double> sorted = positions;
  state.position = medianInPlace(sorted);
  std::vector<double> residuals(positions.size());
  double near_count = 0;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    residuals[i] = std::abs(positions[i] - state.position) * scales[i];
    if (residuals[i] < 0.3) {
      near_count += 1;
      state.square_h += residuals[i] * residuals[i];
    }
  }
  state.share = near_count / static_cast<double>(curve.points.size());
  state.square_h = near_count > 0 ? state.square_h / near_count : 0;
  state.median_h = medianInPlace(residuals);
  return state;
}

SheetPriors priorsWithFocal(double focal_prior) {
  SheetPriors priors;
  if (focal_prior > 0) {
    priors.log_focal =
        std::clamp(std::log(focal_prior), CurveSolver::kMinLogFocal + 0.2, CurveSolver::kMaxLogFocal - 0.2);
    priors.log_focal_sigma = 0.12;
  }
  return priors;
}

}  // namespace platen::optim
