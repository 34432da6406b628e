// The small pictures of a page's row in the review sheet: of the photo, out of what is decoded for the fit anyway, with
// the grid that was fitted; and of the page, out of the rows on their way into its file.
#pragma once

#include "core/enhance/thumbnail.h"
#include "core/io/page_writer.h"
#include "core/io/review_picture.h"
#include "core/pipeline/page.h"
#include "core/pyramid.h"
#include "core/warp_grid.h"

#include <memory>

namespace platen::pipeline {

// `grid` null: none was fitted. The page's picture is left empty.
io::ReviewPicture reviewOf(const Pyramid& photo, const WarpGrid* grid);

// Where the writer below leaves the page's picture.
struct PageView {
  std::unique_ptr<enhance::Thumbnail> thumbnail;
};
// Hands everything on to `writer`; what it writes is looked at for `view`, which must outlive it.
std::unique_ptr<io::PageWriter> watched(std::unique_ptr<io::PageWriter> writer,
                                        const io::PageFormat& format,
                                        PageView& view);

}  // namespace platen::pipeline
