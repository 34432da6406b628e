// The spline along u: a row of controls to a row of the lattice, and its transpose. Internal to core/sampling.
#pragma once

#include "core/sampling/spline_grid.h"

namespace platen::sampling {

// controls [cells + 3, 2], out [n, 2].
template <class Scalar>
void mixControls(const SplineAxis<Scalar>& axis, const Scalar* controls, Scalar* out);
// Adds to grad_controls what grad_row [n, 2] sends back.
template <class Scalar>
void spreadToControls(const SplineAxis<Scalar>& axis, const Scalar* grad_row, Scalar* grad_controls);

}  // namespace platen::sampling
