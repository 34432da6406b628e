// Does the photo show this form? How well its print agrees where a fit has it, over the whole form and region by
// region. Two layouts that share a heading agree there and nowhere else; a crumpled sheet in shadow agrees a little
// less everywhere. What a few other words mean is not looked at.
#pragma once

#include "core/form_cues.h"
#include "core/optim/offset_net.h"

namespace platen::optim {

// How much of the form's print is where it should be on the photo.
struct FormLikeness {
  double agreement = 0;       // correlation of the features at the form's points, -1..1
  double elsewhere = 0;       // the largest of the same with the photo shifted by a few hundredths of the form's width
  double regions = 0;         // 0..1: share of the distinct print in regions that agree or are recognised by themselves
  bool is_recognised = true;  // else nothing that is printed said where to begin
  // Nearly all distinct print is where it should be.
  [[nodiscard]] bool isWhole() const;
  // False for NaN as well.
  [[nodiscard]] bool isConvincing() const;
};

// `offsets`: of the fit to these cues. Nothing agrees where too few of the form's points are in view.
FormLikeness likeness(const FormCues& cues, const OffsetNet& offsets);

}  // namespace platen::optim
