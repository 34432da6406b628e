// The box around print, moved out until it cuts through no letter: text lines are followed through their middles, and
// headlines and descenders reach farther than the lines of running text do.
#pragma once

#include "core/box_side.h"
#include "core/geometry.h"
#include "core/page_cues.h"

#include <functional>

namespace platen::optim {

using WorkPlace = std::function<Vec2(Vec2)>;  // work_px of a point of the box's frame

// `side`, moved out by what ink lies there without a gap and a little more: 3 character heights at most. `height`: how
// long one is in the box's frame, along x and y. The box itself where there is no image of ink.
double beyondTheLetters(
    const PageCues& cues, const Box& box, SideKind side, Vec2 height, const WorkPlace& work_from_box);

}  // namespace platen::optim
