#include "core/optim/sampled_sheet_fit.h"

#include "core/optim/base_map.h"
#include "core/optim/curve_solver.h"
#include "core/optim/direction_energy.h"
#include "core/optim/edge_energy.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <utility>
#include <vector>

#include <ATen/ATen.h>
#include <torch/optim/adam.h>

namespace platen::optim {
namespace {

constexpr double kEdgeWeight = 0.5;
constexpr double kPriorWeight = 0.01;
constexpr double kLeastCoverage = 0.03;
constexpr double kHopeless = 1.5;

// All that moves: the sheet's parameters, then x0, y0, x1, y1 of the page's rectangle.
struct Page {
  SheetParameters sheet;
  Box rect;

  [[nodiscard]] std::vector<double> flatten() const {
    std::vector<double> flat = sheet.flatten();
    flat.insert(flat.end(), {rect.x0, rect.y0, rect.x1, rect.y1});
    return flat;
  }
  static Page unflatten(const std::vector<double>& flat) {
    const std::size_t n = flat.size() - 4;
    return {SheetParameters::unflatten({flat.begin(), flat.begin() + static_cast<std::ptrdiff_t>(n)}),
            {flat[n], flat[n + 1], flat[n + 2], flat[n + 3]}};
  }
};

// The same plane seen with another ruling angle: Rz(roll + phi) Rx(pitch) Ry(theta) Rz(-phi) is held.
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

// The sheet over its rectangle as the controls of its interpolating spline; empty where a point is behind the camera.
std::vector<double> splineControls(const SheetFrame& frame, const Page& page, int rows, int cols) {
  const BaseMap base(SheetModel(frame, page.sheet), page.rect);
  const SplineNet net = splineNet(sampleMap(base, nullptr, rows, cols));
  std::vector<double> flat;
  flat.reserve(2 * net.controls.size());
  for (const Vec2& c : net.controls) {
    if (!std::isfinite(c.x) || !std::isfinite(c.y)) {
      return {};
    }
    flat.push_back(c.x);
    flat.push_back(c.y);
  }
  return flat;
}

struct Phase {
  int bend = 5;
  int steps = 60;
  double rate = 0.01;
  double reach = 8;  // R of E_dir
  int lattice_cols = 50, lattice_rows = 70;
  int net_cols = 10, net_rows = 12;  // samples of the sheet
};
constexpr Phase kCoarse{5, 60, 0.01, 8, 50, 70, 10, 12};
constexpr Phase kFine{9, 150, 0.006, 4, 100, 140, 13, 15};

class SampledDescent {
 public:
  SampledDescent(const PageCues& cues, const SheetFrame& frame, const std::vector<SideImage>& sides, const Phase& phase)
      : frame_(frame),
        phase_(phase),
        shape_{phase.net_cols - 1, phase.net_rows - 1},
        direction_(
            1, cues.direction, phase.reach, PageLattice(shape_, phase.lattice_cols, phase.lattice_rows, nullptr)),
        edges_(kEdgeWeight, sides, shape_, nullptr, false) {
    for (const SideImage& side : sides) {
      seen_[static_cast<std::size_t>(side.kind)] = true;
    }
  }

  struct Outcome {
    Page page;
    double energy = std::numeric_limits<double>::infinity();
    double direction = 0;
    int steps = 0;
    double half_time = std::numeric_limits<double>::infinity();  // energy after half the steps
  };

  // Adam from `start`; the best point passed. `ruling` is what the prior holds phi to. Given up at half time where the
  // energy is far above `rival_half_time`.
  Outcome run(Page start,
              double ruling,
              const std::function<void(int, double, const Page&)>& on_step,
              double rival_half_time,
              const std::stop_token& stop) {
    start.sheet = start.sheet.withBendSize(phase_.bend, frame_);
    ruling_ = ruling;
    log_focal_ = start.sheet.log_focal;
    std::vector<double> now = start.flatten();
    Outcome best{start};
    at::Tensor parameters = at::empty({static_cast<std::int64_t>(now.size())}, at::kDouble);
    std::copy(now.begin(), now.end(), parameters.data_ptr<double>());
    parameters.requires_grad_(true);
    torch::optim::Adam adam({parameters}, torch::optim::AdamOptions(phase_.rate).betas({0.9, 0.98}));
    auto& options = static_cast<torch::optim::AdamOptions&>(adam.param_groups().front().options());
    at::Tensor gradient = at::empty_like(parameters, at::TensorOptions().requires_grad(false));
    parameters.mutable_grad() = gradient;
    for (int step = 0; step < phase_.steps && !stop.stop_requested(); ++step) {
      const double energy = evaluate(now, {gradient.data_ptr<double>(), now.size()});
      if (!std::isfinite(energy)) {
        break;
      }
      if (energy < best.energy) {
        best.energy = energy;
        best.page = Page::unflatten(now);
        best.direction = last_direction_;
      }
      if (on_step) {
        on_step(step + 1, energy, Page::unflatten(now));
      }
      if (2 * step == phase_.steps) {
        best.half_time = energy;
        if (energy > kHopeless * rival_half_time) {
          break;
        }
      }
      options.lr(phase_.rate * (0.1 + 0.45 * (1 + std::cos(std::numbers::pi * step / phase_.steps))));
      adam.step();
      ++best.steps;
      const double* moved = parameters.data_ptr<double>();
      now.assign(moved, moved + now.size());
    }
    return best;
  }

 private:
  double evaluate(const std::vector<double>& flat, std::span<double> gradient) {
    constexpr double kProbe = 1e-4;
    std::fill(gradient.begin(), gradient.end(), 0.0);
    const Page page = Page::unflatten(flat);
    if (!(page.rect.width() > 0.1) || !(page.rect.height() > 0.1)) {
      return std::numeric_limits<double>::quiet_NaN();
    }
    const std::vector<double> controls = splineControls(frame_, page, phase_.net_rows, phase_.net_cols);
    if (controls.empty()) {
      return std::numeric_limits<double>::quiet_NaN();
    }
    d_controls_.assign(controls.size(), 0.0);
    last_direction_ = direction_.add(controls, 1, d_controls_);
    if (direction_.coverage() < kLeastCoverage) {
      return std::numeric_limits<double>::quiet_NaN();
    }
    double energy = last_direction_ + kEdgeWeight * edges_.add(controls, kEdgeWeight, d_controls_);
    std::vector<double> moved = flat;
    for (std::size_t k = 0; k < flat.size(); ++k) {
      moved[k] = flat[k] + kProbe;
      const std::vector<double> there =
          splineControls(frame_, Page::unflatten(moved), phase_.net_rows, phase_.net_cols);
      moved[k] = flat[k];
      if (there.empty()) {
        return std::numeric_limits<double>::quiet_NaN();
      }
      double sum = 0;
      for (std::size_t c = 0; c < controls.size(); ++c) {
        sum += d_controls_[c] * (there[c] - controls[c]);
      }
      gradient[k] = sum / kProbe;
    }
    energy += priors(page.sheet, gradient);
    holdUnseenSides(gradient);
    return energy;
  }

  // Nothing says where a side lies that was not seen; the direction's mean would be least over a smaller page.
  void holdUnseenSides(std::span<double> gradient) const {
    constexpr std::array<SideKind, 4> kOrder{SideKind::left, SideKind::top, SideKind::right, SideKind::bottom};
    for (std::size_t k = 0; k < kOrder.size(); ++k) {
      if (!seen_[static_cast<std::size_t>(kOrder[k])]) {
        gradient[gradient.size() - kOrder.size() + k] = 0;
      }
    }
  }

  // Those of stage 1 (FIT section 6), weighted against E_dir.
  double priors(const SheetParameters& p, std::span<double> gradient) const {
    const auto held = [&](double value, double sigma, std::size_t k) {
      gradient[k] += kPriorWeight * 2 * value / (sigma * sigma);
      return value * value / (sigma * sigma);
    };
    double sum = held(p.pitch, 0.35, 1) + held(p.log_focal - log_focal_, 0.35, 2) + held(p.ruling - ruling_, 0.12, 3);
    const std::size_t n = p.bend.size();
    const double k = static_cast<double>(n);
    const double second = 3e-3 * k * k * k;
    const double first = 3e-3 * 0.09 * k;
    for (std::size_t i = 0; i < n; ++i) {
      sum += held(p.bend[i], 100, 4 + i);
      if (i + 1 < n) {
        const double d = p.bend[i + 1] - p.bend[i];
        sum += first * d * d;
        gradient[4 + i + 1] += kPriorWeight * 2 * first * d;
        gradient[4 + i] -= kPriorWeight * 2 * first * d;
      }
      if (i + 2 < n) {
        const double d = p.bend[i] - 2 * p.bend[i + 1] + p.bend[i + 2];
        sum += second * d * d;
        gradient[4 + i] += kPriorWeight * 2 * second * d;
        gradient[4 + i + 1] -= kPriorWeight * 4 * second * d;
        gradient[4 + i + 2] += kPriorWeight * 2 * second * d;
      }
    }
    return kPriorWeight * sum;
  }

  SheetFrame frame_;
  Phase phase_;
  NetShape shape_;
  DirectionEnergy direction_;
  EdgeEnergy edges_;
  std::array<bool, 4> seen_{};  // sides, by kind
  double ruling_ = 0, log_focal_ = 0, last_direction_ = 0;
  std::vector<double> d_controls_;
};

// The outline as stage 1 sees it: sides and rules, no text.
PageCues outlineOf(const PageCues& cues) {
  PageCues outline = cues;
  outline.segments.clear();
  outline.has_text = false;
  return outline;
}

void reframe(SheetFit& fit, const Page& page, const PageCues& cues) {
  const Box old = fit.rect;
  const auto mapped = [&](double x, double a0, double a1, double b0, double b1) {
    return b0 + (x - a0) / (a1 - a0) * (b1 - b0);
  };
  fit.parameters = page.sheet;
  fit.rect = page.rect;
  fit.content = {mapped(fit.content.x0, old.x0, old.x1, page.rect.x0, page.rect.x1),
                 mapped(fit.content.y0, old.y0, old.y1, page.rect.y0, page.rect.y1),
                 mapped(fit.content.x1, old.x0, old.x1, page.rect.x0, page.rect.x1),
                 mapped(fit.content.y1, old.y0, old.y1, page.rect.y0, page.rect.y1)};
  fit.kind = SheetKind::cylinder;
  const SheetModel sheet(fit.frame, fit.parameters);
  const CurveSolver solver(fit.frame, cues.char_height);
  for (std::size_t k = 0; k < fit.curves.size() && k < fit.residual_h.size(); ++k) {
    fit.residual_h[k] = solver.judge(sheet, fit.curves[k]).median_h;
  }
}

}  // namespace

std::optional<SheetFit> fitSheetBySampling(const PageCues& cues, const FitHooks& hooks, const std::stop_token& stop) {
  std::vector<PageSide> sides;
  std::copy_if(cues.sides.begin(), cues.sides.end(), std::back_inserter(sides),
               [](const PageSide& side) { return !side.is_gutter && side.points.size() >= 2; });
  if (sides.size() < 3 || cues.direction.empty()) {
    return std::nullopt;
  }
  SheetFitOptions plane_only;
  plane_only.model = ModelLimit::plane;
  SheetFit fit = fitSheet(outlineOf(cues), plane_only, nullptr, {}, stop);
  if (!fit.usable || stop.stop_requested()) {
    return std::nullopt;
  }
  const SheetParameters plane = fit.parameters.withBendSize(1, fit.frame);
  const std::vector<SideImage> images = sideImages(cues, sides);

  const auto reporter = [&](const char* stage, int steps) -> std::function<void(int, double, const Page&)> {
    if (!hooks.onStep) {
      return {};
    }
    return [&hooks, &cues, &fit, stage, steps](int step, double energy, const Page& page) {
      WarpGrid grid = sampleMap(BaseMap(SheetModel(fit.frame, page.sheet), page.rect), nullptr, 33, 25);
      for (Vec2& point : grid.points) {
        point = cues.frame.sourceFromWork(point);
      }
      hooks.onStep({stage, step, steps, energy, &grid});
    };
  };

  SampledDescent coarse(cues, fit.frame, images, kCoarse);
  SampledDescent::Outcome best;
  double best_ruling = 0;
  double rival_half_time = std::numeric_limits<double>::infinity();
  int steps = 0;
  for (const double ruling : {0.0, std::numbers::pi / 2, std::numbers::pi / 4, -std::numbers::pi / 4}) {
    const SampledDescent::Outcome outcome =
        coarse.run({turnedRulings(plane, ruling), fit.rect}, ruling, reporter("sheet, sampled", kCoarse.steps),
                   rival_half_time, stop);
    steps += outcome.steps;
    rival_half_time = std::min(rival_half_time, outcome.half_time);
    if (outcome.energy < best.energy) {
      best = outcome;
      best_ruling = ruling;
    }
  }
  if (!std::isfinite(best.energy)) {
    return std::nullopt;
  }
  SampledDescent fine(cues, fit.frame, images, kFine);
  const SampledDescent::Outcome refined =
      fine.run(best.page, best_ruling, reporter("sheet, sampled, fine", kFine.steps),
               std::numeric_limits<double>::infinity(), stop);
  if (std::isfinite(refined.energy)) {
    best = refined;
  }
  fit.steps += steps + refined.steps;
  fit.stopped = stop.stop_requested();
  reframe(fit, best.page, cues);
  fit.diagnostics["energy_sampled"] = best.energy;
  fit.diagnostics["energy_direction"] = best.direction;
  return fit;
}

double directionEnergy(const PageCues& cues, const SheetModel& sheet, const Box& rect_sheet_uv) {
  constexpr double kReach = 8;
  if (cues.direction.empty()) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  const BaseMap base(sheet, rect_sheet_uv);
  const NetShape shape{1, 1};
  DirectionEnergy energy(1, cues.direction, kReach, PageLattice(shape, 100, 140, &base));
  const std::vector<double> zero(shape.size(), 0.0);
  std::vector<double> gradient(shape.size());
  const double value = energy.add(zero, 0, gradient);
  return energy.coverage() > 0 ? value : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace platen::optim
