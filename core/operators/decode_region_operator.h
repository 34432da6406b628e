// platen::decode_region: a part of a JPEG as a tensor operator, beside the sampler in one shared library
// (libplaten_operators.so), so that a module traced in Python decodes and samples without Python. The decoding itself
// is core/io/jpeg_region.h.
//
//   decode_region(Tensor jpeg, int[] part, int eighths=8, bool gray=False, int threads=1) -> Tensor
//   jpeg_size(Tensor jpeg, int eighths=8) -> int[]                        [height, width] of the reduced picture
//   expand_spline(Tensor net, Tensor u, Tensor v) -> Tensor                        core/sampling/spline_expand.h
#pragma once

#include <vector>

#include <ATen/core/Tensor.h>
#include <c10/util/ArrayRef.h>

namespace platen::operators {

// u8 [height, width, channels], 1 (grey) or 3 (RGB), as stored: the EXIF orientation is the caller's. Pixel (i, j) of
// the reduced picture covers [i, i+1) x [j, j+1), and the photo's point p lies at p * eighths / 8 of it. No gradient.
// Throws c10::Error naming what it got: shapes and types that don't fit, a part that leaves the picture, bytes that are
// no JPEG, are damaged or are over the limits of size. Any bytes are safe. Threads: any number of calls at once.
at::Tensor decodeRegion(const at::Tensor& jpeg,  // u8 [n], the file's bytes, on the CPU
                        at::IntArrayRef part,    // x, y, width, height in the reduced picture's px; empty: all of it
                        std::int64_t eighths,    // reduced to eighths / 8, 1..8
                        bool gray,               // one channel, whatever the JPEG has
                        std::int64_t threads);   // at most; >= 1

// Height and width of the array of the picture reduced to eighths / 8, by its header alone.
std::vector<std::int64_t> jpegSize(const at::Tensor& jpeg, std::int64_t eighths);

}  // namespace platen::operators
