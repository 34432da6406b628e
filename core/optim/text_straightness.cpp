#include "core/optim/text_straightness.h"

#include <cmath>

namespace platen::optim {

TextStraightness straightnessOf(const std::vector<Curve>& text, const SheetModel& sheet, const CurveSolver& judge) {
  TextStraightness all;
  all.states.reserve(text.size());
  double length = 0;
  double near_length = 0;
  double square = 0;
  for (const Curve& line : text) {
    const CurveState state = judge.judge(sheet, line);
    length += line.length_h;
    near_length += state.share * line.length_h;
    square += state.share * line.length_h * state.square_h;
    all.states.push_back(state);
  }
  all.share = length > 0 ? near_length / length : 0;
  all.rms_h = near_length > 0 ? std::sqrt(square / near_length) : 0;
  return all;
}

}  // namespace platen::optim
