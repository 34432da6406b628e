// What torch knows of the library once it is loaded. sample_bilinear is registered where it is made
// (core/sampling/bilinear.cpp).
#include "core/operators/decode_region_operator.h"
#include "core/sampling/spline_expand.h"

#include <torch/library.h>

TORCH_LIBRARY_FRAGMENT(platen, library) {
  library.def("decode_region(Tensor jpeg, int[] part, int eighths=8, bool gray=False, int threads=1) -> Tensor",
              platen::operators::decodeRegion);
  library.def("jpeg_size(Tensor jpeg, int eighths=8) -> int[]", platen::operators::jpegSize);
  library.def("expand_spline(Tensor net, Tensor u, Tensor v) -> Tensor", platen::sampling::expandSpline);
}
