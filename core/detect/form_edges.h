// The edges of the sheet in the canvas frame (form_cues.h): each is followed by dynamic programming through a strip
// around the place where it should lie.
#pragma once

#include "core/form_cues.h"

#include <functional>
#include <optional>
#include <vector>

#include <opencv2/core.hpp>

namespace platen::detect {

struct CanvasImage {
  cv::Mat colors;   // u8, 1 or 3 channels; beyond the photo its border is repeated
  cv::Mat covered;  // u8, 255 where the photo is
};

// Its brightness, u8; shares memory where that is all there is.
cv::Mat greyCanvas(const CanvasImage& canvas);

// Where an edge is looked for, canvas_px: along it, and where it is expected across it.
struct EdgeSearch {
  SideKind kind = SideKind::top;
  double from = 0, to = 0;
  std::function<double(double along)> across;
  double reach = 0;  // how far off it may be
  double step = 1;   // between samples across
  int apart = 6;     // samples between the two sides of the edge
};
std::optional<FormEdge> followEdge(const CanvasImage& canvas, const EdgeSearch& search);

// The same, coarsely, about a straight line. `across`: canvas_px, where the edge is expected; from..to: the part of it
// that is the sheet's, canvas_px along it; `reach`: how far off it may be. Nothing where no edge can be told from its
// surroundings.
std::optional<FormEdge> followEdge(
    const CanvasImage& canvas, SideKind kind, double across, double from, double to, double reach);

// Where the sheet's edges lie, roughly, from sides that were found on the photo (canvas_px): the median of each.
// `form`: the form's rectangle on the canvas.
FormSheet sheetFromSides(const std::vector<Polyline>& sides_canvas_px,
                         const std::vector<double>& sure,
                         const FormFrame& frame);

}  // namespace platen::detect
