#include "core/detect/book_pages.h"

#include "core/box_side.h"
#include "core/detect/given_spine.h"
#include "core/detect/page_evidence.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace platen::detect {
namespace {

constexpr double kValley = 0.05;  // of light: there the gutter was followed, and is where it seems

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

// The same where someone put it: no edge that was found there is asked.
void putGutterSide(PageCues& cues, const SeenGutter& gutter, SideKind kind) {
  std::erase_if(cues.sides, [kind](const PageSide& side) { return side.kind == kind; });
  Reach reach = reachOf(cues, gutter);
  if (!(reach.to > reach.from)) {
    reach = {gutter.curve().points().front().y, gutter.curve().points().back().y};
  }
  cues.sides.push_back(sideAlong(gutter, kind, reach));
  cues.sides.back().valid_fraction = 1;
  cues.sides.back().is_given = true;
  cues.is_sheet = false;
}

}  // namespace

Vec2 SeenGutter::own(Vec2 page_work_px) const {
  return quarter_turns_ == 0 ? page_work_px : frames_[0].workFromSource(frames_[1].sourceFromWork(page_work_px));
}

Vec2 SeenGutter::at(double along) const {
  const Vec2 p{curve_.x(along), along};
  return quarter_turns_ == 0 ? p : frames_[1].workFromSource(frames_[0].sourceFromWork(p));
}

double SeenGutter::distance(Vec2 page_work_px) const {
  return std::abs(curve_.rightOf(own(page_work_px)));
}

std::vector<PageCues> pagesOf(const OpenBook& book,
                              const SeenGutter& gutter,
                              const ReadHalf& printed,
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
    const SideKind inner = turned(half.inner, gutter.quarterTurns());
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

std::vector<PageCues> pagesBeside(const SeenGutter& spine,
                                  const Reading& reading,
                                  const MaskScene& scene,
                                  const PageMask& whole,
                                  const ReadHalf& printed,
                                  const MaskScene& own_scene,
                                  const cv::Mat& smooth_grey,
                                  const std::stop_token& stop) {
  std::vector<PageCues> pages;
  for (std::size_t k = 0; k < 2; ++k) {
    BookHalf half = halfBeside(reading, scene, spine.curve(), k, stop);
    // What was seen as one page has sides that end at the spine.
    if (PageMask cut = maskBeside(scene, whole, half.facing, half.reading.theta); cut.quality > half.mask.quality) {
      half.mask = std::move(cut);
    }
    PrintedHalf own = printed(half);
    PageCues cues = gather(own.reading, own_scene, smooth_grey, std::move(own.mask), Leaf::ofBook, stop);
    putGutterSide(cues, spine, turned(half.inner, spine.quarterTurns()));
    cues.index = static_cast<int>(k) + 1;
    pages.push_back(std::move(cues));
  }
  return pages;
}

}  // namespace platen::detect
