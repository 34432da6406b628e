// How straight text lies on a sheet, all of it together.
#pragma once

#include "core/optim/curve_solver.h"
#include "core/optim/curves.h"
#include "core/optim/sheet_model.h"

#include <vector>

namespace platen::optim {

// A line of text is good if half of it lies so straight, in character heights.
inline constexpr double kGoodSegment_h = 0.35;

struct TextStraightness {
  double share = 0;                // of the length, within .3 h of straight
  double rms_h = 0;                // of that share, in character heights
  std::vector<CurveState> states;  // of each line
};
TextStraightness straightnessOf(const std::vector<Curve>& text, const SheetModel& sheet, const CurveSolver& judge);

}  // namespace platen::optim
