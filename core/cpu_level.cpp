// Asks the processor once. GCC and Clang both check that the operating system saves the wide registers, too.
#include "core/cpu_level.h"

#include <cstdlib>
#if defined(__x86_64__) && defined(__GNUC__)
#include <cpuid.h>
#endif

namespace platen {

namespace {

constexpr CpuLevel kLevels[] = {CpuLevel::portable, CpuLevel::avx2, CpuLevel::avx512};

#if defined(__x86_64__) && defined(__GNUC__)
// A virtual machine may hide it though the processor has AVX2; not every compiler's own question knows its name.
bool hasF16c() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid(1, &a, &b, &c, &d) != 0 && (c & bit_F16C) != 0;
}
#endif

bool processorHas([[maybe_unused]] CpuLevel level) {
#if defined(__x86_64__) && defined(__GNUC__)
  __builtin_cpu_init();
  switch (level) {
    case CpuLevel::portable:
      return true;
    case CpuLevel::avx2:
      return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && hasF16c();
    case CpuLevel::avx512:
      return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
             __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") && hasF16c();
  }
  return false;
#else
  return level == CpuLevel::portable;
#endif
}

std::string_view wantedLevel() {
  const char* wanted = std::getenv(kCpuLevelVariable);
  return wanted == nullptr ? std::string_view() : wanted;
}

std::vector<CpuLevel> findLevels() {
  const CpuLevel most = cpuLevelNamed(wantedLevel()).value_or(CpuLevel::avx512);
  std::vector<CpuLevel> levels;
  for (const CpuLevel level : kLevels) {
    if (level <= most && processorHas(level)) {
      levels.push_back(level);
    }
  }
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

std::optional<CpuLevel> cpuLevelNamed(std::string_view name) {
  for (const CpuLevel level : kLevels) {
    if (name == nameOf(level)) {
      return level;
    }
  }
  return std::nullopt;
}

const std::vector<CpuLevel>& availableCpuLevels() {
  static const std::vector<CpuLevel> levels = findLevels();
  return levels;
}

CpuLevel bestCpuLevel() {
  return availableCpuLevels().back();
}

std::string cpuLevelComplaint() {
  const std::string_view wanted = wantedLevel();
  if (wanted.empty() || cpuLevelNamed(wanted)) {
    return {};
  }
  return std::string(kCpuLevelVariable) + ": '" + std::string(wanted) +
         "' is no level of a processor (portable, avx2 or avx512; without it the best is taken)";
}

}  // namespace platen
