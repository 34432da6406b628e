#include "core/optim/fit_start.h"

#include "core/optim/curve_solver.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace platen::optim {

namespace {

// Takes the parts that are kept under a name; false where there is none of this size, or not all of it is finite.
template <class Structure>
bool take(const FitParameters& parameters, const char* name, Structure& into) {
  const auto kept = parameters.find(name);
  if (kept == parameters.end() || kept->second.size() != sizeOf(into) ||
      !std::all_of(kept->second.begin(), kept->second.end(), [](double x) { return std::isfinite(x); })) {
    return false;
  }
  into = unflatten(std::move(into), kept->second);
  return true;
}

}  // namespace

FitParameters parametersOf(const SheetFit& sheet, const WorkFrame& work) {
  return {{"frame", flatten(sheet.frame)},
          {"sheet", flatten(sheet.parameters)},
          {"rect", flatten(sheet.rect)},
          {"work", {work.scale, static_cast<double>(work.quarter_turns)}}};
}

FitStart startFrom(const FitParameters& parameters) {
  constexpr std::size_t kMostBends = 60;  // of a sheet in a file; our own have 17
  FitStart start;
  SheetStart from;
  const auto sheet = parameters.find("sheet");
  const std::size_t size = sheet == parameters.end() ? 0 : sheet->second.size();
  const std::size_t bends = std::max(size, SheetIndex::kBend) - SheetIndex::kBend;
  if (bends == 0 || bends == 2 || bends == 3 || bends > kMostBends) {
    return start;
  }
  from.parameters.bend.resize(bends);
  if (!take(parameters, "frame", from.frame) || !take(parameters, "sheet", from.parameters) || !(from.frame.norm > 0) ||
      !(from.frame.half_width_q > 0) || !(from.frame.aspect > 0) || !CurveSolver::inBounds(from.parameters)) {
    return start;
  }
  start.sheet = std::move(from);
  const auto work = parameters.find("work");
  if (work != parameters.end()) {
    const std::vector<double>& w = work->second;
    if (w.size() != 2 || !(w[0] > 1e-4 && w[0] < 1e4) || !(w[1] >= 0 && w[1] <= 3)) {
      return {};
    }
    start.work_scale = w[0];
    start.quarter_turns = static_cast<int>(w[1]);
  }
  return start;
}

std::optional<SheetStart> startIn(const WorkFrame& frame, const FitStart& start) {
  if (!start.sheet || (start.work_scale > 0 && start.quarter_turns != (frame.quarter_turns & 3))) {
    return std::nullopt;
  }
  SheetStart from = *start.sheet;
  if (start.work_scale > 0) {
    const double ratio = frame.scale / start.work_scale;
    from.frame.centre = from.frame.centre * ratio;
    from.frame.norm *= ratio;
  }
  return from;
}

}  // namespace platen::optim
