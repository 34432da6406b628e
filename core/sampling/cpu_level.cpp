// Asks the processor once. GCC and Clang both check that the operating system saves the wide registers, too.
#include "core/sampling/cpu_level.h"

namespace platen::sampling {

namespace {

std::vector<CpuLevel> findLevels() {
  std::vector<CpuLevel> levels{CpuLevel::portable};
#ifdef PLATEN_SAMPLING_X86
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
    levels.push_back(CpuLevel::avx2);
  }
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl")) {
    levels.push_back(CpuLevel::avx512);
  }
#endif
  return levels;
}

}  // namespace

const char* nameOf(CpuLevel level) {
  switch (level) {
    case CpuLevel::portable:
      return "portable";
    case CpuLevel::avx2:
      return "avx2";
    case CpuLevel::avx512:
      return "avx512";
  }
  return "unknown";
}

const std::vector<CpuLevel>& availableCpuLevels() {
  static const std::vector<CpuLevel> levels = findLevels();
  return levels;
}

CpuLevel bestCpuLevel() {
  return availableCpuLevels().back();
}

}  // namespace platen::sampling
