#include "core/pipeline/photo_state.h"

#include "core/optim/fit.h"
#include "core/pipeline/guided_cues.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace platen::pipeline {
std::optional<double> PhotoState::confidence() const {
  if (pages.empty()) {
    return std::nullopt;
  }
  double least = 1;
  for (const PageState& page : pages) {
    least = std::min(least, page.fitted.fit.confidence);
  }
  return least;
}

Guide guideFor(const PhotoState& state) {
  Guide guide = state.due == Due::onward ? Guide{} : state.start;
  for (const PageState& page : state.pages) {
    const auto begun = std::find_if(guide.pages.begin(), guide.pages.end(),
                                    [&](const PageGuide& g) { return g.index == page.fitted.index; });
    PageGuide told = begun != guide.pages.end() ? *begun : PageGuide{};
    if (state.due == Due::onward) {
      told = shapeFrom(page.fitted);
    }
    told.index = page.fitted.index;
    told.spine = state.spine;
    if (!page.pins.empty() || !page.strokes.empty()) {
      told.reading_rotation = page.fitted.fit.reading_rotation;
      told.pins = page.pins;
      told.strokes = page.strokes;
    }
    if (begun != guide.pages.end()) {
      *begun = std::move(told);
    } else {
      guide.pages.push_back(std::move(told));
    }
  }
  if (!state.spine.empty() && guide.spine().empty()) {
    guide.pages.emplace_back().spine = state.spine;  // before there are pages
  }
  return guide;
}

Guide shapesFor(const PhotoState& state, Size from_px, Size to_px) {
  Guide guide;
  const double across = static_cast<double>(to_px.width) / from_px.width;
  const double down = static_cast<double>(to_px.height) / from_px.height;
  if (!(std::abs(across / down - 1) <= 0.01)) {
    return guide;
  }
  for (const PageState& page : state.pages) {
    guide.pages.push_back(scaledShape(shapeFrom(page.fitted), from_px, to_px));
  }
  return guide;
}

void turnGuides(PageState& page, int clockwise_quarter_turns) {
  for (int turn = 0; turn < (clockwise_quarter_turns & 3); ++turn) {
    for (Pin& pin : page.pins) {
      pin.page_uv = {1 - pin.page_uv.y, pin.page_uv.x};
    }
    for (Stroke& stroke : page.strokes) {
      stroke.is_level = !stroke.is_level;
    }
  }
}

PhotoStatus statusOf(const PhotoState& state) {
  if (state.pages.empty()) {
    return PhotoStatus::waiting;
  }
  const bool is_unsure = std::any_of(state.pages.begin(), state.pages.end(), [](const PageState& page) {
    return page.fitted.fit.confidence < optim::kUnsureConfidence;
  });
  return is_unsure ? PhotoStatus::needsLook : PhotoStatus::done;
}

}  // namespace platen::pipeline
