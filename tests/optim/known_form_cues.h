// A form and a photo of it whose offset is known exactly, as the cues that detection would hand to the registration.
#pragma once

#include "core/form_cues.h"

#include <functional>

namespace platen::test {

struct FormRecipe {
  // Where a point of the form is seen, canvas_px, less the point itself; smooth, below some 20 px.
  std::function<Vec2(Vec2 canvas_px)> offset;
  bool other_form = false;   // the photo shows another print
  bool with_matches = true;  // one in eight of them wrong
  bool with_edges = true;
};

struct KnownFormCues {
  FormCues cues;
  std::function<Vec2(Vec2 canvas_px)> offset;
};

KnownFormCues makeFormCues(const FormRecipe& recipe);

// RMS distance of an offset from the truth over the form's rectangle, canvas_px.
double offsetError(const KnownFormCues& truth, const std::function<Vec2(Vec2 canvas_px)>& offset);

}  // namespace platen::test
