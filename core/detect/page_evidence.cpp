#include "core/detect/page_evidence.h"

#include "core/detect/character_ends.h"
#include "core/detect/evidence_images.h"
#include "core/detect/page_sides.h"
#include "core/detect/print_about.h"
#include "core/detect/print_outside.h"
#include "core/detect/raster.h"
#include "core/detect/row_period.h"
#include "core/detect/rule_trace.h"
#include "core/detect/rules.h"
#include "core/detect/sheet_outline.h"
#include "core/detect/text_lines.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr double kAllRound = 0.97;    // share of the contour along the photo's border: no edge but that
constexpr double kFrameTouch = 0.03;  // share of the contour along the photo's border that means "cut off"

void dropOutside(std::vector<TextSegment>& segments, const PageMask& page, double k) {
  if (page.empty() || (page.valid_fraction <= 0.5 && !page.isClear())) {
    return;
  }
  const auto outside = [&](const TextSegment& segment) { return !isOn(page, segment, k); };
  const auto count = std::count_if(segments.begin(), segments.end(), outside);
  const bool is_bounded = page.isAccountedFor() && lossByPrintOutside(page, k, clearPrint(segments)) == 0;
  if (page.isClear() || page.standsOut() || is_bounded || printIsInside(page, k, segments) ||
      static_cast<double>(count) < 0.6 * static_cast<double>(segments.size())) {
    std::erase_if(segments, outside);
  }
}

// u8, 255 where there is no print, nor any beside it.
cv::Mat blankPaper(const cv::Mat& ink) {
  constexpr int kFaintest = 18;  // ink
  cv::Mat blank = ink < kFaintest;
  cv::erode(blank, blank, cv::getStructuringElement(cv::MORPH_RECT, {5, 5}));
  return blank;
}

// Of the upper and lower side together, as they are seen.
double levelOf(const Corners& corner) {
  return directionOf(corner[1] - corner[0] + (corner[2] - corner[3]));
}

}  // namespace

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

double textAngle(const std::vector<TextSegment>& segments, const PageMask& page, double theta) {
  const double level = page.quad ? levelOf(*page.quad) : theta;
  return meanDirection(segments).value_or(std::abs(level) <= kMostTilt ? level : theta);
}

PageCues gather(const Reading& reading,
                const MaskScene& scene,
                const cv::Mat& smooth_grey,
                PageMask page,
                Leaf leaf,
                const std::stop_token& stop) {
  PageCues cues;
  cues.fills_photo = leaf == Leaf::loose && page.frame_fraction > kAllRound;
  if (!page.believable() || cutsOffPrint(page, scene.k, reading.segments)) {
    page = {};
  }
  cues.frame = reading.frame;
  cues.char_height = reading.h;
  cues.light_print = reading.light_print;
  cues.segments = reading.segments;
  dropOutside(cues.segments, page, scene.k);
  cues.sides = refineSides(page.seen_sides, smooth_grey, scene.k, leaf == Leaf::loose);
  if (leaf == Leaf::loose && page.isSheet()) {
    dropAcrossSides(cues.segments, cues.sides, reading.h);
  }
  dropLabels(cues.segments, reading.contrast);
  cues.text_angle = textAngle(cues.segments, page, reading.theta);
  cues.has_text = hasText(cues.segments, reading.contrast);
  describeOutline(cues, page, scene.k);
  if (stop.stop_requested()) {
    return cues;
  }
  // Without text the character height is a guess, and lines shorter than it makes them count too. Then rules are what
  // the shape is found from; beside text, pieces tell enough, and a chain may follow what is drawn in a figure.
  const double rule_h = cues.has_text ? reading.h : heightWithoutText(reading);
  cues.rules = findRules(reading.grey, reading.levels.paper, reading.text, rule_h, page.mask, scene.k, !cues.has_text);
  if (stop.stop_requested()) {
    return cues;
  }
  cues.direction = directionImage(reading.stripes, reading.h, page.mask, scene.k);
  cues.row_period = rowPeriodImage(reading.stripes, cues.direction, reading.h, stop);
  // Loose sheets, of which three sides and more are in view, are creased; they are unbent by rules that run over
  // creases, by how large their print is seen and by how bright their paper is.
  constexpr std::size_t kSidesOfSheets = 3;
  if (cues.sides.size() >= kSidesOfSheets) {
    cues.characters = characterEnds(reading.levels.ink, reading.text, cues.direction, reading.h);
    cues.followed_rules =
        followRules(reading.grey, reading.text, cues.rules, rule_h, cues.text_angle, page.mask, scene.k, stop);
    if (!reading.light_print) {
      cues.shading = shadingImage(reading.grey, blankPaper(reading.levels.ink), page.mask, scene.k);
    }
  }
  cues.ink = inkImage(reading.levels.ink, page.mask, scene.k);
  return cues;
}

}  // namespace platen::detect
