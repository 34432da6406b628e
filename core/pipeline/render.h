// Full-resolution resampling straight from the warp grid: the spline is evaluated on the fly in row bands over threads,
// no map of the page's size is ever made. Bicubic (or bilinear, Lanczos-3) where the map magnifies, n x n supersampling
// with n = ceil(minification) where it minifies; one resampling between source and output.
#pragma once

#include "core/image.h"
#include "core/options.h"
#include "core/result.h"
#include "core/warp_grid.h"

#include <functional>
#include <stop_token>

namespace platen::pipeline {

struct RenderOptions {
  Filter filter = Filter::bicubic;
  int threads = 0;  // 0: one per core
  // Outside the photo: the paper has no pixel there. White (all channels at their maximum).
};

// The whole page at out_px size. Output pixel (i, j) shows page_uv ((i + .5) / width, (j + .5) / height).
// `source_scale`: pixels of `source` per source_px (1 for the full photo, a level's scale for previews).
Image renderPage(const Image& source,
                 double source_scale,
                 const WarpGrid& source_from_page,
                 Size out_px,
                 const RenderOptions& options,
                 std::stop_token stop = {});

// The same, band by band from the top, each given to `sink` in order (about 64 rows each); sink returns false to stop.
// Identical bytes to renderPage. Returns false if stopped.
bool renderBands(const Image& source,
                 double source_scale,
                 const WarpGrid& source_from_page,
                 Size out_px,
                 const RenderOptions& options,
                 const std::function<bool(const Image& band)>& sink,
                 std::stop_token stop = {});

}  // namespace platen::pipeline
