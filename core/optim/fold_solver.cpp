#include "core/optim/fold_solver.h"

#include "core/optim/levenberg_marquardt.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace platen::optim {
namespace {

constexpr double kMaxTilt = 1.3;
constexpr double kMaxBend = 1.5;
constexpr double kTiltSigma = 0.35;    // of pitch and yaw, radians
constexpr double kRulingSigma = 0.12;  // radians
constexpr double kMeanSigma = 0.05;    // of a profile's mean, which yaw and pitch hold already
constexpr double kPositionSigma = 2;   // of a crease, sheet units
constexpr double kAngleSigma = 0.8;    // radians
constexpr double kBendWeight = 2e-3;   // SheetPriors::bend

bool inBounds(const FoldedParameters& p) {
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

// Priors as residuals that are linear in the parameters: adds their squares, halved, to the equations.
class PriorSum {
 public:
  PriorSum(const std::vector<double>& flat, bool derivatives, NormalEquations& out)
      : flat_(flat), derivatives_(derivatives), out_(out) {}

  using Term = std::pair<std::size_t, double>;
  void add(std::span<const Term> terms, double offset) {
    double residual = offset;
    for (const auto& [index, factor] : terms) {
      residual += factor * flat_[index];
    }
    out_.cost += 0.5 * residual * residual;
    if (derivatives_) {
      for (const auto& [i, fi] : terms) {
        out_.gradient[i] += 0.5 * residual * fi;
        for (const auto& [j, fj] : terms) {
          out_.hessian[i * out_.size + j] += 0.5 * fi * fj;
        }
      }
    }
  }
  void one(std::size_t index, double mean, double sigma) {
    const std::array<Term, 1> term{Term{index, 1 / sigma}};
    add(term, -mean / sigma);
  }

 private:
  const std::vector<double>& flat_;
  bool derivatives_;
  NormalEquations& out_;
};

void addProfilePriors(std::size_t first, std::size_t count, PriorSum& sum) {
  using Term = PriorSum::Term;
  const auto size = static_cast<double>(count);
  const double second = std::sqrt(kBendWeight) * std::pow(size, 1.5);
  const double difference = std::sqrt(kBendWeight) * 0.3 * std::sqrt(size);
  std::vector<Term> mean;
  for (std::size_t b = first; b < first + count; ++b) {
    sum.one(b, 0, 50);
    mean.emplace_back(b, 1 / (size * kMeanSigma));
    if (b + 1 < first + count) {
      const std::array<Term, 2> terms{Term{b, -difference}, Term{b + 1, difference}};
      sum.add(terms, 0);
    }
    if (b + 2 < first + count) {
      const std::array<Term, 3> terms{Term{b, second}, Term{b + 1, -2 * second}, Term{b + 2, second}};
      sum.add(terms, 0);
    }
  }
  if (count > 0) {
    sum.add(mean, 0);
  }
}

void addPriors(const FoldState& state,
               const std::vector<double>& flat,
               const SheetPriors& focal,
               bool derivatives,
               NormalEquations& out) {
  PriorSum sum(flat, derivatives, out);
  sum.one(1, 0, kTiltSigma);
  sum.one(2, 0, kTiltSigma);
  sum.one(3, focal.log_focal, focal.log_focal_sigma);
  std::size_t k = 4;
  for (std::size_t b = 0; b < state.parameters.bendings.size(); ++b) {
    const Bending& bending = state.parameters.bendings[b];
    sum.one(k++, state.rulings[b], kRulingSigma);
    addProfilePriors(k, bending.profile.size(), sum);
    k += bending.profile.size();
    for (std::size_t c = 0; c < bending.creases.size(); ++c) {
      sum.one(k++, 0, kPositionSigma);
      sum.one(k++, 0, kAngleSigma);
    }
  }
}

}  // namespace

struct FoldSolver::Scratch {
  explicit Scratch(std::size_t parameters) : equations(parameters), du(parameters), dv(parameters), row(parameters) {}
  NormalEquations equations;
  std::vector<Vec2> sheet_uv;
  std::vector<double> scale;                  // per point, 1 / sigma at sigma 1
  std::vector<double> value, weight, scaled;  // per seen point of the current curve
  std::vector<double> slopes;                 // per seen point and parameter
  std::vector<double> du, dv, row, mean_slope;
};

FoldSolver::FoldSolver(const SheetFrame& frame, double char_height, const SheetPriors& focal)
    : frame_(frame), char_height_(char_height), focal_(focal) {}

void FoldSolver::add(const Curve& curve, std::size_t most) {
  if (curve.points.size() < 2) {
    return;
  }
  const bool many = curve.kind == CurveKind::side || curve.kind == CurveKind::margin;
  const double full = static_cast<double>(std::min<std::size_t>(many ? 24 : 10, curve.points.size()));
  const std::size_t count = std::clamp<std::size_t>(many ? 2 * most : most, 2, curve.points.size());
  Entry entry;
  entry.is_h = curve.is_h;
  entry.base = 0.1 * curve.weight * std::min(1.0, curve.length_h / 12) * full / static_cast<double>(count);
  entry.begin = points_.size();
  const std::size_t gaps = std::max<std::size_t>(count - 1, 1);
  for (std::size_t i = 0; i < count; ++i) {
    points_.push_back(curve.points[i * (curve.points.size() - 1) / gaps]);
  }
  entry.end = points_.size();
  base_sum_ += entry.base * static_cast<double>(count);
  curves_.push_back(entry);
}

FoldState FoldSolver::stateOf(const FoldedParameters& parameters) const {
  FoldState state;
  state.parameters = parameters;
  for (const Bending& bending : parameters.bendings) {
    state.rulings.push_back(bending.ruling);
  }
  const double c = std::cos(parameters.roll);
  const double s = std::sin(parameters.roll);
  for (const Vec2 point : points_) {
    const Vec2 q = ((point - frame_.centre) / frame_.norm - frame_.origin_q) / frame_.half_width_q;
    state.sheet_uv.push_back({c * q.x + s * q.y, -s * q.x + c * q.y});
  }
  return state;
}

void FoldSolver::accumulate(const FoldedSheet& sheet, double sigma, bool derivatives, Scratch& s) const {
  NormalEquations& out = s.equations;
  const std::size_t n = out.size;
  for (const Entry& curve : curves_) {
    const std::size_t count = curve.end - curve.begin;
    s.value.resize(count);
    s.scaled.resize(count);
    s.weight.resize(count);
    s.slopes.resize(derivatives ? count * n : 0);
    std::size_t seen = 0;
    for (std::size_t i = curve.begin; i < curve.end; ++i) {
      Vec2 at = s.sheet_uv[i];
      if (!sheet.invert(points_[i], at)) {
        continue;
      }
      s.sheet_uv[i] = at;
      if (derivatives) {
        if (!sheet.derivatives(at, s.du.data(), s.dv.data())) {
          continue;
        }
        std::copy_n(curve.is_h ? s.dv.data() : s.du.data(), n, &s.slopes[seen * n]);
      }
      s.value[seen] = curve.is_h ? at.y : at.x;
      s.scaled[seen] = s.scale[i] / (sigma * (curve.is_h ? 1 : 2));
      ++seen;
    }
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
        const double r = round > 0 ? (s.value[i] - mean) * s.scaled[i] : 0;
        const double w = curve.base / ((1 + r * r) * (1 + r * r)) * s.scaled[i] * s.scaled[i];
        sum += w * s.value[i];
        total += w;
      }
      mean = sum / total;
    }
    if (derivatives) {
      s.mean_slope.assign(n, 0.0);
      total = 0;
      for (std::size_t i = 0; i < seen; ++i) {
        const double r = (s.value[i] - mean) * s.scaled[i];
        s.weight[i] = curve.base / ((1 + r * r) * (1 + r * r));
        const double w = s.weight[i] * s.scaled[i] * s.scaled[i];
        total += w;
        for (std::size_t p = 0; p < n; ++p) {
          s.mean_slope[p] += w * s.slopes[i * n + p];
        }
      }
      for (double& slope : s.mean_slope) {
        slope /= total;
      }
    }
    for (std::size_t i = 0; i < seen; ++i) {
      const double r = (s.value[i] - mean) * s.scaled[i];
      out.cost += curve.base * r * r / (1 + r * r);
      if (derivatives) {
        for (std::size_t p = 0; p < n; ++p) {
          s.row[p] = (s.slopes[i * n + p] - s.mean_slope[p]) * s.scaled[i];
        }
        for (std::size_t p = 0; p < n; ++p) {
          const double wp = s.weight[i] * s.row[p];
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
}

FoldState FoldSolver::refine(FoldState start,
                             std::span<const double> sigmas,
                             int max_steps,
                             const std::stop_token& stop) const {
  FoldState state = std::move(start);
  std::vector<double> flat = state.parameters.flatten();
  const std::size_t n = flat.size();
  Scratch scratch(n);
  scratch.sheet_uv = state.sheet_uv;
  scratch.scale.resize(points_.size());
  for (const double sigma : sigmas) {
    const FoldedSheet at_start(frame_, state.parameters.with(flat));
    for (std::size_t i = 0; i < points_.size(); ++i) {
      Vec2 at = scratch.sheet_uv[i];
      const double scale = at_start.invert(points_[i], at) ? at_start.scaleAt(at) : 1 / frame_.half_width_q;
      scratch.scale[i] = scale * frame_.norm / char_height_;
    }
    const Linearise linearise = [&](const std::vector<double>& p, bool derivatives, NormalEquations& out) {
      const FoldedParameters parameters = state.parameters.with(p);
      if (!inBounds(parameters)) {
        return false;
      }
      NormalEquations& work = scratch.equations;
      work.cost = 0;
      std::fill(work.hessian.begin(), work.hessian.end(), 0.0);
      std::fill(work.gradient.begin(), work.gradient.end(), 0.0);
      accumulate(FoldedSheet(frame_, parameters, derivatives), sigma, derivatives, scratch);
      addPriors(state, p, focal_, derivatives, work);
      std::swap(work.hessian, out.hessian);
      std::swap(work.gradient, out.gradient);
      out.cost = work.cost;
      return true;
    };
    LeastSquaresOptions options;
    options.max_steps = max_steps;
    options.tolerance = 1e-4;
    const LeastSquaresFit descent = minimise(flat, linearise, options, stop);
    flat = descent.parameters;
    state.steps += descent.steps;
    state.cost = base_sum_ > 0 ? descent.cost / base_sum_ : 0;
    if (descent.stopped) {
      break;
    }
  }
  state.parameters = state.parameters.with(flat);
  state.sheet_uv = std::move(scratch.sheet_uv);
  return state;
}

}  // namespace platen::optim
