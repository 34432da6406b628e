// Colours of a mask scene (page_mask.h): what the paper of a place looks like, its print closed. Places are mask
// indices.
#pragma once

#include "core/detect/page_mask.h"
#include "core/geometry.h"

#include <array>
#include <optional>
#include <vector>

#include <opencv2/core.hpp>

namespace platen::detect {

using SceneColour = std::array<double, 3>;  // Lab as u8: 255/100 L, a + 128, b + 128

double distanceOf(const SceneColour& a, const SceneColour& b);
// Without their light.
double tintApart(const SceneColour& a, const SceneColour& b);

SceneColour colourOf(const cv::Vec3b& lab);
// Nothing beyond the photo.
std::optional<SceneColour> colourAt(const MaskScene& scene, Vec2 place);
// Nothing where fewer than five of the places lie on the photo.
std::optional<SceneColour> medianColour(const MaskScene& scene, const std::vector<Vec2>& places);

}  // namespace platen::detect
