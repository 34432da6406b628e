// The order of events: read the text, find the sheet, tell spreads from pages, then gather each page's evidence.
#include "core/detect/cues.h"

#include "core/detect/evidence_images.h"
#include "core/detect/page_mask.h"
#include "core/detect/page_sides.h"
#include "core/detect/raster.h"
#include "core/detect/reading.h"
#include "core/detect/rules.h"
#include "core/detect/spread.h"
#include "core/detect/text_lines.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <stdexcept>

#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr double kMaskLongSide = 480;
constexpr double kFrameTouch = 0.03;  // share of the contour along the photo's border that means "cut off"

void dropOutside(std::vector<TextSegment>& segments, const PageMask& page, double k) {
  if (page.empty() || (page.valid_fraction <= 0.5 && !page.isClear())) {
    return;
  }
  const auto outside = [&](const TextSegment& segment) {
    const Vec2 middle = indexFromWork(segment.points[segment.points.size() / 2], k);
    return sampleU8(page.mask, middle.x, middle.y) < 127;
  };
  const auto count = std::count_if(segments.begin(), segments.end(), outside);
  if (page.isClear() || page.standsOut() || static_cast<double>(count) < 0.6 * static_cast<double>(segments.size())) {
    std::erase_if(segments, outside);
  }
}

void describeOutline(PageCues& cues, const PageMask& page, double k) {
  if (page.empty()) {
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

PageCues gather(const Reading& reading,
                const MaskScene& scene,
                const cv::Mat& smooth_grey,
                PageMask page,
                const std::stop_token& stop) {
  if (!page.believable()) {
    page = {};
  }
  PageCues cues;
  cues.frame = reading.frame;
  cues.char_height = reading.h;
  cues.segments = reading.segments;
  dropOutside(cues.segments, page, scene.k);
  cues.text_angle = meanDirection(cues.segments).value_or(reading.theta);
  cues.has_text = hasText(cues.segments, reading.contrast);
  cues.sides = refineSides(page.sides, smooth_grey, scene.k);
  describeOutline(cues, page, scene.k);
  if (stop.stop_requested()) {
    return cues;
  }
  cues.rules = findRules(reading.grey, reading.levels.paper, reading.text, reading.h, page.mask, scene.k);
  if (stop.stop_requested()) {
    return cues;
  }
  cues.direction = directionImage(reading.stripes, reading.h, page.mask, scene.k);
  cues.ink = inkImage(reading.levels.ink, page.mask, scene.k);
  return cues;
}

// The gutter as a side of a page: the mask's own side where it runs along the gutter, else the straight line itself.
void addGutterSide(PageCues& cues, const Gutter& gutter, SideKind kind) {
  const auto side =
      std::find_if(cues.sides.begin(), cues.sides.end(), [&](const PageSide& s) { return s.kind == kind; });
  const Vec2 d = (gutter.bottom - gutter.top) / norm(gutter.bottom - gutter.top);
  if (side != cues.sides.end()) {
    double off = 0;
    for (const Vec2& p : side->points) {
      off += std::abs(cross(d, p - gutter.top)) / static_cast<double>(side->points.size());
    }
    // In a dark valley the steepest place is the valley's flank, not the spine.
    const double reach = gutter.valley > 0.1 ? 1.2 : 5;
    if (off < reach * cues.char_height) {
      side->is_gutter = true;
      return;
    }
    cues.sides.erase(side);
  }
  // As far as the page's text reaches.
  double from = 1e30;
  double to = -1e30;
  for (const TextSegment& segment : cues.segments) {
    for (const Vec2& p : segment.points) {
      const double along = dot(d, p - gutter.top);
      from = std::min(from, along);
      to = std::max(to, along);
    }
  }
  if (to <= from) {
    return;
  }
  PageSide straight;
  straight.kind = kind;
  straight.is_gutter = true;
  straight.valid_fraction = 0.5;
  constexpr int kPoints = 24;
  for (int k = 0; k < kPoints; ++k) {
    straight.points.push_back(gutter.top + d * (from + (to - from) * k / (kPoints - 1)));
  }
  cues.sides.push_back(std::move(straight));
}

constexpr double kFacingPageShare = 0.3;  // of the other page's text: less is only a glimpse of the facing page
constexpr double kAlikeContrast = 0.6;    // of the other page's: print of one book is equally dark on both pages

// One side of a gutter, read again without the other.
struct Half {
  HalfPlane beyond;
  SideKind inner;
  Reading reading;
};

std::vector<Half> split(const Reading& reading, const Gutter& gutter, const std::stop_token& stop) {
  std::vector<Half> halves{{gutter.beyondLeftPage(), SideKind::right, {}},
                           {gutter.beyondRightPage(), SideKind::left, {}}};
  for (Half& half : halves) {
    half.reading = readingWithout(reading, half.beyond, stop);
  }
  return halves;
}

// A gutter parts print from print, or print from a glimpse of the facing page. Where one side holds much that looks
// like lines but isn't print (carpet, wood, cloth beside a sheet), what was found is not a gutter.
bool isSpread(const std::vector<Half>& halves) {
  if (halves.empty()) {
    return false;
  }
  const double left = totalLength(halves[0].reading.segments);
  const double right = totalLength(halves[1].reading.segments);
  if (std::min(left, right) < kFacingPageShare * std::max(left, right)) {
    return true;
  }
  const auto printed = [](const Half& half) { return hasText(half.reading.segments, half.reading.contrast); };
  const double a = medianStrength(halves[0].reading.segments);
  const double b = medianStrength(halves[1].reading.segments);
  return printed(halves[0]) && printed(halves[1]) && std::min(a, b) > kAlikeContrast * std::max(a, b);
}

}  // namespace

std::vector<PageCues> findCues(const Pyramid& photo, const FitOptions& options, const std::stop_token& stop) {
  if (photo.levels.empty()) {
    throw std::invalid_argument("findCues: the pyramid has no level");
  }
  // OpenCV's setting is one for the process; its results don't depend on it.
  cv::setNumThreads(options.threads > 0 ? options.threads : -1);
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
  const double photo_k = photoScale(reading.h);
  const EvidenceImage look = photoImage(pixelsInFrame(open.colors, open.level_scale, reading.frame, photo_k), photo_k);
  const std::optional<Gutter> gutter = findGutter(reading, page);
  std::vector<Half> halves;
  if (gutter) {
    halves = split(reading, *gutter, stop);
  }
  if (!isSpread(halves)) {
    pages[0] = gather(reading, scene, smooth_grey, std::move(page), stop);
    pages[0].photo = look;
    return pages;
  }
  double most = 0;
  for (const Half& half : halves) {
    most = std::max(most, totalLength(half.reading.segments));
  }
  pages.clear();
  bool glimpse = false;
  for (const Half& half : halves) {
    if (stop.stop_requested() && !pages.empty()) {
      break;
    }
    if (totalLength(half.reading.segments) < kFacingPageShare * most) {
      glimpse = true;
      continue;
    }
    PageMask mask = findPageMask(scene, half.reading.segments, half.reading.h, half.reading.theta, half.beyond);
    PageCues cues = gather(half.reading, scene, smooth_grey, std::move(mask), stop);
    cues.photo = look;
    addGutterSide(cues, *gutter, half.inner);
    cues.index = static_cast<int>(pages.size()) + 1;
    pages.push_back(std::move(cues));
  }
  if (glimpse) {
    pages[0].notes.emplace_back("part of a facing page is in view and was left out");
  }
  return pages;
}

}  // namespace platen::detect
