#include "core/detect/form_sides.h"

#include "core/box_side.h"
#include "core/detect/form_match.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include <opencv2/calib3d.hpp>

namespace platen::detect {
namespace {

constexpr double kLeastValid = 0.5;     // of a side's length with a visible contrast
constexpr double kLeastLength = 0.35;   // of the sheet's
constexpr double kFarthest = 0.35;      // of the sheet's extent across, from where the edge is expected
constexpr double kReach = 30;           // canvas_px: of an edge from its side
constexpr double kSeenWell = 0.8;       // share of a side with a visible contrast, to be taken as it is
constexpr double kConfidence = 0.5;     // of such a side
constexpr double kFarOff = 70;          // canvas_px
constexpr double kStep = 3;             // canvas_px between its samples
constexpr double kLeastOverlap = 0.85;  // of the outline with its corners' quadrangle
constexpr double kCornerOff = 120;      // canvas_px: less, and the canvas holds the sheet
constexpr double kCornerFarthest = 600;

// The side with `along` growing; what runs back on itself is left out.
EdgeGuide guideOf(const Polyline& canvas_px, bool level) {
  EdgeGuide guide;
  for (const Vec2& p : canvas_px) {
    guide.push_back(level ? p : Vec2{p.y, p.x});
  }
  if (guide.back().x < guide.front().x) {
    std::reverse(guide.begin(), guide.end());
  }
  EdgeGuide growing;
  for (const Vec2& p : guide) {
    if (growing.empty() || p.x > growing.back().x + 1) {
      growing.push_back(p);
    }
  }
  return growing;
}

// The outline's corners on the canvas, from the sheet's upper left one on, by the turn that puts them nearest.
std::array<Vec2, 4> nearestTurn(const std::array<Vec2, 4>& corners, const std::array<Vec2, 4>& expected, double& off) {
  std::array<Vec2, 4> best{};
  off = std::numeric_limits<double>::max();
  for (std::size_t turn = 0; turn < 4; ++turn) {
    std::array<Vec2, 4> turned{};
    double most = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      turned[k] = corners[(k + turn) % 4];
      most = std::max(most, norm(turned[k] - expected[k]));
    }
    if (most < off) {
      off = most;
      best = turned;
    }
  }
  return best;
}

}  // namespace

double acrossAt(const EdgeGuide& guide, double along) {
  const auto after = std::lower_bound(guide.begin(), guide.end(), along, [](Vec2 p, double a) { return p.x < a; });
  if (after == guide.begin()) {
    return guide.front().y;
  }
  if (after == guide.end()) {
    return guide.back().y;
  }
  const Vec2 a = *(after - 1);
  const Vec2 b = *after;
  return a.y + (b.y - a.y) * (along - a.x) / (b.x - a.x);
}

std::array<SideGuide, 4> sideGuides(const std::vector<PageCues>& pages,
                                    const Homography& canvas_from_source,
                                    const Box& sheet) {
  std::array<SideGuide, 4> guides;
  for (const PageCues& page : pages) {
    for (const PageSide& side : page.sides) {
      if (side.is_gutter || side.valid_fraction < kLeastValid || side.points.size() < 4) {
        continue;
      }
      Polyline on_canvas;
      for (const Vec2& p : side.points) {
        on_canvas.push_back(canvas_from_source(page.frame.sourceFromWork(p)));
      }
      const Vec2 chord = on_canvas.back() - on_canvas.front();
      const bool level = std::abs(chord.x) > std::abs(chord.y);
      EdgeGuide guide = guideOf(on_canvas, level);
      const double extent_along = level ? sheet.width() : sheet.height();
      const double extent_across = level ? sheet.height() : sheet.width();
      if (guide.size() < 4 || guide.back().x - guide.front().x < kLeastLength * extent_along) {
        continue;
      }
      std::vector<double> across;
      for (const Vec2& p : guide) {
        across.push_back(p.y);
      }
      std::nth_element(across.begin(), across.begin() + static_cast<std::ptrdiff_t>(across.size() / 2), across.end());
      const double at = across[across.size() / 2];
      const double middle = level ? (sheet.y0 + sheet.y1) / 2 : (sheet.x0 + sheet.x1) / 2;
      const SideKind kind =
          level ? (at < middle ? SideKind::top : SideKind::bottom) : (at < middle ? SideKind::left : SideKind::right);
      const auto k = static_cast<std::size_t>(kind);
      if (std::abs(at - edgeOf(sheet, kind)) < kFarthest * extent_across && side.valid_fraction > guides[k].valid) {
        guides[k] = {std::move(guide), side.valid_fraction};
      }
    }
  }
  return guides;
}

bool isFar(const SideGuide& side, double across) {
  return std::any_of(side.guide.begin(), side.guide.end(),
                     [across](Vec2 p) { return std::abs(p.y - across) > kFarOff; });
}

std::optional<FormEdge> edgeBeside(const SideGuide& side, SideKind kind, const CanvasImage& canvas) {
  if (side.guide.empty()) {
    return {};
  }
  const EdgeGuide& guide = side.guide;
  EdgeSearch search;
  search.kind = kind;
  search.from = std::max(guide.front().x, 1.0);
  search.to =
      std::min(guide.back().x, static_cast<double>(isLevel(kind) ? canvas.colors.cols : canvas.colors.rows) - 1);
  search.across = [&guide](double along) { return acrossAt(guide, along); };
  search.reach = kReach;
  std::optional<FormEdge> edge = followEdge(canvas, search);
  if (!edge && side.valid > kSeenWell) {
    edge.emplace();
    edge->kind = kind;
    edge->first = search.from;
    edge->step = kStep;
    for (double along = search.from; along <= search.to; along += kStep) {
      edge->across.push_back(search.across(along));
      edge->confidence.push_back(kConfidence * side.valid);
    }
    if (edge->across.size() < 2) {
      return {};
    }
  }
  if (edge) {
    edge->from_side = true;
  }
  return edge;
}

std::optional<Homography> recentred(const FormFrame& frame,
                                    const std::vector<Vec2>& places,
                                    const std::vector<PageCues>& pages,
                                    const Box& sheet) {
  const std::array<Vec2, 4> expected{Vec2{sheet.x0, sheet.y0}, Vec2{sheet.x1, sheet.y0}, Vec2{sheet.x1, sheet.y1},
                                     Vec2{sheet.x0, sheet.y1}};
  const Homography canvas_from_source = inverse(frame.source_from_canvas);
  std::array<Vec2, 4> corners{};
  double off = std::numeric_limits<double>::max();
  for (const PageCues& page : pages) {
    if (!page.quad || page.quad_iou < kLeastOverlap) {
      continue;
    }
    std::array<Vec2, 4> quad{};
    for (std::size_t k = 0; k < 4; ++k) {
      quad[k] = canvas_from_source(page.frame.sourceFromWork((*page.quad)[k]));
    }
    double this_off = 0;
    const std::array<Vec2, 4> turned = nearestTurn(quad, expected, this_off);
    if (this_off < off) {
      off = this_off;
      corners = turned;
    }
  }
  if (!(off > kCornerOff) || !(off < kCornerFarthest) || places.empty()) {
    return {};
  }
  // From the canvas as it is to one on which both lie better. Each corner counts like a quarter of the places.
  std::vector<cv::Point2f> from, to;
  const auto add = [&](Vec2 a, Vec2 b) {
    from.emplace_back(static_cast<float>(a.x), static_cast<float>(a.y));
    to.emplace_back(static_cast<float>(b.x), static_cast<float>(b.y));
  };
  for (const Vec2& p : places) {
    add(p, p);
  }
  for (std::size_t n = 0; n < places.size() / 4 + 1; ++n) {
    for (std::size_t k = 0; k < 4; ++k) {
      add(corners[k], expected[k]);
    }
  }
  const cv::Mat h = cv::findHomography(from, to, 0);
  if (h.empty()) {
    return {};
  }
  Homography better_from_canvas;
  for (int k = 0; k < 9; ++k) {
    better_from_canvas.m[static_cast<std::size_t>(k)] = h.at<double>(k / 3, k % 3);
  }
  const Homography source_from_better = product(frame.source_from_canvas, inverse(better_from_canvas));
  const Vec2 photo_extent{static_cast<double>(frame.source_size.width), static_cast<double>(frame.source_size.height)};
  if (!isSeenByCamera(source_from_better, frame.canvas_extent, photo_extent)) {
    return {};
  }
  return source_from_better;
}

}  // namespace platen::detect
