// A frame printed around a page's text is a clear edge all round, and a search for a sheet stops at it. What tells it
// from a sheet: it has the same paper on both sides, and that ends farther out, with contrast (docs/fit.md, page mask).
#pragma once

#include "core/detect/page_mask.h"

namespace platen::detect {

// The page around what was found, if that is a frame printed on it; else empty. text_angle: of the page, radians.
PageMask findPageAroundFrame(const MaskScene& scene, const PageMask& found, double text_angle);

}  // namespace platen::detect
