// Image -> PageCues: sheet outline, spine, text lines, rules and the evidence images that the fit samples. The
// algorithm and its measured constants are described in docs/fit.md.
//
// Threads: synchronous; uses OpenCV's threads only when options.threads says so. Same input, same cues, whatever the
// threads.
#pragma once

#include "core/options.h"
#include "core/page_cues.h"
#include "core/pyramid.h"

#include <cmath>
#include <stop_token>
#include <vector>

namespace platen::detect {

// One PageCues per page, in reading order (left before right). Never empty: a photo with nothing on it gives one page
// without evidence, and the fit says what that means. Work scale is chosen so that the character height is about 11
// work_px. A stop returns what there is so far, possibly without evidence; callers look at the token.
// `spine` (source_px, two points or more): where someone saw the two pages of an open book meet. Two pages then, with
// it as their common side; but the photo stays whole where options.page says so.
std::vector<PageCues> findCues(const Pyramid& photo,
                               const FitOptions& options,
                               const std::stop_token& stop = {},
                               const Polyline& spine = {});

// Is a page upside down? What tells letters that stand from letters that hang: docs/fit.md, section 10.
struct Uprightness {
  double mean = 0;            // over the lines, > 0 upright
  double standard_error = 1;  // of the mean
  int lines = 0;
  // The same of what reaches beyond the letters' bodies, by itself: ascenders and capitals less descenders.
  double ascenders = 0;
  double ascenders_error = 1;
  // Latin pages measure 0.3 to 1.2. Below 0.25 are crumpled forms, where the sign is a guess; few lines scatter.
  [[nodiscard]] bool isSure() const {
    // Joined handwriting has most of its ink at its feet, as print has that hangs; its ascenders say otherwise.
    if (ascenders * mean < 0 && std::abs(ascenders) > 2.5 * ascenders_error) {
      return false;
    }
    const double size = std::abs(mean);
    // Type with even tops and feet leans little, but all its lines the same way.
    const bool leans = (lines >= 5 && size > 0.25 && size > 2.5 * standard_error) ||
                       (lines >= 20 && size > 0.1 && size > 6 * standard_error);
    return leans && !hangUpsideDown() && (isLikeLatin() ? linesAgree(0.4, 0.5) : linesAgree(0.6, 1));
  }
  // Of 437 pages in a dozen scripts, either way up, none was told wrongly where this held.
  [[nodiscard]] bool isCertain() const { return isSure() && linesAgree(0.9, 1.5); }
  // Whether the lines lean the same way, `effect` of their own scatter at least, and by `errors` standard errors more:
  // those of Latin, Greek and Cyrillic print do by 0.8 to 3 of it, on crumpled forms by 0.4; Hangul, Kana, Devanagari
  // and pictures, which may lean either way, by less the more lines there are.
  [[nodiscard]] bool linesAgree(double effect, double errors) const {
    return std::abs(mean) > (effect * std::sqrt(static_cast<double>(lines)) + errors) * standard_error;
  }
  // Whether ascenders are as much of it as in most Latin, Greek and Cyrillic print.
  [[nodiscard]] bool isLikeLatin() const {
    return ascenders * mean > 0.2 * mean * mean && ascenders * mean < 0.8 * mean * mean;
  }
  // Letters of Hebrew, Devanagari, Bengali or Hangul hang from a line, or end in long feet: far more than type of other
  // scripts that is upside down.
  [[nodiscard]] bool hang() const { return hang(ascenders, mean); }
  // The same letters upside down, which look like others that stand.
  [[nodiscard]] bool hangUpsideDown() const { return hang(-ascenders, -mean); }
  [[nodiscard]] static bool hang(double ascenders, double mean) {
    return ascenders < -1.05 || (ascenders < -0.8 && ascenders < 1.4 * mean);
  }
  // Most photos are taken upright: to turn one needs more. Capitals without serifs and joined letters (Arabic) may have
  // most of their ink at their feet: what reaches beyond them must say the same.
  [[nodiscard]] bool upsideDown() const {
    return isSure() && mean < -3 * standard_error && ascenders < 0.3 * mean && !hang();
  }
};
// Measured along the lines that were traced, on the finest level that is needed; up is that of the page's work frame.
// Nothing is rendered: the lines need not be straight. Throws std::invalid_argument for a photo without levels.
Uprightness uprightness(const PageCues& page, const Pyramid& photo);

}  // namespace platen::detect
