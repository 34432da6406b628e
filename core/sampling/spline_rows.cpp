// The spline's row loops in plain C++, and the choice among the instruction sets.
#include "core/sampling/spline_rows.h"

#include "core/cpu_level.h"

namespace platen::sampling {

namespace {

constexpr SplineRowKernels<float> kPortable = {mixRows<float>, spreadRows<float>};
constexpr SplineRowKernels<double> kPortableF64 = {mixRows<double>, spreadRows<double>};

}  // namespace

template <>
const SplineRowKernels<float>& splineRowKernels<float>() {
#ifdef PLATEN_SAMPLING_X86
  switch (bestCpuLevel()) {
    case CpuLevel::avx512:
      return kSplineRowsAvx512;
    case CpuLevel::avx2:
      return kSplineRowsAvx2;
    case CpuLevel::portable:
      break;
  }
#endif
  return kPortable;
}

template <>
const SplineRowKernels<double>& splineRowKernels<double>() {
#ifdef PLATEN_SAMPLING_X86
  switch (bestCpuLevel()) {
    case CpuLevel::avx512:
      return kSplineRowsAvx512F64;
    case CpuLevel::avx2:
      return kSplineRowsAvx2F64;
    case CpuLevel::portable:
      break;
  }
#endif
  return kPortableF64;
}

}  // namespace platen::sampling
