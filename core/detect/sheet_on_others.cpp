#include "core/detect/sheet_on_others.h"

#include "core/detect/cut_corners.h"
#include "core/detect/edge_field.h"
#include "core/detect/print_about.h"
#include "core/detect/print_outside.h"
#include "core/detect/sheet_outline.h"
#include "core/detect/sheet_rim.h"
#include "core/detect/text_lines.h"

#include <algorithm>
#include <utility>

#include <opencv2/core.hpp>

namespace platen::detect {
namespace {

constexpr double kAllPrint = 0.95;

// Nothing says that it is a sheet.
bool isDoubtful(const PageMask& page) {
  return !page.empty() && !page.isSheet() && !page.isClear() && !page.isAccountedFor() && !page.standsOut();
}

// A page that fills the photo, or one whose shape its print tells better than any edge.
bool mayFillThePhoto(const PageMask& page, const std::vector<TextSegment>& segments) {
  constexpr double kSomeContrast = 0.3;  // of the contour
  return !runsAslant(segments) && (page.valid_fraction < kSomeContrast || totalLength(segments) >= kFullPage);
}

// Whether enough of the path has an edge, for how straight it is and how much of it is in the photo.
bool hasEdge(const OutlineAround& around) {
  constexpr double kWhole = 0.93, kPart = 0.6;  // in the photo
  constexpr double kEdge = 0.83;
  constexpr double kStraight = 0.95, kEdgeOfStraight = 0.78;   // as good as a quadrilateral
  constexpr double kQuiteStraight = 0.92, kEdgeOfPart = 0.88;  // cut off by the photo: not bent as well
  const double iou = around.page.iou;
  if (around.shown > kWhole) {
    return around.edge >= (iou > kStraight ? kEdgeOfStraight : kEdge);
  }
  return around.shown > kPart && around.edge >= kEdgeOfPart && iou > kQuiteStraight;
}

double overlapOf(const cv::Mat& a, const cv::Mat& b) {
  const int both = cv::countNonZero(a & b);
  const int any = cv::countNonZero(a | b);
  return any > 0 ? static_cast<double>(both) / any : 0;
}

// A sheet that is seen so well that print need not run along it: what is read in pictures, or in a cloth all round it,
// runs as it likes.
bool isBeyondDoubt(const OutlineAround& around, const SheetRim& rim) {
  constexpr double kInPhoto = 0.97, kEdge = 0.92;
  return around.shown > kInPhoto && around.edge > kEdge && around.page.isClear() &&
         (rim.liesOnOthers() || rim.isLighterAllRound());
}

// A sheet that is seen so well that not even a page full of print says otherwise: nearly all of its outline is in the
// photo, as an edge, things of many kinds lie beyond it, and all print lies on it or the rim says that it is others'.
bool isSeenAllRound(const OutlineAround& around, const SheetRim& rim, double held) {
  constexpr double kInPhoto = 0.97, kEdge = 0.9;
  return around.shown > kInPhoto && around.edge > kEdge && around.page.isClear() && rim.isOnManyThings() &&
         (held > kAllPrint || rim.liesOnOthers());
}

// Paper on a dark desk that is cut off by the photo: all that is in view is an edge, and what was read beside it is the
// desk's grain or weave.
bool isOnDarkDesk(const OutlineAround& around, const SheetRim& rim, double held, const PrintAbout& print) {
  constexpr double kInPhoto = 0.6, kEdge = 0.9;
  return around.shown > kInPhoto && around.edge > kEdge && rim.isLighterAllRound() &&
         (held > kAllPrint || print.isOfOthers());
}

// The share of the print that lies on a sheet.
double shareHeld(const PageMask& sheet, double k, const std::vector<TextSegment>& segments) {
  double held = 0;
  for (const TextSegment& segment : segments) {
    held += segment.length * shareInside(segment, sheet, k);
  }
  return held / std::max(1e-9, totalLength(segments));
}

// Print on crumpled paper may run aslant, in part.
bool runsAlong(const PrintAbout& print) {
  constexpr double kAlongIt = 0.95;
  constexpr double kWord_h = 8;  // may run as it likes
  return print.on - print.along_on <= std::max(kWord_h, (1 - kAlongIt) * print.on);
}

}  // namespace

PageMask findSheetOnOthers(const MaskScene& scene, const PageMask& page, const std::vector<TextSegment>& segments) {
  constexpr double kTheSame = 0.95;      // overlap: no other sheet than it was
  constexpr double kMoreOfSheet = 0.07;  // quality
  constexpr double kMuchMore = 0.3;
  constexpr double kSomeAcross = 0.2;     // of the print: may be cut off, traced over the edge
  constexpr double kLeastContrast = 0.1;  // of the contour: a scan has none
  constexpr int kRounds = 3;
  const bool may_fill = mayFillThePhoto(page, segments);
  if (!isDoubtful(page) || (may_fill && page.valid_fraction < kLeastContrast)) {
    return {};
  }
  const EdgeField field(scene.lab);
  PageMask found = sheetAroundMiddle(scene, field, kRounds, [&](const OutlineAround& around) {
    const PageMask& sheet = around.page;
    const bool is_other = hasEdge(around) && sheet.believable() &&
                          sheet.quality > page.quality + (may_fill ? kMuchMore : kMoreOfSheet) &&
                          overlapOf(sheet.mask, page.mask) < kTheSame;
    if (!is_other) {
      return false;
    }
    const SheetRim rim = rimOf(scene, sheet);
    const PrintAbout print = printAbout(sheet, scene.k, segments);
    if (print.shareAcross() >= kSomeAcross) {
      return false;
    }
    if (!may_fill && isBeyondDoubt(around, rim)) {
      return true;
    }
    const double held = shareHeld(sheet, scene.k, segments);
    return runsAlong(print) && ((!may_fill && (rim.liesOnOthers() || isOnDarkDesk(around, rim, held, print))) ||
                                isSeenAllRound(around, rim, held));
  });
  return restoreCutCorners(scene, field, std::move(found));
}

std::vector<TextSegment> linesOn(const PageMask& sheet, std::vector<TextSegment> segments, double k) {
  std::erase_if(segments, [&](const TextSegment& segment) { return shareInside(segment, sheet, k) <= kInsideSheet; });
  return segments;
}

}  // namespace platen::detect
