// A crease near a sheet's corner may be a clearer edge than the sheet's own beyond it: a path of most edge takes it for
// the outline and cuts the corner off. But the sheet's side goes on straight beyond the crease, to a corner from which
// an edge leads back to where the outline goes on (docs/fit.md, page mask).
#pragma once

#include "core/detect/edge_field.h"
#include "core/detect/page_mask.h"

namespace platen::detect {

// The sheet with such corners, where it is clearly more of a sheet with them, else as it is: also one of which the
// photo shows no edge beyond. Its sides are then told by their edge.
PageMask restoreCutCorners(const MaskScene& scene, const EdgeField& field, PageMask sheet);

}  // namespace platen::detect
