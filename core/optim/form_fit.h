// FormCues -> FitResult: a photo registered to the known form it shows. Gradient descent on an offset net over the
// canvas, coarse to fine; docs/fit.md, part B. Synchronous; knows no file, no OpenCV. Deterministic.
#pragma once

#include "core/fit.h"
#include "core/form_cues.h"
#include "core/optim/form_likeness.h"
#include "core/optim/offset_net.h"
#include "core/options.h"

#include <stop_token>

namespace platen::optim {

struct FormFit {
  FitResult fit;  // page_uv is the form's rectangle
  OffsetNet offsets;
  FormLikeness likeness;
  FormSheet sheet;  // where the sheet's edges lie around the form, by this photo
};

// options.steps: of the descent, over all its levels (0: as planned).
FormFit fitForm(const FormCues& cues, const FitOptions& options, const FitHooks& hooks, const std::stop_token& stop);

}  // namespace platen::optim
