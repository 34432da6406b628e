// How far apart rows stand, everywhere on the page: the period of the stripe image across the local direction of text,
// without tracing a line. Printed rows keep their distance on the flat page, so what changes in the photo is the
// paper's distance and slant: the evidence for spacing that directions cannot give (docs/fit.md, part D, E_period).
#pragma once

#include "core/detect/stripes.h"
#include "core/page_cues.h"

#include <stop_token>

namespace platen::detect {

// 3 channels as PageCues::row_period says, on a grid of one cell per 3 h; empty where too little of the page repeats.
// `direction`: directionImage() of the same stripes. h in work_px.
// Stopped: empty.
EvidenceImage rowPeriodImage(const Stripes& stripes,
                             const EvidenceImage& direction,
                             double h,
                             const std::stop_token& stop);

}  // namespace platen::detect
