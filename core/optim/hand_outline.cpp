#include "core/optim/hand_outline.h"

#include "core/box_side.h"
#include "core/optim/known_places.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace platen::optim {
namespace {

constexpr double kNearCorner = 0.02;      // of the page's diagonal: how near a side's ends lie to the corners
constexpr double kLeastLength = 0.5;      // of the outline's side, for one that was found
constexpr double kAcross = 20;            // degrees off the outline's directions: a line that belongs to something else
constexpr double kInside = 0.9;           // of a line's points: it is a line of this page
constexpr double kPartlyInside = 0.2;     // of a line's points: some of it is of this page
constexpr double kCut = 0.1;              // of the text's length
constexpr double kLeastLevel = 0.6;       // of the length of the lines inside: else they are no lines of this page
constexpr std::size_t kTextSegments = 6;  // as detection has it for text to be trusted
constexpr double kTextLength_h = 110;

struct Outline {
  std::array<Vec2, 4> corners;    // top left, top right, bottom right, bottom left; work_px
  std::array<Polyline, 4> sides;  // by SideKind: the pins along it, left to right or top to bottom
  Polyline ring;                  // clockwise from the top left
  double diagonal = 0;
};

std::optional<Outline> outlineOf(const std::vector<Pin>& pins) {
  Outline outline;
  const std::array<std::array<SideKind, 2>, 4> meeting{{{SideKind::top, SideKind::left},
                                                        {SideKind::top, SideKind::right},
                                                        {SideKind::bottom, SideKind::right},
                                                        {SideKind::bottom, SideKind::left}}};
  for (std::size_t k = 0; k < 4; ++k) {
    const auto pin = std::find_if(pins.begin(), pins.end(),
                                  [&](const Pin& p) { return liesOn(p, meeting[k][0]) && liesOn(p, meeting[k][1]); });
    if (pin == pins.end()) {
      return std::nullopt;
    }
    outline.corners[k] = pin->point;
  }
  for (std::size_t k = 0; k < 4; ++k) {  // convex, and not inside out
    const Vec2 a = outline.corners[k];
    const Vec2 b = outline.corners[(k + 1) % 4];
    const Vec2 c = outline.corners[(k + 2) % 4];
    if (!(cross(b - a, c - b) > 1e-6 * norm(b - a) * norm(c - b))) {
      return std::nullopt;
    }
  }
  for (const SideKind kind : {SideKind::top, SideKind::bottom, SideKind::left, SideKind::right}) {
    std::vector<std::pair<double, Vec2>> along;
    for (const Pin& pin : pins) {
      if (liesOn(pin, kind)) {
        along.emplace_back(isLevel(kind) ? pin.page_uv.x : pin.page_uv.y, pin.point);
      }
    }
    std::stable_sort(along.begin(), along.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [t, point] : along) {
      outline.sides[static_cast<std::size_t>(kind)].push_back(point);
    }
  }
  const auto side = [&](SideKind kind) -> const Polyline& { return outline.sides[static_cast<std::size_t>(kind)]; };
  outline.ring = side(SideKind::top);
  outline.ring.insert(outline.ring.end(), side(SideKind::right).begin(), side(SideKind::right).end());
  outline.ring.insert(outline.ring.end(), side(SideKind::bottom).rbegin(), side(SideKind::bottom).rend());
  outline.ring.insert(outline.ring.end(), side(SideKind::left).rbegin(), side(SideKind::left).rend());
  outline.diagonal =
      std::max(norm(outline.corners[2] - outline.corners[0]), norm(outline.corners[3] - outline.corners[1]));
  return outline;
}

bool holds(const Polyline& ring, Vec2 p) {
  bool inside = false;
  for (std::size_t k = 0; k < ring.size(); ++k) {
    const Vec2 a = ring[k];
    const Vec2 b = ring[(k + 1) % ring.size()];
    if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y)) {
      inside = !inside;
    }
  }
  return inside;
}

double shareInside(const Polyline& ring, const Polyline& line) {
  const auto inside = std::count_if(line.begin(), line.end(), [&](Vec2 p) { return holds(ring, p); });
  return line.empty() ? 0 : static_cast<double>(inside) / static_cast<double>(line.size());
}

bool liesInside(const Polyline& ring, const Polyline& line) {
  return shareInside(ring, line) >= kInside;
}

// Degrees between a line and what is level (or upright) at its place, as the four corners have it.
double offDirection(const Outline& outline, const Polyline& line, bool level) {
  const auto& [tl, tr, br, bl] = outline.corners;
  const Vec2 a = level ? tr - tl : bl - tl;  // one of the two sides that run that way, and the other
  const Vec2 b = level ? br - bl : br - tr;
  const Vec2 middle = line[line.size() / 2];
  const double to_a = std::abs(cross(middle - tl, a)) / norm(a);
  const double to_b = std::abs(cross(middle - (level ? bl : tr), b)) / norm(b);
  const Vec2 there = a / norm(a) * (to_b / (to_a + to_b)) + b / norm(b) * (to_a / (to_a + to_b));
  const Vec2 run = line.back() - line.front();
  const double angle = std::abs(std::atan2(cross(there, run), dot(there, run))) * 180 / M_PI;
  return std::min(angle, 180 - angle);
}

// A side that was found, where it goes from corner to corner as the outline does; in between it knows more.
bool agrees(const PageSide& side, const Outline& outline) {
  const Polyline& given = outline.sides[static_cast<std::size_t>(side.kind)];
  if (side.is_gutter || side.points.size() < 4 || given.size() > 2) {
    return false;  // pins in between say it themselves
  }
  const double near = kNearCorner * outline.diagonal;
  const Vec2 run = given.back() - given.front();
  const double length = norm(run);
  const auto off = [&](Vec2 p) { return std::abs(cross(run, p - given.front())) / length; };
  const auto at = [&](Vec2 p) { return dot(run, p - given.front()) / (length * length); };
  const Vec2 first = side.points.front();
  const Vec2 last = side.points.back();
  return off(first) < near && off(last) < near && at(last) - at(first) > kLeastLength && at(first) > -0.05 &&
         at(last) < 1.05;
}

// Zero beyond the outline; `blank` is what each channel says where there is nothing.
void cutImage(EvidenceImage& evidence, const Polyline& ring, const std::array<std::uint8_t, 3>& blank) {
  if (evidence.empty()) {
    return;
  }
  evidence.image = evidence.image.clone();  // the others of the photo share it
  Image& image = evidence.image;
  const int channels = image.channels();
  for (int j = 0; j < image.height(); ++j) {
    auto* row = image.rowAs<std::uint8_t>(j);
    for (int i = 0; i < image.width(); ++i) {
      if (!holds(ring, Vec2{i + 0.5, j + 0.5} / evidence.scale)) {
        for (int c = 0; c < channels; ++c) {
          row[i * channels + c] = blank[static_cast<std::size_t>(c)];
        }
      }
    }
  }
}

// The longest part of a line, point for point, that lies in the ring.
Polyline longestRunInside(const Polyline& ring, const Polyline& line) {
  Polyline longest, run;
  for (const Vec2& p : line) {
    if (holds(ring, p)) {
      run.push_back(p);
    } else {
      run.clear();
    }
    if (run.size() > longest.size()) {
      longest = run;
    }
  }
  return longest;
}

void keepLines(PageCues& cues, const Outline& outline) {
  double level = 0;
  double all = 0;
  std::vector<TextSegment> kept;
  for (TextSegment& segment : cues.segments) {
    if (segment.points.size() < 2 || !liesInside(outline.ring, segment.points)) {
      continue;
    }
    all += segment.length;
    if (offDirection(outline, segment.points, true) < kAcross) {
      level += segment.length;
      kept.push_back(std::move(segment));
    }
  }
  cues.segments = std::move(kept);
  if (level < kLeastLevel * all) {
    cues.segments.clear();
    level = 0;
  }
  cues.has_text = cues.has_text && cues.segments.size() >= kTextSegments && level >= kTextLength_h;
  for (PrintedRule& rule : cues.followed_rules) {
    rule.points = longestRunInside(outline.ring, rule.points);
  }
  for (std::vector<PrintedRule>* rules : {&cues.rules, &cues.followed_rules}) {
    std::erase_if(*rules, [&](const PrintedRule& rule) {
      return rule.points.size() < 2 || !liesInside(outline.ring, rule.points) ||
             std::min(offDirection(outline, rule.points, true), offDirection(outline, rule.points, false)) >= kAcross;
    });
  }
  std::erase_if(cues.characters,
                [&](const PrintedCharacter& character) { return !holds(outline.ring, character.foot); });
}

void takeSides(PageCues& cues, const Outline& outline) {
  std::vector<PageSide> sides;
  for (const SideKind kind : {SideKind::top, SideKind::bottom, SideKind::left, SideKind::right}) {
    const auto found = std::find_if(cues.sides.begin(), cues.sides.end(),
                                    [&](const PageSide& s) { return s.kind == kind && agrees(s, outline); });
    if (found != cues.sides.end()) {
      sides.push_back(*found);
      continue;
    }
    PageSide side;
    side.kind = kind;
    side.points = outline.sides[static_cast<std::size_t>(kind)];
    side.valid_fraction = 1;
    side.is_given = true;
    sides.push_back(std::move(side));
  }
  cues.sides = std::move(sides);
}

}  // namespace

std::optional<PageCues> withinHandOutline(const PageCues& cues) {
  const std::optional<Outline> outline = outlineOf(cues.pins);
  if (!outline) {
    return std::nullopt;
  }
  PageCues own = cues;
  keepLines(own, *outline);
  takeSides(own, *outline);
  own.outline = outline->ring;
  own.quad = outline->corners;
  own.quad_iou = 1;
  own.outline_valid = 1;
  own.fills_photo = false;
  own.is_sheet = true;
  own.is_spread = false;
  const Vec2 extent = own.frame.extent();
  own.outline_touches_frame = std::any_of(outline->ring.begin(), outline->ring.end(), [extent](Vec2 p) {
    return p.x < -1 || p.y < -1 || p.x > extent.x + 1 || p.y > extent.y + 1;
  });
  cutImage(own.direction, outline->ring, {128, 128, 0});
  cutImage(own.row_period, outline->ring, {128, 128, 0});
  cutImage(own.ink, outline->ring, {0, 0, 0});
  return own;
}

bool cutsThroughPrint(const PageCues& cues) {
  const std::optional<Outline> outline = outlineOf(cues.pins);
  if (!outline || !cues.has_text) {
    return false;
  }
  double cut = 0;
  double all = 0;
  for (const TextSegment& segment : cues.segments) {
    const double inside = shareInside(outline->ring, segment.points);
    if (segment.points.size() < 2 || inside < kPartlyInside ||
        offDirection(*outline, segment.points, true) >= kAcross) {
      continue;
    }
    all += segment.length;
    cut += inside < kInside ? segment.length : 0;
  }
  return cut > kCut * all;
}

PageCues outlineAlone(PageCues outlined) {
  outlined.segments.clear();
  outlined.rules.clear();
  outlined.followed_rules.clear();
  outlined.characters.clear();
  outlined.has_text = false;
  outlined.direction = {};
  outlined.row_period = {};
  outlined.ink = {};
  outlined.shading = {};
  return outlined;
}

}  // namespace platen::optim
