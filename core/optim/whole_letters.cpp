#include "core/optim/whole_letters.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace platen::optim {
namespace {

constexpr double kStep_h = 0.1;
constexpr double kMost_h = 3;
constexpr double kGap_h = 0.4;  // within a letter, an i and its dot
constexpr double kSpare_h = 0.35;
constexpr double kEnds_h = 0.5;  // beyond the side's ends
constexpr int kInk = 64;         // of 255
constexpr int kSpecks = 2;       // places with ink on a line of them: fewer are dust

// Whether a line shows ink, looked at pixel by pixel.
bool showsInk(const EvidenceImage& ink, SideKind side, double from, double to, double across, const WorkPlace& work) {
  const Vec2 begin = work(sidePoint(side, from, across)) * ink.scale;
  const Vec2 end = work(sidePoint(side, to, across)) * ink.scale;
  const int count = std::clamp(static_cast<int>(norm(end - begin)), 8, 4000);
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
    const PageCues& cues, const Box& box, SideKind side, Vec2 height, const WorkPlace& work_from_box) {
  const EvidenceImage& ink = cues.ink;
  const double edge = edgeOf(box, side);
  if (ink.empty() || ink.image.channels() != 1 || ink.image.type() != PixelType::u8) {
    return edge;
  }
  const double h = isLevel(side) ? height.y : height.x;
  const double ends = kEnds_h * (isLevel(side) ? height.x : height.y);
  const SideSpan span = spanOf(box, side);
  double reached_h = 0;
  bool cuts = false;
  for (int step = 0; kStep_h * step <= std::min(kMost_h, reached_h + kGap_h); ++step) {
    const double at_h = kStep_h * step;
    if (showsInk(ink, side, span.from - ends, span.to + ends, edge + outwards(side) * at_h * h, work_from_box)) {
      reached_h = at_h;
      cuts = true;
    }
  }
  return edge + outwards(side) * (cuts ? reached_h + kSpare_h : 0) * h;
}

}  // namespace platen::optim
