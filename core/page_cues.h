// PageCues: everything that detection found on one page of a photo, and what was known of it before; all that the fit
// is ever given. Plain values in work_px.
//
// Two kinds of evidence: curves that are straight lines of unknown position on the flat page (text lines, sides,
// printed rules), and static u8 images that the fit samples at the positions of the grid (the direction of text, ink,
// ...). Frames: geometry.h.
#pragma once

#include "core/geometry.h"
#include "core/guide.h"
#include "core/image.h"
#include "core/warp_grid.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace platen {

// A traced piece of a text line: the middle of its x-height band (or a row of dots), left to right, about every 1.5 h.
struct TextSegment {
  Polyline points;      // work_px
  double length = 0;    // in character heights h
  double rms = 0;       // robust residual of the line's polynomial, in h
  double strength = 0;  // ink contrast: mean of (paper - grey) / max(15, paper) on its text pixels
  // The first and last ink of the line, looked for beyond its ends: what margins are found from. work_px
  Vec2 left_end, right_end;
};

enum class SideKind : std::uint8_t { top, bottom, left, right };
// The side that it is once the page has been turned clockwise.
SideKind turned(SideKind kind, int quarter_turns);

// One side of the sheet, refined to the edge in the image.
struct PageSide {
  SideKind kind = SideKind::top;
  Polyline points;            // work_px, about 24 points, left to right or top to bottom
  double valid_fraction = 0;  // share of its length with a visible contrast to the background, 0..1
  bool is_gutter = false;     // the inner side of a page of a spread: the spine, not an edge of paper
  bool is_given = false;      // someone put it there: it lies where it lies, whatever else is seen
};

// A line found in the image (a printed rule, a table's line, the edge of a figure), not yet known to be along u or v:
// one straight piece, or several that go on in each other's direction.
struct PrintedRule {
  Polyline points;  // work_px, two or more
};

// A character, or a few that touch, by where its ink ends across its line of text: `top` and `foot` lie on lines along
// the local direction of text. Print of one size that is seen smaller lies farther off, or leans away.
struct PrintedCharacter {
  Vec2 top, foot;  // work_px
};

// A static image that the fit samples. evidence_px = work_px * scale.
struct EvidenceImage {
  Image image;       // u8
  double scale = 1;  // evidence pixels per work pixel
  [[nodiscard]] bool empty() const { return image.empty(); }
};

struct PageCues {
  WorkFrame frame;
  int index = 1;            // 1.. in reading order on the photo
  double char_height = 11;  // h, work_px
  double text_angle = 0;    // radians from +x, |angle| <= 48 degrees
  bool has_text = false;    // enough traced text to trust (FIT section 2)
  // How far lines of text are believed, of what print is: those of handwriting wander. Detection leaves that to the fit
  // (wandering_lines.h).
  double text_trust = 1;
  bool light_print = false;  // print is lighter than its paper: all images below are of the photo's negative
  std::vector<TextSegment> segments;
  std::vector<PageSide> sides;
  std::vector<PrintedRule> rules;
  // Thin lines of ink as far as they go (rule_trace.h): each is one line on the paper, however that is creased. Of
  // pages with three sides in view.
  std::vector<PrintedRule> followed_rules;
  std::vector<PrintedCharacter> characters;  // an even choice of some hundred; of pages with three sides in view

  // The page's mask: its contour in work_px (empty: none found), and how much it can be believed.
  Polyline outline;
  std::optional<std::array<Vec2, 4>> quad;  // corners, clockwise from top left as the text stands
  double quad_iou = 0;                      // overlap of mask and quad, 0..1
  double outline_valid = 0;                 // share of the contour with visible contrast, 0..1
  bool is_sheet = false;                    // a free sheet with four trustworthy sides
  bool is_spread = false;                   // an open book, kept as one page: of no sheet's proportions
  bool outline_touches_frame = false;       // part of the page lies outside the photo
  bool fills_photo = false;                 // paper reaches the photo's border all round: no edge of it is in view

  // 3 channels (C, S, w): w cos 2a and w sin 2a as 128 + 127 x, w as 255 w; a is the local text direction in work_px
  // (radians from +x, y down), w its certainty 0..1 (FIT part D).
  EvidenceImage direction;
  // 3 channels (C, S, w) as above, of the angle 2 pi log2(p / h): p is the distance of rows of print across their local
  // direction, work_px. An angle, so that half and double leading, which are no other paper, are the same.
  EvidenceImage row_period;
  // 1 channel: ink, 255 = full; zero outside the page's mask eroded by a few pixels.
  EvidenceImage ink;
  // 3 channels (s, w, 0): s the logarithm of how bright blank paper is, in relation to most of the page's, as 128 + 127
  // s, w the share of blank paper nearby as 255 w (shading_energy.h). Of pages with three sides in view whose print is
  // darker than they.
  EvidenceImage shading;
  // The photo, grey or RGB, about 8 pixels per character height: what sheets and surfaces look like beside each other.
  EvidenceImage photo;

  // What was known beforehand (guide.h), in work_px; page_uv of the page as the work frame has it.
  std::vector<Pin> pins;
  std::vector<Stroke> strokes;
  WarpGrid shape;        // work_px from page_uv, a shape from elsewhere; empty: none
  Vec2 shape_extent_px;  // of its page at the source's own density: width, height
  bool shape_is_guess = false;

  // Clockwise quarter turns from the work frame to how the page reads, where it was read to be found: vertical print.
  std::optional<int> reading_turns = std::nullopt;

  // As those of handwriting do: nothing else is judged by them.
  [[nodiscard]] bool linesWander() const { return text_trust < 1; }
  // Someone set pins or drew lines on it.
  [[nodiscard]] bool isGuided() const { return !pins.empty() || !strokes.empty(); }
  // The spine that is in view runs along the lines, as that of vertical print does.
  [[nodiscard]] bool hasGutterAlongLines() const {
    return std::any_of(sides.begin(), sides.end(), [](const PageSide& side) {
      return side.is_gutter && (side.kind == SideKind::top || side.kind == SideKind::bottom);
    });
  }
  // A page of an open book whose spine is in view.
  [[nodiscard]] bool hasGutter() const {
    return std::any_of(sides.begin(), sides.end(), [](const PageSide& side) { return side.is_gutter; });
  }

  std::vector<std::string> notes;  // for the user, in words: what no field above says (the fit speaks of those)
};

// Of the rules those that do not lie on a followed one: nine tenths of them within 4 work_px of it and, to 15 degrees,
// of its direction.
std::vector<PrintedRule> rulesNotFollowed(const PageCues& cues);

}  // namespace platen
