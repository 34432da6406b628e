// Paper looks alike all along its rim; what it lies on, a desk here and other papers there, does not. A printed panel
// or a picture is the other way round: it has the page's own paper all about it (docs/fit.md, page mask).
#pragma once

#include "core/detect/page_mask.h"

namespace platen::detect {

// How light something is along a rim: a tenth of it is darker, a tenth lighter (Lab's L, 0..255).
struct Tones {
  double dark = 0, light = 0;
  [[nodiscard]] double spread() const { return light - dark; }
};

// Some pixels inside and outside of a mask's contour, wherever the photo shows both; zeros where it nowhere does.
struct SheetRim {
  Tones inside, beyond;
  // Beyond it light varies, and at least twice as much as inside.
  [[nodiscard]] bool liesOnOthers() const;
  // Beyond it light varies; how much it does inside is not asked: a curl has a dark side.
  [[nodiscard]] bool isOnManyThings() const;
  // Beyond it all is alike, and lighter, and varies less.
  [[nodiscard]] bool isOnPaper() const;
  // Everywhere, and clearly: as paper on a dark desk.
  [[nodiscard]] bool isLighterAllRound() const;
};

SheetRim rimOf(const MaskScene& scene, const PageMask& page);

}  // namespace platen::detect
