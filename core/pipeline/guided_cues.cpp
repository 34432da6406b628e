#include "core/pipeline/guided_cues.h"

namespace platen::pipeline {
namespace {

// page_uv before `turns` clockwise quarter turns led to `uv`: one turn takes (u, v) to (1 - v, u).
Vec2 turnedBack(Vec2 uv, int turns) {
  for (int k = 0; k < (turns & 3); ++k) {
    uv = {uv.y, 1 - uv.x};
  }
  return uv;
}

}  // namespace

PageCues guidedCues(PageCues cues, const PageGuide& guide, int upright_turns) {
  const WorkFrame& frame = cues.frame;
  for (const Pin& pin : guide.pins) {
    cues.pins.push_back({frame.workFromSource(pin.point), turnedBack(pin.page_uv, upright_turns)});
  }
  for (const Stroke& stroke : guide.strokes) {
    const bool turned = (upright_turns & 1) != 0;
    Stroke known{{}, stroke.is_level != turned};
    for (const Vec2 point : stroke.points) {
      known.points.push_back(frame.workFromSource(point));
    }
    cues.strokes.push_back(std::move(known));
  }
  if (!guide.shape.empty()) {
    const int turns = guide.shape_rotation / 90 - frame.quarter_turns;
    cues.shape = turned(guide.shape, -turns & 3);
    for (Vec2& point : cues.shape.points) {
      point = frame.workFromSource(point);
    }
    cues.shape_is_guess = guide.shape_is_guess;
    cues.shape_extent_px =
        (turns & 1) == 0 ? guide.shape_extent_px : Vec2{guide.shape_extent_px.y, guide.shape_extent_px.x};
  }
  return cues;
}

PageGuide shapeFrom(const FittedPage& page) {
  PageGuide guide;
  guide.index = page.index;
  guide.shape = page.fit.grid;
  guide.shape_rotation = page.fit.reading_rotation;
  guide.shape_extent_px = page.fit.page_extent_px;
  guide.parameters = page.fit.parameters;
  return guide;
}

}  // namespace platen::pipeline
