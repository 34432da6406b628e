// The order of events: read the text, find the sheet, tell spreads from pages, then gather each page's evidence.
#include "core/detect/cues.h"

#include "core/detect/evidence_images.h"
#include "core/detect/page_mask.h"
#include "core/detect/page_sides.h"
#include "core/detect/raster.h"
#include "core/detect/reading.h"
#include "core/detect/rules.h"
#include "core/detect/text_lines.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr double kMaskLongSide = 480;
constexpr double kFrameTouch = 0.03;  // share of the contour along the photo's border that means "cut off"

void dropOutside(std::vector<TextSegment>& segments, const PageMask& page, double k) {
  if (page.empty() || page.valid_fraction <= 0.5) {
    return;
  }
  const auto outside = [&](const TextSegment& segment) {
    const Vec2 middle = indexFromWork(segment.points[segment.points.size() / 2], k);
    return sampleU8(page.mask, middle.x, middle.y) < 127;
  };
  const auto count = std::count_if(segments.begin(), segments.end(), outside);
  if (static_cast<double>(count) < 0.6 * static_cast<double>(segments.size())) {
    std::erase_if(segments, outside);
  }
}

void describeOutline(PageCues& cues, const PageMask& page, double k) {
  if (page.empty()) {
    cues.notes.emplace_back("no outline of a sheet was found");
    return;
  }
  for (const cv::Point& p : page.contour) {
    cues.outline.push_back(workFromIndex({static_cast<double>(p.x), static_cast<double>(p.y)}, k));
  }
  if (page.quad) {
    cues.quad.emplace();
    for (std::size_t c = 0; c < 4; ++c) {
      (*cues.quad)[c] = workFromIndex((*page.quad)[c], k);
    }
  }
  cues.quad_iou = page.iou;
  cues.outline_valid = page.valid_fraction;
  cues.is_sheet = page.isSheet();
  cues.outline_touches_frame = page.frame_fraction > kFrameTouch;
}

PageCues gather(const Reading& reading, const MaskScene& scene, const cv::Mat& smooth_grey, PageMask page) {
  PageCues cues;
  cues.frame = reading.frame;
  cues.char_height = reading.h;
  cues.text_angle = reading.theta;
  cues.segments = reading.segments;
  dropOutside(cues.segments, page, scene.k);
  cues.has_text = hasText(cues.segments, reading.contrast);
  cues.sides = refineSides(page.sides, smooth_grey, scene.k);
  describeOutline(cues, page, scene.k);
  cues.rules = findRules(reading.grey, reading.h, page.mask, scene.k);
  cues.direction = directionImage(reading.stripes, reading.h);
  cues.ink = inkImage(reading.levels.ink, page.mask, scene.k);
  if (!cues.has_text) {
    cues.notes.emplace_back("too little text was found to follow its lines");
  }
  return cues;
}

}  // namespace

std::vector<PageCues> findCues(const Pyramid& photo, const FitOptions& options, std::stop_token stop) {
  if (photo.levels.empty()) {
    throw std::invalid_argument("findCues: the pyramid has no level");
  }
  const OpenPhoto open = openPhoto(photo);
  const Reading reading = bestReading(open, options, stop);
  std::vector<PageCues> pages(1);
  pages[0].frame = reading.frame;
  if (stop.stop_requested() || std::min(reading.grey.cols, reading.grey.rows) < 16) {
    return pages;
  }
  const double k = std::min(1.0, kMaskLongSide / std::max(reading.grey.cols, reading.grey.rows));
  const MaskScene scene =
      prepareMaskScene(pixelsInFrame(open.colors, open.level_scale, reading.frame, k), k, reading.h);
  cv::Mat smooth_grey;
  cv::GaussianBlur(reading.grey, smooth_grey, {}, 1.2);
  PageMask page = findPageMask(scene, reading.segments, reading.h, reading.theta, std::nullopt);
  if (stop.stop_requested()) {
    return pages;
  }
  pages[0] = gather(reading, scene, smooth_grey, std::move(page));
  return pages;
}

}  // namespace platen::detect
