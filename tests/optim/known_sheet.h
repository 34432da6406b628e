// A stage-1 result without stage 1: the sheet of a synthetic page, given exactly, with the page's segments and sides as
// the curves that stage 1 would hand on. Lets the grid stage be tested by itself.
#pragma once

#include "core/optim/base_map.h"
#include "core/optim/offset_net.h"
#include "core/optim/sheet_fit.h"
#include "tests/support/synthetic_cues.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace platen::test {

optim::SheetFit knownSheet(const SyntheticPage& page);

// A sheet folded along a line that runs aslant across the page: half of it rises by some 35 degrees.
SyntheticRecipe foldedRecipe();

// What the sheet says alone, without a grid stage: source_px of the page.
WarpGrid bakedGrid(const PageCues& cues, const optim::SheetFit& sheet);

// Of its page: height over width.
double aspectOf(const optim::SheetFit& sheet);

// Controls of an offset net, evenly from [-amplitude_px, amplitude_px]; same seed, same controls.
std::vector<double> randomControls(std::size_t n, double amplitude_px, std::uint32_t seed = 11);
std::vector<double> randomControls(optim::NetShape shape, double amplitude_px, std::uint32_t seed);

// RMS distance, in % of the page's width, of the pages that a work_px grid and the truth assign to the same image
// points, after the best similarity (synthetic_cues.h).
double gridErrorPercent(const SyntheticPage& page, const WarpGrid& work_from_page, bool text_only = false);

// Largest difference between `gradient` and central differences of `value` over every `stride`-th entry of `at`,
// relative to the gradient's largest entry.
double gradientError(const std::function<double(std::span<const double>)>& value,
                     std::span<const double> at,
                     std::span<const double> gradient,
                     double step,
                     std::size_t stride = 1);

}  // namespace platen::test
