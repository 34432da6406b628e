// A page's guide (core/guide.h), as the fit of that page hears it: in the frame of its cues. But for the spine, which
// detection has heard.
#pragma once

#include "core/guide.h"
#include "core/page_cues.h"
#include "core/pipeline/page.h"

namespace platen::pipeline {

// `upright_turns`: clockwise quarter turns from the cues' work frame to the upright page that the pins speak of.
PageCues guidedCues(PageCues cues, const PageGuide& guide, int upright_turns);

// The shape of a fitted page, for a fit that begins from it: of the same page, or of one beside it under the same
// camera.
PageGuide shapeFrom(const FittedPage& page);

}  // namespace platen::pipeline
