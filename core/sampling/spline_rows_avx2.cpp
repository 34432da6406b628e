// The spline's row loops on AVX2; called only where the CPU has it (cpu_level.h).
#include "core/sampling/spline_rows.h"

namespace platen::sampling {

extern const SplineRowKernels<float> kSplineRowsAvx2 = {mixRows<float>, spreadRows<float>};
extern const SplineRowKernels<double> kSplineRowsAvx2F64 = {mixRows<double>, spreadRows<double>};

}  // namespace platen::sampling
