#include "core/optim/curve_solver.h"

#include "core/optim/levenberg_marquardt.h"

#include <algorithm>
#include <cmath>

namespace platen::optim {
namespace {

// Bounds outside which a page can't be read anyway; steps that leave them are refused.
constexpr double kMaxPitch = 1.3;
constexpr double kMaxBend = 1.5;

bool inBounds(const std::vector<double>& p) {
  return std::abs(p[1]) <= kMaxPitch && p[2] >= CurveSolver::kMinLogFocal && p[2] <= CurveSolver::kMaxLogFocal &&
         std::isfinite(p[0]) && std::isfinite(p[3]) &&
         std::all_of(p.begin() + 4, p.end(), [](double b) { return std::abs(b) <= kMaxBend; });
}

double medianOf(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// Priors as residuals that are linear in the parameters: adds their squares, halved, to the equations.
void addPriors(const std::vector<double>& p, const SheetPriors& priors, bool derivatives, NormalEquations& out) {
  const std::size_t n = p.size();
  const std::size_t k = n - 4;
  const auto add = [&](std::span<const std::pair<std::size_t, double>> terms, double offset) {
    double residual = offset;
    for (const auto& [index, factor] : terms) {
      residual += factor * p[index];
    }
    out.cost += 0.5 * residual * residual;
    if (derivatives) {
      for (const auto& [i, fi] : terms) {
        out.gradient[i] += 0.5 * residual * fi;
        for (const auto& [j, fj] : terms) {
          out.hessian[i * n + j] += 0.5 * fi * fj;
        }
      }
    }
  };
  using Term = std::pair<std::size_t, double>;
  const auto one = [&](std::size_t index, double mean, double sigma) {
    const std::array<Term, 1> term{Term{index, 1 / sigma}};
    add(term, -mean / sigma);
  };
  one(1, 0, priors.pitch_sigma);
  one(2, priors.log_focal, priors.log_focal_sigma);
  one(3, priors.ruling, priors.ruling_sigma);
  const auto size = static_cast<double>(k);
  const double second = std::sqrt(priors.bend) * std::pow(size, 1.5);
  const double first = std::sqrt(priors.bend) * 0.3 * std::sqrt(size);
  for (std::size_t b = 0; b < k; ++b) {
    one(4 + b, 0, 100);
    if (b + 1 < k) {
      const std::array<Term, 2> terms{Term{4 + b, -first}, Term{5 + b, first}};
      add(terms, 0);
    }
    if (b + 2 < k) {
      const std::array<Term, 3> terms{Term{4 + b, second}, Term{5 + b, -2 * second}, Term{6 + b, second}};
      add(terms, 0);
    }
  }
}

}  // namespace

// Buffers that are reused over all curves and steps of a descent.
struct CurveSolver::Scratch {
  explicit Scratch(std::size_t parameters) : equations(parameters) {}
  NormalEquations equations;
  std::vector<double> value, scale, weight;  // per point of the current curve
  std::vector<double> d_value, d_scale, du;  // per point and parameter
  std::vector<double> mean_slope, row;
  // The constants of the four sides, and their derivatives.
  std::array<std::optional<double>, 4> side_at;
  std::array<std::vector<double>, 4> side_slope;

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
      slopes->resize(equations.size);
      for (std::size_t p = 0; p < equations.size; ++p) {
        (*slopes)[p] = (side_slope[kBottom][p] - side_slope[kTop][p]) / height -
                       (side_slope[kRight][p] - side_slope[kLeft][p]) / width;
      }
    }
    return std::log(height / width);
  }

  // The belief about the aspect as one residual; with `derivatives` also in the equations.
  void addAspect(const AspectBelief& belief, bool derivatives) {
    std::vector<double> slopes;
    const std::optional<double> log_aspect = logAspect(derivatives ? &slopes : nullptr);
    if (!log_aspect) {
      return;
    }
    const double residual = (*log_aspect - belief.log_aspect) / belief.sigma;
    equations.cost += 0.5 * residual * residual;
    if (derivatives) {
      const std::size_t n = equations.size;
      for (std::size_t i = 0; i < n; ++i) {
        equations.gradient[i] += 0.5 * residual * slopes[i] / belief.sigma;
        for (std::size_t j = 0; j < n; ++j) {
          equations.hessian[i * n + j] += 0.5 * slopes[i] * slopes[j] / (belief.sigma * belief.sigma);
        }
      }
    }
  }
};

bool CurveSolver::inBounds(const SheetParameters& p) {
  return platen::optim::inBounds(p.flatten());
}

CurveSolver::CurveSolver(const SheetFrame& frame, double char_height) : frame_(frame), char_height_(char_height) {}

void CurveSolver::add(const Curve& curve, std::size_t thinning) {
  const std::size_t most = curve.kind == CurveKind::side || curve.kind == CurveKind::margin ? 24 : 10;
  if (curve.points.size() < 2) {
    return;
  }
  Entry entry;
  entry.is_h = curve.is_h;
  entry.side = curve.kind == CurveKind::side ? static_cast<int>(curve.side) : -1;
  const std::size_t full = std::min(most, curve.points.size());
  const std::size_t count = std::max<std::size_t>(std::min<std::size_t>(full, 4), full / thinning);
  entry.base =
      0.1 * curve.weight * std::min(1.0, curve.length_h / 12) * static_cast<double>(full) / static_cast<double>(count);
  for (std::size_t i = 0; i < count; ++i) {
    entry.points.push_back(curve.points[i * (curve.points.size() - 1) / (count - 1)]);
  }
  curves_.push_back(std::move(entry));
}

double CurveSolver::accumulate(const SheetModel& sheet, double sigma, bool derivatives, Scratch& s) const {
  const std::size_t n = s.equations.size;
  NormalEquations& out = s.equations;
  double base_sum = 0;
  s.side_at.fill(std::nullopt);
  for (const Entry& curve : curves_) {
    const std::size_t count = curve.points.size();
    const double inverse_sigma = frame_.norm / (char_height_ * sigma * (curve.is_h ? 1 : 2));
    s.value.resize(count);
    s.scale.resize(count);
    s.weight.resize(count);
    if (derivatives) {
      s.d_value.resize(count * n);
      s.d_scale.resize(count * n);
      s.du.resize(n);
    }
    std::size_t seen = 0;
    for (const Vec2 point : curve.points) {
      SheetModel::Seen at;
      if (derivatives) {
        double* value_slopes = &s.d_value[seen * n];
        double* unused = s.du.data();
        at = sheet.sheetDerivatives(point, curve.is_h ? unused : value_slopes, curve.is_h ? value_slopes : unused,
                                    &s.d_scale[seen * n]);
      } else {
        at = sheet.sheetFromWork(point);
      }
      if (at.visible) {
        s.value[seen] = curve.is_h ? at.sheet_uv.y : at.sheet_uv.x;
        s.scale[seen] = at.scale_q * inverse_sigma;
        ++seen;
      }
    }
    base_sum += curve.base * static_cast<double>(count);
    out.cost += curve.base * static_cast<double>(count - seen);  // unseen: as wrong as can be
    if (seen < 2) {
      out.cost += curve.base * static_cast<double>(seen);
      continue;
    }
    // The curve's constant: its robust weighted mean. Two reweightings settle it.
    double mean = 0;
    double total = 0;
    for (int round = 0; round < 3; ++round) {
      double sum = 0;
      total = 0;
      for (std::size_t i = 0; i < seen; ++i) {
        double robust = 1;
        if (round > 0) {
          const double r = (s.value[i] - mean) * s.scale[i];
          robust = 1 / ((1 + r * r) * (1 + r * r));
        }
        s.weight[i] = curve.base * robust;
        const double w = s.weight[i] * s.scale[i] * s.scale[i];
        sum += w * s.value[i];
        total += w;
      }
      mean = sum / total;
    }
    if (derivatives) {
      s.mean_slope.assign(n, 0.0);
      for (std::size_t i = 0; i < seen; ++i) {
        const double r = (s.value[i] - mean) * s.scale[i];
        s.weight[i] = curve.base / ((1 + r * r) * (1 + r * r));
      }
      total = 0;
      for (std::size_t i = 0; i < seen; ++i) {
        const double w = s.weight[i] * s.scale[i] * s.scale[i];
        total += w;
        for (std::size_t p = 0; p < n; ++p) {
          s.mean_slope[p] += w * s.d_value[i * n + p];
        }
      }
      for (double& slope : s.mean_slope) {
        slope /= total;
      }
      s.row.resize(n);
    }
    if (curve.side >= 0) {
      const auto side = static_cast<std::size_t>(curve.side);
      s.side_at[side] = mean;
      if (derivatives) {
        s.side_slope[side] = s.mean_slope;
      }
    }
    for (std::size_t i = 0; i < seen; ++i) {
      const double r = (s.value[i] - mean) * s.scale[i];
      out.cost += curve.base * r * r / (1 + r * r);
      if (derivatives) {
        for (std::size_t p = 0; p < n; ++p) {
          s.row[p] = (s.d_value[i * n + p] - s.mean_slope[p]) * s.scale[i] +
                     (s.value[i] - mean) * s.d_scale[i * n + p] * inverse_sigma;
        }
        const double w = s.weight[i];
        for (std::size_t p = 0; p < n; ++p) {
          const double wp = w * s.row[p];
          out.gradient[p] += wp * r;
          for (std::size_t q = 0; q <= p; ++q) {
            out.hessian[p * n + q] += wp * s.row[q];
          }
        }
      }
    }
  }
  if (derivatives) {
    for (std::size_t p = 0; p < n; ++p) {
      for (std::size_t q = 0; q < p; ++q) {
        out.hessian[q * n + p] = out.hessian[p * n + q];
      }
    }
  }
  return base_sum;
}

SheetParameters CurveSolver::refine(const SheetParameters& start,
                                    std::span<const double> sigmas,
                                    const SheetPriors& priors,
                                    const Options& options,
                                    const std::stop_token& stop) const {
  std::vector<double> flat = start.flatten();
  const std::size_t n = flat.size();
  Scratch scratch(n);
  for (const double sigma : sigmas) {
    const Linearise linearise = [&](const std::vector<double>& p, bool derivatives, NormalEquations& out) {
      if (!platen::optim::inBounds(p)) {
        return false;
      }
      NormalEquations& work = scratch.equations;
      work.cost = 0;
      std::fill(work.hessian.begin(), work.hessian.end(), 0.0);
      std::fill(work.gradient.begin(), work.gradient.end(), 0.0);
      accumulate(SheetModel(frame_, SheetParameters::unflatten(p), derivatives), sigma, derivatives, scratch);
      if (priors.aspect) {
        scratch.addAspect(*priors.aspect, derivatives);
      }
      addPriors(p, priors, derivatives, work);
      for (std::size_t i = 0; derivatives && i < n; ++i) {
        const bool held = (options.only_roll && i > 0) || (options.hold_focal && i == 2);
        if (held) {
          for (std::size_t j = 0; j < n; ++j) {
            work.hessian[i * n + j] = work.hessian[j * n + i] = 0;
          }
          work.hessian[i * n + i] = 1;
          work.gradient[i] = 0;
        }
      }
      std::swap(work.hessian, out.hessian);
      std::swap(work.gradient, out.gradient);
      out.cost = work.cost;
      return true;
    };
    LeastSquaresOptions descent_options;
    descent_options.max_steps = options.max_steps;
    descent_options.tolerance = 1e-4;
    if (options.onStep) {
      descent_options.onStep = [&](const std::vector<double>& p, double cost) {
        options.onStep(SheetParameters::unflatten(p), cost);
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
  return SheetParameters::unflatten(flat);
}

double CurveSolver::cost(const SheetParameters& p, double sigma, const SheetPriors* priors) const {
  const std::vector<double> flat = p.flatten();
  Scratch scratch(flat.size());
  const double base_sum = accumulate(SheetModel(frame_, p), sigma, false, scratch);
  if (priors != nullptr) {
    addPriors(flat, *priors, false, scratch.equations);
  }
  return base_sum > 0 ? scratch.equations.cost / base_sum : 0;
}

std::optional<CurveSolver::Aspect> CurveSolver::aspect(const SheetParameters& p,
                                                       double sigma,
                                                       const SheetPriors& priors) const {
  const std::vector<double> flat = p.flatten();
  const std::size_t n = flat.size();
  Scratch scratch(n);
  accumulate(SheetModel(frame_, p, true), sigma, true, scratch);
  addPriors(flat, priors, true, scratch.equations);
  std::vector<double> slopes;
  const std::optional<double> log_aspect = scratch.logAspect(&slopes);
  if (!log_aspect) {
    return std::nullopt;
  }
  // Variance g^T (2 H)^-1 g: the equations hold half the Hessian of the negative log likelihood.
  std::vector<double> solved = slopes;
  for (std::size_t i = 0; i < n; ++i) {
    scratch.equations.hessian[i * n + i] += 1e-12;
  }
  if (!solveCholesky(scratch.equations.hessian, solved)) {
    return std::nullopt;
  }
  double variance = 0;
  for (std::size_t i = 0; i < n; ++i) {
    variance += 0.5 * slopes[i] * solved[i];
  }
  return Aspect{*log_aspect, std::sqrt(std::max(0.0, variance))};
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
  state.position = medianOf(sorted);
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
  state.median_h = medianOf(residuals);
  return state;
}

}  // namespace platen::optim
