// The pages of an open book: each gathered from its half, with the spine as its inner side.
#pragma once

#include "core/detect/book_half.h"
#include "core/detect/open_book.h"
#include "core/detect/page_mask.h"
#include "core/detect/reading.h"
#include "core/geometry.h"
#include "core/page_cues.h"

#include <array>
#include <functional>
#include <stop_token>
#include <utility>
#include <vector>

#include <opencv2/core.hpp>

namespace platen::detect {

inline constexpr const char* kFacingLeftOut = "part of a facing page is in view and was left out";

// Where a gutter runs in the frame of its pages: in its own, or in one that is turned against it by quarters.
class SeenGutter {
 public:
  explicit SeenGutter(GutterCurve curve) : curve_(std::move(curve)) {}
  SeenGutter(GutterCurve curve, const WorkFrame& own, const WorkFrame& page)
      : curve_(std::move(curve)),
        frames_{own, page},
        quarter_turns_((page.quarter_turns - own.quarter_turns + 4) & 3) {}

  [[nodiscard]] const GutterCurve& curve() const { return curve_; }
  // Clockwise, from the gutter's frame to the pages'.
  [[nodiscard]] int quarterTurns() const { return quarter_turns_; }
  // How far along the gutter a page's point lies, work_px of the gutter's frame; and back, for a point on it.
  [[nodiscard]] double along(Vec2 page_work_px) const { return own(page_work_px).y; }
  [[nodiscard]] Vec2 at(double along) const;
  // Of a page's point from the gutter, work_px.
  [[nodiscard]] double distance(Vec2 page_work_px) const;

 private:
  [[nodiscard]] Vec2 own(Vec2 page_work_px) const;

  GutterCurve curve_;
  std::array<WorkFrame, 2> frames_;  // of the gutter, of the pages
  int quarter_turns_ = 0;
};

// How a half of a book is read, and where its page lies, in the frame of the pages.
using ReadHalf = std::function<PrintedHalf(const BookHalf&)>;

// Those of an open book that was found; none where nothing is seen of them that they could be flattened by. scene,
// smooth_grey: as gather()'s, in the frame of the pages.
std::vector<PageCues> pagesOf(const OpenBook& book,
                              const SeenGutter& gutter,
                              const ReadHalf& printed,
                              const MaskScene& scene,
                              const cv::Mat& smooth_grey,
                              const std::stop_token& stop);

// Both beside a spine that someone put: whatever is seen of them, they are pages, and end there. reading, scene, whole:
// of the spine's frame; own_scene, smooth_grey: of the pages'.
std::vector<PageCues> pagesBeside(const SeenGutter& spine,
                                  const Reading& reading,
                                  const MaskScene& scene,
                                  const PageMask& whole,
                                  const ReadHalf& printed,
                                  const MaskScene& own_scene,
                                  const cv::Mat& smooth_grey,
                                  const std::stop_token& stop);

}  // namespace platen::detect
