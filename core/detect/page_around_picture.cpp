#include "core/detect/page_around_picture.h"

#include "core/detect/edge_field.h"
#include "core/detect/outline_path.h"
#include "core/detect/print_about.h"
#include "core/detect/print_outside.h"
#include "core/detect/sheet_on_others.h"
#include "core/detect/sheet_outline.h"
#include "core/detect/sheet_rim.h"
#include "core/detect/text_lines.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>

#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr double kInk = 0.2;      // of a line's contrast: print has more (reading.h), shapes in a picture mostly less;
constexpr double kPrint_h = 80;   // as much may be traced on a picture all the same that runs as print on it would
constexpr double kInView = 0.03;  // of the contour along the photo's border, at most
constexpr double kLarger = 1.15;  // the page's area, in the picture's
constexpr double kText_h = 110;   // as much is text, not what may be traced on a picture
constexpr int kRing = 8;          // mask pixels of the paper around the picture, where the flood begins

// Whether the paper around a picture is all that the photo's border shows, but for a seventh: a spine's shadow, a
// corner.
bool paperFillsThePhoto(const MaskScene& scene, const Tones& paper) {
  constexpr double kLight = 30;  // of 255
  constexpr double kMost = 0.85;
  constexpr int kBorder = 3;  // mask pixels from the photo's end
  int all = 0;
  int alike = 0;
  const cv::Mat& lab = scene.lab;
  for (int j = 0; j < lab.rows; ++j) {
    for (int i = 0; i < lab.cols; ++i) {
      if (std::min({i, j, lab.cols - 1 - i, lab.rows - 1 - j}) == kBorder) {
        const double light = lab.at<cv::Vec3b>(j, i)[0];
        ++all;
        alike += light > paper.dark - kLight && light < paper.light + kLight ? 1 : 0;
      }
    }
  }
  return alike > kMost * all;
}

// A scan's picture lies as its page does.
bool isStraight(const std::array<Vec2, 4>& quad) {
  constexpr double kAslant = 0.07;  // radians
  for (std::size_t c = 0; c < quad.size(); ++c) {
    const Vec2 side = quad[(c + 1) % 4] - quad[c];
    if (std::min(std::abs(side.x), std::abs(side.y)) > kAslant * norm(side)) {
      return false;
    }
  }
  return true;
}

// A page that runs out of the photo, as far as the flood tells: bent or folded, and a finger may lie over its edge.
bool endsWhereThePhotoDoes(const PageMask& page) {
  constexpr double kQuad = 0.85;      // IoU with its quadrilateral
  constexpr double kContrast = 0.85;  // of the contour in the photo
  return page.iou > kQuad && page.valid_fraction > kContrast * (1 - page.frame_fraction);
}

// Where a flood begins that is to go on beyond a side, and to end at the others: well inside of these, and on the paper
// around the middle of that one.
cv::Mat withPaperBeyond(const PageMask& found, const RoughSide& side) {
  cv::Mat marker;
  cv::erode(found.mask, marker, cv::getStructuringElement(cv::MORPH_ELLIPSE, {2 * kRing + 1, 2 * kRing + 1}));
  const std::size_t end = side.points.size() / 5;
  for (std::size_t k = end; k + end < side.points.size(); ++k) {
    cv::circle(marker, side.points[k], kRing, cv::Scalar(255), cv::FILLED);
  }
  return marker;
}

// On a desk nearly as white as the paper there is an edge all round it all the same: the path around the picture that
// has one. Empty where there is none.
PageMask edgeAround(const MaskScene& scene, const cv::Mat& picture, double text_angle) {
  constexpr double kEdgeAllRound = 0.88;  // of the path in the photo
  constexpr double kShown = 0.97;         // of the path
  const EdgeField field(scene.lab);
  const double area = cv::countNonZero(picture);
  const MiddleSearch search{.rounds = 3, .sizes = {0.62, 0.8, 0.95}, .holds = picture, .text_angle = text_angle};
  return sheetAroundMiddle(scene, field, search, [&](const OutlineAround& around) {
    return around.edge > kEdgeAllRound && around.shown > kShown && cv::countNonZero(picture & ~around.page.mask) == 0 &&
           cv::countNonZero(around.page.mask) > kLarger * area;
  });
}

}  // namespace

bool isPictureWithCaption(const MaskScene& scene, const PageMask& found, const std::vector<TextSegment>& segments) {
  constexpr std::size_t kMostLines = 4;
  if (found.empty() || !found.quad || found.frame_fraction > kInView || !isStraight(*found.quad)) {
    return false;
  }
  const SheetRim rim = rimOf(scene, found);
  if (!rim.isOnPaper() || !paperFillsThePhoto(scene, rim.beyond) ||
      totalLength(linesOn(found, segments, scene.k)) > kText_h) {
    return false;
  }
  std::size_t captions = 0;
  for (const TextSegment& segment : segments) {
    if (isOn(found, segment, scene.k)) {
      continue;
    }
    if (!isHeadOrFootOf(*found.quad, segment, scene.k)) {
      return false;
    }
    ++captions;
  }
  return captions > 0 && captions <= kMostLines;
}

PageMask findPageAroundPicture(const MaskScene& scene,
                               const PageMask& found,
                               const std::vector<TextSegment>& segments,
                               double text_angle) {
  if (found.empty() || !found.quad || found.frame_fraction > kInView || !rimOf(scene, found).isOnPaper()) {
    return {};
  }
  std::vector<TextSegment> dark = segments;
  std::erase_if(dark, [](const TextSegment& line) { return line.strength < kInk; });
  if (printAbout(found, scene.k, dark).along_on > kPrint_h) {
    return {};
  }
  cv::Mat marker;
  cv::dilate(found.mask, marker, cv::getStructuringElement(cv::MORPH_ELLIPSE, {2 * kRing + 1, 2 * kRing + 1}));
  const auto isLarger = [&](const PageMask& page) {
    return !page.empty() && cv::countNonZero(page.mask) > kLarger * cv::countNonZero(found.mask);
  };
  if (PageMask page = growPageMask(scene, marker, text_angle, std::nullopt);
      isLarger(page) && (page.isSheet() || page.standsOut())) {
    return page;
  }
  if (PageMask page = growPageCutOff(scene, marker, text_angle); isLarger(page) && endsWhereThePhotoDoes(page)) {
    return page;
  }
  return edgeAround(scene, marker, text_angle);
}

PageMask findPageBeyondPicture(const MaskScene& scene, const PageMask& found, double text_angle) {
  constexpr double kMore = 1.04, kMost = 1.6;  // the page's area, in what was found
  constexpr double kEdge = 0.8;                // of its outline in the photo,
  constexpr double kAsMuch = 0.02;             // and no less by more than that than what was found has
  if (found.empty() || !found.quad) {
    return {};
  }
  const double area = cv::countNonZero(found.mask);
  for (const RoughSide& side : found.sides) {
    if (!rimAlong(scene, found, side).isPictureOnPaper()) {
      continue;
    }
    const EdgeField field(scene.lab);
    const double least = std::max(kEdge, edgeAlong(field, found.contour).edge - kAsMuch);
    const auto isPage = [&](const PageMask& page) {
      const double larger = page.empty() ? 0 : cv::countNonZero(page.mask) / area;
      return larger > kMore && larger < kMost && edgeAlong(field, page.contour).edge > least;
    };
    const cv::Mat marker = withPaperBeyond(found, side);
    if (PageMask page = growPageMask(scene, marker, text_angle, std::nullopt); isPage(page)) {
      return page;
    }
    if (PageMask page = growPageCutOff(scene, marker, text_angle); isPage(page)) {
      return page;
    }
  }
  return {};
}

}  // namespace platen::detect
