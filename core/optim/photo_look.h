// The photo's colour at a point of the work frame, for what looks at the surroundings of the flattened page.
#pragma once

#include "core/geometry.h"
#include "core/page_cues.h"

#include <array>

namespace platen::optim {

using PhotoColour = std::array<double, 3>;  // 0..255; grey photos have three equal channels

// Bilinear in PageCues::photo (u8, two pixels or more a side); false outside.
bool lookAtPhoto(const EvidenceImage& photo, Vec2 work_px, PhotoColour& colour);

// Euclidean, 0..442.
double colourDistance(const PhotoColour& a, const PhotoColour& b);

// There is a photo that can be looked at.
bool canLook(const EvidenceImage& photo);

}  // namespace platen::optim
