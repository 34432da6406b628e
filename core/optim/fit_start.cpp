#include "core/optim/fit_start.h"

#include "core/optim/curve_solver.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace platen::optim {

FitParameters parametersOf(const SheetFit& sheet, const WorkFrame& work) {
  const SheetFrame& f = sheet.frame;
  return {{"frame", {f.centre.x, f.centre.y, f.norm, f.origin_q.x, f.origin_q.y, f.half_width_q, f.aspect}},
          {"sheet", sheet.parameters.flatten()},
          {"rect", {sheet.rect.x0, sheet.rect.y0, sheet.rect.x1, sheet.rect.y1}},
          {"work", {work.scale, static_cast<double>(work.quarter_turns)}}};
}

FitStart startFrom(const FitParameters& parameters) {
  constexpr std::size_t kMostParameters = 64;  // of a sheet in a file; our own have 21
  FitStart start;
  const auto frame = parameters.find("frame");
  const auto sheet = parameters.find("sheet");
  if (frame == parameters.end() || sheet == parameters.end() || frame->second.size() != 7 || sheet->second.size() < 5 ||
      sheet->second.size() == 6 || sheet->second.size() == 7 || sheet->second.size() > kMostParameters) {
    return start;
  }
  const auto all_finite = [](const std::vector<double>& values) {
    return std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); });
  };
  const std::vector<double>& f = frame->second;
  if (!all_finite(f) || !all_finite(sheet->second) || !(f[2] > 0) || !(f[5] > 0) || !(f[6] > 0)) {
    return start;
  }
  SheetStart from;
  from.frame = {{f[0], f[1]}, f[2], {f[3], f[4]}, f[5], f[6]};
  from.parameters = SheetParameters::unflatten(sheet->second);
  if (!CurveSolver::inBounds(from.parameters)) {
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
