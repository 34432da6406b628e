// Two facing pages on one photo: where does the gutter run? Three kinds of evidence, none of them sure alone: the text
// lines' directions break there, the paper gets darker, or its level steps; and no text may run along it (docs/fit.md,
// two-page spreads).
#pragma once

#include "core/detect/gutter.h"
#include "core/detect/page_mask.h"
#include "core/detect/reading.h"

#include <optional>
#include <stop_token>
#include <vector>

namespace platen::detect {

struct Gutter {
  Vec2 top, bottom;   // work_px, at the upper and lower border of the work image
  double kink = 0;    // RMS difference of the lines' directions across it, degrees
  double valley = 0;  // how much darker the paper is along it, 0..1
  double score = 0;   // > 1 for a gutter
  GutterCurve curve;  // where the valley of light was followed; else the straight line
  double depth = 0;   // of the valley that was followed, 0..1
};

// A sheet with four good sides, or one that stands out of what it lies on, that is not wider than high: not an open
// book, though it may be one page of one.
bool isFreeSheet(const Reading& reading, const PageMask& mask);

// Wider than high along the text, as an open book is and a page hardly ever.
bool isLandscape(const PageMask& mask);

// By the text of both pages; light: lightWithoutText(). Print that goes on across it makes it none, unless
// `print_may_cross`: where a page was asked for.
std::optional<Gutter> findGutter(const Reading& reading, const cv::Mat& light, bool print_may_cross);
// By the light alone, where text is on one side or hardly any on either: whoever calls checks that pages lie there. The
// edge of the leaves below a page may be a deeper valley, so there are several, the deepest first. y0, y1: the rows of
// the print, work_px.
std::vector<Gutter> findLitGutters(
    const Reading& reading, const cv::Mat& light, double y0, double y1, bool print_may_cross);
// By the outline of both pages, which is kinked where the gutter ends (outline_notch.h); whoever calls checks as above.
std::optional<Gutter> findNotchedGutter(
    const Reading& reading, const cv::Mat& light, const PageMask& page, double mask_scale, bool print_may_cross);

// By the widest gap between lines that run upright, along the gutter, of a reading whose print was painted over.
std::optional<Gutter> findGutterAlongLines(const Reading& reading, const cv::Mat& light);

// The reading of one page alone: text beyond the gutter is taken away and the rest traced again.
Reading readingWithout(const Reading& reading, const FacingSide& facing, const std::stop_token& stop);

}  // namespace platen::detect
