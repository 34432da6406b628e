// FormCues -> FitResult: a photo registered to the known form it shows. Gradient descent on an offset net over the
// canvas, coarse to fine; docs/fit.md, part B. Synchronous; knows no file, no OpenCV. Deterministic.
#pragma once

#include "core/fit.h"
#include "core/form_cues.h"
#include "core/optim/offset_net.h"
#include "core/options.h"

#include <stop_token>

namespace platen::optim {

// How much of the form's print is where it should be on the photo.
struct FormLikeness {
  double agreement = 0;       // correlation of the features at the form's points, -1..1
  double elsewhere = 0;       // the largest of the same with the photo shifted by a few hundredths of the form's width
  bool from_outline = false;  // nothing but the sheet's outline said where to begin
  // Is this the form? Photos of forms have .8 or more, of hard crumples in shadow .6, .1 above the shifted photo;
  // forms of another layout start from the outline, and reach .64 or no more than their shifted photo.
  [[nodiscard]] bool isConvincing() const {
    return agreement > (from_outline ? 0.75 : 0.55) && agreement - elsewhere > 0.2 * (1 - elsewhere);
  }
};

struct FormFit {
  FitResult fit;  // page_uv is the form's rectangle
  OffsetNet offsets;
  FormLikeness likeness;
  FormSheet sheet;  // where the sheet's edges lie around the form, by this photo
};

// options.steps: of the descent, over all its levels (0: as planned).
FormFit fitForm(const FormCues& cues, const FitOptions& options, const FitHooks& hooks, const std::stop_token& stop);

}  // namespace platen::optim
