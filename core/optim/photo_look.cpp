#include "core/optim/photo_look.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace platen::optim {

bool canLook(const EvidenceImage& photo) {
  return !photo.empty() && photo.image.type() == PixelType::u8 &&
         std::min(photo.image.width(), photo.image.height()) >= 2;
}

bool lookAtPhoto(const EvidenceImage& photo, Vec2 work_px, PhotoColour& colour) {
  const Image& image = photo.image;
  const Vec2 q = work_px * photo.scale - Vec2{0.5, 0.5};
  if (!(q.x >= 0 && q.y >= 0 && q.x <= image.width() - 1 && q.y <= image.height() - 1)) {
    return false;
  }
  const int i = std::min(static_cast<int>(q.x), image.width() - 2);
  const int j = std::min(static_cast<int>(q.y), image.height() - 2);
  const double fx = q.x - i;
  const double fy = q.y - j;
  const int channels = image.channels();
  const auto* above = image.rowAs<std::uint8_t>(j) + static_cast<std::ptrdiff_t>(i) * channels;
  const auto* below = image.rowAs<std::uint8_t>(j + 1) + static_cast<std::ptrdiff_t>(i) * channels;
  for (int c = 0; c < 3; ++c) {
    const int k = channels >= 3 ? c : 0;
    colour[static_cast<std::size_t>(c)] = (1 - fy) * ((1 - fx) * above[k] + fx * above[k + channels]) +
                                          fy * ((1 - fx) * below[k] + fx * below[k + channels]);
  }
  return true;
}

double colourDistance(const PhotoColour& a, const PhotoColour& b) {
  return std::sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) + (a[2] - b[2]) * (a[2] - b[2]));
}

}  // namespace platen::optim
