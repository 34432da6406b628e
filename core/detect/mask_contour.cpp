#include "core/detect/mask_contour.h"

#include "core/detect/robust_curve.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr int kFrameReach = 5;    // mask pixels: closer to the photo's border than this is no edge of paper
constexpr double kContrast = 10;  // Lab distance across the boundary
// Where it is steady along the boundary, in the mean of this many points on both sides, and half of kSteadyContrast at
// the point itself.
constexpr double kSteadyContrast = 6;
constexpr int kSteadyReach = 8;
constexpr double kLeastValid = 0.35;
constexpr double kRagged = 1.5;  // mask pixels off a smooth curve
constexpr double kTrim = 0.035;  // of a side, at both ends

// Unit normals of the closed contour, outward.
std::vector<cv::Point2d> outwardNormals(const std::vector<cv::Point>& contour, int reach) {
  const auto n = static_cast<int>(contour.size());
  const double turn = cv::contourArea(contour, true) > 0 ? 1 : -1;
  std::vector<cv::Point2d> normals(contour.size());
  for (int i = 0; i < n; ++i) {
    const cv::Point d =
        contour[static_cast<std::size_t>((i + reach) % n)] - contour[static_cast<std::size_t>((i + n - reach % n) % n)];
    const double length = std::max(1e-9, std::hypot(d.x, d.y));
    normals[static_cast<std::size_t>(i)] = {turn * d.y / length, -turn * d.x / length};
  }
  return normals;
}

// Whether a mask is darker here than what is around it by print alone: the paper is alike on both sides, and print goes
// on inwards, which a shadow's rim does not. normal: outward.
bool isEdgeOfPrint(const MaskScene& scene, cv::Point inside, cv::Point outside, const cv::Point2d& normal) {
  constexpr int kSteps = 4;
  constexpr double kStep = 3;  // mask pixels
  const cv::Vec3b a = scene.lab.at<cv::Vec3b>(inside);
  const cv::Vec3b b = scene.lab.at<cv::Vec3b>(outside);
  const auto paperAt = [&](cv::Point p) { return static_cast<double>(scene.paper.at<std::uint8_t>(p)); };
  if (a[0] >= b[0] || std::hypot(paperAt(inside) - paperAt(outside), a[1] - b[1], a[2] - b[2]) >= kContrast) {
    return false;
  }
  const cv::Rect frame({0, 0}, scene.lab.size());
  double print = 0;
  for (int step = 0; step < kSteps; ++step) {
    const cv::Point p(static_cast<int>(std::lround(inside.x - step * kStep * normal.x)),
                      static_cast<int>(std::lround(inside.y - step * kStep * normal.y)));
    print += frame.contains(p) ? (paperAt(p) - scene.lab.at<cv::Vec3b>(p)[0]) / kSteps : 0;
  }
  return print > kContrast;
}

// Where the boundary is seen: points of contrast, and those of a faint one that is the same all around them. Light that
// changes over the desk makes less of it, and chance goes either way. steps: Lab across the boundary, cut to
// kContrast, so that a few of them do not stand for all; nothing where it is not in view.
std::vector<std::uint8_t> seenAlong(const std::vector<std::uint8_t>& valid, const std::vector<cv::Vec3d>& steps) {
  constexpr int kPoints = 2 * kSteadyReach + 1;
  std::vector<std::uint8_t> seen = valid;
  const std::size_t n = steps.size();
  if (n < kPoints) {
    return seen;
  }
  cv::Vec3d sum{};
  for (int d = 0; d < kPoints; ++d) {
    sum += steps[static_cast<std::size_t>(d)];
  }
  for (std::size_t first = 0; first < n; ++first) {
    const std::size_t i = (first + kSteadyReach) % n;
    if (cv::norm(sum) > kSteadyContrast * kPoints && cv::norm(steps[i]) > kSteadyContrast / 2) {
      seen[i] = 1;
    }
    sum += steps[(first + kPoints) % n] - steps[first];
  }
  return seen;
}

void judgeContour(const MaskScene& scene, PageMask& page) {
  const std::vector<cv::Point2d> normals = outwardNormals(page.contour, 4);
  const cv::Rect frame({0, 0}, scene.lab.size());
  page.valid.assign(page.contour.size(), 0);
  int valid = 0;
  int at_frame = 0;
  int of_print = 0;
  std::vector<cv::Vec3d> steps(page.contour.size());
  for (std::size_t i = 0; i < page.contour.size(); ++i) {
    const cv::Point p = page.contour[i];
    if (std::min({p.x, p.y, frame.width - 1 - p.x, frame.height - 1 - p.y}) < kFrameReach) {
      ++at_frame;
      continue;
    }
    const cv::Point in(static_cast<int>(std::lround(p.x - 3 * normals[i].x)),
                       static_cast<int>(std::lround(p.y - 3 * normals[i].y)));
    const cv::Point out(static_cast<int>(std::lround(p.x + 3 * normals[i].x)),
                        static_cast<int>(std::lround(p.y + 3 * normals[i].y)));
    if (!frame.contains(in) || !frame.contains(out)) {
      continue;
    }
    const cv::Vec3b a = scene.lab.at<cv::Vec3b>(in);
    const cv::Vec3b b = scene.lab.at<cv::Vec3b>(out);
    steps[i] = cv::Vec3d(a) - cv::Vec3d(b);
    if (const double contrast = cv::norm(steps[i]); contrast > kContrast) {
      steps[i] *= kContrast / contrast;
      page.valid[i] = 1;
      ++valid;
      of_print += isEdgeOfPrint(scene, in, out, normals[i]) ? 1 : 0;
    }
  }
  const auto count = static_cast<double>(page.contour.size());
  page.valid_fraction = valid / count;
  page.frame_fraction = at_frame / count;
  page.print_fraction = of_print / count;
  page.seen = seenAlong(page.valid, steps);
}

void fitQuad(PageMask& page, double text_angle) {
  std::vector<cv::Point> hull;
  cv::convexHull(page.contour, hull);
  const double perimeter = cv::arcLength(hull, true);
  std::vector<cv::Point> corners;
  for (int step = 0; step <= 22; ++step) {
    cv::approxPolyDP(hull, corners, (0.01 + 0.005 * step) * perimeter, true);
    if (corners.size() <= 4) {
      break;
    }
  }
  if (corners.size() != 4) {
    return;
  }
  cv::Mat filled = cv::Mat::zeros(page.mask.size(), CV_8UC1);
  cv::fillConvexPoly(filled, corners, 255);
  const double both = cv::countNonZero(filled & page.mask);
  const double either = cv::countNonZero(filled | page.mask);
  page.iou = either > 0 ? both / either : 0;
  // Clockwise on the screen, starting at the top left of the turned frame.
  if (cv::contourArea(corners, true) < 0) {
    std::reverse(corners.begin(), corners.end());
  }
  const Vec2 right{std::cos(text_angle), std::sin(text_angle)};
  const Vec2 down{-right.y, right.x};
  std::size_t first = 0;
  double least = 1e30;
  for (std::size_t c = 0; c < 4; ++c) {
    const Vec2 p{static_cast<double>(corners[c].x), static_cast<double>(corners[c].y)};
    const double from_top_left = dot(p, right) + dot(p, down);
    if (from_top_left < least) {
      least = from_top_left;
      first = c;
    }
  }
  std::array<Vec2, 4> quad;
  for (std::size_t c = 0; c < 4; ++c) {
    const cv::Point p = corners[(first + c) % 4];
    quad[c] = {static_cast<double>(p.x), static_cast<double>(p.y)};
  }
  page.quad = quad;
}

std::size_t nearestOnContour(const std::vector<cv::Point>& contour, Vec2 p) {
  std::size_t best = 0;
  double least = 1e30;
  for (std::size_t i = 0; i < contour.size(); ++i) {
    const double d = std::hypot(contour[i].x - p.x, contour[i].y - p.y);
    if (d < least) {
      least = d;
      best = i;
    }
  }
  return best;
}

// The contour between two corners, walking the way that the corners go round. valid: of the contour.
RoughSide cutSide(const PageMask& page,
                  const std::vector<std::uint8_t>& valid,
                  const std::vector<cv::Point2d>& normals,
                  std::size_t from,
                  std::size_t to,
                  bool forward) {
  RoughSide side;
  const std::size_t n = page.contour.size();
  std::vector<std::size_t> path;
  for (std::size_t i = from; i != to; i = forward ? (i + 1) % n : (i + n - 1) % n) {
    path.push_back(i);
  }
  const auto trim = static_cast<std::size_t>(kTrim * static_cast<double>(path.size()));
  double count = 0;
  for (std::size_t k = trim; k + trim < path.size(); ++k) {
    const std::size_t i = path[k];
    // The boundary runs half a pixel outside the centres of the boundary pixels.
    side.points.emplace_back(page.contour[i].x + 0.5 * normals[i].x, page.contour[i].y + 0.5 * normals[i].y);
    side.valid.push_back(valid[i]);
    count += valid[i];
  }
  side.valid_fraction = side.points.empty() ? 0 : count / static_cast<double>(side.points.size());
  return side;
}

// Share of a side that runs smoothly: paper is cut straight, while a boundary that follows text or figures is ragged.
double smoothShare(const RoughSide& side) {
  const cv::Point2d span = side.points.back() - side.points.front();
  const double length = std::max(1e-9, std::hypot(span.x, span.y));
  std::vector<double> along;
  std::vector<double> across;
  for (const cv::Point2d& p : side.points) {
    const cv::Point2d d = p - side.points.front();
    along.push_back((d.x * span.x + d.y * span.y) / length);
    across.push_back((d.y * span.x - d.x * span.y) / length);
  }
  const RobustCurve curve = RobustCurve::spline(along, across, 6, 0.01, 0.3);
  int smooth = 0;
  for (std::size_t i = 0; i < along.size(); ++i) {
    smooth += std::abs(across[i] - curve(along[i])) < kRagged ? 1 : 0;
  }
  return smooth / static_cast<double>(along.size());
}

// Left to right or top to bottom; not one of which little is valid: false.
bool addSide(RoughSide side, double smooth, std::vector<RoughSide>& sides) {
  side.valid_fraction *= smooth;
  if (side.valid_fraction < kLeastValid) {
    return false;
  }
  if (side.kind == SideKind::bottom || side.kind == SideKind::left) {
    std::reverse(side.points.begin(), side.points.end());
    std::reverse(side.valid.begin(), side.valid.end());
  }
  sides.push_back(std::move(side));
  return true;
}

void cutSides(PageMask& page) {
  if (!page.quad) {
    return;
  }
  const std::vector<cv::Point2d> normals = outwardNormals(page.contour, 4);
  std::array<std::size_t, 4> corner{};
  for (std::size_t c = 0; c < 4; ++c) {
    corner[c] = nearestOnContour(page.contour, (*page.quad)[c]);
  }
  // The quad runs clockwise on the screen; does the contour?
  const bool forward = cv::contourArea(page.contour, true) > 0;
  constexpr std::array<SideKind, 4> kKinds{SideKind::top, SideKind::right, SideKind::bottom, SideKind::left};
  for (std::size_t c = 0; c < 4; ++c) {
    const auto cut = [&](const std::vector<std::uint8_t>& valid) {
      RoughSide side = cutSide(page, valid, normals, corner[c], corner[(c + 1) % 4], forward);
      side.kind = kKinds[c];
      return side;
    };
    RoughSide side = cut(page.valid);
    if (side.points.size() < 12) {
      continue;
    }
    const double smooth = smoothShare(side);
    page.ragged += (1 - smooth) / 4;
    if (addSide(side, smooth, page.sides)) {
      page.seen_sides.push_back(page.sides.back());
    } else {
      // Not as faint as those that straightness finds: its step is that of a visible edge, or it is none.
      addSide(cut(page.seen), smooth, page.seen_sides);
    }
  }
}

}  // namespace

namespace {

// Contour, its contrast and its quadrilateral; an empty PageMask where nothing page-like is left.
PageMask outlined(const MaskScene& scene, const cv::Mat& mask, double text_angle) {
  PageMask page;
  std::vector<std::vector<cv::Point>> contours;
  cv::findContours(mask, contours, cv::RETR_EXTERNAL, cv::CHAIN_APPROX_NONE);
  const auto largest = std::max_element(contours.begin(), contours.end(), [](const auto& a, const auto& b) {
    return cv::contourArea(a) < cv::contourArea(b);
  });
  if (largest == contours.end() || largest->size() < 40 || cv::contourArea(*largest) < 0.01 * mask.total()) {
    return page;
  }
  page.contour = *largest;
  page.mask = cv::Mat::zeros(mask.size(), CV_8UC1);
  cv::drawContours(page.mask, contours, static_cast<int>(largest - contours.begin()), 255, cv::FILLED);
  judgeContour(scene, page);
  fitQuad(page, text_angle);
  return page;
}

void judgeQuality(PageMask& page) {
  double clear = 0;
  for (const RoughSide& side : page.sides) {
    clear += side.valid_fraction;
  }
  // min(1, sides/4) * mean(valid) is the sum over sides / 4.
  page.quality = page.iou + 0.5 * clear / 4 - 0.25 * page.ragged;
}

}  // namespace

PageMask describeMask(const MaskScene& scene, const cv::Mat& mask, double text_angle) {
  PageMask page = outlined(scene, mask, text_angle);
  if (!page.empty()) {
    cutSides(page);
    judgeQuality(page);
  }
  return page;
}

PageMask describeMask(const MaskScene& scene,
                      const cv::Mat& mask,
                      double text_angle,
                      const std::array<RoughSide, 4>& sides) {
  PageMask page = outlined(scene, mask, text_angle);
  if (page.empty()) {
    return page;
  }
  page.valid_fraction = 0;
  page.print_fraction = 0;
  for (const RoughSide& whole : sides) {
    page.valid_fraction += whole.valid_fraction / 4;
    const auto trim = static_cast<std::ptrdiff_t>(kTrim * static_cast<double>(whole.points.size()));
    if (whole.points.size() < 12 || whole.valid_fraction < kLeastValid) {
      continue;
    }
    RoughSide side = whole;
    side.points.assign(whole.points.begin() + trim, whole.points.end() - trim);
    side.valid.assign(whole.valid.begin() + trim, whole.valid.end() - trim);
    page.sides.push_back(std::move(side));
  }
  page.seen_sides = page.sides;
  judgeQuality(page);
  return page;
}

}  // namespace platen::detect
