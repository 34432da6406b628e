// What of a session is drawn over its photo: the pages' grids, what was found on the photo, what was set on it.
#pragma once

#include "ui/session/photo_session.h"
#include "ui/view/photo_overlay.h"

#include <vector>

namespace platen::ui {

struct SessionOverlay {
  PhotoOverlay overlay;
  std::vector<int> pages;  // index on the photo of each page of the overlay
};
// One entry for each page that was found or fitted, in reading order; `current` by its index on the photo.
SessionOverlay overlayOf(const PhotoSession& photo, int current);

// Size that a page would have at the photo's own density if its grid were the given one: mean lengths of its rows and
// columns. For frames of a fit that has not measured it yet.
Vec2 extentOf(const WarpGrid& source_from_page, double aspect);

}  // namespace platen::ui
