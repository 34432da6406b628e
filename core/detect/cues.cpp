// The order of events: read the text, find the sheet, tell spreads from pages, then gather each page's evidence.
#include "core/detect/cues.h"

#include "core/box_side.h"
#include "core/detect/character_ends.h"
#include "core/detect/evidence_images.h"
#include "core/detect/folded_panel.h"
#include "core/detect/given_spine.h"
#include "core/detect/open_book.h"
#include "core/detect/page_around_frame.h"
#include "core/detect/page_around_picture.h"
#include "core/detect/page_mask.h"
#include "core/detect/page_sides.h"
#include "core/detect/print_about.h"
#include "core/detect/print_outside.h"
#include "core/detect/printed_band.h"
#include "core/detect/raster.h"
#include "core/detect/reading.h"
#include "core/detect/rendered_page.h"
#include "core/detect/row_period.h"
#include "core/detect/rule_trace.h"
#include "core/detect/rules.h"
#include "core/detect/sheet_on_others.h"
#include "core/detect/sheet_outline.h"
#include "core/detect/sheet_reading.h"
#include "core/detect/text_lines.h"
#include "core/detect/top_sheet.h"
#include "core/detect/vertical_book.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <utility>

#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr double kMaskLongSide = 480;
constexpr const char* kFacingLeftOut = "part of a facing page is in view and was left out";
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

// The direction of text, where there is any; else that of the page, if it is known and within what text may have.
double textAngle(const std::vector<TextSegment>& segments, const PageMask& page, double theta) {
  const double level = page.quad ? levelOf(*page.quad) : theta;
  return meanDirection(segments).value_or(std::abs(level) <= kMostTilt ? level : theta);
}

enum class Leaf { loose, ofBook };

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
  cues.sides = refineSides(page.sides, smooth_grey, scene.k);
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

// Of a photo that shows neither an open book nor a sheet among other print.
PageCues loneSheet(Reading reading,
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
  page = followOutline(scene, std::move(page), reading.segments, reading.theta);
  if (!whole && !stop.stop_requested()) {
    page = withFoldedPanels(scene, std::move(page), reading.segments, reading.theta);
    page = withPrintedBands(scene, std::move(page), reading.theta);
  }
  if (PageMask around = findPageAroundPicture(scene, page, reading.segments, reading.theta); !around.empty()) {
    page = std::move(around);
  } else if (isPictureWithCaption(scene, page, reading.segments)) {
    page = {};
  }
  // Of a spread that is to stay whole, a leaf lies on others as well: on the facing one, and on a desk.
  const bool ask = !whole && !stop.stop_requested();
  if (PageMask sheet = ask ? findSheetOnOthers(scene, page, reading.segments) : PageMask{}; !sheet.empty()) {
    page = std::move(sheet);
    reading.segments = linesOn(page, std::move(reading.segments), scene.k);
    reading.theta = textAngle(reading.segments, page, reading.theta);
  }
  return gather(reading, scene, smooth_grey, std::move(page), Leaf::loose, stop);
}

// What was read, and the page that was found by it.
struct Sight {
  Reading reading;
  cv::Mat colors;  // the level's; of light print the negative
  MaskScene scene;
  PageMask page;
};

Sight sightOf(const OpenPhoto& open, Reading reading) {
  Sight sight;
  sight.colors = reading.light_print ? cv::Mat(~open.colors) : open.colors;
  const double k = std::min(1.0, kMaskLongSide / std::max(reading.grey.cols, reading.grey.rows));
  sight.scene = prepareMaskScene(pixelsInFrame(sight.colors, open.level_scale, reading.frame, k), k, reading.h);
  sight.page = findPageMask(sight.scene, reading.segments, reading.h, reading.theta, std::nullopt);
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

constexpr double kValley = 0.05;  // of light: there the gutter was followed, and is where it seems

// Where a gutter runs in the frame of a page: in its own, or in one that is turned against it by quarters.
class SeenGutter {
 public:
  explicit SeenGutter(const GutterCurve& curve) : curve_(curve) {}
  SeenGutter(const GutterCurve& curve, const WorkFrame& own, const WorkFrame& page)
      : curve_(curve), frames_{own, page}, is_turned_(true) {}

  // Along it, in its own frame: work_px.
  [[nodiscard]] double along(Vec2 page_work_px) const { return own(page_work_px).y; }
  [[nodiscard]] Vec2 at(double along) const {
    const Vec2 p{curve_.x(along), along};
    return is_turned_ ? frames_[1].workFromSource(frames_[0].sourceFromWork(p)) : p;
  }
  [[nodiscard]] double distance(Vec2 page_work_px) const { return std::abs(curve_.rightOf(own(page_work_px))); }

 private:
  [[nodiscard]] Vec2 own(Vec2 p) const {
    return is_turned_ ? frames_[0].workFromSource(frames_[1].sourceFromWork(p)) : p;
  }
  const GutterCurve& curve_;
  std::array<WorkFrame, 2> frames_;  // of the gutter, of the page
  bool is_turned_ = false;
};

// From where to where a page reaches along its gutter: as far as its text, or its outline.
struct Reach {
  double from = 1e30, to = -1e30;  // SeenGutter::along()
  void add(double along) {
    from = std::min(from, along);
    to = std::max(to, along);
  }
};
Reach reachOf(const PageCues& cues, const SeenGutter& gutter) {
  Reach reach;
  for (const TextSegment& segment : cues.segments) {
    for (const Vec2& p : segment.points) {
      reach.add(gutter.along(p));
    }
  }
  if (!cues.has_text) {
    for (const Vec2& p : cues.outline) {
      reach.add(gutter.along(p));
    }
  }
  return reach;
}

PageSide sideAlong(const SeenGutter& gutter, SideKind kind, const Reach& reach) {
  PageSide spine;
  spine.kind = kind;
  spine.is_gutter = true;
  spine.valid_fraction = 0.5;
  constexpr int kPoints = 24;
  for (int k = 0; k < kPoints; ++k) {
    spine.points.push_back(gutter.at(reach.from + (reach.to - reach.from) * k / (kPoints - 1)));
  }
  const Vec2 run = spine.points.back() - spine.points.front();
  if ((isLevel(kind) ? run.x : run.y) < 0) {
    std::reverse(spine.points.begin(), spine.points.end());
  }
  return spine;
}

// The gutter as a side of a page, in place of the mask's own: in a dark valley the steepest place is its flank. Where
// there is no valley, the mask's side if it runs along the gutter.
void addGutterSide(PageCues& cues, const Gutter& gutter, const SeenGutter& seen, SideKind kind) {
  const auto side =
      std::find_if(cues.sides.begin(), cues.sides.end(), [&](const PageSide& s) { return s.kind == kind; });
  if (side != cues.sides.end()) {
    double off = 0;
    for (const Vec2& p : side->points) {
      off += seen.distance(p) / static_cast<double>(side->points.size());
    }
    const double reach = gutter.valley > 0.1 ? 1.2 : 5;
    if (gutter.depth < kValley && off < reach * cues.char_height) {
      side->is_gutter = true;
      return;
    }
    cues.sides.erase(side);
  }
  const Reach reach = reachOf(cues, seen);
  if (reach.to > reach.from) {
    cues.sides.push_back(sideAlong(seen, kind, reach));
  }
}

// The pages of an open book; none where nothing is seen of them that they could be flattened by. `printed` says how a
// half is read; `turns`: clockwise, from the frame of the book to that of its print.
template <class Printed>
std::vector<PageCues> pagesOf(const OpenBook& book,
                              const SeenGutter& gutter,
                              int turns,
                              const Printed& printed,
                              const MaskScene& scene,
                              const cv::Mat& smooth_grey,
                              const std::stop_token& stop) {
  std::vector<PageCues> pages;
  bool left_out = false;
  for (const BookHalf& half : book.halves) {
    if (!half.is_page || (stop.stop_requested() && !pages.empty())) {
      left_out = left_out || !half.is_page;
      continue;
    }
    PrintedHalf own = printed(half);
    PageCues cues = gather(own.reading, scene, smooth_grey, std::move(own.mask), Leaf::ofBook, stop);
    const SideKind inner = turned(half.inner, turns);
    const auto outer =
        std::count_if(cues.sides.begin(), cues.sides.end(), [&](const PageSide& side) { return side.kind != inner; });
    if (!cues.has_text && outer < 2) {
      left_out = true;  // neither print nor edges: nothing that it could be flattened by
      continue;
    }
    addGutterSide(cues, book.gutter, gutter, inner);
    cues.index = static_cast<int>(pages.size()) + 1;
    pages.push_back(std::move(cues));
  }
  if (left_out && !pages.empty()) {
    pages[0].notes.emplace_back(kFacingLeftOut);
  }
  return pages;
}

// The same where someone put it: no edge that was found there is asked.
void putGutterSide(PageCues& cues, const GutterCurve& gutter, SideKind kind) {
  std::erase_if(cues.sides, [kind](const PageSide& side) { return side.kind == kind; });
  const SeenGutter seen(gutter);
  Reach reach = reachOf(cues, seen);
  if (!(reach.to > reach.from)) {
    reach = {gutter.points().front().y, gutter.points().back().y};
  }
  cues.sides.push_back(sideAlong(seen, kind, reach));
  cues.sides.back().valid_fraction = 1;
  cues.sides.back().is_given = true;
  cues.is_sheet = false;
}

// Both pages beside a spine that someone put: whatever is seen of them, they are pages.
std::vector<PageCues> pagesBeside(const GutterCurve& gutter,
                                  const Reading& reading,
                                  const MaskScene& scene,
                                  const PageMask& whole,
                                  const cv::Mat& smooth_grey,
                                  const std::stop_token& stop) {
  std::vector<PageCues> pages;
  for (std::size_t k = 0; k < 2; ++k) {
    BookHalf half = halfBeside(reading, scene, gutter, k, stop);
    // What was seen as one page has sides that end at the spine.
    if (PageMask cut = maskBeside(scene, whole, half.facing, half.reading.theta); cut.quality > half.mask.quality) {
      half.mask = std::move(cut);
    }
    PageCues cues = gather(half.reading, scene, smooth_grey, std::move(half.mask), Leaf::ofBook, stop);
    putGutterSide(cues, gutter, half.inner);
    cues.index = static_cast<int>(k) + 1;
    pages.push_back(std::move(cues));
  }
  return pages;
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

bool hasBothPages(const OpenBook& book) {
  return book.halves[0].is_page && book.halves[1].is_page;
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
  pages[0].frame = reading.frame;
  cv::Mat smooth_grey;
  cv::GaussianBlur(reading.grey, smooth_grey, {}, 1.2);
  if (stop.stop_requested()) {
    return pages;
  }
  const double photo_k = photoScale(reading.h);
  const EvidenceImage look = photoImage(pixelsInFrame(sight.colors, open.level_scale, reading.frame, photo_k), photo_k);
  const std::optional<GutterCurve> given = is_divided ? gutterAlong(spine, reading.frame) : std::nullopt;
  if (given) {
    pages = pagesBeside(*given, reading, scene, page, smooth_grey, stop);
    for (PageCues& cues : pages) {
      cues.photo = look;
    }
    return pages;
  }
  TopSheet top = is_panel || page.isSheet() || page.isClear() ? TopSheet{} : findTopSheet(scene, reading.segments);
  // Who asks for a half of a book says that there is one.
  const bool any_page = options.page.choice == PageChoice::automatic || options.page.choice == PageChoice::all;
  const bool may_be_divided = options.page.choice != PageChoice::whole && !is_panel && !(top.is_surrounded && any_page);
  if (may_be_divided) {
    const PrintView print{open, sight.colors, reading, scene, page};
    const std::optional<VerticalBook> vertical = findVerticalBook(print, options, stop);
    const bool is_book = vertical && (!any_page || hasBothPages(vertical->book) || sight.reading.light_print ||
                                      !isBlankAlongBorder(sight.colors));
    if (is_book) {
      const SeenGutter gutter(vertical->book.gutter.curve, vertical->view.reading.frame, reading.frame);
      std::vector<PageCues> found = pagesOf(
          vertical->book, gutter, 4 - vertical->view.quarter_turns,
          [&](const BookHalf& half) { return inPrint(half, vertical->view, print, stop); }, scene, smooth_grey, stop);
      for (PageCues& cues : found) {
        cues.photo = look;
        cues.reading_turns = vertical->reading_turns;
      }
      if (!found.empty()) {
        return found;
      }
    }
  }
  std::optional<OpenBook> book = (top.is_surrounded && any_page) || isToldVertical(reading, options)
                                     ? std::nullopt
                                     : findOpenBook(reading, scene, page, options.page, stop);
  if (any_page && book && !hasBothPages(*book) &&
      (is_panel || (!sight.reading.light_print && isBlankAlongBorder(sight.colors)))) {
    book.reset();  // the side of a panel looks like the shadow at a gutter, and so do brackets of music
  }
  bool is_spread = false;
  bool lacks_half = false;
  if (options.page.choice == PageChoice::whole && !is_panel) {
    const std::optional<OpenBook> kept = findOpenBook(reading, scene, page, {}, stop);
    is_spread = kept && (hasBothPages(*kept) || sight.reading.light_print || !isBlankAlongBorder(sight.colors));
    if (is_spread) {
      page = wholeSpread(*kept, scene, reading.theta, std::move(page));
      lacks_half = std::ranges::any_of(kept->halves, [&](const BookHalf& half) { return lacksMost(page, half); });
    }
  }
  if (!book) {
    if (!top.page.empty() && options.page.choice != PageChoice::whole && !stop.stop_requested()) {
      top.page = withFoldedPanels(scene, std::move(top.page), reading.segments, reading.theta);
      top.page = withPrintedBands(scene, std::move(top.page), reading.theta);
    }
    const bool is_alone = top.page.empty() && !is_panel;
    pages[0] = is_alone ? loneSheet(reading, scene, smooth_grey, std::move(page),
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
  std::vector<PageCues> found = pagesOf(
      *book, SeenGutter(book->gutter.curve), 0,
      [](const BookHalf& half) {
        return PrintedHalf{half.reading, half.mask};
      },
      scene, smooth_grey, stop);
  if (found.empty()) {
    pages[0] = gather(reading, scene, smooth_grey, std::move(page), Leaf::loose, stop);
    pages[0].fills_photo = pages[0].fills_photo || is_panel;
    pages[0].photo = look;
    return pages;
  }
  for (PageCues& cues : found) {
    cues.photo = look;
  }
  return found;
}

}  // namespace platen::detect
