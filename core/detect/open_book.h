// Does the photo show an open book, and what of it: where its gutter runs, what lies on either side, which of the two
// pages is in view well enough to be a page of its own (docs/fit.md, spreads).
#pragma once

#include "core/detect/page_mask.h"
#include "core/detect/reading.h"
#include "core/detect/spread.h"
#include "core/options.h"

#include <array>
#include <cstddef>
#include <optional>
#include <stop_token>

namespace platen::detect {

// One side of a gutter, read again without the other.
struct BookHalf {
  FacingSide facing;
  SideKind inner = SideKind::right;  // which of the page's sides lies at the gutter
  Reading reading;
  PageMask mask;
  double width = 0;           // of the mask, from the gutter outwards: median over the rows of the text, work_px
  bool cut_by_frame = false;  // the photo ends before the page does
  bool is_page = true;        // false: a glimpse of the facing page
};

struct OpenBook {
  Gutter gutter;
  std::array<BookHalf, 2> halves;  // left, right
};

// The half left (0) or right (1) of a gutter; its width is not measured.
BookHalf halfBeside(const Reading& reading,
                    const MaskScene& scene,
                    const GutterCurve& gutter,
                    std::size_t half,
                    const std::stop_token& stop);

// Nothing where the photo shows one page, or is to be kept as one: --page whole, or a picture across the gutter that no
// --page asked to be cut. page: the mask as found without knowing of a gutter.
std::optional<OpenBook> findOpenBook(const Reading& reading,
                                     const MaskScene& scene,
                                     const PageMask& page,
                                     const PageSelection& selection,
                                     const std::stop_token& stop);

}  // namespace platen::detect
