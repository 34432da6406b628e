// FormCues -> FitResult: a photo registered to the known form it shows. Gradient descent on an offset net over the
// canvas, coarse to fine; docs/fit.md, part B. Synchronous; knows no file, no OpenCV. Deterministic.
#pragma once

#include "core/fit.h"
#include "core/form_cues.h"
#include "core/optim/form_likeness.h"
#include "core/optim/form_paper_energy.h"
#include "core/options.h"

#include <stop_token>

namespace platen::optim {

struct FormFit {
  FitResult fit;     // page_uv is the form's rectangle
  PaperState paper;  // the offsets over the canvas, how the sheet lies in space, and the camera if it was fitted
  FormLikeness likeness;
  FormSheet sheet;    // where the sheet's edges lie around the form, by this photo
  double strain = 0;  // how far its paper would have to be stretched to be seen so, and torn, and how unusual the
                      // camera would have to be: the paper energy and the camera's
  [[nodiscard]] bool cameToNothing() const;  // diverged, or nothing of the form in view
};

// What tells of two fits of one photo which is the better one, whatever either was given.
struct FormEvidence {
  double agreement = 0;   // of the print; not finite: nothing of the form is in view
  double strain = 0;      // FormFit's
  double edges_seen = 0;  // share of the sheet's edges that the photo shows where the fit has them, 0..1
};
// How far `one` is better than `other`; 0: either will do. A hundredth of agreement counts like a fifth of the strain
// or a fifteenth of the edges: where nothing is printed, paper and edges tell. Infinite where one alone is finite.
double advantage(const FormEvidence& one, const FormEvidence& other);
// The same of fits without and with the sheet's outline; but 0 where the first is held by no edge and sees no more of
// the print: any sheet would strain it less.
double advantageWithoutOutline(const FormEvidence& without, const FormEvidence& with);

// The canvas' plane counts as the form's own (canvas_view.h). options.steps: of the descent, over all its levels (0: as
// planned); options.without: what it must not look at.
FormFit fitForm(const FormCues& cues, const FitOptions& options, const FitHooks& hooks, const std::stop_token& stop);
// The last levels alone, from an earlier fit to the same photo on, for evidence that moves it by little; and now with
// the camera among the unknowns (canvas_camera.h), which begins where `start` has it, if it has one.
FormFit fitForm(const FormCues& cues,
                const PaperState& start,
                const FitOptions& options,
                const FitHooks& hooks,
                const std::stop_token& stop);

}  // namespace platen::optim
