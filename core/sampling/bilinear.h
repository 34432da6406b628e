// The sampler as a tensor operator: value of a static image at moving positions, differentiable in the positions alone.
// Also registered as platen::sample_bilinear(Tensor image, Tensor coords, str border="replicate") -> Tensor, so that a
// shared library made of this folder can be loaded from Python.
//
// Memory: forward saves the two derivatives at each position and nothing of the image; nothing of the image's shape is
// ever made, forward or backward. Not twice differentiable (second derivatives of a bilinear surface are zero nearly
// everywhere).
#pragma once

#include "core/sampling/bilinear_kernels.h"

#include <ATen/core/Tensor.h>

namespace platen::sampling {

// Returns f32 or f64 (as coords) [..., channels]: values in the pixels' own unit, u8 as 0..255. NaN and infinite
// positions give value 0 and gradient 0. Throws c10::Error naming what it got, when shapes or types don't fit, when
// image.requires_grad, and for f64 images with f32 coords.
//
// Strides: coords of any stride (made contiguous: a copy of the lattice's size at most). The image may have any row
// stride, so crops along either axis cost nothing, but its channels must be interleaved without gaps; anything else
// (channels-first views, flips) is copied on every call: store evidence images interleaved.
at::Tensor sampleBilinear(
    const at::Tensor& image,   // u8 | f16 | f32 | f64 [H, W, C], C = 1, 3 or 4; or [H, W] for one channel
    const at::Tensor& coords,  // f32 | f64 [..., 2], (x, y) in the image's px, centres at + .5
    Border border = Border::replicate);

}  // namespace platen::sampling
