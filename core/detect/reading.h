// One attempt to read a photo's text: a work scale and a quarter turn, and what was traced at them. The attempts are
// compared by their yield (docs/fit.md, scale hypotheses).
#pragma once

#include "core/detect/character_height.h"
#include "core/detect/direction_bank.h"
#include "core/detect/gutter.h"
#include "core/detect/paper_ink.h"
#include "core/detect/stripes.h"
#include "core/options.h"
#include "core/page_cues.h"
#include "core/pyramid.h"

#include <numbers>
#include <optional>
#include <stop_token>
#include <vector>

#include <opencv2/core.hpp>

namespace platen::detect {

// Text runs within this of the work frame's x (radians), else the photo is turned (core/geometry.h).
inline constexpr double kMostTilt = 48 * std::numbers::pi / 180;

// The level that detection works on, kept open.
struct OpenPhoto {
  Size source_size;
  double level_scale = 1;
  cv::Mat colors;  // u8, grey or RGB, the level's pixels
  cv::Mat grey;    // u8
  cv::Mat paper;   // u8, not 0 where print is looked for; empty: everywhere
  [[nodiscard]] double longSide() const { return std::max(grey.cols, grey.rows); }
};
OpenPhoto openPhoto(const Pyramid& photo);

struct Reading {
  WorkFrame frame;
  double h = 11;  // work_px
  cv::Mat grey;   // u8, one array pixel per work pixel; this and all below in the work frame
  PaperInk levels;
  cv::Mat text;                                   // u8 mask
  std::vector<Leader> leaders;                    // in it, work_px
  int components = 0;                             // text components
  double log_aspect = 0;                          // of those, TextMask::log_aspect
  double near_horizontal = 1, near_vertical = 1;  // DirectionBank::massNear
  double contrast = 0;                            // of the directions, DirectionBank::contrast
  double theta = 0;                               // global text direction, radians
  AngleField field;
  Stripes stripes;
  std::vector<TextSegment> segments;
  double yield = 0;  // 0: nothing traced
  // Its print was painted over with paper (vertical_book.h), the rows that it took: no text is left, and its segments,
  // which run upright, only say where it was.
  std::optional<Rows> painted_over = std::nullopt;
  bool light_print = false;  // read in the photo's negative: grey, levels and all that follows from them are of that
};

// All of the work below asks `stop` between its parts, some tens of milliseconds each, and leaves off where it stands:
// nothing traced.

// Traces text (a u8 mask in the reading's frame) into stripes and segments; theta is taken from the text itself. Those
// of the reading's leaders that are in it are segments of their own, so that no line steps from letters to dots. Where
// the contrast of its directions is below `least_contrast` it leaves off there: nothing traced.
void traceText(Reading& reading, const cv::Mat& text, const std::stop_token& stop, double least_contrast = 0);

// Of the text within the hull of the lines that were traced, the share that lies on them: above .95 on most pages where
// h is that of the characters; where it is too large, lines run into each other and much is left. 0 without lines.
double tracedShare(const Reading& reading);

// How far below a line the next one is, in h, measured upright: the lower quartile over the page. Mostly 1.8
// and more where h is that of the characters. Nothing where no line lies below another.
std::optional<double> lineSpacing(const Reading& reading);

// The best of the hypotheses. Where the middle of the photo is dark and no text stands out on it, its negative is read
// as well: print may be lighter than its paper (blueprints, blackboards, covers). That reading is taken if its text
// does.
Reading bestReading(const OpenPhoto& photo, const FitOptions& options, const std::stop_token& stop);

// The same in the frame that is turned so, whichever way its print runs. bestReading() with a turn that someone told is
// read in that frame, too, but for print that clearly runs across it.
Reading readingAt(const OpenPhoto& photo, int quarter_turns, const std::stop_token& stop);

// Of lines (TextSegment::strength): print has 0.2 and more, noise of dark paper and cloth up to 0.13.
inline constexpr double kLeastLineStrength = 0.12;

// Where no direction stands out and most lines are paler than any print, they are noise of dark paper or cloth: all
// such lines are dropped, and theta is that of the others, 0 without any. bestReading() has done so.
void dropPaleLines(Reading& reading);

// Height of the characters on the level that is open, in its pixels, and the other guess; 0: no text.
CharacterHeight characterHeightOf(const OpenPhoto& photo);

// The direction of lines of text, radians, weighted by their length; nothing without any.
std::optional<double> meanDirection(const std::vector<TextSegment>& segments);

// The height of characters of a page without text, where what was measured is a guess: h, but no more than .009 of the
// photo's longer side.
double heightWithoutText(const Reading& reading);

// Enough traced text to trust: 6 segments, 110 h, more ink than paper's own grain, and a direction that stands out
// (contrast as in Reading).
bool hasText(const std::vector<TextSegment>& segments, double contrast);

}  // namespace platen::detect
