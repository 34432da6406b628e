// How far a flat page may be off, as the evidence for its sheet leaves it open: a page of which few lines and sides are
// in view fits many cameras as well as one.
#pragma once

#include "core/geometry.h"
#include "core/optim/levenberg_marquardt.h"
#include "core/optim/sheet_model.h"

#include <optional>

namespace platen::optim {

// The standard deviation of the map over `rect` (sheet_uv), as a share of its diagonal: the covariance of the sheet's
// parameters, (2 H)^-1 of the normal equations at the descent's end, propagated linearly to where image points lie on
// the sheet, less what a similarity of the sheet explains (the scorer's map error is taken after one as well): the root
// of the mean square over the rectangle. `sheet` was made with derivatives and is not folded; the equations have its
// parameters, in the order of their vector. Large where they determine little; none where they are not positive
// definite, or too little of the rectangle is seen.
std::optional<double> mapSigma(const SheetModel& sheet, const Box& rect, const NormalEquations& equations);

}  // namespace platen::optim
