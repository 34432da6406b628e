// Print that a mask leaves outside of it: a sheet's own, cut off at a fold or a shadow, or no print at all but the
// lines of cloth and wood, which are paler. Not where any of it lies: that is page_mask.h's business.
#pragma once

#include "core/detect/page_mask.h"
#include "core/page_cues.h"

#include <array>
#include <vector>

namespace platen::detect {

// h of clear print: a page full of it.
inline constexpr double kFullPage = 800;

// Whether the middle of a line lies on the page; k: mask pixels per work pixel.
bool isOn(const PageMask& page, const TextSegment& segment, double k);

// Straight lines as dark as print is on this photo: wood and cloth have paler ones, and figures crooked ones.
std::vector<TextSegment> clearPrint(const std::vector<TextSegment>& segments);

// What a mask loses of its quality, 0 to .3, for leaving clear print outside of it.
double lossByPrintOutside(const PageMask& page, double k, const std::vector<TextSegment>& print);

// Whether what little of a mask has contrast is no edge of the page, as its print goes on beyond: a crease, a shadow.
bool cutsOffPrint(const PageMask& page, double k, const std::vector<TextSegment>& segments);

// Whether the print lies on the page: lines outside of it, if any, are paler than those inside, as those of wood and
// cloth are.
bool printIsInside(const PageMask& page, double k, const std::vector<TextSegment>& segments);

// Whether a line is clear and runs along the upper or lower side of a panel (clockwise from top left, mask indices),
// beyond it, near it and no wider than it: the caption of a picture, the head or the foot of a framed page.
bool isHeadOrFootOf(const std::array<Vec2, 4>& panel, const TextSegment& line, double k);

// A panel and where its head and foot may be.
std::array<Vec2, 4> withHeadAndFoot(const std::array<Vec2, 4>& panel);

// Drops lines that cross a sheet's left or right side, two fifths of them and more beyond it: no print, but a gleam or
// a seam of the desk. Where more than a tenth of all does, it is the side that is wrong, and they stay. h: work_px.
void dropAcrossSides(std::vector<TextSegment>& segments, const std::vector<PageSide>& sides, double h);

}  // namespace platen::detect
