#include "core/optim/sampled_descent.h"

#include "core/optim/adam.h"
#include "core/optim/page_lattice.h"
#include "core/optim/shown_sheet.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>

namespace platen::optim {
namespace {

constexpr double kEdgeWeight = 0.5;
constexpr double kPeriodWeight = 0.5;
constexpr double kPeriodReach = 3;  // R of E_period
constexpr double kPriorWeight = 0.01;
constexpr double kLeastCoverage = 0.03;
constexpr double kHopeless = 1.5;

}  // namespace

SheetParameters turnedRulings(const SheetParameters& plane, double ruling) {
  using Matrix = std::array<std::array<double, 3>, 3>;
  const auto product = [](const Matrix& a, const Matrix& b) {
    Matrix c{};
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) {
        for (std::size_t k = 0; k < 3; ++k) {
          c[i][j] += a[i][k] * b[k][j];
        }
      }
    }
    return c;
  };
  const auto about_z = [](double a) {
    return Matrix{{{std::cos(a), -std::sin(a), 0}, {std::sin(a), std::cos(a), 0}, {0, 0, 1}}};
  };
  const Matrix pitched{{{1, 0, 0},
                        {0, std::cos(plane.pitch), -std::sin(plane.pitch)},
                        {0, std::sin(plane.pitch), std::cos(plane.pitch)}}};
  const double theta = plane.bend.front();
  const Matrix bent{{{std::cos(theta), 0, -std::sin(theta)}, {0, 1, 0}, {std::sin(theta), 0, std::cos(theta)}}};
  // The turn of the rulings that is undone on one side is made on the other.
  const Matrix seen =
      product(product(about_z(plane.roll + plane.ruling), product(pitched, bent)), about_z(ruling - plane.ruling));
  SheetParameters turned = plane;
  turned.ruling = ruling;
  turned.pitch = std::asin(std::clamp(seen[2][1], -1.0, 1.0));
  turned.roll = std::atan2(-seen[0][1], seen[1][1]) - ruling;
  turned.bend = {std::atan2(seen[2][0], seen[2][2])};
  return turned;
}

SampledDescent::SampledDescent(const PageCues& cues,
                               const SheetFrame& frame,
                               const std::vector<SideImage>& sides,
                               const SampledPhase& phase,
                               FitDevice* device,
                               double log_focal_sigma)
    : frame_(frame),
      phase_(phase),
      shape_{phase.net_cols - 1, phase.net_rows - 1},
      spline_(phase.net_rows, phase.net_cols),
      direction_(
          1, cues.direction, phase.reach, PageLattice(shape_, phase.lattice_cols, phase.lattice_rows, nullptr), device),
      log_focal_sigma_(log_focal_sigma) {
  for (const SideImage& side : sides) {
    seen_[static_cast<std::size_t>(side.kind)] = true;
  }
  if (!sides.empty()) {
    edges_ = std::make_unique<EdgeEnergy>(kEdgeWeight, sides, shape_, nullptr, false);
  } else if (!cues.row_period.empty()) {
    periods_ =
        std::make_unique<RowPeriodEnergy>(kPeriodWeight, cues.row_period, kPeriodReach,
                                          PageLattice(shape_, phase.lattice_cols, phase.lattice_rows, nullptr, true));
  }
}

SampledDescent::Search SampledDescent::searchRulings(const SampledPage& plane,
                                                     const Preference& preference,
                                                     const OnStep& on_step,
                                                     const std::stop_token& stop) {
  Search search;
  double rival_half_time = std::numeric_limits<double>::infinity();
  for (const double ruling : {0.0, std::numbers::pi / 2, std::numbers::pi / 4, -std::numbers::pi / 4}) {
    const Outcome outcome =
        run({turnedRulings(plane.sheet, ruling), plane.rect}, ruling, on_step, rival_half_time, stop);
    search.steps += outcome.steps;
    rival_half_time = std::min(rival_half_time, outcome.half_time);
    const double worth = (ruling == 0 ? 1 : preference.unusual) * (outcome.energy + preference.noise);
    if (worth < search.worth) {
      search.worth = worth;
      search.best = outcome;
      search.ruling = ruling;
    }
  }
  return search;
}

double SampledDescent::at(const SampledPage& page, double ruling) {
  ruling_ = ruling;
  log_focal_ = page.sheet.log_focal;
  std::vector<double> gradient(sizeOf(page));
  return evaluate(page, gradient);
}

SampledDescent::OnStep sampledReporter(
    const FitHooks& hooks, const PageCues& cues, const SheetFrame& frame, const char* stage, int steps) {
  if (!hooks.onStep) {
    return {};
  }
  return [&hooks, &cues, &frame, stage, steps](int step, double energy, const SampledPage& page) {
    WarpGrid grid;
    if (hooks.wantsGrid()) {
      grid = sampleMap(BaseMap(SheetModel(frame, page.sheet), page.rect), nullptr, 33, 25);
    }
    for (Vec2& point : grid.points) {
      point = cues.frame.sourceFromWork(point);
    }
    hooks.onStep({stage, step, steps, energy, grid.empty() ? nullptr : &grid, 0, aspectOf(page.rect)});
  };
}

SampledDescent::Outcome SampledDescent::run(
    SampledPage start, double ruling, const OnStep& on_step, double rival_half_time, const std::stop_token& stop) {
  start.sheet = start.sheet.withBendSize(phase_.bend, frame_);
  start.sheet.folded = nullptr;
  ruling_ = ruling;
  log_focal_ = start.sheet.log_focal;
  std::vector<double> now = flatten(start);
  Outcome best{start};
  std::vector<double> gradient(now.size());
  Adam adam(now.size(), 0.9, 0.98);
  for (int step = 0; step < phase_.steps && !stop.stop_requested(); ++step) {
    const SampledPage page = unflatten(start, now);
    const double energy = evaluate(page, gradient);
    if (!std::isfinite(energy)) {
      break;
    }
    if (energy < best.energy) {
      best.energy = energy;
      best.page = page;
      best.direction = last_direction_;
    }
    if (on_step) {
      on_step(step + 1, energy, page);
    }
    if (2 * step == phase_.steps) {
      best.half_time = energy;
      if (energy > kHopeless * rival_half_time) {
        break;
      }
    }
    adam.step(phase_.rate * (0.1 + 0.45 * (1 + std::cos(std::numbers::pi * step / phase_.steps))), gradient, now);
    ++best.steps;
  }
  return best;
}

double SampledDescent::evaluate(const SampledPage& page, std::span<double> gradient) {
  std::fill(gradient.begin(), gradient.end(), 0.0);
  if (!(page.rect.width() > 0.1) || !(page.rect.height() > 0.1)) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  const std::vector<double>& controls = spline_.controlsOf(frame_, page.sheet, page.rect);
  if (controls.empty()) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  d_controls_.assign(controls.size(), 0.0);
  last_direction_ = direction_.add(controls, 1, d_controls_);
  if (direction_.coverage() < kLeastCoverage) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  double energy = last_direction_;
  if (edges_) {
    energy += kEdgeWeight * edges_->add(controls, kEdgeWeight, d_controls_);
  }
  if (periods_) {
    energy += kPeriodWeight * periods_->add(controls, kPeriodWeight, d_controls_);
    if (periods_->coverage() < kLeastCoverage) {
      return std::numeric_limits<double>::quiet_NaN();
    }
  }
  spline_.pullBack(d_controls_, gradient);
  energy += priors(page.sheet, gradient);
  holdUnseenSides(gradient);
  return energy;
}

// Nothing says where a side lies that was not seen; the direction's mean would be least over a smaller page.
void SampledDescent::holdUnseenSides(std::span<double> gradient) const {
  constexpr std::array<SideKind, 4> kOrder{SideKind::left, SideKind::top, SideKind::right, SideKind::bottom};
  for (std::size_t k = 0; k < kOrder.size(); ++k) {
    if (!seen_[static_cast<std::size_t>(kOrder[k])]) {
      gradient[gradient.size() - kOrder.size() + k] = 0;
    }
  }
}

// Those of stage 1 (FIT section 6), weighted against E_dir.
double SampledDescent::priors(const SheetParameters& p, std::span<double> gradient) const {
  const auto held = [&](double value, double sigma, std::size_t k) {
    gradient[k] += kPriorWeight * 2 * value / (sigma * sigma);
    return value * value / (sigma * sigma);
  };
  double sum = held(p.pitch, 0.35, SheetIndex::kPitch) +
               held(p.log_focal - log_focal_, log_focal_sigma_, SheetIndex::kLogFocal) +
               held(p.ruling - ruling_, 0.12, SheetIndex::kRuling);
  const std::size_t n = p.bend.size();
  const double k = static_cast<double>(n);
  const double second = 3e-3 * k * k * k;
  const double first = 3e-3 * 0.09 * k;
  for (std::size_t i = 0; i < n; ++i) {
    sum += held(p.bend[i], 100, SheetIndex::kBend + i);
    if (i + 1 < n) {
      const double d = p.bend[i + 1] - p.bend[i];
      sum += first * d * d;
      gradient[SheetIndex::kBend + i + 1] += kPriorWeight * 2 * first * d;
      gradient[SheetIndex::kBend + i] -= kPriorWeight * 2 * first * d;
    }
    if (i + 2 < n) {
      const double d = p.bend[i] - 2 * p.bend[i + 1] + p.bend[i + 2];
      sum += second * d * d;
      gradient[SheetIndex::kBend + i] += kPriorWeight * 2 * second * d;
      gradient[SheetIndex::kBend + i + 1] -= kPriorWeight * 4 * second * d;
      gradient[SheetIndex::kBend + i + 2] += kPriorWeight * 2 * second * d;
    }
  }
  return kPriorWeight * sum;
}

}  // namespace platen::optim
