#include "core/optim/fit_start.h"

#include "core/optim/curve_solver.h"
#include "core/optim/fold_solver.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <utility>

namespace platen::optim {

namespace {

constexpr double kMostValues = 60;  // of a profile in a file; our own have 17
constexpr std::size_t kMostBendings = 8;
constexpr double kMostCreases = 8;  // of a bending
constexpr double kMostReach = 100;  // sheet units; also of a crease's place
constexpr double kMostSpans = 128;  // of a net; our own have 128 on paper four times as high as wide
constexpr double kMostOffset_px = 1e5;

bool within(double x, double low, double high) {
  return x >= low && x <= high;
}

bool isCount(double x, double low, double high) {
  return within(x, low, high) && x == std::floor(x);
}

bool isProfile(double values) {
  return isCount(values, 0, kMostValues) && values != 2 && values != 3;
}

std::span<const double> keptAs(const FitParameters& parameters, const char* name) {
  const auto kept = parameters.find(name);
  return kept == parameters.end() ? std::span<const double>() : std::span<const double>(kept->second);
}

// Takes the parts that are kept under a name; false where there is none of this size, or not all of it is finite.
template <class Structure>
bool take(const FitParameters& parameters, const char* name, Structure& into) {
  const std::span<const double> kept = keptAs(parameters, name);
  if (kept.empty() || kept.size() != sizeOf(into) ||
      !std::all_of(kept.begin(), kept.end(), [](double x) { return std::isfinite(x); })) {
    return false;
  }
  into = unflatten(std::move(into), kept);
  return true;
}

bool takeNet(const FitParameters& parameters, const char* name, double spans_u, double spans_v, OffsetNet& into) {
  if (!isCount(spans_u, 1, kMostSpans) || !isCount(spans_v, 1, kMostSpans)) {
    return false;
  }
  into = OffsetNet::zero({static_cast<int>(spans_u), static_cast<int>(spans_v)});
  return take(parameters, name, into) &&
         std::all_of(into.controls.begin(), into.controls.end(), [](double x) { return std::abs(x) < kMostOffset_px; });
}

std::shared_ptr<const FoldedParameters> takeFolds(const FitParameters& parameters) {
  const std::span<const double> shape = keptAs(parameters, "folds shape");
  if (shape.empty() || shape.size() % 3 != 0 || shape.size() / 3 > kMostBendings) {
    return nullptr;
  }
  FoldedParameters folds;
  for (std::size_t k = 0; k < shape.size(); k += 3) {
    if (!(shape[k] > 0 && shape[k] < kMostReach) || !isProfile(shape[k + 1]) ||
        !isCount(shape[k + 2], 0, kMostCreases)) {
      return nullptr;
    }
    Bending& bending = folds.bendings.emplace_back();
    bending.reach = shape[k];
    bending.profile.resize(static_cast<std::size_t>(shape[k + 1]));
    bending.creases.resize(static_cast<std::size_t>(shape[k + 2]));
  }
  const auto far = [](const Bending& bending) {
    return std::any_of(bending.creases.begin(), bending.creases.end(),
                       [](const Crease& crease) { return std::abs(crease.position) > kMostReach; });
  };
  if (!take(parameters, "folds", folds) || !FoldSolver::inBounds(folds) ||
      std::any_of(folds.bendings.begin(), folds.bendings.end(), far)) {
    return nullptr;
  }
  return std::make_shared<const FoldedParameters>(std::move(folds));
}

std::optional<GridNet> takeGrid(const FitParameters& parameters) {
  const std::span<const double> shape = keptAs(parameters, "grid shape");
  GridNet grid;
  GridPlan& plan = grid.plan;
  const bool good = shape.size() == 2 && takeNet(parameters, "grid", shape[0], shape[1], grid.net) &&
                    take(parameters, "grid plan", plan) && within(plan.strain, 1e-6, 1) &&
                    within(plan.direction, 0, 10) && isCount(plan.with_sides, 0, 1) &&
                    within(plan.held_out_lines, -1, 1e6) && within(plan.held_out_direction, 0, 1e6);
  return good ? std::optional(std::move(grid)) : std::nullopt;
}

std::optional<PaperNets> takePaper(const FitParameters& parameters) {
  const std::span<const double> shape = keptAs(parameters, "paper shape");
  if (shape.size() != 4 || !within(shape[0], 0.05, 20) || !isCount(shape[1], 0, 1e9)) {
    return std::nullopt;
  }
  PaperNets paper{shape[0], shape[1], {}, {}};
  const bool good = takeNet(parameters, "paper offsets", shape[2], shape[3], paper.offsets) &&
                    takeNet(parameters, "paper depths", shape[2], shape[3], paper.depths);
  return good ? std::optional(std::move(paper)) : std::nullopt;
}

bool hasArea(const Box& rect) {
  return rect.width() > 0 && rect.height() > 0;
}

}  // namespace

FitParameters parametersOf(const FittedShape& shape, const WorkFrame& work) {
  FitParameters parameters;
  visitParts(
      shape,
      [&](const ParameterPart& part, std::span<const double> numbers) {
        const ParameterPart* whole = &part;
        while (whole->in != nullptr) {
          whole = whole->in;
        }
        std::vector<double>& kept = parameters[std::string(whole->name)];
        kept.insert(kept.end(), numbers.begin(), numbers.end());
      },
      nullptr);
  const auto spans = [](const NetShape& net) {
    return std::vector<double>{static_cast<double>(net.spans_u), static_cast<double>(net.spans_v)};
  };
  if (shape.folds) {
    std::vector<double>& kept = parameters["folds shape"];
    for (const Bending& bending : shape.folds->bendings) {
      kept.insert(kept.end(), {bending.reach, static_cast<double>(bending.profile.size()),
                               static_cast<double>(bending.creases.size())});
    }
  }
  if (shape.grid) {
    parameters["grid shape"] = spans(shape.grid->net.shape);
  }
  if (shape.paper) {
    std::vector<double> kept = spans(shape.paper->offsets.shape);
    kept.insert(kept.begin(), {shape.paper->aspect, shape.paper->steps});
    parameters["paper shape"] = std::move(kept);
  }
  parameters["work"] = {work.scale, static_cast<double>(work.quarter_turns)};
  return parameters;
}

FittedShape shapeOf(const SheetFit& sheet) {
  FittedShape shape;
  shape.frame = sheet.frame;
  shape.sheet = sheet.parameters;
  shape.rect = sheet.rect;
  if (sheet.parameters.folded) {
    shape.folds = *sheet.parameters.folded;
  }
  return shape;
}

FitStart startFrom(const FitParameters& parameters) {
  FitStart start;
  SheetStart from;
  const std::size_t size = keptAs(parameters, "sheet").size();
  const std::size_t bends = std::max(size, SheetIndex::kBend) - SheetIndex::kBend;
  if (bends == 0 || !isProfile(static_cast<double>(bends))) {
    return start;
  }
  from.parameters.bend.resize(bends);
  if (!take(parameters, "frame", from.frame) || !take(parameters, "sheet", from.parameters) || !(from.frame.norm > 0) ||
      !(from.frame.half_width_q > 0) || !(from.frame.aspect > 0) || !CurveSolver::inBounds(from.parameters)) {
    return start;
  }
  from.folds = takeFolds(parameters);
  start.sheet = std::move(from);
  if (parameters.contains("work")) {
    const std::span<const double> w = keptAs(parameters, "work");
    if (w.size() != 2 || !(w[0] > 1e-4 && w[0] < 1e4) || !(w[1] >= 0 && w[1] <= 3)) {
      return {};
    }
    start.work_scale = w[0];
    start.quarter_turns = static_cast<int>(w[1]);
  }
  // Without the folds that they lay on, nets mean nothing.
  const bool folds_are_lost = parameters.contains("folds") && !start.sheet->folds;
  if (!folds_are_lost && take(parameters, "rect", start.rect) && hasArea(start.rect)) {
    start.grid = takeGrid(parameters);
    start.paper = takePaper(parameters);
  }
  return start;
}

std::optional<FitStart> startIn(const WorkFrame& frame, FitStart start) {
  if (!start.sheet || (start.work_scale > 0 && start.quarter_turns != (frame.quarter_turns & 3))) {
    return std::nullopt;
  }
  if (start.work_scale > 0) {
    const double ratio = frame.scale / start.work_scale;
    SheetFrame& sheet = start.sheet->frame;
    sheet.centre = sheet.centre * ratio;
    sheet.norm *= ratio;
    if (start.grid) {
      for (double& control : start.grid->net.controls) {
        control *= ratio;
      }
    }
  }
  return start;
}

bool isSameSheet(const SheetFit& fit, const FitStart& start, double within_px) {
  if (!fit.usable || !start.sheet || !hasArea(start.rect) || !hasArea(fit.rect)) {
    return false;
  }
  SheetParameters kept = start.sheet->parameters;
  kept.folded = start.sheet->folds;
  return furthestMove(SheetModel(start.sheet->frame, kept), start.rect, SheetModel(fit.frame, fit.parameters),
                      fit.rect) <= within_px;
}

double furthestMove(const SheetModel& from, const Box& from_rect, const SheetModel& to, const Box& to_rect) {
  constexpr int kRows = 7, kCols = 5;
  const auto at = [](const SheetModel& sheet, const Box& rect, double u, double v) {
    return sheet.workFromSheet({rect.x0 + u * rect.width(), rect.y0 + v * rect.height()});
  };
  double furthest = 0;
  for (int i = 0; i < kRows; ++i) {
    for (int j = 0; j < kCols; ++j) {
      const double u = static_cast<double>(j) / (kCols - 1);
      const double v = static_cast<double>(i) / (kRows - 1);
      const double move = norm(at(from, from_rect, u, v) - at(to, to_rect, u, v));
      if (!std::isfinite(move)) {
        return std::numeric_limits<double>::infinity();
      }
      furthest = std::max(furthest, move);
    }
  }
  return furthest;
}

}  // namespace platen::optim
