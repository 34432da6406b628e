// The order of events: read the text, find the sheet, tell spreads from pages, then gather each page's evidence.
#include "core/detect/cues.h"

#include "core/detect/book_pages.h"
#include "core/detect/evidence_images.h"
#include "core/detect/folded_panel.h"
#include "core/detect/given_spine.h"
#include "core/detect/open_book.h"
#include "core/detect/page_around_frame.h"
#include "core/detect/page_around_picture.h"
#include "core/detect/page_evidence.h"
#include "core/detect/page_mask.h"
#include "core/detect/print_about.h"
#include "core/detect/print_outside.h"
#include "core/detect/printed_band.h"
#include "core/detect/raster.h"
#include "core/detect/reading.h"
#include "core/detect/rendered_page.h"
#include "core/detect/sheet_on_others.h"
#include "core/detect/sheet_outline.h"
#include "core/detect/sheet_reading.h"
#include "core/detect/sheet_rim.h"
#include "core/detect/spread.h"
#include "core/detect/staves.h"
#include "core/detect/text_lines.h"
#include "core/detect/top_sheet.h"
#include "core/detect/vertical_book.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <utility>

#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr double kMaskLongSide = 480;

// What was found is a frame printed on the page. Its lines are rules, and the page's edges are elsewhere; what stands
// above and below it is print of the page.
void widenToPage(PageCues& cues, const Reading& reading, const PageMask& frame, const PageMask& page, double k) {
  for (PageSide& side : cues.sides) {
    cues.rules.push_back({std::move(side.points)});
  }
  cues.sides.clear();
  cues.outline.clear();
  cues.quad.reset();
  describeOutline(cues, page, k);
  cues.is_sheet = false;
  if (!frame.quad) {
    return;
  }
  cues.segments = reading.segments;
  std::erase_if(cues.segments, [&](const TextSegment& line) {
    return !isOn(page, line, k) || !(isOn(frame, line, k) || isHeadOrFootOf(*frame.quad, line, k));
  });
  dropLabels(cues.segments, reading.contrast);
  std::vector<cv::Point> around;
  for (const Vec2 p : withHeadAndFoot(*frame.quad)) {
    around.emplace_back(static_cast<int>(std::lround(p.x)), static_cast<int>(std::lround(p.y)));
  }
  cv::Mat printed = cv::Mat::zeros(page.mask.size(), CV_8UC1);
  cv::fillConvexPoly(printed, around, 255);
  printed &= page.mask;
  cues.ink = inkImage(reading.levels.ink, printed, k);
}

// Of a photo that shows neither an open book nor a sheet among other print. print: what was read, with staves.
PageCues loneSheet(Reading reading,
                   const std::vector<TextSegment>& print,
                   const MaskScene& scene,
                   const cv::Mat& smooth_grey,
                   PageMask page,
                   bool whole,
                   const std::stop_token& stop) {
  if (PageMask around = findPageAroundFrame(scene, page, reading.theta); !around.empty()) {
    PageCues cues = gather(reading, scene, smooth_grey, page, Leaf::loose, stop);
    widenToPage(cues, reading, page, around, scene.k);
    return cues;
  }
  page = followOutline(scene, std::move(page), print, reading.theta);
  if (!whole && !stop.stop_requested()) {
    page = withFoldedPanels(scene, std::move(page), print, reading.theta);
    page = withPrintedBands(scene, std::move(page), reading.theta);
  }
  if (PageMask around = findPageAroundPicture(scene, page, print, reading.theta); !around.empty()) {
    page = std::move(around);
  } else if (isPictureWithCaption(scene, page, print)) {
    page = {};
  } else if (PageMask beyond = findPageBeyondPicture(scene, page, reading.theta); !beyond.empty()) {
    page = followOutline(scene, std::move(beyond), print, reading.theta);
  }
  const auto keepLinesOnPage = [&] {
    reading.segments = linesOn(page, std::move(reading.segments), scene.k);
    reading.theta = textAngle(reading.segments, page, reading.theta);
  };
  // Of a spread that is to stay whole, a leaf lies on others as well: on the facing one, and on a desk.
  const bool ask = !whole && !stop.stop_requested();
  if (PageMask sheet = ask ? findSheetOnOthers(scene, page, print) : PageMask{}; !sheet.empty()) {
    page = std::move(sheet);
    keepLinesOnPage();
  }
  // Where most of what was read is in the desk, the page is not to be fitted to that.
  if (page.isAccountedFor()) {
    constexpr double kMost = 0.5;
    const PrintAbout about = printAbout(page, scene.k, reading.segments);
    if (about.shareOn() < kMost && liesOnDarkDesk(scene, page, about)) {
      keepLinesOnPage();
    }
  }
  return gather(reading, scene, smooth_grey, std::move(page), Leaf::loose, stop);
}

// What was read, and the page that was found by it.
struct Sight {
  Reading reading;
  cv::Mat colors;  // the level's; of light print the negative
  MaskScene scene;
  std::vector<TextSegment> print;  // the reading's segments, and staves
  PageMask page;
};

Sight sightOf(const OpenPhoto& open, Reading reading) {
  Sight sight;
  sight.colors = reading.light_print ? cv::Mat(~open.colors) : open.colors;
  const double k = std::min(1.0, kMaskLongSide / std::max(reading.grey.cols, reading.grey.rows));
  sight.scene = prepareMaskScene(pixelsInFrame(sight.colors, open.level_scale, reading.frame, k), k, reading.h);
  const bool is_full = totalLength(reading.segments) >= kFullPage;  // of text: that says enough
  std::vector<TextSegment> staves = is_full ? std::vector<TextSegment>{} : findStaves(reading.levels.ink, reading.h);
  sight.page = findPageMask(sight.scene, reading.segments, staves, reading.h, reading.theta, std::nullopt);
  sight.print = reading.segments;
  std::ranges::move(staves, std::back_inserter(sight.print));
  sight.reading = std::move(reading);
  return sight;
}

double shareOfPhoto(const PageMask& page) {
  return page.empty() ? 0 : static_cast<double>(cv::countNonZero(page.mask)) / static_cast<double>(page.mask.total());
}

// Read anew on the sheet alone, where that is better and the sheet is found again: else it was none that print is on.
Sight onSheetAlone(const OpenPhoto& open, Sight first, const FitOptions& options, const std::stop_token& stop) {
  constexpr double kSameSheet = 0.85;  // of its area in the photo
  std::optional<Reading> reading =
      stop.stop_requested() ? std::nullopt : readOnSheet(open, first.reading, first.scene, first.page, options, stop);
  if (!reading) {
    return first;
  }
  Sight again = sightOf(open, *std::move(reading));
  const auto [smaller, larger] = std::minmax({shareOfPhoto(first.page), shareOfPhoto(again.page)});
  return isClearSheet(again.page) && smaller > kSameSheet * larger ? std::move(again) : std::move(first);
}

// OpenCV has one number for the whole process, and making it what it is already is no business of threads at work.
void useThreads(int threads) {
  static std::mutex mutex;
  static int now = 0;
  const std::lock_guard lock(mutex);
  if (now != threads) {
    cv::setNumThreads(threads);
    now = threads;
  }
}

// A half of a book whose print is read in the frame of its gutter.
PrintedHalf asFound(const BookHalf& half) {
  return {half.reading, half.mask};
}

// Both pages beside a spine that someone put; none where it runs along lines of which nobody says that they are
// vertical.
std::vector<PageCues> pagesBesideGiven(const Polyline& spine,
                                       const PrintView& print,
                                       const cv::Mat& smooth_grey,
                                       const FitOptions& options,
                                       const std::stop_token& stop) {
  if (const std::optional<GutterCurve> given = gutterAlong(spine, print.reading.frame)) {
    return pagesBeside(SeenGutter(*given), print.reading, print.scene, print.page, asFound, print.scene, smooth_grey,
                       stop);
  }
  const std::optional<VerticalPrint> vertical = readVerticalPrint(print, options, stop);
  const std::optional<GutterCurve> given = vertical ? gutterAlong(spine, vertical->view.reading.frame) : std::nullopt;
  if (!given) {
    return {};
  }
  const SpineView& view = vertical->view;
  std::vector<PageCues> pages = pagesBeside(
      SeenGutter(*given, view.reading.frame, print.reading.frame), view.reading, view.scene, view.page,
      [&](const BookHalf& half) { return inPrint(half, view, print, stop); }, print.scene, smooth_grey, stop);
  for (PageCues& cues : pages) {
    cues.reading_turns = vertical->reading_turns;
  }
  return pages;
}

// Those of an open book whose lines run along its spine. A page and a glimpse of another one: not where the photo's
// border is blank, as a rendered page's is (`any_page`: nobody asked for one).
std::vector<PageCues> verticalPages(const PrintView& print,
                                    bool any_page,
                                    const cv::Mat& smooth_grey,
                                    const FitOptions& options,
                                    const std::stop_token& stop) {
  const std::optional<VerticalBook> found = findVerticalBook(print, options, stop);
  if (!found ||
      (any_page && !found->book.hasTwoPages() && !print.reading.light_print && isBlankAlongBorder(print.colors))) {
    return {};
  }
  const SpineView& view = found->print.view;
  std::vector<PageCues> pages = pagesOf(
      found->book, SeenGutter(found->book.gutter.curve, view.reading.frame, print.reading.frame),
      [&](const BookHalf& half) { return inPrint(half, view, print, stop); }, print.scene, smooth_grey, stop);
  for (PageCues& cues : pages) {
    cues.reading_turns = found->print.reading_turns;
  }
  return pages;
}

// Whether most of a half of a book that is seen lies outside of what was found.
bool lacksMost(const PageMask& page, const BookHalf& half) {
  if (page.empty() || half.mask.empty()) {
    return false;
  }
  return 2 * cv::countNonZero(page.mask & half.mask.mask) < cv::countNonZero(half.mask.mask);
}

}  // namespace

std::vector<PageCues> findCues(const Pyramid& photo,
                               const FitOptions& options,
                               const std::stop_token& stop,
                               const Polyline& spine) {
  if (photo.levels.empty()) {
    throw std::invalid_argument("findCues: the pyramid has no level");
  }
  // OpenCV's setting is one for the process; its results don't depend on it.
  useThreads(options.threads > 0 ? options.threads : -1);
  const OpenPhoto open = openPhoto(photo);
  const bool is_divided = spine.size() >= 2 && options.page.choice != PageChoice::whole;
  Reading first = is_divided ? readingAcross(spine, open, options, stop) : bestReading(open, options, stop);
  std::vector<PageCues> pages(1);
  pages[0].frame = first.frame;
  if (stop.stop_requested() || std::min(first.grey.cols, first.grey.rows) < 16) {
    return pages;
  }
  Sight sight = sightOf(open, std::move(first));
  const bool is_panel = !sight.reading.light_print &&
                        isPanelOnRender(sight.colors, open.level_scale, sight.reading.frame, sight.scene, sight.page);
  if (is_panel) {
    sight.page = {};
  } else if (!is_divided) {
    sight = onSheetAlone(open, std::move(sight), options, stop);
  }
  const Reading& reading = sight.reading;
  const MaskScene& scene = sight.scene;
  PageMask page = std::move(sight.page);
  if (!is_divided && options.page.choice != PageChoice::whole && page.believable() && isLandscape(page)) {
    // Half of a letter is as wide as an open book. All of it is higher than wide.
    PageMask unfolded = withFoldedPanels(scene, page, sight.print, reading.theta);
    if (!isLandscape(unfolded)) {
      page = std::move(unfolded);
    }
  }
  pages[0].frame = reading.frame;
  cv::Mat smooth_grey;
  cv::GaussianBlur(reading.grey, smooth_grey, {}, 1.2);
  if (stop.stop_requested()) {
    return pages;
  }
  const double photo_k = photoScale(reading.h);
  const EvidenceImage look = photoImage(pixelsInFrame(sight.colors, open.level_scale, reading.frame, photo_k), photo_k);
  const auto withLook = [&look](std::vector<PageCues> found) {
    for (PageCues& cues : found) {
      cues.photo = look;
    }
    return found;
  };
  const PrintView print{open, sight.colors, reading, scene, page};
  if (is_divided) {
    if (std::vector<PageCues> divided = pagesBesideGiven(spine, print, smooth_grey, options, stop); !divided.empty()) {
      return withLook(std::move(divided));
    }
  }
  TopSheet top = is_panel || page.isSheet() || page.isClear() ? TopSheet{} : findTopSheet(scene, reading.segments);
  // Who asks for a half of a book says that there is one.
  const bool any_page = options.page.choice == PageChoice::automatic || options.page.choice == PageChoice::all;
  const bool may_be_divided = options.page.choice != PageChoice::whole && !is_panel && !(top.is_surrounded && any_page);
  if (may_be_divided) {
    if (std::vector<PageCues> found = verticalPages(print, any_page, smooth_grey, options, stop); !found.empty()) {
      return withLook(std::move(found));
    }
  }
  std::optional<OpenBook> book = (top.is_surrounded && any_page) || isToldVertical(reading, options)
                                     ? std::nullopt
                                     : findOpenBook(reading, scene, page, options.page, stop);
  if (any_page && book && !book->hasTwoPages() &&
      (is_panel || (!sight.reading.light_print && isBlankAlongBorder(sight.colors)))) {
    book.reset();  // the side of a panel looks like the shadow at a gutter, and so do brackets of music
  }
  bool is_spread = false;
  bool lacks_half = false;
  if (options.page.choice == PageChoice::whole && !is_panel && !isToldVertical(reading, options)) {
    const std::optional<OpenBook> kept = findOpenBook(reading, scene, page, {}, stop);
    is_spread = kept && (kept->hasTwoPages() || sight.reading.light_print || !isBlankAlongBorder(sight.colors));
    if (is_spread) {
      page = wholeSpread(*kept, scene, reading.theta, std::move(page));
      lacks_half = std::ranges::any_of(kept->halves, [&](const BookHalf& half) { return lacksMost(page, half); });
    }
  }
  if (!book) {
    if (!top.page.empty() && options.page.choice != PageChoice::whole && !stop.stop_requested()) {
      top.page = withFoldedPanels(scene, std::move(top.page), sight.print, reading.theta);
      top.page = withPrintedBands(scene, std::move(top.page), reading.theta);
    }
    const bool is_alone = top.page.empty() && !is_panel;
    pages[0] = is_alone ? loneSheet(reading, sight.print, scene, smooth_grey, std::move(page),
                                    options.page.choice == PageChoice::whole, stop)
                        : gather(reading, scene, smooth_grey, std::move(top.page), Leaf::loose, stop);
    pages[0].fills_photo = pages[0].fills_photo || is_panel;
    pages[0].is_spread = is_spread && top.page.empty();
    if (pages[0].is_spread && lacks_half) {
      pages[0].notes.emplace_back(kFacingLeftOut);
    }
    pages[0].photo = look;
    return pages;
  }
  std::vector<PageCues> found = pagesOf(*book, SeenGutter(book->gutter.curve), asFound, scene, smooth_grey, stop);
  if (found.empty()) {
    pages[0] = gather(reading, scene, smooth_grey, std::move(page), Leaf::loose, stop);
    pages[0].fills_photo = pages[0].fills_photo || is_panel;
    pages[0].photo = look;
    return pages;
  }
  return withLook(std::move(found));
}

}  // namespace platen::detect
