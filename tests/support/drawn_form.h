// Forms and what people fill into them: a heading, boxes with captions and a ruled table, all different from seed to
// seed; and handwriting-like strokes on the lines left free.
#pragma once

#include "core/geometry.h"
#include "core/image.h"

#include <cstdint>

namespace platen::test {

// u8 grey, 255 white. Two seeds give two forms that share nothing but their style.
Image drawForm(Size size, std::uint64_t seed);

// The upper part of one form over the lower part of another of the same size: two layouts that share a heading.
// `share`: of the height, that is the first one's.
Image joinedForms(const Image& upper, const Image& lower, double share);

// The same sheet with ink in its empty fields.
Image filledIn(const Image& form, std::uint64_t seed);

// Three columns of words below `share` of the height, each aligned at its left; `scattered`: up to so far beside it,
// in thousandths of the width, each word by chance.
Image columnsFilledIn(const Image& form, double share, double scattered, std::uint64_t seed);
// Words that stand in no columns, all of them aslant by `slope` (dy / dx).
Image filledInAslant(const Image& form, double share, double slope, std::uint64_t seed);

// The form printed onto a larger sheet: white added around it, in its pixels.
Image onLargerSheet(const Image& form, int left, int top, int right, int bottom);

}  // namespace platen::test
