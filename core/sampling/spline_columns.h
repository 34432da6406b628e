// The spline along u: rows of controls to rows of the lattice, and its transpose. Internal to core/sampling.
#pragma once

#include "core/sampling/spline_grid.h"

namespace platen::sampling {

// controls [rows, cells + 3, 2], out [rows, n, 2].
template <class Scalar>
void mixControls(const SplineAxis<Scalar>& axis, const Scalar* controls, int rows, Scalar* out);
// Adds to grad_controls what grad_row [n, 2] sends back.
template <class Scalar>
void spreadToControls(const SplineAxis<Scalar>& axis, const Scalar* grad_row, Scalar* grad_controls);

}  // namespace platen::sampling
