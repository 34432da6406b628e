// Two facing pages on one photo: where does the gutter run? Three kinds of evidence, none of them sure alone: the text
// lines' directions break there, the paper gets darker, or its level steps; and no text may run along it (docs/fit.md,
// two-page spreads).
#pragma once

#include "core/detect/page_mask.h"
#include "core/detect/reading.h"

#include <optional>
#include <stop_token>

namespace platen::detect {

struct Gutter {
  Vec2 top, bottom;   // work_px, at the upper and lower border of the work image
  double kink = 0;    // RMS difference of the lines' directions across it, degrees
  double valley = 0;  // how much darker the paper is along it, 0..1
  double score = 0;   // > 1 for a gutter
  // The half of the photo that is not the left (or right) page's.
  [[nodiscard]] HalfPlane beyondLeftPage() const;
  [[nodiscard]] HalfPlane beyondRightPage() const;
};

// mask: the page as found without knowing of a gutter; a free sheet has none.
std::optional<Gutter> findGutter(const Reading& reading, const PageMask& mask);

// The reading of one page alone: text beyond the gutter is taken away and the rest traced again.
Reading readingWithout(const Reading& reading, const HalfPlane& beyond, const std::stop_token& stop);

}  // namespace platen::detect
