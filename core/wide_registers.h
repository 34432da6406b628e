// A function whose loops are compiled twice, for any x86-64 and for processors with AVX2, where that pays. Both round
// alike: no sums are reordered and nothing is contracted (AVX2 here is without FMA), so that the results are the same
// on every x86-64 machine.
#pragma once

#include <cstddef>  // __GLIBC__: the choice is made by the loader, which not every C library's can

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && defined(__GLIBC__)
#define PLATEN_WIDE_REGISTERS __attribute__((target_clones("avx2", "default")))
#else
#define PLATEN_WIDE_REGISTERS
#endif
