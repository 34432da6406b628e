// A known form (the reference image of an empty form), prepared once, and where it is on a photo of a filled-in copy.
// The algorithm and its constants: docs/fit.md, part B.
//
// Threads: a const KnownForm may be used from any number of threads. Same input, same cues, whatever the threads.
#pragma once

#include "core/detect/form_features.h"
#include "core/detect/form_match.h"
#include "core/form_cues.h"
#include "core/page_cues.h"
#include "core/pyramid.h"

#include <optional>
#include <stop_token>
#include <vector>

namespace platen::detect {

struct KnownForm {
  FormFrame frame;              // without the photo's part
  Keypoints keypoints;          // canvas_px
  std::vector<FormLook> looks;  // coarse to fine
  // Nothing is printed on it, so that no photo could be fitted to it.
  [[nodiscard]] bool isBlank() const { return looks.empty() || looks.front().points.empty(); }
};

// The long side that the reference should be decoded at.
int referenceSide(Size reference_size);
KnownForm prepareForm(const Pyramid& reference);

// `pages`: what findCues() found on the photo: text lines, and the outline to start from where too few places are
// recognised. `sheet`: where the sheet's edges lie around the form, if that is known. Nothing where neither places nor
// an outline tell where the form could be.
std::optional<FormCues> findForm(const Pyramid& photo,
                                 const KnownForm& form,
                                 const std::vector<PageCues>& pages,
                                 const std::optional<FormSheet>& sheet,
                                 const std::stop_token& stop);

}  // namespace platen::detect
