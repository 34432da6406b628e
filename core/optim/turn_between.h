// The turn, scale and shift that takes points nearest to others, and what is left: how far a flat page is from one that
// was only laid down askew.
#pragma once

#include "core/geometry.h"

#include <vector>

namespace platen::optim {

struct TurnBetween {
  double radians = 0;  // positive from the x axis towards the y axis
  double scale = 1;
  double rms = 0, most = 0;  // of what is left, in units of `to`
};

// The similarity of least squares (as a complex factor; Umeyama 1991 without his reflections). As many points in `to`
// as in `from`, two at least, not all in one place.
TurnBetween turnBetween(const std::vector<Vec2>& from, const std::vector<Vec2>& to);

}  // namespace platen::optim
