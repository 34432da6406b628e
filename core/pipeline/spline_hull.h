// Where on the photo does a part of the page come from, at most? A strict bound from the spline's control net, for
// whoever has to have those pixels ready.
//
// Each cell that the part meets is a bicubic polynomial. Its Bezier net over just what the part has of the cell comes
// out of the B-spline net by blossoming (L. Ramshaw, Blossoms are polar forms, CAGD 6, 1989), and a Bezier patch lies
// in the hull of its net: the box around the nets holds every point, and beyond the points reaches by the square of the
// part's size in cells alone.
#pragma once

#include "core/geometry.h"
#include "core/warp_grid.h"

namespace platen::pipeline {

// Around all that the map sends `page_uv` (cut to [0,1] x [0,1]) to, in the net's coordinates. Exact but for the
// rounding of doubles. Precondition: finite controls.
Box splineHull(const SplineNet& net, const Box& page_uv);

}  // namespace platen::pipeline
