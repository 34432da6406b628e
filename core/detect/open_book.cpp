#include "core/detect/open_book.h"

#include "core/detect/light_valley.h"
#include "core/detect/mask_contour.h"
#include "core/detect/outline_notch.h"
#include "core/detect/raster.h"
#include "core/detect/text_lines.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr std::size_t kLeastSegments = 6;
constexpr double kLeastRows_h = 8;
constexpr double kFacingPageShare = 0.3;  // of the other page's text: less is no print to compare
constexpr double kAlikeContrast = 0.6;    // of the other page's: print of one book is equally dark on both pages
constexpr double kPaleLines = 0.3;        // of the other page's contrast: staves, or the shapes of a photograph
constexpr double kGlimpse = 0.55;         // of the other page's width: less of a page that the photo cuts is a glimpse
constexpr double kLeastGlimpse = 0.15;    // of it, where nothing but the outline tells of a gutter
constexpr double kLeaves = 0.15;          // of a page's width, those below it stand out at most
constexpr double kLeastQuality = 1;       // of the masks of both pages there
constexpr double kWholePage = 0.6;        // of the other page's width, for a page that the photo shows to its edge
constexpr double kDeepValley = 0.15;      // of light: no crease is as dark
constexpr double kMeet = 0.08;            // of their height: how well two pages meet at their ends of the gutter
constexpr double kPaperColor = 10;        // Lab, of 255

// Is the paper (or what else lies there) on both sides of the gutter of one colour?
bool sameColor(const MaskScene& scene, const GutterCurve& gutter, const Rows& rows, double off) {
  std::array<std::vector<double>, 2> difference;
  const double step = 2 / scene.k;
  const int count = static_cast<int>((rows.to - rows.from) / step);
  for (int k = 0; k <= count; ++k) {
    const double y = rows.from + k * step;
    const int j = static_cast<int>(y * scene.k);
    const int l = static_cast<int>((gutter.x(y) - off) * scene.k);
    const int r = static_cast<int>((gutter.x(y) + off) * scene.k);
    if (j < 0 || j >= scene.lab.rows || l < 0 || r >= scene.lab.cols) {
      continue;
    }
    const cv::Vec3b left = scene.lab.at<cv::Vec3b>(j, l);
    const cv::Vec3b right = scene.lab.at<cv::Vec3b>(j, r);
    difference[0].push_back(std::abs(left[1] - right[1]));
    difference[1].push_back(std::abs(left[2] - right[2]));
  }
  return !difference[0].empty() && std::hypot(quantile(difference[0], 0.5), quantile(difference[1], 0.5)) < kPaperColor;
}

// A gutter parts print from print, or print from a glimpse of the facing page. Where one side holds much that looks
// like lines but isn't print (carpet, wood, cloth beside a sheet), what was found is not a gutter.
bool partsPrint(const std::array<BookHalf, 2>& halves,
                const std::array<std::vector<TextSegment>, 2>& print,
                bool is_one_sheet) {
  const double left = totalLength(print[0]);
  const double right = totalLength(print[1]);
  if (std::min(left, right) < kFacingPageShare * std::max(left, right)) {
    return true;
  }
  const double a = medianStrength(print[0]);
  const double b = medianStrength(print[1]);
  const bool printed = hasText(print[0], halves[0].reading.contrast) && hasText(print[1], halves[1].reading.contrast);
  if (is_one_sheet && (!printed || std::min(a, b) < kPaleLines * std::max(a, b))) {
    return true;
  }
  return printed && std::min(a, b) > kAlikeContrast * std::max(a, b);
}

// Without text on both sides a gutter must part two pages: both are there beside it, of one colour, and their upper and
// lower edges meet at it.
bool partsPages(
    const std::array<BookHalf, 2>& halves, const MaskScene& scene, const Rows& rows, double h, bool is_one_sheet) {
  const double off = kBesideGutter_h * h;
  const std::optional<Rows> left = endsBeside(halves[0], scene, off);
  const std::optional<Rows> right = endsBeside(halves[1], scene, off);
  if (!left || !right || (!is_one_sheet && (!halves[0].mask.believable() || !halves[1].mask.believable()))) {
    return false;
  }
  const double most = kMeet * std::max(left->height(), right->height());
  return std::abs(left->from - right->from) < most && std::abs(left->to - right->to) < most &&
         std::min(left->height(), right->height()) > 0.9 * rows.height() &&
         sameColor(scene, halves[0].facing.gutter, rows, off);
}

// Which halves are pages of their own.
void chooseHalves(std::array<BookHalf, 2>& halves, const std::array<double, 2>& printed) {
  for (std::size_t k = 0; k < 2; ++k) {
    BookHalf& half = halves[k];
    const BookHalf& other = halves[1 - k];
    const double text = printed[k] / std::max(printed[1 - k], 1.0);
    if (half.width > 0 && other.width > 0) {
      half.is_page = half.width > (half.cut_by_frame ? kGlimpse : kWholePage) * other.width ||
                     (text > 1 && !other.mask.believable());
    } else {
      half.is_page = text >= kFacingPageShare;
    }
  }
}

// Print on one side alone, on a page that reaches the gutter, and paper of its colour beyond: the other half is then no
// page of its own.
bool isOnePageBesideGutter(OpenBook& book, const MaskScene& scene, const Rows& rows, double h) {
  const auto printed = [](const BookHalf& half) { return hasText(half.reading.segments, half.reading.contrast); };
  if (printed(book.halves[0]) == printed(book.halves[1])) {
    return false;
  }
  const std::size_t page = printed(book.halves[0]) ? 0 : 1;
  book.halves[page].is_page = true;
  book.halves[1 - page].is_page = false;
  const std::optional<Rows> ends = endsBeside(book.halves[page], scene, kBesideGutter_h * h);
  return ends && book.halves[page].mask.believable() && ends->height() > 0.9 * rows.height() &&
         sameColor(scene, book.gutter.curve, rows, kBesideGutter_h * h);
}

// A page beside a gutter goes on into the facing one, and that out of the photo; what ends within the photo, but for a
// corner, and is not wide is a sheet that curls, in its own shadow.
bool isWithinPhoto(const PageMask& page) {
  constexpr double kCut = 0.1;  // share of the contour along the photo's border
  return page.believable() && page.frame_fraction < kCut;
}

// A leaf is as wide as the other one, unless the photo cuts it: a strip that ends before is a part of a folded sheet,
// or what lies in the shadow beside a loose one.
bool isOnlyAStrip(const BookHalf& half, const BookHalf& other) {
  return !half.is_page && !half.cut_by_frame && half.width > 0 && half.width < kGlimpse * other.width;
}

// The rows in which both pages lie beside the gutter.
Rows sharedRows(const std::array<BookHalf, 2>& halves, const MaskScene& scene, const Rows& text, double h) {
  const std::optional<Rows> left = endsBeside(halves[0], scene, kBesideGutter_h * h);
  const std::optional<Rows> right = endsBeside(halves[1], scene, kBesideGutter_h * h);
  if (!left || !right) {
    return text;
  }
  return {std::max(left->from, right->from) + 2 * h, std::min(left->to, right->to) - 2 * h};
}

class BookSearch {
 public:
  BookSearch(
      const Reading& reading, const MaskScene& scene, const PageMask& page, bool asked, const std::stop_token& stop)
      : reading_(reading),
        scene_(scene),
        page_(page),
        asked_(asked),
        stop_(stop),
        is_sheet_(isFreeSheet(reading, page)),
        is_wide_(isLandscape(page)) {
    if (page.isClear() && is_wide_) {
      reading_.segments = printOn(page, scene, std::move(reading_.segments));
    }
    pages_ = reading_;
    if (!hasText(reading.segments, reading.contrast)) {
      reading_.h = heightWithoutText(reading);
    }
    rows_ = reading_.painted_over.value_or(rowsOf(reading_.segments, reading_.h));
    if (!isHighEnough(rows_) && page.isClear()) {
      rows_ = rowsWithin(page, scene.k);  // nothing is printed there
    }
    if (isHighEnough(rows_)) {
      light_ = lightWithoutText(reading_.grey, reading_.h);
    }
  }

  std::optional<OpenBook> book() const {
    if (light_.empty()) {
      return std::nullopt;
    }
    std::optional<OpenBook> found = byAnyClue();
    if (!found || stop_.stop_requested()) {
      return std::nullopt;
    }
    if (!asked_ && found->hasTwoPages()) {
      const Rows shared = sharedRows(found->halves, scene_, rows_, reading_.h);
      if (pictureCrosses(light_, reading_.h, found->gutter.curve, shared.from, shared.to)) {
        return std::nullopt;
      }
    }
    return found;
  }

 private:
  [[nodiscard]] bool isHighEnough(const Rows& rows) const { return rows.height() >= kLeastRows_h * reading_.h; }
  // Of a half that is but a strip, the width in that of the other one; 0 where neither is.
  static double stripShare(const OpenBook& book) {
    const BookHalf& left = book.halves[0];
    const BookHalf& right = book.halves[1];
    return isOnlyAStrip(left, right)   ? left.width / right.width
           : isOnlyAStrip(right, left) ? right.width / left.width
                                       : 0;
  }

  [[nodiscard]] std::vector<TextSegment> printed(const BookHalf& half) const {
    return printOn(half.mask, scene_, half.reading.segments);
  }

  // A gutter and what lies on either side of it.
  struct Trial {
    OpenBook book;
    bool meets = false;  // there are two pages that meet at it
  };
  Trial tried(const Gutter& gutter, bool by_outline) const {
    Trial trial{{gutter, halvesBeside(pages_, scene_, page_, gutter.curve, rows_, by_outline, stop_)}};
    const std::array<BookHalf, 2>& halves = trial.book.halves;
    const std::array<std::vector<TextSegment>, 2> print{printed(halves[0]), printed(halves[1])};
    std::vector<TextSegment> all = print[0];
    all.insert(all.end(), print[1].begin(), print[1].end());
    const Rows rows = reading_.painted_over ? rows_ : rowsOf(all, reading_.h);
    trial.meets = partsPages(halves, scene_, isHighEnough(rows) ? rows : rows_, reading_.h, by_outline) &&
                  partsPrint(halves, print, by_outline || areOneSheet(halves, page_));
    chooseHalves(trial.book.halves, {totalLength(print[0]), totalLength(print[1])});
    return trial;
  }

  // Two pages that meet are more than a page and a glimpse of another one; among equals the light, which shows where
  // they meet, is asked first, and print, which breaks at creases as well, last.
  std::optional<OpenBook> byAnyClue() const {
    const Lit lit = byLight();
    if (lit.pages || lit.is_flap || is_sheet_ || stop_.stop_requested()) {
      return lit.pages;
    }
    std::optional<OpenBook> outlined = byOutline();
    if (outlined && (outlined->hasTwoPages() || !lit.glimpse)) {
      return outlined;
    }
    if (lit.glimpse || lit.one_page) {
      return lit.glimpse ? lit.glimpse : lit.one_page;
    }
    return stop_.stop_requested() ? std::nullopt : reading_.painted_over ? alongLines() : byPrint();
  }

  // Of print that was painted over: the widest gap between its lines, on what is as wide as two pages.
  std::optional<OpenBook> alongLines() const {
    const std::optional<Gutter> gutter = is_wide_ ? findGutterAlongLines(reading_, light_) : std::nullopt;
    if (!gutter) {
      return std::nullopt;
    }
    Trial trial = tried(*gutter, false);
    return trial.book.hasTwoPages() &&
                   partsPrint(trial.book.halves, {printed(trial.book.halves[0]), printed(trial.book.halves[1])}, false)
               ? std::optional(std::move(trial.book))
               : std::nullopt;
  }

  struct Lit {
    std::optional<OpenBook> pages;     // two
    std::optional<OpenBook> glimpse;   // one, and a part of the facing one
    std::optional<OpenBook> one_page;  // one, and something of the same colour beyond a deep gutter: cut there
    bool is_flap = false;              // the deepest valley is the fold of a sheet that is no book
  };
  Lit byLight() const {
    const auto unsure = [](const BookHalf& half) { return !half.mask.isClear(); };
    Lit lit;
    bool is_deepest = true;
    for (const Gutter& gutter : findLitGutters(reading_, light_, rows_.from, rows_.to, asked_)) {
      Trial trial = tried(gutter, false);
      const std::array<BookHalf, 2>& halves = trial.book.halves;
      const bool meets = trial.meets && !(is_sheet_ && std::any_of(halves.begin(), halves.end(), unsure));
      const bool is_one_page = !meets && !lit.one_page && !is_sheet_ && gutter.depth > kDeepValley &&
                               isOnePageBesideGutter(trial.book, scene_, rows_, reading_.h);
      if ((meets || is_one_page) && stripShare(trial.book) > 0) {
        // The edges of leaves are narrow strips, and often darker than the gutter.
        if (is_deepest && stripShare(trial.book) > kLeaves) {
          lit.is_flap = true;
          return lit;
        }
      } else if (meets && trial.book.hasTwoPages()) {
        lit.pages = std::move(trial.book);
        return lit;
      } else if (meets && !lit.glimpse) {
        lit.glimpse = std::move(trial.book);
      } else if (is_one_page && (asked_ || is_wide_ || !isWithinPhoto(page_))) {
        lit.one_page = std::move(trial.book);
      }
      if (is_sheet_ || stop_.stop_requested()) {
        break;
      }
      is_deepest = false;
    }
    if (is_sheet_) {
      lit.pages = std::move(lit.glimpse);
    }
    return lit;
  }

  std::optional<OpenBook> byOutline() const {
    const std::optional<Gutter> gutter =
        page_.believable() ? findNotchedGutter(reading_, light_, page_, scene_.k, asked_) : std::nullopt;
    if (!gutter) {
      return std::nullopt;
    }
    Trial trial = tried(*gutter, true);
    const std::array<BookHalf, 2>& halves = trial.book.halves;
    const bool is_cut = halves[0].cut_by_frame || halves[1].cut_by_frame;
    for (std::size_t k = 0; k < 2; ++k) {
      const bool is_glimpse = halves[k].cut_by_frame && halves[k].width > kLeastGlimpse * halves[1 - k].width;
      trial.meets = trial.meets && halves[k].mask.quality > kLeastQuality && (halves[k].is_page || is_glimpse);
    }
    return trial.meets && (is_wide_ || is_cut) ? std::optional(std::move(trial.book)) : std::nullopt;
  }

  std::optional<OpenBook> byPrint() const {
    const std::optional<Gutter> gutter = findGutter(reading_, light_, asked_);
    if (!gutter) {
      return std::nullopt;
    }
    Trial trial = tried(*gutter, false);
    const std::array<BookHalf, 2>& halves = trial.book.halves;
    if (!asked_ && (leavesOutMuch(trial.book) || partsSheet(trial.book))) {
      return std::nullopt;
    }
    return partsPrint(halves, {halves[0].reading.segments, halves[1].reading.segments}, false)
               ? std::optional(std::move(trial.book))
               : std::nullopt;
  }

  // What is left out, where print alone tells of a gutter, is a glimpse of the facing page: as large as the other half,
  // it is a column of figures. Halves that were measured were judged by that, but for those that nothing will be found
  // to go by (findCues).
  [[nodiscard]] bool leavesOutMuch(const OpenBook& book) const {
    const bool is_measured = book.halves[0].width > 0 && book.halves[1].width > 0;
    const double left = book.gutter.curve.x((rows_.from + rows_.to) / 2);
    const std::array<double, 2> width{left, reading_.grey.cols - left};
    for (std::size_t k = 0; k < 2; ++k) {
      const BookHalf& half = book.halves[k];
      const bool is_glimpse = !half.is_page && !is_measured;
      if ((is_glimpse || !hasEvidence(half)) && width[k] > kGlimpse * width[1 - k]) {
        return true;
      }
    }
    return false;
  }

  // Whether a clear sheet, higher than wide and all in view, goes on beyond the gutter for a little: that is a panel of
  // it, beyond a fold.
  [[nodiscard]] bool partsSheet(const OpenBook& book) const {
    constexpr double kLeast = 0.03, kMost = 0.35;  // of the sheet: a panel
    if (!page_.isClear() || is_wide_ || !isWithinPhoto(page_) || book.hasTwoPages()) {
      return false;
    }
    const BookHalf& page = book.halves[book.halves[0].is_page ? 0 : 1];
    cv::Mat own = page_.mask.clone();
    clearFacing(own, scene_.k, page.facing);
    const double panel = 1 - cv::countNonZero(own) / static_cast<double>(cv::countNonZero(page_.mask));
    return panel > kLeast && panel < kMost;
  }

  static bool hasEvidence(const BookHalf& half) {
    const auto outer = std::count_if(half.mask.sides.begin(), half.mask.sides.end(),
                                     [&](const RoughSide& side) { return side.kind != half.inner; });
    return hasText(half.reading.segments, half.reading.contrast) || (half.mask.believable() && outer >= 2);
  }

  Reading reading_;  // as gutters are looked for
  Reading pages_;    // as pages are read
  const MaskScene& scene_;
  const PageMask& page_;
  bool asked_;
  const std::stop_token& stop_;
  bool is_sheet_, is_wide_;
  Rows rows_;
  cv::Mat light_;  // empty where neither print nor page is high enough
};

}  // namespace

std::optional<OpenBook> findOpenBook(const Reading& reading,
                                     const MaskScene& scene,
                                     const PageMask& page,
                                     const PageSelection& selection,
                                     const std::stop_token& stop) {
  const bool is_printed = reading.segments.size() >= kLeastSegments || reading.painted_over;
  if (selection.choice == PageChoice::whole || (!is_printed && !page.isClear())) {
    return std::nullopt;
  }
  const bool asked = selection.choice == PageChoice::left || selection.choice == PageChoice::right ||
                     selection.choice == PageChoice::number;
  return BookSearch(reading, scene, page, asked, stop).book();
}

PageMask wholeSpread(const OpenBook& book, const MaskScene& scene, double theta, PageMask page) {
  constexpr int kGap = 11;  // mask pixels; halves end a few beside the gutter
  if (areOneSheet(book.halves, page)) {
    return page;
  }
  cv::Mat both = cv::Mat::zeros(scene.lab.size(), CV_8UC1);
  for (const BookHalf& half : book.halves) {
    if (!half.is_page || half.mask.empty()) {
      return page;
    }
    cv::bitwise_or(both, half.mask.mask, both);
  }
  cv::morphologyEx(both, both, cv::MORPH_CLOSE, cv::getStructuringElement(cv::MORPH_RECT, {kGap, 1}));
  PageMask spread = describeMask(scene, both, theta);
  return spread.believable() && !spread.empty() ? std::move(spread) : std::move(page);
}

}  // namespace platen::detect
