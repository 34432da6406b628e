#include "ui/window/photo_overlay_of.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <vector>

namespace platen::ui {
namespace {

Polyline inSource(const Polyline& work_px, const WorkFrame& frame) {
  Polyline line;
  line.reserve(work_px.size());
  for (const Vec2& point : work_px) {
    line.push_back(frame.sourceFromWork(point));
  }
  return line;
}

void addFound(PageOverlay& page, const PageCues& cues) {
  for (const TextSegment& segment : cues.segments) {
    page.text_lines.push_back(inSource(segment.points, cues.frame));
  }
  for (const PageSide& side : cues.sides) {
    if (side.is_gutter) {
      page.spine = inSource(side.points, cues.frame);
    } else {
      page.sides.push_back(inSource(side.points, cues.frame));
    }
  }
  for (const PrintedRule& rule : rulesNotFollowed(cues)) {
    page.rules.push_back(inSource(rule.points, cues.frame));
  }
  for (const PrintedRule& rule : cues.followed_rules) {
    page.rules.push_back(inSource(rule.points, cues.frame));
  }
}

}  // namespace

SessionOverlay overlayOf(const PhotoSession& photo, int current) {
  std::set<int> indices;
  for (const PageState& page : photo.state().pages) {
    indices.insert(page.fitted.index);
  }
  if (photo.openedPhoto()) {
    for (const PageCues& cues : photo.openedPhoto()->pages) {
      indices.insert(cues.index);
    }
  }
  SessionOverlay made;
  made.overlay.current = -1;
  for (const int index : indices) {
    PageOverlay page;
    page.grid = photo.shownGrid(index);
    if (const PageState* state = photo.state().page(index)) {
      page.pins = state->pins;
      page.strokes = state->strokes;
    }
    if (photo.openedPhoto()) {
      const auto& found = photo.openedPhoto()->pages;
      const auto cues = std::find_if(found.begin(), found.end(), [&](const PageCues& c) { return c.index == index; });
      if (cues != found.end()) {
        addFound(page, *cues);
      }
    }
    if (!photo.state().spine.empty() && photo.state().fit.page.choice != PageChoice::whole) {
      page.spine = photo.state().spine;
    }
    if (index == current) {
      made.overlay.current = static_cast<int>(made.pages.size());
    }
    made.overlay.pages.push_back(std::move(page));
    made.pages.push_back(index);
  }
  return made;
}

Vec2 extentOf(const WarpGrid& grid, double aspect) {
  if (grid.rows < 2 || grid.cols < 2) {
    return {1, 1};
  }
  Vec2 mean;
  std::vector<double> densities;  // source_px per width of the page, of each cell
  for (int i = 1; i < grid.rows; ++i) {
    for (int j = 1; j < grid.cols; ++j) {
      const double across = norm(grid.at(i, j) - grid.at(i, j - 1)) * (grid.cols - 1);
      const double down = norm(grid.at(i, j) - grid.at(i - 1, j)) * (grid.rows - 1);
      mean = mean + Vec2{across, down};
      densities.push_back(aspect > 0 ? std::max(across, down / aspect) : 0);
    }
  }
  Vec2 extent = mean / static_cast<double>(densities.size());
  if (aspect > 0) {
    // As the page's own extent keeps the resolution of nine tenths of it.
    const auto at = densities.begin() + static_cast<std::ptrdiff_t>(densities.size() * 9 / 10);
    std::nth_element(densities.begin(), at, densities.end());
    extent = {*at, *at * aspect};
  }
  return {std::max(1.0, extent.x), std::max(1.0, extent.y)};
}

}  // namespace platen::ui
