// FormCues: what detection found on a photo of a filled-in copy of a known form; all that registration is ever given.
// Plain values.
//
// Frames: form_px is the known form (the reference image) scaled to a width of kFormWidth; canvas_px = form_px + margin
// is a frame around it that holds the edges of the sheet as well. A homography leads from the canvas to the photo, so
// that what is left to find is a small offset for every point of the canvas. Pixel centres at + .5 as everywhere
// (geometry.h).
#pragma once

#include "core/geometry.h"
#include "core/guide.h"
#include "core/image.h"
#include "core/page_cues.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace platen {

inline constexpr double kFormWidth = 1000;  // form_px

// A plane projective map, row-major.
struct Homography {
  std::array<double, 9> m{1, 0, 0, 0, 1, 0, 0, 0, 1};
  [[nodiscard]] Vec2 operator()(Vec2 p) const {
    const double w = m[6] * p.x + m[7] * p.y + m[8];
    return {(m[0] * p.x + m[1] * p.y + m[2]) / w, (m[3] * p.x + m[4] * p.y + m[5]) / w};
  }
};

// Throws std::invalid_argument for a singular one.
Homography inverse(const Homography& h);
Homography product(const Homography& a, const Homography& b);  // a after b

struct FormFrame {
  Size reference_size;  // pixels of the reference image
  Vec2 form_extent;     // form_px: kFormWidth and what the reference's proportions make of it
  Vec2 margin;          // canvas_px: where form_px (0, 0) lies
  Vec2 canvas_extent;   // canvas_px
  Size source_size;     // source_px
  double focal = 0;     // focal length, in the photo's longer sides; 0: unknown, or the photo may be cropped
  Homography source_from_canvas;
  [[nodiscard]] Vec2 canvasFromPage(Vec2 page_uv) const {
    return margin + Vec2{page_uv.x * form_extent.x, page_uv.y * form_extent.y};
  }
  [[nodiscard]] Box canvasFromForm(const Box& form_px) const {
    return {form_px.x0 + margin.x, form_px.y0 + margin.y, form_px.x1 + margin.x, form_px.y1 + margin.y};
  }
};

// A point on the form's print and what the form looks like there: the four features of the level's image.
struct FormPoint {
  Vec2 canvas_px;
  std::array<float, 4> features{};  // in the level's feature units
  // How unlike this place the form is some hundredths of its width away, in the direction where it is least so: the
  // length of the features' difference. Text is, a rule is not: it is the same further along.
  float distinct = 0;
};

// One blur of the feature images. The photo has been brought onto the canvas by the homography.
struct FormLevel {
  double sigma_px = 0;           // of the blur, canvas_px
  EvidenceImage photo;           // four channels, u8; scale: pixels of the image per canvas_px
  std::array<float, 4> gains{};  // feature units per grey level
  std::vector<FormPoint> points;
};

// A place of the form that was recognised on the photo; a part of them is wrong.
struct FormMatch {
  Vec2 form;   // canvas_px, on the form
  Vec2 photo;  // canvas_px, where the photo shows it
  bool inlier = false;
};

// One edge of the sheet followed across the canvas: top and bottom as y over x, left and right as x over y.
struct FormEdge {
  SideKind kind = SideKind::top;
  double first = 0, step = 1;      // canvas_px: sample k lies at first + k * step along the edge
  std::vector<double> across;      // canvas_px
  std::vector<double> confidence;  // 0..1
  bool from_side = false;          // looked for beside a side of the sheet's outline, however bent
};

// Where the sheet's edges lie around the form, form_px; a form printed without scaling onto paper of its own size has
// {0, 0, form_extent.x, form_extent.y}.
struct FormSheet {
  Box edges_px;
  std::array<double, 4> weight{};  // of top, bottom, left, right (as SideKind): 0 not known, 1 sure
  double bend_px = 0;              // how far from flat the sheet was that they were measured on, canvas_px
};

// What print on the photo stands on. On the form it is straight: level, or as slanted as all that was filled in is.
struct FormBaseline {
  Polyline seen;                // canvas_px of the photo
  double slope = 0;             // dy / dx on the form
  std::optional<double> place;  // y - slope * x on the form, canvas_px, where that is known
};

// Places on the photo that lie one below the other on the form.
struct FormColumn {
  Polyline seen;                // canvas_px of the photo
  std::optional<double> place;  // their x on the form, canvas_px, where that is known
};

// A character, or a few that touch, by where its ink ends across its line of print.
struct CanvasCharacter {
  Vec2 top, foot;  // canvas_px of the photo
};

struct FormCues {
  FormFrame frame;
  std::vector<FormLevel> levels;   // coarse to fine
  std::vector<FormMatch> matches;  // within reach of the homography
  std::vector<FormEdge> edges;
  FormSheet sheet;                      // where `edges` should lie
  bool sheet_is_known = false;          // else only that they are straight and level on the form
  std::vector<Polyline> rows;           // canvas_px: lines of text traced on the photo, straight and level on the form
  std::vector<FormBaseline> baselines;  // of print, once it was fitted
  EvidenceImage shading;                // PageCues::shading of the canvas; scale: its pixels per canvas_px
  std::vector<FormColumn> columns;      // of print, likewise
  std::vector<FormColumn> ends;         // of print, likewise: single places that other copies tell
  std::vector<CanvasCharacter> characters;  // of print, likewise
  int inliers = 0;                          // matches that the homography explains
  bool is_recognised = true;                // by matches; else pins, or the sheet's outline, gave the homography
  // What someone saw: places of the form (page_uv), and lines that are level or upright on it; canvas_px of the photo.
  std::vector<Pin> pins;
  std::vector<Stroke> strokes;
  std::vector<std::string> notes;  // in words a user understands
  // Whether any edge was looked for beside the outline.
  [[nodiscard]] bool followsOutline() const {
    return std::any_of(edges.begin(), edges.end(), [](const FormEdge& edge) { return edge.from_side; });
  }
};

}  // namespace platen
