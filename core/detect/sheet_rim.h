// Paper looks alike all along its rim; what it lies on, a desk here and other papers there, does not. A printed panel
// or a picture is the other way round: it has the page's own paper all about it (docs/fit.md, page mask).
#pragma once

#include "core/detect/page_mask.h"
#include "core/detect/print_about.h"

namespace platen::detect {

// How light something is along a rim: a tenth of it is darker, a tenth lighter (Lab's L, 0..255).
struct Tones {
  double dark = 0, light = 0;
  int turns = 0;  // how often it goes over from dark to light or from light to dark along the rim
  [[nodiscard]] double spread() const { return light - dark; }
};

// Some pixels inside and outside of a mask's contour, wherever the photo shows both; zeros where that is nearly
// nowhere.
struct SheetRim {
  Tones inside, beyond;
  // Beyond it light varies by 40, and at least twice as much as inside.
  [[nodiscard]] bool liesOnOthers() const;
  // Beyond it light varies by 40; how much it does inside is not asked: a curl has a dark side.
  [[nodiscard]] bool variesBeyond() const;
  // The other way round: light varies inside, and at least twice as much as beyond, which is lighter.
  [[nodiscard]] bool isOnPaper() const;
  // Of a side that a picture lies along, or most of it: light varies inside, and at least twice as much as beyond,
  // where all is about as light as the lightest inside.
  [[nodiscard]] bool isPictureOnPaper() const;
  // Light varies by 60 inside and beyond, from as dark (within 35) to as light, and to and fro: a line in a chequered
  // floor or cloth has both beside it, all along.
  [[nodiscard]] bool isInPattern() const;
  // Inside is lighter than beyond by more than 40, but for a tenth of each: as paper on a dark desk.
  [[nodiscard]] bool isLighterAllRound() const;
};

SheetRim rimOf(const MaskScene& scene, const PageMask& page);
// Along one of its sides alone.
SheetRim rimAlong(const MaskScene& scene, const PageMask& page, const RoughSide& side);

// Whether it is paper on a dark desk, in whose grain or weave, if anywhere beside it, lines were read that are too pale
// for ink. print: of printAbout(page).
bool liesOnDarkDesk(const MaskScene& scene, const PageMask& page, const PrintAbout& print);

}  // namespace platen::detect
