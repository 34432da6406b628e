#include "core/detect/form_pose.h"

#include "core/detect/raster.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <utility>

#include <opencv2/calib3d.hpp>
#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr double kPoseReach = 22;  // canvas_px: a bent sheet's points from its homography

Homography shift(Vec2 by) {
  Homography h;
  h.m = {1, 0, by.x, 0, 1, by.y, 0, 0, 1};
  return h;
}

Homography homographyOf(const cv::Mat& h) {
  Homography made;
  for (int k = 0; k < 9; ++k) {
    made.m[static_cast<std::size_t>(k)] = h.at<double>(k / 3, k % 3);
  }
  return made;
}

Vec2 extentOf(Size size) {
  return {static_cast<double>(size.width), static_cast<double>(size.height)};
}

// How unlike the form the photo is at the points of a level, 0 and up.
double unlikeness(const FormLevel& level) {
  const Image& image = level.photo.image;
  double sum = 0;
  for (const FormPoint& p : level.points) {
    const int x = std::clamp(static_cast<int>(p.canvas_px.x * level.photo.scale), 0, image.width() - 1);
    const int y = std::clamp(static_cast<int>(p.canvas_px.y * level.photo.scale), 0, image.height() - 1);
    const auto* pixel = image.rowAs<std::uint8_t>(y) + static_cast<std::ptrdiff_t>(4) * x;
    for (std::size_t c = 0; c < 4; ++c) {
      const float r = static_cast<float>(pixel[c]) * level.gains[c] - p.features[c];
      sum += std::sqrt(static_cast<double>(r * r) + 0.25) - 0.5;
    }
  }
  return sum;
}

// The homography by which the sheet's four corners lie on those of its outline, the best of the four turns.
std::optional<Homography> poseFromOutline(const Pyramid& photo,
                                          const KnownForm& form,
                                          const std::vector<PageCues>& pages,
                                          const std::optional<FormSheet>& sheet) {
  std::optional<Homography> best;
  double least = 0;
  const Box edges = sheet ? sheet->edges_px : Box{0, 0, form.frame.form_extent.x, form.frame.form_extent.y};
  const Vec2 m = form.frame.margin;
  const cv::Point2f corners[4] = {{static_cast<float>(edges.x0 + m.x), static_cast<float>(edges.y0 + m.y)},
                                  {static_cast<float>(edges.x1 + m.x), static_cast<float>(edges.y0 + m.y)},
                                  {static_cast<float>(edges.x1 + m.x), static_cast<float>(edges.y1 + m.y)},
                                  {static_cast<float>(edges.x0 + m.x), static_cast<float>(edges.y1 + m.y)}};
  for (const PageCues& page : pages) {
    if (!page.quad || page.quad_iou < 0.85) {
      continue;
    }
    for (std::size_t turn = 0; turn < 4; ++turn) {
      cv::Point2f seen[4];
      for (std::size_t k = 0; k < 4; ++k) {
        const Vec2 p = page.frame.sourceFromWork((*page.quad)[(k + turn) % 4]);
        seen[k] = {static_cast<float>(p.x), static_cast<float>(p.y)};
      }
      const cv::Mat h = cv::getPerspectiveTransform(corners, seen);
      FormFrame frame = form.frame;
      frame.source_from_canvas = homographyOf(h);
      const CanvasImage canvas = onCanvas(photo, frame);
      const double value = unlikeness(compareLevel(form.looks.front(), printFeatures(greyCanvas(canvas))));
      if (!best || value < least) {
        best = frame.source_from_canvas;
        least = value;
      }
    }
  }
  return best;
}

// By four pins and more; nothing where no camera would see a sheet so.
std::optional<Homography> poseFromPins(const std::vector<Pin>& pins, const FormFrame& frame) {
  if (pins.size() < kPlacedByPins) {
    return {};
  }
  std::vector<cv::Point2d> form;
  std::vector<cv::Point2d> photo;
  for (const Pin& pin : pins) {
    const Vec2 at = frame.canvasFromPage(pin.page_uv);
    form.emplace_back(at.x, at.y);
    photo.emplace_back(pin.point.x, pin.point.y);
  }
  const cv::Mat h = cv::findHomography(form, photo, 0);
  if (h.empty()) {
    return {};
  }
  const Homography pose = homographyOf(h);
  return isSeenByCamera(pose, frame.canvas_extent, extentOf(frame.source_size)) ? std::optional(pose) : std::nullopt;
}

// Whether most of the pins lie so far from where a pose has them that no bend of the sheet would explain it. What is
// recognised places the form better than a few pins in one corner of it.
bool contradicts(const Homography& source_from_canvas, const std::vector<Pin>& pins, const FormFrame& frame) {
  constexpr double kFarOff = 150;  // canvas_px
  const Homography canvas_from_source = inverse(source_from_canvas);
  const auto far = std::ranges::count_if(pins, [&](const Pin& pin) {
    return !(norm(canvas_from_source(pin.point) - frame.canvasFromPage(pin.page_uv)) < kFarOff);
  });
  return 2 * far > std::ssize(pins);
}

// Which of the pairs a pose explains.
void countInliers(FormPlace& place, const PairedPlaces& pairs) {
  const Homography canvas_from_source = inverse(place.source_from_canvas);
  for (std::size_t k = 0; k < pairs.form.size(); ++k) {
    place.inlier.push_back(norm(canvas_from_source(pairs.photo[k]) - pairs.form[k]) < kPoseReach);
  }
  place.inliers = static_cast<int>(std::count(place.inlier.begin(), place.inlier.end(), true));
}

}  // namespace

Homography scaling(double x, double y) {
  Homography h;
  h.m = {x, 0, 0, 0, y, 0, 0, 0, 1};
  return h;
}

CanvasImage onCanvas(const Pyramid& photo, const FormFrame& frame) {
  // Pixels of the photo for each of the canvas, in the middle of the form.
  const Vec2 middle = frame.margin + frame.form_extent * 0.5;
  const Vec2 p = frame.source_from_canvas(middle);
  const Vec2 dx = frame.source_from_canvas(middle + Vec2{1, 0}) - p;
  const Vec2 dy = frame.source_from_canvas(middle + Vec2{0, 1}) - p;
  const double density = std::sqrt(std::abs(cross(dx, dy)));
  const Level& level = photo.atLeast(std::min(1.0, 1 / std::max(density, 1e-6)));
  const Homography to_level = product(scaling(level.scale, level.scale), frame.source_from_canvas);
  // OpenCV has pixel centres at integers.
  const Homography index = product(shift({-0.5, -0.5}), product(to_level, shift({0.5, 0.5})));
  const cv::Mat m(3, 3, CV_64F, const_cast<double*>(index.m.data()));
  const cv::Size size{static_cast<int>(frame.canvas_extent.x), static_cast<int>(frame.canvas_extent.y)};
  const cv::Mat pixels = matView(level.image);
  CanvasImage canvas;
  cv::warpPerspective(pixels, canvas.colors, m, size, cv::INTER_LINEAR | cv::WARP_INVERSE_MAP, cv::BORDER_REPLICATE);
  cv::warpPerspective(cv::Mat(pixels.size(), CV_8U, cv::Scalar(255)), canvas.covered, m, size,
                      cv::INTER_NEAREST | cv::WARP_INVERSE_MAP, cv::BORDER_CONSTANT, cv::Scalar(0));
  return canvas;
}

std::optional<FormPlace> placeOf(const Pyramid& photo,
                                 const KnownForm& form,
                                 const PairedPlaces& pairs,
                                 const std::vector<PageCues>& pages,
                                 const std::optional<FormSheet>& sheet,
                                 FormSearch search,
                                 const std::vector<Pin>& pins) {
  FormFrame frame = form.frame;
  frame.source_size = photo.source_size;
  const std::optional<Homography> pinned = poseFromPins(pins, frame);
  std::optional<FormPose> recognised;
  if (search != FormSearch::pinsAlone) {
    recognised = findPose(pairs.form, pairs.photo, frame.canvas_extent, extentOf(frame.source_size), kPoseReach);
  }
  if (pinned && (!recognised || contradicts(recognised->photo_from_form, pins, frame))) {
    FormPlace place{FormPlace::By::pins, *pinned, {}, 0};
    countInliers(place, pairs);
    return place;
  }
  if (recognised) {
    return FormPlace{FormPlace::By::matches, recognised->photo_from_form, std::move(recognised->inlier),
                     recognised->inliers};
  }
  if (search == FormSearch::pinsAlone) {
    return {};
  }
  const std::optional<Homography> outline = poseFromOutline(photo, form, pages, sheet);
  return outline ? std::optional(FormPlace{FormPlace::By::outline, *outline, {}, 0}) : std::nullopt;
}

ToldOnCanvas toldOnCanvas(const PageGuide& told, const FormFrame& frame) {
  constexpr double kFarthest = 3;  // of the canvas' longer sides, from its middle
  const Homography canvas_from_source = inverse(frame.source_from_canvas);
  const auto& m = frame.source_from_canvas.m;
  const auto depthAt = [&m](Vec2 p) { return m[6] * p.x + m[7] * p.y + m[8]; };
  const Vec2 middle = frame.canvas_extent * 0.5;
  const double farthest = kFarthest * std::max(frame.canvas_extent.x, frame.canvas_extent.y);
  // What lies beyond the plane's horizon comes out behind the camera.
  const auto is_seen = [&](Vec2 p) { return norm(p - middle) < farthest && depthAt(p) * depthAt(middle) > 0; };
  ToldOnCanvas seen;
  for (const Pin& pin : told.pins) {
    if (const Vec2 at = canvas_from_source(pin.point); is_seen(at)) {
      seen.pins.push_back({at, pin.page_uv});
    }
  }
  for (const Stroke& stroke : told.strokes) {
    // In pieces, where a part of it is not seen: nobody drew the chord over that.
    const std::size_t before = seen.strokes.size();
    Stroke piece{{}, stroke.is_level};
    const auto endPiece = [&] {
      if (piece.points.size() > 1) {
        seen.strokes.push_back(piece);
      }
      piece.points.clear();
    };
    for (const Vec2 point : stroke.points) {
      if (const Vec2 at = canvas_from_source(point); is_seen(at)) {
        piece.points.push_back(at);
      } else {
        endPiece();
      }
    }
    endPiece();
    if (seen.strokes.size() == before && !stroke.points.empty()) {
      const Vec2 from = stroke.points.front();
      seen.notes.push_back("the line that begins at (" + std::to_string(std::lround(from.x)) + ", " +
                           std::to_string(std::lround(from.y)) +
                           ") of the photo lies nowhere near the form: it was left out");
    }
  }
  return seen;
}

}  // namespace platen::detect
