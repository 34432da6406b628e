// Included before every file that clang-tidy reads (`make tidy`) and that an older clang compiles (preset fuzz), never
// with gcc. libtorch 1.13's and qpdf 11's headers use vectors of types that are not complete yet; clang instantiates a
// constexpr destructor at once and rejects them. So clang sees libstdc++'s <vector> as it was before C++20: not
// constexpr. One function is declared elsewhere as constexpr and steps aside.
#pragma once

#include <memory>
#include <string>

#pragma push_macro("_GLIBCXX20_CONSTEXPR")
#undef _GLIBCXX20_CONSTEXPR
#define _GLIBCXX20_CONSTEXPR
#define __fill_a1 __fill_a1_of_bits  // NOLINT(bugprone-reserved-identifier)
#include <vector>
#undef __fill_a1
#pragma pop_macro("_GLIBCXX20_CONSTEXPR")
