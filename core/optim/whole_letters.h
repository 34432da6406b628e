// The box around print, moved out until it cuts through no letter: text lines are followed through their middles, and
// headlines and descenders reach farther than the lines of running text do.
#pragma once

#include "core/box_side.h"
#include "core/geometry.h"
#include "core/page_cues.h"

#include <cstdint>
#include <functional>

namespace platen::optim {

using WorkPlace = std::function<Vec2(Vec2)>;  // work_px of a point of the box's frame

// What a side is: of paper that was found, or only as far as print was found, which may go on.
enum class SideOf : std::uint8_t { paper, print };

// The coordinate of `side`, behind the ink that it cuts and a third of a character's height more. Gaps of .4 heights
// are within letters; where print may go on, one as wide may come first. Where it cuts none, where the ink goes on for
// 3 heights (a picture, a bar, a frame) and where there is no image of ink: as it was. Half a height at either end of
// the side is not looked at. `height`: of a character in the box's frame, along x and y.
double beyondTheLetters(
    const PageCues& cues, const Box& box, SideKind side, SideOf of, Vec2 height, const WorkPlace& work_from_box);

}  // namespace platen::optim
