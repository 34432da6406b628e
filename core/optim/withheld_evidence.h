// What a page would look like without some kinds of evidence: for ablations (FitOptions::without).
#pragma once

#include "core/form_cues.h"
#include "core/optim/sheet_fit.h"
#include "core/options.h"
#include "core/page_cues.h"

#include <vector>

namespace platen::optim {

// What is left to see when kinds of evidence are taken away (FitOptions::without). Margins, leading, the focal length
// and what is believed of paper and cameras are no cues: whoever uses them asks the options.
PageCues withoutEvidence(PageCues cues, const std::vector<Evidence>& kinds);
// The same of a photo of a known form. Its print stays, since the fit is judged by it; whether that moves the fit, and
// what is believed of paper and cameras, the options say. Keypoints are left out where the form is looked for.
FormCues withoutEvidence(FormCues cues, const std::vector<Evidence>& kinds);

bool isWithheld(const FitOptions& options, Evidence kind);

// Stage 1 as the options ask for it. `focal_prior`: as in fit().
SheetFitOptions sheetOptionsOf(const FitOptions& options, double focal_prior);

}  // namespace platen::optim
