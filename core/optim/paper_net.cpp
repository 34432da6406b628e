#include "core/optim/paper_net.h"

#include "core/box_side.h"
#include "core/optim/canvas_points.h"
#include "core/optim/folded_sheet.h"
#include "core/optim/form_paper_energy.h"
#include "core/optim/grid_evidence.h"
#include "core/optim/net_descent.h"
#include "core/optim/vec3.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <span>
#include <utility>

namespace platen::optim {
namespace {

constexpr double kMargin = 60;  // canvas_px
constexpr int kCoarsestSpans = 4;
constexpr double kLineUnit = 30;         // page widths of text that count 1
constexpr double kRuleWeight = 0.5;      // relative to text
constexpr double kMostFollowed = 1;      // weight of all followed rules: tables come to .45, hatching and halftone to 6
constexpr double kShortestTraced = 15;   // canvas_px
constexpr double kMostAslant = 0.07;     // 4 degrees
constexpr double kMostOff = 2;           // canvas_px, root mean square
constexpr double kMostOffFollowed = 25;  // one line over creases that the net has not found yet
constexpr double kLeastLeft = 0.25;      // of the weight of all lines
// The share of an even stretch that is free, of sheets up to so deep and from so deep on (canvas_px).
constexpr double kEvenShallow = 0.9, kEvenDeep = 0.6;
constexpr double kShallow = 120, kDeep = 180;

// Stage 1's sheet in camera space, in canvas_px.
class SpaceSheet {
 public:
  SpaceSheet(const SheetFit& sheet, const FormFrame& frame)
      : model_(sheet.frame, sheet.parameters),
        rect_(sheet.rect),
        focal_(std::exp(sheet.parameters.folded ? sheet.parameters.folded->log_focal : sheet.parameters.log_focal)),
        unit_(std::sqrt(frame.form_extent.x / rect_.width() * frame.form_extent.y / rect_.height())) {}

  [[nodiscard]] std::optional<Vec3> at(Vec2 page_uv) const {
    const Vec2 work =
        model_.workFromSheet({rect_.x0 + page_uv.x * rect_.width(), rect_.y0 + page_uv.y * rect_.height()});
    const SheetModel::Seen seen =
        std::isfinite(work.x) && std::isfinite(work.y) ? model_.sheetFromWork(work) : SheetModel::Seen{};
    if (!seen.visible || !(seen.scale_q > 0)) {
      return std::nullopt;
    }
    const Vec2 q = (work - model_.frame().centre) / model_.frame().norm;
    const double depth = unit_ * focal_ / seen.scale_q;
    return Vec3{q.x / focal_ * depth, q.y / focal_ * depth, depth};
  }

  // Homogeneous source_px of a direction or point of camera space.
  [[nodiscard]] Vec3 image(const Vec3& space, const WorkFrame& work) const {
    const double norm = model_.frame().norm;
    const Vec2 centre = model_.frame().centre;
    const Vec2 origin = work.sourceFromWork({0, 0});
    const Vec2 x = work.sourceFromWork({1, 0}) - origin, y = work.sourceFromWork({0, 1}) - origin;
    const double wx = norm * focal_ * space[0] + centre.x * space[2];
    const double wy = norm * focal_ * space[1] + centre.y * space[2];
    return {x.x * wx + y.x * wy + origin.x * space[2], x.y * wx + y.y * wy + origin.y * space[2], space[2]};
  }

 private:
  SheetModel model_;
  Box rect_;
  double focal_, unit_;
};

// A plane in camera space with the page's axes on it; `origin` is the middle of the canvas.
struct Plane {
  Vec3 x{}, y{}, normal{}, origin{};
};

// The plane on which the flat page comes nearest to the sheet: least squares, then the axes made orthonormal.
std::optional<Plane> nearestPlane(const SpaceSheet& sheet, const FormFrame& frame) {
  constexpr int kRows = 17, kCols = 13;
  constexpr std::size_t kLeastSeen = 150;
  std::vector<std::pair<Vec2, Vec3>> points;
  for (int i = 0; i < kRows; ++i) {
    for (int j = 0; j < kCols; ++j) {
      const Vec2 uv{static_cast<double>(j) / (kCols - 1), static_cast<double>(i) / (kRows - 1)};
      if (const std::optional<Vec3> at = sheet.at(uv)) {
        points.emplace_back(Vec2{(uv.x - 0.5) * frame.form_extent.x, (uv.y - 0.5) * frame.form_extent.y}, *at);
      }
    }
  }
  if (points.size() < kLeastSeen) {
    return std::nullopt;
  }
  const double share = 1 / static_cast<double>(points.size());
  Vec2 page;
  Vec3 space{};
  for (const auto& [p, s] : points) {
    page = page + p * share;
    for (std::size_t k = 0; k < 3; ++k) {
      space[k] += s[k] * share;
    }
  }
  double xx = 0, xy = 0, yy = 0;
  Vec3 xs{}, ys{};
  for (const auto& [p, s] : points) {
    const Vec2 d = p - page;
    xx += d.x * d.x;
    xy += d.x * d.y;
    yy += d.y * d.y;
    for (std::size_t k = 0; k < 3; ++k) {
      xs[k] += d.x * (s[k] - space[k]);
      ys[k] += d.y * (s[k] - space[k]);
    }
  }
  const double det = xx * yy - xy * xy;
  Vec3 a{}, b{};
  for (std::size_t k = 0; k < 3; ++k) {
    a[k] = (yy * xs[k] - xy * ys[k]) / det;
    b[k] = (xx * ys[k] - xy * xs[k]) / det;
  }
  // (a b) (G)^-1/2, G their products; the root of a 2 x 2 matrix is (G + sqrt(det) I) / sqrt(trace + 2 sqrt(det)).
  const double aa = dot3(a, a), ab = dot3(a, b), bb = dot3(b, b);
  const double root = std::sqrt(aa * bb - ab * ab);
  const double per = 1 / (std::sqrt(aa + bb + 2 * root) * root);
  Plane plane;
  for (std::size_t k = 0; k < 3; ++k) {
    plane.x[k] = per * ((bb + root) * a[k] - ab * b[k]);
    plane.y[k] = per * ((aa + root) * b[k] - ab * a[k]);
  }
  plane.normal = cross3(plane.x, plane.y);
  for (std::size_t k = 0; k < 3; ++k) {
    plane.origin[k] = space[k] - page.x * plane.x[k] - page.y * plane.y[k];
  }
  return plane;
}

// The homography onto the plane, and the image of its normal; false where the camera lies in that plane.
bool setCamera(const SpaceSheet& sheet, const Plane& plane, const WorkFrame& work, PaperNet& net) {
  const Vec3 x = sheet.image(plane.x, work), y = sheet.image(plane.y, work);
  const Vec3 origin = sheet.image(plane.origin, work), normal = sheet.image(plane.normal, work);
  const Vec2 middle = net.frame.canvas_extent * 0.5;
  for (std::size_t r = 0; r < 3; ++r) {
    double* row = &net.frame.source_from_canvas.m[3 * r];
    row[0] = x[r];
    row[1] = y[r];
    row[2] = origin[r] - middle.x * x[r] - middle.y * y[r];
  }
  const double whole = det3(x, y, origin);
  if (!std::isnormal(whole)) {
    return false;
  }
  net.normal_image = {det3(normal, y, origin) / whole, det3(x, normal, origin) / whole, det3(x, y, normal) / whole};
  return true;
}

// The quasi-interpolant of a function of net_uv: (-1, 8, -1) / 6 of its values at the knots, exact for cubics.
template <class Function>
OffsetNet netOf(NetShape shape, const Function& function) {
  const int rows = shape.rows() + 2, cols = shape.cols() + 2;
  std::vector<Vec2> values;
  values.reserve(static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols));
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < cols; ++j) {
      values.push_back(
          function(Vec2{static_cast<double>(j - 2) / shape.spans_u, static_cast<double>(i - 2) / shape.spans_v}));
    }
  }
  const auto across = [&](int i, int j) {
    const Vec2* v = &values[static_cast<std::size_t>(i) * static_cast<std::size_t>(cols) + static_cast<std::size_t>(j)];
    return (8 * v[0] - v[-1] - v[1]) / 6;
  };
  OffsetNet net{shape, {}};
  for (int i = 1; i + 1 < rows; ++i) {
    for (int j = 1; j + 1 < cols; ++j) {
      const Vec2 control = (8 * across(i, j) - across(i - 1, j) - across(i + 1, j)) / 6;
      net.controls.push_back(control.x);
      net.controls.push_back(control.y);
    }
  }
  return net;
}

// Returns its length.
double appendSeen(const Polyline& work, const WorkFrame& frame, const Homography& canvas_from_source, Polyline& seen) {
  double length = 0;
  for (const Vec2& point : work) {
    seen.push_back(canvas_from_source(frame.sourceFromWork(point)));
    if (seen.size() > 1) {
      length += norm(seen.back() - seen[seen.size() - 2]);
    }
  }
  return length;
}

double weightOf(double length, bool is_rule) {
  return (is_rule ? kRuleWeight : 1) * length / (kLineUnit * kFormWidth);
}

void addLines(const PageCues& cues, const SheetFit& sheet, PaperNet& net) {
  const Homography canvas_from_source = inverse(net.frame.source_from_canvas);
  const Vec2 far = net.frame.margin + net.frame.form_extent;
  const Box page{net.frame.margin.x, net.frame.margin.y, far.x, far.y};
  for (const Curve& curve : gridCurves(cues, sheet)) {
    CanvasLine line;
    line.is_h = curve.is_h;
    const double length = appendSeen(curve.points, cues.frame, canvas_from_source, line.seen);
    if (line.seen.size() < 2 || !std::isfinite(length)) {
      continue;
    }
    if (curve.kind == CurveKind::side) {
      const Vec2 extent = net.frame.form_extent;
      line.place = edgeOf(page, curve.side);
      line.weight = curve.valid_fraction * length / (2 * (extent.x + extent.y));
      net.sides.push_back(std::move(line));
    } else {
      line.weight = weightOf(length, curve.kind == CurveKind::rule);
      net.lines.push_back(std::move(line));
    }
  }
}

// However many lines a picture seems to be ruled with, they count no more than a page of text.
void limitFollowed(std::vector<TracedLine>& traced) {
  double sum = 0;
  for (const TracedLine& line : traced) {
    sum += line.kind == LineKind::followed ? line.weight : 0;
  }
  if (sum <= kMostFollowed) {
    return;
  }
  for (TracedLine& line : traced) {
    line.weight *= line.kind == LineKind::followed ? kMostFollowed / sum : 1;
  }
}

void addTraced(const PageCues& cues, PaperNet& net) {
  const Homography canvas_from_source = inverse(net.frame.source_from_canvas);
  const auto add = [&](const Polyline& work, LineKind kind) {
    TracedLine line;
    const double length = appendSeen(work, cues.frame, canvas_from_source, line.seen);
    if (line.seen.size() >= 2 && std::isfinite(length) && length >= kShortestTraced) {
      line.weight = weightOf(length, kind != LineKind::text);
      line.kind = kind;
      net.traced.push_back(std::move(line));
    }
  };
  for (const TextSegment& segment : cues.segments) {
    add(segment.points, LineKind::text);
  }
  for (const PrintedRule& rule : rulesNotFollowed(cues)) {
    add(rule.points, LineKind::rule);
  }
  for (const PrintedRule& rule : cues.followed_rules) {
    add(rule.points, LineKind::followed);
  }
  limitFollowed(net.traced);
}

void addCharacters(const PageCues& cues, PaperNet& net) {
  const Homography canvas_from_source = inverse(net.frame.source_from_canvas);
  for (const PrintedCharacter& character : cues.characters) {
    net.characters.push_back({canvas_from_source(cues.frame.sourceFromWork(character.top)),
                              canvas_from_source(cues.frame.sourceFromWork(character.foot))});
  }
}

// To an image of so many pixels per work pixel.
Homography imageFromSource(const WorkFrame& frame, double scale) {
  const Vec2 origin = frame.workFromSource({0, 0}) * scale;
  const Vec2 x = frame.workFromSource({1, 0}) * scale - origin;
  const Vec2 y = frame.workFromSource({0, 1}) * scale - origin;
  return {{x.x, y.x, origin.x, x.y, y.y, origin.y, 0, 0, 1}};
}

}  // namespace

std::optional<PaperNet> paperNet(const PageCues& cues,
                                 const SheetFit& sheet,
                                 const WarpGrid& source_from_page,
                                 double aspect) {
  PaperNet net;
  FormFrame& frame = net.frame;
  frame.source_size = cues.frame.source_size;
  frame.form_extent = {kFormWidth, kFormWidth * aspect};
  frame.margin = {kMargin, kMargin};
  frame.canvas_extent = frame.form_extent + 2 * frame.margin;
  const Vec2 extent = frame.canvas_extent;
  const SpaceSheet space(sheet, frame);
  const std::optional<Plane> plane = nearestPlane(space, frame);
  if (!plane || !setCamera(space, *plane, cues.frame, net)) {
    return std::nullopt;
  }
  addLines(cues, sheet, net);
  net.coarsest = {kCoarsestSpans,
                  std::clamp(static_cast<int>(std::lround(kCoarsestSpans * extent.y / extent.x)), 2, 16)};
  net.refinements = kRefinements;
  const NetShape shape{net.coarsest.spans_u << kRefinements, net.coarsest.spans_v << kRefinements};
  const auto pageOf = [&](Vec2 net_uv) {
    return Vec2{(net_uv.x * extent.x - kMargin) / frame.form_extent.x,
                (net_uv.y * extent.y - kMargin) / frame.form_extent.y};
  };
  const SplineNet map = splineNet(source_from_page);
  const Homography canvas_from_source = inverse(frame.source_from_canvas);
  net.offsets = netOf(shape, [&](Vec2 net_uv) {
    return canvas_from_source(sourceFromPage(map, pageOf(net_uv))) - Vec2{net_uv.x * extent.x, net_uv.y * extent.y};
  });
  const auto depthAt = [&](Vec2 page_uv) {
    const std::optional<Vec3> at = space.at(page_uv);
    return at ? dot3(*at, plane->normal) - dot3(plane->origin, plane->normal) : 0;
  };
  net.depths = netOf(shape, [&](Vec2 net_uv) {
    // Beyond the page, where the sheet may not be seen, it goes on as straight as it came.
    const Vec2 uv = pageOf(net_uv);
    const Vec2 inside{std::clamp(uv.x, 0.0, 1.0), std::clamp(uv.y, 0.0, 1.0)};
    return Vec2{(2 * depthAt(inside) - depthAt(2 * inside - uv)) / kDepthUnit, 0};
  });
  const auto finite = [](double x) { return std::isfinite(x); };
  if (!std::all_of(net.offsets.controls.begin(), net.offsets.controls.end(), finite)) {
    return std::nullopt;
  }
  addTraced(cues, net);
  addCharacters(cues, net);
  net.shading = cues.shading;
  net.shading_from_canvas = product(imageFromSource(cues.frame, cues.shading.scale), frame.source_from_canvas);
  return net;
}

PaperNet finer(PaperNet net) {
  net.offsets = refined(net.offsets);
  net.depths = refined(net.depths);
  ++net.refinements;
  return net;
}

void findEvenStretch(PaperNet& net) {
  double nearest = 0, farthest = 0;
  for (std::size_t k = 0; k < net.depths.controls.size(); k += 2) {
    const double depth = kDepthUnit * net.depths.controls[k];
    nearest = k == 0 ? depth : std::min(nearest, depth);
    farthest = k == 0 ? depth : std::max(farthest, depth);
  }
  const double share = std::clamp((farthest - nearest - kShallow) / (kDeep - kShallow), 0.0, 1.0);
  net.even_stretch = std::lerp(kEvenShallow, kEvenDeep, share);
}

void findSizes(PaperNet& net) {
  net.sizes = sizeGroups(net.characters, net.offsets, net.frame.canvas_extent, net.frame.canvas_extent * 0.5,
                         net.frame.form_extent * 0.5);
}

void findLines(PaperNet& net) {
  Polyline seen;
  for (const TracedLine& line : net.traced) {
    seen.insert(seen.end(), line.seen.begin(), line.seen.end());
  }
  CanvasPoints points(std::move(seen), net.offsets.shape, net.frame.canvas_extent);
  std::span<const Vec2> rest = points.follow(net.offsets.controls);
  std::vector<CanvasLine> found;
  for (const TracedLine& line : net.traced) {
    const std::span<const Vec2> at = rest.first(line.seen.size());
    rest = rest.subspan(line.seen.size());
    const Vec2 run = at.back() - at.front();
    const bool is_h = line.kind == LineKind::text || std::abs(run.x) > std::abs(run.y);
    const double along = std::abs(is_h ? run.x : run.y);
    const double across = std::abs(is_h ? run.y : run.x);
    if (!(across < kMostAslant * along)) {
      continue;
    }
    const double most = line.kind == LineKind::followed ? kMostOffFollowed : kMostOff;
    double sum = 0;
    double squares = 0;
    for (const Vec2 point : at) {
      const double place = is_h ? point.y : point.x;
      sum += place;
      squares += place * place;
    }
    const double share = 1 / static_cast<double>(at.size());
    if (squares * share - sum * share * sum * share <= most * most) {
      found.push_back({line.seen, is_h, line.weight, {}, 0});
    }
  }
  const auto weigh = [](const std::vector<CanvasLine>& lines) {
    return std::accumulate(lines.begin(), lines.end(), 0.0,
                           [](double sum, const CanvasLine& line) { return sum + line.weight; });
  };
  if (!found.empty() && weigh(found) >= kLeastLeft * weigh(net.lines)) {
    net.lines = std::move(found);
  }
}

WarpGrid sourceGrid(const PaperNet& net) {
  return canvasGrid(net.frame, net.offsets);
}

}  // namespace platen::optim
