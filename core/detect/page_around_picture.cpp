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
constexpr double kPrint_h = 60;   // as much may be traced on a picture all the same that runs as print on it would
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

// On a desk nearly as white as the paper there is an edge all round it all the same: the path of most edge around the
// picture. Empty where there is none.
PageMask edgeAround(const MaskScene& scene, const cv::Mat& picture, double text_angle) {
  constexpr std::array<double, 3> kSizes{0.62, 0.8, 0.95};  // of the photo, of what the path begins at
  constexpr int kRounds = 3;                                // it begins again at what it found
  constexpr double kEdgeAllRound = 0.88;                    // of the path in the photo
  constexpr double kShown = 0.97;                           // of the path
  const EdgeField field(scene.lab);
  const double area = cv::countNonZero(picture);
  const Vec2 middle{0.5 * scene.lab.cols, 0.5 * scene.lab.rows};
  PageMask best;
  double most = 0;
  for (const double size : kSizes) {
    const Vec2 a = middle * size;
    const Vec2 b{a.x, -a.y};
    std::array<Vec2, 4> quad{middle - a, middle + b, middle + a, middle - b};
    for (int round = 0; round < kRounds; ++round) {
      const OutlinePath path = leastPath(field, quad, picture);
      PageMask page = path.is_closed ? maskInside(scene, path, text_angle) : PageMask{};
      if (page.empty() || !page.quad) {
        break;
      }
      quad = *page.quad;
      const EdgeShare share = edgeAlong(field, page.contour);
      const bool is_around =
          cv::countNonZero(picture & ~page.mask) == 0 && cv::countNonZero(page.mask) > kLarger * area;
      if (is_around && share.edge > std::max(kEdgeAllRound, most) && share.shown > kShown) {
        most = share.edge;
        best = std::move(page);
      }
    }
  }
  return best;
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
  const auto isPage = [&](const PageMask& page) {
    return !page.empty() && (page.isSheet() || page.standsOut()) &&
           cv::countNonZero(page.mask) > kLarger * cv::countNonZero(found.mask);
  };
  if (PageMask page = growPageMask(scene, marker, text_angle, std::nullopt); isPage(page)) {
    return page;
  }
  return edgeAround(scene, marker, text_angle);
}

}  // namespace platen::detect
