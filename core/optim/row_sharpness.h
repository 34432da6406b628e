// How sharply rows of ink stand out along one direction: a scan that lies level already shows it in every row of its
// print, whatever the parts are that its lines were traced through (digits beside flags and underlined words do not lie
// at one height).
#pragma once

#include "core/geometry.h"
#include "core/page_cues.h"
#include "core/warp_grid.h"

namespace platen::optim {

// Of the rows of ink that run at `angle` (radians from +x of the work frame, y down; within a right angle): the squared
// differences between neighbouring rows, as a share of their squares. 0 without ink. What lies within a fortieth of
// the long side of the image's border is not looked at. Of one page at two angles, the greater is where its rows are.
// After Postl, "Detection of linear oblique structures and skew scan in digitized
// documents", ICPR 1986.
double rowSharpness(const EvidenceImage& ink, double angle);

// Whether the rows of a photo are sharper as it is than turned by `angle`, as above. Of 85 flat scans those that lie
// level are, those that lie aslant are not.
bool isSharperLevel(const EvidenceImage& ink, double angle);

// The same of the rows of a page on a map. `extent_px`: its width and height in source pixels. Sampling blurs: of a map
// that moves nothing it is up to an eighth greater.
double rowSharpness(const PageCues& cues, const WarpGrid& source_from_page, Vec2 extent_px);

}  // namespace platen::optim
