// The maths of one bilinear sample, once: four taps, value, d/dx, d/dy. Every loop uses it, forward and backward, CPU
// (scalar and vector) and CUDA. It touches no memory: where pixels come from is the loop's business.
//
// Centre rule. A position (x, y) is in image pixels and pixel (i, j) covers [i, i+1) x [j, j+1), so its centre is at
// (i + .5, j + .5). Arrays are indexed by centres: p = x - .5 is the position in index units. This is the only place of
// the sampler where the half pixel is subtracted.
//
// Derivation. With i = floor(p), a = p - i in [0, 1) along x, b likewise along y, and v00 v10 / v01 v11 the pixels at
// (i, j) (i+1, j) / (i, j+1) (i+1, j+1), the tensor product of two linear interpolations is
//     top = v00 + a (v10 - v00)      bottom = v01 + a (v11 - v01)      value = top + b (bottom - top)
// da/dx = db/dy = 1 inside a cell, so
//     d/dx = (v10 - v00) + b ((v11 - v01) - (v10 - v00))               d/dy = bottom - top
// Both derivatives are made of differences that the value needs anyway: taking them in the same visit is nearly free,
// and no derivative image ever exists. The form "start + fraction * difference" (not "weights summing to one") makes
// constant images exact. On cell boundaries (centres of pixels) the function has a kink; the derivative given there is
// the one-sided derivative to the right and downwards.
//
// Border rule. replicate: the image continues with its outermost pixels. Clamping the position to [0, size - 1] is the
// same as clamping every tap, and keeps both taps inside the image; where the position was clamped (p < 0 or
// p >= size - 1) the value is constant along that axis, so the derivative is zero. zeros: pixels outside are 0, so the
// value fades linearly to 0 over one pixel outside the outermost centres, derivative included; farther out both are 0.
// reflection: the plane is tiled with the image and its mirror images, edge to edge, so the position is folded into
// [0, size] and then clamped as for replicate (the outermost half pixels repeat their pixel); in a mirrored tile the
// derivative changes sign, and on centres it is the one-sided one to the left or upwards. This is grid_sample's rule
// for align_corners = false. Beyond kMostTiles tiles positions count as if on a border.
//
// Reading rule. `base` is in [0, max(size - 2, 0)] for whatever position, so base and base + 1 may be read if size > 1,
// and base alone if size = 1 (the loops then read it twice; the second tap never counts).
//
// NaN rule. A position with a NaN or infinite coordinate has value 0 and derivative 0, under every border rule; the
// comparisons below are phrased so that NaN takes the branch that stays in range before anything becomes an integer.
// NaN or infinite pixels (f32, f64 images) spread to the samples that touch them, as arithmetic has it.
//
// Types. Real is float, double or a vector of floats (GCC and Clang vector extensions), Int the 32-bit integer of the
// same lane count. Sizes are at most kMaxSide, so indices fit and "size + 1" can't overflow. Everything is forced
// inline: the file is compiled with several instruction sets, and an out-of-line copy made for one CPU must not be
// picked by the linker for another.
#pragma once

#include "core/sampling/bilinear_kernels.h"

#include <cstdint>
#include <type_traits>

#if defined(__CUDACC__)
#define PLATEN_TAPS_INLINE __host__ __device__ __forceinline__
#else
#define PLATEN_TAPS_INLINE [[gnu::always_inline]] inline
#endif

namespace platen::sampling::taps {

// Lane by lane conversion; to integers it cuts the fraction off.
template <class To, class From>
PLATEN_TAPS_INLINE To convertTo(From value) {
#if !defined(__CUDACC__)
  if constexpr (!std::is_arithmetic_v<From>) {
    return __builtin_convertvector(value, To);
  } else
#endif
  {
    return static_cast<To>(value);
  }
}

// condition ? a : b, lane by lane.
template <class Mask, class T>
PLATEN_TAPS_INLINE T select(Mask mask, T a, T b) {
  return mask ? a : b;
}

// One axis of an image, in the types that the maths wants.
template <class Scalar>
struct Axis {
  Scalar last;              // size - 1
  std::int32_t last_index;  // size - 1
  std::int32_t last_base;   // max(size - 2, 0)
  Scalar size, tiles;       // size, 1 / size
};

constexpr std::int32_t kMostTiles = 1 << 22;

template <class Scalar>
PLATEN_TAPS_INLINE Axis<Scalar> axisOf(std::int64_t size) {
  return {static_cast<Scalar>(size - 1), static_cast<std::int32_t>(size - 1),
          static_cast<std::int32_t>(size > 1 ? size - 2 : 0), static_cast<Scalar>(size),
          Scalar(1) / static_cast<Scalar>(size)};
}

// Where a position falls along one axis.
template <class Real, class Int>
struct Cell {
  using Mask = decltype(Real{} < Real{});
  Int base;                    // first of the two pixels that are read
  Real fraction;               // in [0, 1]
  Mask moves;                  // replicate, reflection: the value depends on the position here (it was not clamped)
  Mask has_first, has_second;  // zeros: that tap is inside the image
  Mask shifted;                // zeros: the taps are not (base, base + 1) but one beside them
  Mask mirrored;               // reflection: the position lies in a mirrored tile
};

template <Border kBorder, class Real, class Int, class Scalar>
PLATEN_TAPS_INLINE Cell<Real, Int> cellOf(Real position_px, const Axis<Scalar>& axis) {
  Cell<Real, Int> cell{};
  const Real zero = Real{};
  if constexpr (kBorder != Border::zeros) {
    Real inside_px = position_px;
    if constexpr (kBorder == Border::reflection) {
      const auto negative = position_px < zero;
      const Real distance = select(negative, Real(-position_px), position_px);
      const Real most = zero + static_cast<Scalar>(kMostTiles);
      Real tiles = distance * axis.tiles;
      tiles = select(tiles < most, tiles, most);  // NaN too
      const Int tile = convertTo<Int>(tiles);
      const auto odd = (tile & 1) != Int{};
      // A tile that rounding got wrong by one gives a position just outside, which is clamped to the right edge.
      inside_px = distance - convertTo<Real>(tile) * axis.size;
      inside_px = select(odd, Real(axis.size - inside_px), inside_px);
      cell.mirrored = odd != negative;
    }
    const Real p = inside_px - Scalar(0.5);
    const Real last = zero + axis.last;
    Real clamped = select(p > zero, p, zero);
    clamped = select(clamped < last, clamped, last);
    const Int index = convertTo<Int>(clamped);  // = floor: clamped >= 0
    const Int last_base = Int{} + axis.last_base;
    cell.base = select(index < last_base, index, last_base);
    cell.fraction = clamped - convertTo<Real>(cell.base);
    cell.moves = (p >= zero) & (p < last);
  } else {
    const Real p = position_px - Scalar(0.5);
    const Real low = zero - Scalar(2);
    const Real high = zero + (axis.last + Scalar(2));
    Real clamped = select(p > low, p, low);
    clamped = select(clamped < high, clamped, high);
    const Int toward_zero = convertTo<Int>(clamped);
    const Int index = select(convertTo<Real>(toward_zero) > clamped, Int(toward_zero - 1), toward_zero);  // floor
    const Int none = Int{};
    const Int last_base = none + axis.last_base;
    cell.fraction = clamped - convertTo<Real>(index);
    cell.base = select(index > none, index, none);
    cell.base = select(cell.base < last_base, cell.base, last_base);
    cell.has_first = (index >= none) & (index <= axis.last_index);
    cell.has_second = (index >= none - 1) & (index < axis.last_index);
    cell.shifted = index != cell.base;
  }
  return cell;
}

// The two taps along one axis from the pixels at base and base + 1.
template <Border kBorder, class Real, class Int>
PLATEN_TAPS_INLINE void placeTaps(const Cell<Real, Int>& cell, Real& first, Real& second) {
  if constexpr (kBorder == Border::zeros) {
    const Real zero = Real{};
    const Real at_base = first, at_next = second;
    first = select(cell.has_first, select(cell.shifted, at_next, at_base), zero);
    second = select(cell.has_second, select(cell.shifted, at_base, at_next), zero);
  }
}

template <class Real>
struct Sample {
  Real value, d_dx, d_dy;
};

// v[row][column]: the pixels at (x.base, y.base), (x.base + 1, y.base), ... `finite`: both coordinates are.
template <Border kBorder, class Real, class Int>
PLATEN_TAPS_INLINE Sample<Real> sampleOf(const Cell<Real, Int>& x,
                                         const Cell<Real, Int>& y,
                                         typename Cell<Real, Int>::Mask finite,
                                         Real v00,
                                         Real v10,
                                         Real v01,
                                         Real v11) {
  placeTaps<kBorder>(x, v00, v10);
  placeTaps<kBorder>(x, v01, v11);
  placeTaps<kBorder>(y, v00, v01);
  placeTaps<kBorder>(y, v10, v11);
  const Real zero = Real{};
  const Real top_slope = v10 - v00;
  const Real bottom_slope = v11 - v01;
  const Real top = v00 + x.fraction * top_slope;
  const Real bottom = v01 + x.fraction * bottom_slope;
  const Real rise = bottom - top;
  Sample<Real> sample;
  sample.value = select(finite, Real(top + y.fraction * rise), zero);
  Real d_dx = top_slope + y.fraction * (bottom_slope - top_slope);
  Real d_dy = rise;
  if constexpr (kBorder == Border::reflection) {
    d_dx = select(x.mirrored, Real(-d_dx), d_dx);
    d_dy = select(y.mirrored, Real(-d_dy), d_dy);
  }
  if constexpr (kBorder != Border::zeros) {
    sample.d_dx = select(finite & x.moves, d_dx, zero);
    sample.d_dy = select(finite & y.moves, d_dy, zero);
  } else {
    sample.d_dx = select(finite, d_dx, zero);
    sample.d_dy = select(finite, d_dy, zero);
  }
  return sample;
}

// False for NaN and infinity: zero times either is NaN.
template <class Real>
PLATEN_TAPS_INLINE auto finiteMask(Real x, Real y) {
  const Real zero = Real{};
  return (x * zero == zero) & (y * zero == zero);
}

}  // namespace platen::sampling::taps
