// Which instruction set the vector loops run on: the best that the CPU reports, found once per process, or a lower one
// that the environment variable PLATEN_CPU_LEVEL (portable, avx2, avx512) names, so that all of them can be tested and
// compared on one machine. Loops that round alike on all of them (wide_registers.h) do not ask.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace platen {

// portable: plain C++ for any processor. avx2: AVX2, FMA and F16C, 8 lanes. avx512: AVX-512 F, BW, DQ and VL, 16 lanes.
enum class CpuLevel : std::uint8_t { portable, avx2, avx512 };

inline constexpr const char* kCpuLevelVariable = "PLATEN_CPU_LEVEL";

const char* nameOf(CpuLevel level);
std::optional<CpuLevel> cpuLevelNamed(std::string_view name);

CpuLevel bestCpuLevel();
// Every level that this build, this CPU and the environment allow, slowest first; never empty.
const std::vector<CpuLevel>& availableCpuLevels();

// What is wrong with PLATEN_CPU_LEVEL, in one sentence; empty where it is not set, names a level or is empty. A wrong
// one is not heeded: programs should complain.
std::string cpuLevelComplaint();

}  // namespace platen
