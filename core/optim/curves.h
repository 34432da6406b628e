// Curves: every traced or detected line as one kind of evidence. An h-curve has constant v on the flat page (text line,
// top or bottom side, horizontal rule), a v-curve constant u (margin, left or right side, vertical rule); the constant
// is unknown.
#pragma once

#include "core/geometry.h"
#include "core/page_cues.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace platen::optim {

enum class CurveKind : std::uint8_t { text, side, margin, rule, stroke };

struct Curve {
  CurveKind kind = CurveKind::text;
  bool is_h = true;               // constant v; else constant u
  Polyline points;                // work_px
  double length_h = 0;            // in character heights
  double weight = 1;              // w_curve of FIT section 6: 1 text, 2 side, 3 min(1, n/12) margin (four times that
                                  // if it is followed), .5 rule, 8 stroke
  SideKind side = SideKind::top;  // with CurveKind::side; with CurveKind::margin which ends of lines it is made of
  double valid_fraction = 1;      // with CurveKind::side
  bool is_followed = false;       // a margin that goes on where it leaves its line (followed_margins.h)
  int source = -1;                // index into PageCues::segments, sides or rules; -1 for others
};

// Of a line that is known to be straight: believed like a held side, four times as much as one.
inline constexpr double kStrokeWeight = 8;

// One cue as a curve.
Curve textCurve(const PageCues& cues, std::size_t segment);
Curve sideCurve(const PageCues& cues, std::size_t side);
Curve ruleCurve(const PageCues& cues, std::size_t rule, bool is_h);
// A line that is known to be straight. It is believed like a held side: it weighs four times as much as one, and is
// felt from twice as far.
Curve strokeCurve(const Stroke& stroke, double char_height);

// A side that someone put where it is.
bool isGiven(const PageCues& cues, const Curve& curve);

// The longest segments of at least this length, taken evenly over the height of the text: at most 5 from each of 22
// bands, so that a page of many columns is not judged by one half of it. Ascending indices into cues.segments.
std::vector<std::size_t> spreadSegments(const PageCues& cues, double min_length_h);

}  // namespace platen::optim
