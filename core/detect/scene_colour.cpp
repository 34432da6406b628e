#include "core/detect/scene_colour.h"

#include "core/detect/raster.h"

#include <cmath>
#include <cstddef>

namespace platen::detect {

double distanceOf(const SceneColour& a, const SceneColour& b) {
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

double tintApart(const SceneColour& a, const SceneColour& b) {
  return std::hypot(a[1] - b[1], a[2] - b[2]);
}

SceneColour colourOf(const cv::Vec3b& lab) {
  return {static_cast<double>(lab[0]), static_cast<double>(lab[1]), static_cast<double>(lab[2])};
}

std::optional<SceneColour> colourAt(const MaskScene& scene, Vec2 place) {
  const cv::Point at(static_cast<int>(std::lround(place.x)), static_cast<int>(std::lround(place.y)));
  if (!cv::Rect({0, 0}, scene.lab.size()).contains(at)) {
    return std::nullopt;
  }
  return colourOf(scene.lab.at<cv::Vec3b>(at));
}

std::optional<SceneColour> medianColour(const MaskScene& scene, const std::vector<Vec2>& places) {
  constexpr std::size_t kFewest = 5;
  std::array<std::vector<double>, 3> values;
  for (const Vec2 p : places) {
    if (const std::optional<SceneColour> colour = colourAt(scene, p)) {
      for (std::size_t c = 0; c < 3; ++c) {
        values[c].push_back((*colour)[c]);
      }
    }
  }
  if (values[0].size() < kFewest) {
    return std::nullopt;
  }
  return SceneColour{quantile(values[0], 0.5), quantile(values[1], 0.5), quantile(values[2], 0.5)};
}

}  // namespace platen::detect
