#include "core/detect/printed_band.h"

#include "core/detect/edge_field.h"
#include "core/detect/edge_walk.h"
#include "core/detect/mask_contour.h"
#include "core/detect/outline_path.h"
#include "core/detect/raster.h"
#include "core/detect/scene_colour.h"
#include "core/detect/sheet_outline.h"
#include "core/detect/side_front.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr std::size_t kNarrowest = 6;  // mask pixels
constexpr double kEdgeBeside = 0.8;    // mean edge of the sides' continuations,
constexpr double kEdgeBehind = 0.7;    // and of the far edge
constexpr double kLeast = 0.025;       // of the sheet's area: narrower ones are the core of its shadow
constexpr double kMost = 0.35;
constexpr double kOther = 12;       // Lab (u8): a bar's colour from the paper's
constexpr double kEven = 14;        // Lab: within a bar, print left out
constexpr double kAlike = 0.6;      // of a bar: about its colour
constexpr double kMostLost = 0.15;  // of quality

// The side as it would lie with its corners moved.
Vec2 movedTo(const SideFront& front, const std::array<Vec2, 2>& corners, std::size_t k) {
  const double u = static_cast<double>(k) / static_cast<double>(front.side.size() - 1);
  return front.side[k] + (corners[0] - front.corners[0]) * (1 - u) + (corners[1] - front.corners[1]) * u;
}

// A share of the way there.
Vec2 movedTowards(const SideFront& front, const std::array<Vec2, 2>& corners, std::size_t k, double share) {
  return front.side[k] + (movedTo(front, corners, k) - front.side[k]) * share;
}

// How much edge there is along the side moved so, two pixels to either side counted; 0 where it leaves the field.
double edgeBehind(const EdgeField& field, const SideFront& front, const std::array<Vec2, 2>& corners) {
  constexpr std::size_t kLooks = 40;
  const std::size_t step = std::max<std::size_t>(1, front.side.size() / kLooks);
  double sum = 0;
  int looks = 0;
  for (std::size_t k = step; k + step < front.side.size(); k += step) {
    const Vec2 p = movedTo(front, corners, k);
    const Vec2 along = movedTo(front, corners, k + step) - movedTo(front, corners, k - step);
    const Vec2 across = Vec2{-along.y, along.x} / std::max(1e-9, norm(along));
    double most = 0;
    for (int off = -2; off <= 2; ++off) {
      most = std::max(most, field.edgeAt(p + across * off, normalAngleOf(along), kAgreeAlong));
    }
    sum += most;
    ++looks;
  }
  return looks > 0 ? sum / looks : 0;
}

// Means of an edge up to each of its places.
std::vector<double> meansAlong(const WalkedEdge& edge) {
  std::vector<double> means;
  double sum = 0;
  for (const double e : edge.edge) {
    sum += e;
    means.push_back(sum / static_cast<double>(means.size() + 1));
  }
  return means;
}

// Where the sheet's corners lie beyond the bar.
std::optional<std::array<Vec2, 2>> farCorners(const EdgeField& field, const FollowedFront& front) {
  constexpr double kSkew = 1.35;  // one end of a bar may be so much wider, by perspective
  const std::array<std::vector<double>, 2> means{meansAlong(front.beside[0]), meansAlong(front.beside[1])};
  std::optional<std::array<Vec2, 2>> best;
  double best_worth = 0;
  for (std::size_t a = kNarrowest; a < means[0].size(); a += 2) {
    const auto least = static_cast<std::size_t>(static_cast<double>(a) / kSkew);
    const auto most = static_cast<std::size_t>(static_cast<double>(a) * kSkew) + 2;
    for (std::size_t b = std::max(kNarrowest, least); b < std::min(most, means[1].size()); b += 2) {
      const std::array<Vec2, 2> corners{front.beside[0].points[a], front.beside[1].points[b]};
      if (means[0][a] < kEdgeBeside || means[1][b] < kEdgeBeside) {
        continue;
      }
      const double edge = edgeBehind(field, front, corners);
      const double worth = edge + 0.002 * static_cast<double>(a + b);
      if (edge >= kEdgeBehind && worth > best_worth) {
        best_worth = worth;
        best = corners;
      }
    }
  }
  return best;
}

// A bar has one colour, which is not the paper's.
std::optional<SceneColour> colourOfBar(const MaskScene& scene,
                                       const SideFront& front,
                                       const std::array<Vec2, 2>& corners) {
  constexpr int kRows = 8;
  constexpr double kInside = 6;   // mask pixels
  constexpr double kEnds = 0.15;  // of the side: print stands between them
  std::vector<Vec2> places;
  const auto rowAt = [&](double share, double inwards) {
    places.clear();
    for (std::size_t k = 0; k < front.side.size(); ++k) {
      const double u = static_cast<double>(k) / static_cast<double>(front.side.size() - 1);
      if (std::abs(u - 0.5) < 0.5 - kEnds) {
        continue;
      }
      const Vec2 to = movedTo(front, corners, k) - front.side[k];
      places.push_back(front.side[k] + to * share - to * (inwards / std::max(1e-9, norm(to))));
    }
    return medianColour(scene, places);
  };
  const std::optional<SceneColour> paper = rowAt(0, kInside);
  std::vector<SceneColour> rows;
  for (int row = 1; row < kRows; ++row) {
    if (const std::optional<SceneColour> colour = rowAt(static_cast<double>(row) / kRows, 0)) {
      rows.push_back(*colour);
    }
  }
  if (!paper || rows.size() < 3) {
    return std::nullopt;
  }
  // The rim of a bar is blurred, and light print in it has grown where dark print was closed.
  rows.erase(rows.begin());
  rows.pop_back();
  const SceneColour bar = *std::max_element(rows.begin(), rows.end(), [&](const SceneColour& x, const SceneColour& y) {
    return distanceOf(x, *paper) < distanceOf(y, *paper);
  });
  const auto even =
      std::count_if(rows.begin(), rows.end(), [&](const SceneColour& row) { return distanceOf(row, bar) < kEven; });
  if (2 * even < std::ssize(rows) || distanceOf(bar, *paper) < kOther) {
    return std::nullopt;
  }
  // Of all of it, print and all: tiles take turns.
  int alike = 0;
  int seen = 0;
  for (int row = 1; row < kRows; ++row) {
    for (std::size_t k = 0; k < front.side.size(); ++k) {
      const std::optional<SceneColour> colour =
          colourAt(scene, movedTowards(front, corners, k, static_cast<double>(row) / kRows));
      seen += colour ? 1 : 0;
      alike += colour && distanceOf(*colour, bar) < kEven ? 1 : 0;
    }
  }
  if (alike < kAlike * seen) {
    return std::nullopt;
  }
  return bar;
}

// Whether a bar is of a colour that hardly anything around the sheet has: what a tile, a board or the grain of wood has
// beside the sheet as well is the desk. whole: the sheet with the bar, u8.
bool differsFromDesk(const MaskScene& scene, const cv::Mat& whole, const SceneColour& bar) {
  constexpr int kFrom = 9, kTo = 41;  // mask pixels: width of the brush around the sheet
  constexpr double kMostOfDesk = 0.12;
  cv::Mat inner;
  cv::Mat outer;
  cv::dilate(whole, inner, cv::getStructuringElement(cv::MORPH_RECT, {kFrom, kFrom}));
  cv::dilate(whole, outer, cv::getStructuringElement(cv::MORPH_RECT, {kTo, kTo}));
  int alike = 0;
  int seen = 0;
  for (int j = 0; j < whole.rows; ++j) {
    for (int i = 0; i < whole.cols; ++i) {
      if (outer.at<std::uint8_t>(j, i) != 0 && inner.at<std::uint8_t>(j, i) == 0) {
        ++seen;
        alike += distanceOf(bar, colourOf(scene.lab.at<cv::Vec3b>(j, i))) < kOther ? 1 : 0;
      }
    }
  }
  return alike < kMostOfDesk * seen;
}

// The share of places at which what lies `off` to either side of them differs visibly.
template <class Place>
double contrastAlong(const MaskScene& scene, int places, const Place& placeAt) {
  constexpr double kContrast = 10;  // Lab, as of the mask's contour
  constexpr double kOff = 3.5;      // mask pixels
  int different = 0;
  for (int k = 0; k < places; ++k) {
    const auto [p, out] = placeAt(k);
    const std::optional<SceneColour> inside = colourAt(scene, p - out * kOff);
    const std::optional<SceneColour> outside = colourAt(scene, p + out * kOff);
    different += inside && outside && distanceOf(*inside, *outside) > kContrast ? 1 : 0;
  }
  return static_cast<double>(different) / std::max(1, places);
}

// Whether the bar's three free edges have contrast to what lies behind them: an edge field, which is relative to its
// surroundings, has edges along the grain of wood and in noise, too.
bool standsOut(const MaskScene& scene, const SideFront& front, const std::array<Vec2, 2>& corners) {
  constexpr double kBehind = 0.6;
  constexpr double kBeside = 1;  // of both ends together: a desk may be as the bar is at one of them
  constexpr int kPlaces = 40;
  struct Place {
    Vec2 point, out;
  };
  const double behind = contrastAlong(scene, static_cast<int>(front.side.size()), [&](int k) {
    const Vec2 p = movedTo(front, corners, static_cast<std::size_t>(k));
    const Vec2 from = front.side[static_cast<std::size_t>(k)];
    return Place{p, (p - from) / std::max(1e-9, norm(p - from))};
  });
  double beside = 0;
  for (std::size_t end = 0; end < 2; ++end) {
    const Vec2 along = corners[end] - front.corners[end];
    Vec2 out = Vec2{-along.y, along.x} / std::max(1e-9, norm(along));
    out = dot(out, front.corners[end] - front.corners[1 - end]) > 0 ? out : out * -1.0;
    beside += contrastAlong(scene, kPlaces, [&](int k) {
      return Place{front.corners[end] + along * ((k + 0.5) / kPlaces), out};
    });
  }
  return behind >= kBehind && beside >= kBeside;
}

// The corners moved in or out to where the colour changes most: an edge is some pixels wide.
std::array<Vec2, 2> atTheStep(const MaskScene& scene, const SideFront& front, const std::array<Vec2, 2>& corners) {
  constexpr int kAround = 4;  // mask pixels
  const auto colourBeyond = [&](int off) {
    std::vector<Vec2> places;
    for (std::size_t k = 0; k < front.side.size(); ++k) {
      const Vec2 p = movedTo(front, corners, k);
      const Vec2 out = p - front.side[k];
      places.push_back(p + out * (off / std::max(1e-9, norm(out))));
    }
    return medianColour(scene, places);
  };
  int best = 0;
  double most = 0;
  for (int off = -kAround; off <= kAround; ++off) {
    const std::optional<SceneColour> inside = colourBeyond(off - 1);
    const std::optional<SceneColour> outside = colourBeyond(off + 1);
    const double step = inside && outside ? distanceOf(*inside, *outside) : 0;
    if (step > most) {
      most = step;
      best = off;
    }
  }
  std::array<Vec2, 2> moved = corners;
  for (std::size_t k = 0; k < 2; ++k) {
    moved[k] = corners[k] + front.directions[k] * static_cast<double>(best);
  }
  return moved;
}

// Whether the far edge is that of paper: all at once, where that of a shadow is blurred.
bool isSharp(const MaskScene& scene, const SideFront& front, const std::array<Vec2, 2>& corners) {
  constexpr double kNear = 2, kFar = 6;  // mask pixels
  constexpr double kSharp = 0.5;
  constexpr double kVisible = 4;  // Lab
  std::vector<double> shares;
  for (std::size_t k = 0; k < front.side.size(); ++k) {
    const Vec2 p = movedTo(front, corners, k);
    const Vec2 out = (p - front.side[k]) / std::max(1e-9, norm(p - front.side[k]));
    const auto at = [&](double off) { return colourAt(scene, p + out * off); };
    const std::array<std::optional<SceneColour>, 4> c{at(-kFar), at(-kNear), at(kNear), at(kFar)};
    if (std::all_of(c.begin(), c.end(), [](const auto& colour) { return colour.has_value(); }) &&
        distanceOf(*c[0], *c[3]) > kVisible) {
      shares.push_back(distanceOf(*c[1], *c[2]) / distanceOf(*c[0], *c[3]));
    }
  }
  return 2 * shares.size() > front.side.size() && quantile(shares, 0.5) > kSharp;
}

// A bar that goes on from one of the sheet's sides.
struct Bar {
  SideFront front;
  std::array<Vec2, 2> corners;  // the sheet's, beyond it
  SceneColour colour;
};

std::optional<Bar> barAt(const MaskScene& scene, const EdgeField& field, const PageMask& sheet, SideKind kind) {
  std::optional<FollowedFront> front = followedFrontOf(field, sheet, kind, kNarrowest);
  std::optional<std::array<Vec2, 2>> corners = front ? farCorners(field, *front) : std::nullopt;
  const std::optional<SceneColour> colour = corners ? colourOfBar(scene, *front, *corners) : std::nullopt;
  if (!colour) {
    return std::nullopt;
  }
  corners = atTheStep(scene, *front, *corners);
  if (!standsOut(scene, *front, *corners) || !isSharp(scene, *front, *corners)) {
    return std::nullopt;
  }
  return Bar{*std::move(front), *corners, *colour};
}

// The sheet's mask with a bar.
cv::Mat maskWith(const Bar& bar, const cv::Mat& sheet) {
  std::vector<cv::Point> piece;
  const auto add = [&](Vec2 p) {
    piece.emplace_back(static_cast<int>(std::lround(p.x)), static_cast<int>(std::lround(p.y)));
  };
  add(bar.corners[0]);
  for (std::size_t k = 0; k < bar.front.side.size(); ++k) {
    add(movedTo(bar.front, bar.corners, k));
  }
  add(bar.corners[1]);
  add(bar.front.corners[1]);
  for (std::size_t k = bar.front.side.size(); k-- > 0;) {
    add(bar.front.side[k]);
  }
  add(bar.front.corners[0]);
  cv::Mat mask = cv::Mat::zeros(sheet.size(), CV_8UC1);
  cv::fillPoly(mask, std::vector<std::vector<cv::Point>>{piece}, 255);
  // No gap between the bar and the sheet.
  cv::morphologyEx(mask | sheet, mask, cv::MORPH_CLOSE, cv::getStructuringElement(cv::MORPH_RECT, {5, 5}));
  return mask;
}

SideKind opposite(SideKind kind) {
  switch (kind) {
    case SideKind::top:
      return SideKind::bottom;
    case SideKind::bottom:
      return SideKind::top;
    case SideKind::left:
      return SideKind::right;
    case SideKind::right:
      break;
  }
  return SideKind::left;
}

std::optional<PageMask> withBand(
    const MaskScene& scene, const EdgeField& field, const PageMask& sheet, SideKind kind, double text_angle) {
  const std::optional<Bar> bar = barAt(scene, field, sheet, kind);
  if (!bar) {
    return std::nullopt;
  }
  const cv::Mat mask = maskWith(*bar, sheet.mask);
  // A bar at the other end is no desk.
  const std::optional<Bar> other = barAt(scene, field, sheet, opposite(kind));
  const cv::Mat all = other ? cv::Mat(mask | maskWith(*other, sheet.mask)) : mask;
  const double area = cv::countNonZero(sheet.mask);
  const double more = cv::countNonZero(mask) - area;
  if (more < kLeast * area || more > kMost * area || !differsFromDesk(scene, all, bar->colour)) {
    return std::nullopt;
  }
  PageMask whole = maskInside(scene, pathAlong(field, describeMask(scene, mask, text_angle).contour), text_angle);
  const bool is_sheet = !whole.empty() && whole.quad && whole.sides.size() >= sheet.sides.size();
  return is_sheet ? std::optional(std::move(whole)) : std::nullopt;
}

}  // namespace

PageMask withPrintedBands(const MaskScene& scene, PageMask sheet, double text_angle) {
  if (sheet.empty() || !sheet.quad || sheet.sides.size() < 3 || !sheet.believable()) {
    return sheet;
  }
  const EdgeField field(scene.lab);
  const double least_quality = sheet.quality - kMostLost;
  for (const SideKind kind : {SideKind::top, SideKind::bottom, SideKind::left, SideKind::right}) {
    std::optional<PageMask> whole = withBand(scene, field, sheet, kind, text_angle);
    if (whole && whole->quality > least_quality) {
      sheet = *std::move(whole);
    }
  }
  return sheet;
}

}  // namespace platen::detect
