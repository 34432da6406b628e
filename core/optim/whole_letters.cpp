#include "core/optim/whole_letters.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace platen::optim {
namespace {

constexpr double kStep_h = 0.1;
constexpr double kMost_h = 3;
constexpr double kGap_h = 0.4;  // within a letter: an i and its dot, an accent
constexpr double kSpare_h = 0.35;
constexpr double kEnds_h = 0.5;  // of the side at either end: there its neighbours' edges lie
constexpr int kInk = 64;         // of 255
constexpr int kSpecks = 2;       // places with ink on a line of them: fewer are dust

// Whether a line shows ink, looked at pixel by pixel.
bool showsInk(const EvidenceImage& ink, SideKind side, double from, double to, double across, const WorkPlace& work) {
  constexpr double kMostPixels = 4000;
  const double length =
      norm(work(sidePoint(side, to, across)) * ink.scale - work(sidePoint(side, from, across)) * ink.scale);
  if (!(length < 1e9)) {
    return false;  // the horizon
  }
  const int count = static_cast<int>(std::clamp(length, 8.0, kMostPixels));
  int inked = 0;
  for (int k = 0; k <= count; ++k) {
    const Vec2 at = work(sidePoint(side, from + (to - from) * k / count, across)) * ink.scale;
    const bool is_inside = at.x >= 0 && at.y >= 0 && at.x < ink.image.width() && at.y < ink.image.height();
    inked += is_inside && ink.image.rowAs<std::uint8_t>(static_cast<int>(at.y))[static_cast<int>(at.x)] > kInk ? 1 : 0;
  }
  return inked >= kSpecks;
}

}  // namespace

double beyondTheLetters(
    const PageCues& cues, const Box& box, SideKind side, SideOf of, Vec2 height, const WorkPlace& work_from_box) {
  const EvidenceImage& ink = cues.ink;
  const double edge = edgeOf(box, side);
  const double h = isLevel(side) ? height.y : height.x;
  const double ends = kEnds_h * (isLevel(side) ? height.x : height.y);
  const SideSpan span = spanOf(box, side);
  if (ink.empty() || ink.image.channels() != 1 || ink.image.type() != PixelType::u8 ||
      !(span.to - span.from > 2 * ends)) {
    return edge;
  }
  const int gap = static_cast<int>(std::lround(kGap_h / kStep_h));
  const int first = of == SideOf::paper ? 1 : gap;
  int reached = -1;  // steps
  for (int step = 0; kStep_h * step <= kMost_h; ++step) {
    if (step > (reached < 0 ? first : reached + gap)) {
      break;
    }
    const double across = edge + outwards(side) * kStep_h * step * h;
    if (showsInk(ink, side, span.from + ends, span.to - ends, across, work_from_box)) {
      reached = step;
    }
  }
  const bool ends_there = kStep_h * (reached + gap) <= kMost_h;
  return reached >= 0 && ends_there ? edge + outwards(side) * (kStep_h * reached + kSpare_h) * h : edge;
}

}  // namespace platen::optim
