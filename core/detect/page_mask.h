// Which part of the photo is the page: a watershed between markers of the page (its text, or the middle of the photo)
// and of the background (the photo's border), on a copy of 480 pixels (docs/fit.md, page mask).
#pragma once

#include "core/detect/gutter.h"
#include "core/geometry.h"
#include "core/page_cues.h"

#include <array>
#include <optional>
#include <vector>

#include <opencv2/core.hpp>

namespace platen::detect {

// The small copy that masks are made on; index = work_px * k - 0.5.
struct MaskScene {
  cv::Mat lab;       // u8, 3 channels, ink closed
  cv::Mat gradient;  // u8
  cv::Mat paper;     // u8, lab's light without its print: lines of text and the white between them are paper
  double k = 1;      // mask pixels per work pixel
};

// colors: u8 grey or RGB, at k array pixels per work pixel; h in work_px.
MaskScene prepareMaskScene(const cv::Mat& colors, double k, double h);

// One side as the watershed left it: mask indices, not refined yet.
struct RoughSide {
  SideKind kind = SideKind::top;
  std::vector<cv::Point2d> points;  // mask index coordinates, on the boundary, left to right or top to bottom
  std::vector<std::uint8_t> valid;  // per point: visible contrast to the background, or, of a faint one, a steady step
  double valid_fraction = 0;
  bool faint = false;  // found by its straightness, not by its contrast: its step of grey may be small
};

struct PageMask {
  cv::Mat mask;                             // u8, 255 inside; empty: none found
  std::vector<cv::Point> contour;           // boundary pixels, mask indices
  std::vector<std::uint8_t> valid;          // per contour point: visible contrast
  std::vector<std::uint8_t> seen;           // the same, or a fainter one that is steady along the contour
  double valid_fraction = 0;                // of the contour
  double frame_fraction = 0;                // of the contour along the photo's border
  double print_fraction = 0;                // of the contour: has contrast because print ends there
  std::optional<std::array<Vec2, 4>> quad;  // mask indices, clockwise from top left as the text stands
  double iou = 0;                           // of mask and quad
  std::vector<RoughSide> sides;
  std::vector<RoughSide> seen_sides;  // by where the contour is seen: evidence of its shape, not that it is the page's
  double ragged = 0;                  // mean share of the four sides that no smooth curve follows
  // IoU + 0.5 * how many sides are there and how clear they are, less 0.25 ragged.
  double quality = 0;
  [[nodiscard]] bool empty() const { return contour.empty(); }
  [[nodiscard]] bool isSheet() const;
  // All of it in view and in contrast all round, however crumpled: text outside is something else.
  [[nodiscard]] bool standsOut() const;
  // Its shape alone says that it is the page, whatever text lies around it.
  [[nodiscard]] bool isClear() const { return quality > kClearQuality; }
  static constexpr double kClearQuality = 1.38;
  // A quadrilateral with contrast all along but where the photo ends.
  [[nodiscard]] bool isBounded() const;
  // And most of it is in view: nothing about it is open.
  [[nodiscard]] bool isAccountedFor() const;
  // A paragraph on a blank page has an outline, too, and a straighter one than many sheets.
  [[nodiscard]] bool isPrintAlone() const { return print_fraction > 0.45; }
  // Most of the contour that is not along the photo's border has contrast: something was found, not just filled.
  [[nodiscard]] bool believable() const { return valid_fraction > 0.4 * (1 - frame_fraction); }
};

// segments: traced text of this page (may be none), and staves (staves.h); text_angle in radians; facing: the other
// page of a spread, background here.
PageMask findPageMask(const MaskScene& scene,
                      const std::vector<TextSegment>& segments,
                      const std::vector<TextSegment>& staves,
                      double h,
                      double text_angle,
                      const std::optional<FacingSide>& facing);

// The same from pixels that are known to be the page's (marker: not 0 there, of the scene's size), which may run out of
// the photo where its border shows paper like theirs.
PageMask growPageMask(const MaskScene& scene,
                      const cv::Mat& marker,
                      double text_angle,
                      const std::optional<FacingSide>& facing);

// The same of a page that runs out of the photo into the shade (page_to_border.h); empty where that is most of the
// photo's border.
PageMask growPageCutOff(const MaskScene& scene, const cv::Mat& marker, double text_angle);

}  // namespace platen::detect
