// Does the photo show an open book, and what of it: where its gutter runs, what lies on either side, which of the two
// pages is in view well enough to be a page of its own (docs/fit.md, spreads).
#pragma once

#include "core/detect/book_half.h"
#include "core/detect/page_mask.h"
#include "core/detect/reading.h"
#include "core/detect/spread.h"
#include "core/options.h"

#include <array>
#include <optional>
#include <stop_token>

namespace platen::detect {

struct OpenBook {
  Gutter gutter;
  std::array<BookHalf, 2> halves;  // left, right
  [[nodiscard]] bool hasTwoPages() const { return halves[0].is_page && halves[1].is_page; }
};

// Nothing where the photo shows one page, or is to be kept as one: --page whole, or a picture across the gutter that no
// --page asked to be cut. page: the mask as found without knowing of a gutter.
std::optional<OpenBook> findOpenBook(const Reading& reading,
                                     const MaskScene& scene,
                                     const PageMask& page,
                                     const PageSelection& selection,
                                     const std::stop_token& stop);

// What a photo of a book that is kept whole shows: `page`, or both of the book's pages where that lacks much of one of
// them, for the flood may end at a dark gutter. theta: the text's angle.
PageMask wholeSpread(const OpenBook& book, const MaskScene& scene, double theta, PageMask page);

}  // namespace platen::detect
