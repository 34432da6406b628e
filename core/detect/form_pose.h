// Where a form lies on a photo before anything is fitted: by places that are recognised, by someone's pins, or by the
// outline of a sheet; and the photo as it is seen from there.
#pragma once

#include "core/detect/form_edges.h"
#include "core/detect/known_form.h"
#include "core/form_cues.h"
#include "core/guide.h"
#include "core/page_cues.h"
#include "core/pyramid.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace platen::detect {

Homography scaling(double x, double y);

// The photo seen through the frame's homography.
CanvasImage onCanvas(const Pyramid& photo, const FormFrame& frame);

struct FormPlace {
  enum class By : std::uint8_t { matches, pins, outline };
  By by = By::matches;
  Homography source_from_canvas;
  std::vector<bool> inlier;  // per pair; empty: by an outline
  int inliers = 0;
};

// What FormSearch says it may be placed by. By pins where there are four and more that a camera could see so, if what
// is recognised lies elsewhere, or nothing is. `sheet`, `pages`: as in findForm().
std::optional<FormPlace> placeOf(const Pyramid& photo,
                                 const KnownForm& form,
                                 const PairedPlaces& pairs,
                                 const std::vector<PageCues>& pages,
                                 const std::optional<FormSheet>& sheet,
                                 FormSearch search,
                                 const std::vector<Pin>& pins);

// What was told, source_px, on the canvas. What the form's plane shows nowhere near it, or from behind, says nothing
// and is left out; `notes` name the lines of which nothing is left.
struct ToldOnCanvas {
  std::vector<Pin> pins;
  std::vector<Stroke> strokes;
  std::vector<std::string> notes;
};
ToldOnCanvas toldOnCanvas(const PageGuide& told, const FormFrame& frame);

}  // namespace platen::detect
