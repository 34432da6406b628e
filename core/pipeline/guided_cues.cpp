#include "core/pipeline/guided_cues.h"

#include <algorithm>

namespace platen::pipeline {
namespace {

// page_uv before `turns` clockwise quarter turns led to `uv`: one turn takes (u, v) to (1 - v, u).
Vec2 turnedBack(Vec2 uv, int turns) {
  for (int k = 0; k < (turns & 3); ++k) {
    uv = {uv.y, 1 - uv.x};
  }
  return uv;
}

double alongSide(Vec2 p, SideKind kind) {
  return kind == SideKind::left || kind == SideKind::right ? p.y : p.x;
}
double acrossSide(Vec2 p, SideKind kind) {
  return kind == SideKind::left || kind == SideKind::right ? p.x : p.y;
}

// Where a curve that runs along a side lies across it; straight on beyond its ends.
double acrossAt(const Polyline& sorted, SideKind kind, double along) {
  std::size_t k = 1;
  while (k + 1 < sorted.size() && alongSide(sorted[k], kind) < along) {
    ++k;
  }
  const Vec2 a = sorted[k - 1];
  const Vec2 b = sorted[k];
  const double length = alongSide(b, kind) - alongSide(a, kind);
  const double t = length > 0 ? (along - alongSide(a, kind)) / length : 0;
  return acrossSide(a, kind) + t * (acrossSide(b, kind) - acrossSide(a, kind));
}

// The spine in place of the one that was found, over the same length of the page; print beyond it is the other page's.
void moveSpine(PageCues& cues, const Polyline& spine_work_px) {
  const auto side = std::find_if(cues.sides.begin(), cues.sides.end(), [](const PageSide& s) { return s.is_gutter; });
  if (side == cues.sides.end() || side->points.size() < 2 || spine_work_px.size() < 2) {
    return;
  }
  const SideKind kind = side->kind;
  Polyline spine = spine_work_px;
  std::sort(spine.begin(), spine.end(), [&](Vec2 a, Vec2 b) { return alongSide(a, kind) < alongSide(b, kind); });
  const auto placed = [&](double along) {
    const double across = acrossAt(spine, kind, along);
    return kind == SideKind::left || kind == SideKind::right ? Vec2{across, along} : Vec2{along, across};
  };
  for (Vec2& point : side->points) {
    point = placed(alongSide(point, kind));
  }
  side->valid_fraction = 1;
  const bool page_lies_after = kind == SideKind::left || kind == SideKind::top;
  const auto is_beyond = [&](const auto& line) {
    const Vec2 middle = line.points[line.points.size() / 2];
    const double beyond = acrossAt(spine, kind, alongSide(middle, kind)) - acrossSide(middle, kind);
    return page_lies_after ? beyond > 0 : beyond < 0;
  };
  std::erase_if(cues.segments, is_beyond);
  std::erase_if(cues.rules, is_beyond);
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
  if (!guide.spine.empty()) {
    Polyline spine;
    for (const Vec2 point : guide.spine) {
      spine.push_back(frame.workFromSource(point));
    }
    moveSpine(cues, spine);
  }
  if (!guide.shape.empty()) {
    const int turns = guide.shape_rotation / 90 - frame.quarter_turns;
    cues.shape = turned(guide.shape, -turns & 3);
    for (Vec2& point : cues.shape.points) {
      point = frame.workFromSource(point);
    }
    cues.shape_extent_px =
        (turns & 1) == 0 ? guide.shape_extent_px : Vec2{guide.shape_extent_px.y, guide.shape_extent_px.x};
  }
  return cues;
}

}  // namespace platen::pipeline
