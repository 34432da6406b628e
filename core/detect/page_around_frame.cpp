#include "core/detect/page_around_frame.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>

#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr std::ptrdiff_t kSpan = 6;        // points of the contour to either side, for its direction
constexpr int kNear = 5, kFar = 12;        // mask pixels off the contour: beyond a line's blur, before what is next
constexpr double kAsLight = 4;             // of 255: as light as the lightest beside it is paper, not print
constexpr double kLight = 16, kColor = 5;  // Lab: paper on both sides of a frame differs by less
constexpr double kSame = 0.6;              // of the contour
constexpr double kInView = 0.6;            // of the contour: far enough from the photo's border to tell
constexpr double kEnds = 0.7;              // of the larger contour, where it is inside the photo: with contrast
constexpr double kCutOff = 0.6;            // of the larger contour along the photo's border, at most
constexpr double kStraight = 0.9;          // IoU of the larger with a quadrilateral: a heap of papers has less
constexpr double kMost = 3;                // the page's area, in the frame's
constexpr double kMore =
    1.04;  // and in that of the paper where the flood began: else it has only found the line's other edge
constexpr int kRing = kFar;  // mask pixels: across the line, onto the paper around it, where the flood begins

// The paper beside a point of the contour: the mean of the lightest pixels on one side, Lab.
std::array<double, 3> paperBeside(const MaskScene& scene, Vec2 point, Vec2 outward) {
  std::array<cv::Vec3b, kFar - kNear + 1> seen;
  int lightest = 0;
  for (int t = kNear; t <= kFar; ++t) {
    const Vec2 at = point + outward * t;
    const cv::Vec3b lab =
        scene.lab.at<cv::Vec3b>(static_cast<int>(std::lround(at.y)), static_cast<int>(std::lround(at.x)));
    seen[static_cast<std::size_t>(t - kNear)] = lab;
    lightest = std::max<int>(lightest, lab[0]);
  }
  std::array<double, 3> mean{};
  double count = 0;
  for (const cv::Vec3b& lab : seen) {
    if (lab[0] >= lightest - kAsLight) {
      ++count;
      for (std::size_t c = 0; c < mean.size(); ++c) {
        mean[c] += lab[static_cast<int>(c)];
      }
    }
  }
  for (double& v : mean) {
    v /= count;
  }
  return mean;
}

// Whether most of the contour has the same paper on both sides.
bool isOnItsOwnPaper(const MaskScene& scene, const PageMask& page) {
  const auto n = static_cast<std::ptrdiff_t>(page.contour.size());
  const auto pointAt = [&](std::ptrdiff_t i) {
    const cv::Point& p = page.contour[static_cast<std::size_t>((i + n) % n)];
    return Vec2{static_cast<double>(p.x), static_cast<double>(p.y)};
  };
  const cv::Rect2d inner(kFar + 1, kFar + 1, scene.lab.cols - 2 * (kFar + 1), scene.lab.rows - 2 * (kFar + 1));
  int told = 0;
  int same = 0;
  for (std::ptrdiff_t i = 0; n > 2 * kSpan && i < n; ++i) {
    const Vec2 along = pointAt(i + kSpan) - pointAt(i - kSpan);
    const Vec2 point = pointAt(i);
    if (norm(along) < 1 || !inner.contains(cv::Point2d(point.x, point.y))) {
      continue;
    }
    const Vec2 across = Vec2{along.y, -along.x} / norm(along);
    const std::array<double, 3> a = paperBeside(scene, point, across);
    const std::array<double, 3> b = paperBeside(scene, point, across * -1.0);
    ++told;
    same += std::abs(a[0] - b[0]) < kLight && std::hypot(a[1] - b[1], a[2] - b[2]) < kColor ? 1 : 0;
  }
  return told > kInView * static_cast<double>(n) && same > kSame * told;
}

}  // namespace

PageMask findPageAroundFrame(const MaskScene& scene, const PageMask& found, double text_angle) {
  if (found.empty() || !found.believable() || !isOnItsOwnPaper(scene, found)) {
    return {};
  }
  cv::Mat marker;
  cv::dilate(found.mask, marker, cv::getStructuringElement(cv::MORPH_ELLIPSE, {2 * kRing + 1, 2 * kRing + 1}));
  PageMask page = growPageMask(scene, marker, text_angle, std::nullopt);
  if (page.empty() || page.iou < kStraight || page.frame_fraction > kCutOff ||
      page.valid_fraction < kEnds * (1 - page.frame_fraction)) {
    return {};
  }
  const int area = cv::countNonZero(page.mask);
  const bool is_page = area > kMore * cv::countNonZero(marker) && area < kMost * cv::countNonZero(found.mask);
  return is_page ? std::move(page) : PageMask{};
}

}  // namespace platen::detect
