// A picture on a blank page has clearer sides than its page, and is what a search for a sheet finds first. What tells
// it from a sheet: hardly any print is on it, and paper that looks alike all round it, lighter than its own rim, ends
// at a larger sheet's sides (docs/fit.md, page mask).
#pragma once

#include "core/detect/page_mask.h"
#include "core/page_cues.h"

#include <vector>

namespace platen::detect {

// The page around what was found, if that is a picture on it; else empty. segments: all that was traced; text_angle: of
// the page, radians.
PageMask findPageAroundPicture(const MaskScene& scene,
                               const PageMask& found,
                               const std::vector<TextSegment>& segments,
                               double text_angle);

// The page of which what was found is a part, up to a picture on it: one of its sides runs along that, and beyond it is
// paper like the page's own, which ends at a larger sheet's sides. Else empty.
PageMask findPageBeyondPicture(const MaskScene& scene, const PageMask& found, double text_angle);

// The same of a page that fills the photo, as scans are of plates: no edge of it is in view, but all that is read
// beside the picture is its caption. The whole photo is the page then.
bool isPictureWithCaption(const MaskScene& scene, const PageMask& found, const std::vector<TextSegment>& segments);

}  // namespace platen::detect
