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
constexpr double kInView = 0.97;       // of an outline
constexpr double kEdgeAllRound = 0.9;  // of what is in view of it

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
bool isBeyondDoubt(const OutlineAround& around, const SheetRim& rim, const PrintAbout& print) {
  constexpr double kEdge = 0.92, kEdgeOfPart = 0.95;
  constexpr double kAsMuch = 0.5;  // of what light varies inside, which it does on a curl, but more in a picture
  if (rim.isLighterAllRound() && print.isPaleBeside() && around.edge > kEdgeOfPart) {
    return true;  // on a dark desk
  }
  const bool on_many = rim.variesBeyond() && rim.beyond.spread() > kAsMuch * rim.inside.spread();
  return around.shown > kInView && around.edge > kEdge && around.page.isClear() &&
         (rim.liesOnOthers() || ((on_many || rim.isLighterAllRound()) && print.isPaleBeside()));
}

// One that not even a page full of print speaks against: it is seen all round, light varies beyond it, and all print
// lies on it, or what lies beside it does not all run along it, and the rim is that of a sheet on others.
bool isSeenAllRound(const OutlineAround& around, const SheetRim& rim, const PrintAbout& print) {
  constexpr double kSome = 0.5;  // of the print beside it
  return around.shown > kInView && around.edge > kEdgeAllRound && around.page.isClear() && rim.variesBeyond() &&
         (print.shareOn() > kAllPrint || (rim.liesOnOthers() && print.along_beside < kSome * print.beside));
}

// Paper on a dark desk, of which the photo may cut off a part: all that is in view is an edge, and what was read beside
// it is the desk's grain or weave, or of others.
bool isOnDarkDesk(const OutlineAround& around, const SheetRim& rim, const PrintAbout& print) {
  return around.edge > kEdgeAllRound && rim.isLighterAllRound() &&
         (print.shareOn() > kAllPrint || print.isPaleBeside() || print.isOfOthers());
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
  constexpr double kBest = 1.5;           // a mask's quality at most
  constexpr double kSomeAcross = 0.2;     // of the print: may be cut off, traced over the edge
  constexpr double kLeastContrast = 0.1;  // of the contour: a scan has none
  constexpr int kRounds = 3;
  const bool in_pattern = rimOf(scene, page).isInPattern();
  const bool is_doubtful = isDoubtful(page);
  if (!is_doubtful && !in_pattern) {
    return {};
  }
  const bool may_fill = mayFillThePhoto(page, segments);
  const double quality = in_pattern ? 0 : page.quality;
  if (may_fill && (page.valid_fraction < kLeastContrast || quality > kBest - kMuchMore)) {
    return {};
  }
  const EdgeField field(scene.lab);
  PageMask found = sheetAroundMiddle(scene, field, {.rounds = kRounds}, [&](const OutlineAround& around) {
    const PageMask& sheet = around.page;
    const bool is_other = hasEdge(around) && sheet.believable() &&
                          sheet.quality > quality + (may_fill ? kMuchMore : kMoreOfSheet) &&
                          (in_pattern || overlapOf(sheet.mask, page.mask) < kTheSame);
    if (!is_other) {
      return false;
    }
    const SheetRim rim = rimOf(scene, sheet);
    if (rim.isInPattern()) {
      return false;
    }
    const PrintAbout print = printAbout(sheet, scene.k, segments);
    // Of a cover that is a picture from edge to edge, on tiles, no panel is the sheet.
    const bool loses_print = !is_doubtful && print.shareOn() < kAllPrint && !print.isPaleBeside();
    if (print.shareAcross() >= kSomeAcross || loses_print) {
      return false;
    }
    if (!may_fill && isBeyondDoubt(around, rim, print)) {
      return true;
    }
    const bool on_others = !may_fill && (rim.liesOnOthers() || isOnDarkDesk(around, rim, print));
    return runsAlong(print) && (on_others || isSeenAllRound(around, rim, print));
  });
  return restoreCutCorners(scene, field, std::move(found));
}

std::vector<TextSegment> linesOn(const PageMask& sheet, std::vector<TextSegment> segments, double k) {
  std::erase_if(segments, [&](const TextSegment& segment) { return shareInside(segment, sheet, k) <= kInsideSheet; });
  return segments;
}

}  // namespace platen::detect
