// Which instruction set the CPU loops run on. The choice is made from what the CPU reports, once per process.
#pragma once

#include <cstdint>
#include <vector>

namespace platen::sampling {

// portable: plain C++ for any processor. avx2: AVX2 and FMA, 8 lanes. avx512: AVX-512 F, BW, DQ and VL, 16 lanes.
enum class CpuLevel : std::uint8_t { portable, avx2, avx512 };

const char* nameOf(CpuLevel level);
CpuLevel bestCpuLevel();
// Every level that this build and this CPU have, slowest first; never empty.
const std::vector<CpuLevel>& availableCpuLevels();

}  // namespace platen::sampling
