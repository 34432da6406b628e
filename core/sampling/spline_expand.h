// The spline's expansion as tensor operators, differentiable in the control net. Indexing: spline_grid.h.
#pragma once

#include <ATen/core/Tensor.h>

namespace platen::sampling {

// The surface on the lattice u x v. Throws c10::Error naming what it got when shapes or types don't fit.
// Returns [rows, cols, 2] of the net's type.
at::Tensor expandSpline(const at::Tensor& net,  // f32 | f64 [cells along v + 3, cells along u + 3, 2]
                        const at::Tensor& u,    // f32 | f64 [cols], in [0, 1]; no gradient flows to it
                        const at::Tensor& v);   // f32 | f64 [rows]

// The surface at arbitrary points. Returns [..., 2].
at::Tensor expandSplineAt(const at::Tensor& net, const at::Tensor& points_uv);  // f32 | f64 [..., 2], no gradient

}  // namespace platen::sampling
