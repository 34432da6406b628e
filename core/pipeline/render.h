// Full-resolution resampling straight from the warp grid: the spline is evaluated on the fly in row bands over threads,
// no map of the page's size is ever made. Bicubic (or bilinear, Lanczos-3) where the map magnifies, n x m supersampling
// where it minifies (n, m: source pixels per output pixel along u and v, rounded up; from 3 on of bilinear samples,
// which then are as good); one resampling between source and output.
//
// A map that puts output pixels on source pixels copies them unchanged. Outside the photo there is no paper: the
// paper's colour goes on (paper_fill.h), or white, all channels at their maximum; up to half a pixel beyond the border
// the outermost pixels are repeated. Same input, same bytes, whatever the threads, the banding and the machine's vector
// instructions.
#pragma once

#include "core/image.h"
#include "core/options.h"
#include "core/result.h"
#include "core/warp_grid.h"

#include <stop_token>

namespace platen::pipeline {

struct RenderOptions {
  Filter filter = Filter::bicubic;
  int threads = 0;  // 0: one per core
  Fill fill = Fill::white;
};

// In which pages are handed on while they are rendered (render_photo.h).
inline constexpr int kBandRows = 64;

// The whole page at out_px size. Output pixel (column i, row j) shows page_uv ((i + .5) / width, (j + .5) / height).
// `source`: u8 or u16, 1, 3 or 4 channels. `source_scale`: pixels of `source` per source_px (1 for the full photo, a
// level's scale for previews). A stop gives an empty image. Throws std::invalid_argument, std::bad_alloc.
Image renderPage(const Image& source,
                 double source_scale,
                 const WarpGrid& source_from_page,
                 Size out_px,
                 const RenderOptions& options,
                 const std::stop_token& stop = {});

// The same into memory that is there: `page`, of out_px's size and the photo's channels and type. False where a stop
// came first; then the page is in parts. Throws std::invalid_argument.
bool renderPageInto(Image& page,
                    const Image& source,
                    double source_scale,
                    const WarpGrid& source_from_page,
                    const RenderOptions& options,
                    const std::stop_token& stop = {});

// Threads that `requested` (0: one per core) means on this machine, at least 1.
int threadCount(int requested);

}  // namespace platen::pipeline
