// Pyramid: the same photo at several scales, as the decoder delivered them. No level is made from another by a second
// resampling where the codec can scale by itself (DCT-scaled JPEG).
#pragma once

#include "core/image.h"

#include <vector>

namespace platen {

// level_px = source_px * scale exactly. The image's size rounds up, so it may hold up to one pixel more than size *
// scale.
struct Level {
  Image image;       // u8, 1 or 3 (RGB) channels
  double scale = 1;  // level pixels per source pixel, in (0, 1]
};

struct Pyramid {
  Size source_size;           // source_px, after EXIF orientation
  std::vector<Level> levels;  // coarse to fine

  // The coarsest level of at least this scale, else the finest there is. Precondition: not empty.
  [[nodiscard]] const Level& atLeast(double scale) const {
    for (const Level& level : levels) {
      if (level.scale >= scale * (1 - 1e-9)) {
        return level;
      }
    }
    return levels.back();
  }
};

}  // namespace platen
