// What the photos of a book have in common, found from some of them that were fitted each on its own: how many pages a
// photo has, and of each page how large it is, where on the photo it lies and which way up it reads. Left and right
// pages that are photographed in turn are told apart. A page that is not like that falls out of the book: it was
// fitted badly, or it is another kind of page; someone should look at it either way.
//
// Plain values; what is done about a page that falls out: batch_photo.h. Threads: const calls from any number.
#pragma once

#include "core/geometry.h"
#include "core/pipeline/page.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace platen::pipeline {

// A page as a book sees it.
struct PageShape {
  Vec2 extent_px;  // out_px at the source's own density
  int reading_rotation = 0;
  Polyline outline;  // source_px: from page_uv (0, 0) clockwise, corners and middles of sides
  double confidence = 0;
};
PageShape shapeOf(const FittedPage& page);

// A photo that was fitted on its own. `position`: its place in the order of the book's photos.
struct BookPhoto {
  std::size_t position = 0;
  Size size_px;  // source_px
  std::vector<PageShape> pages;
};

class Book {
 public:
  // None where the samples have too little in common to be photos of one book.
  static std::optional<Book> of(const std::vector<BookPhoto>& samples);

  // What about a photo that is not as the book's; empty: nothing, or nothing is known about such a photo. Of all pages
  // together: their number; of one of them: how it reads, lies, or is sized.
  [[nodiscard]] std::string oddNumber(const BookPhoto& photo) const;
  [[nodiscard]] std::string oddPage(const BookPhoto& photo, std::size_t page) const;

  [[nodiscard]] std::size_t pagesPerPhoto() const { return pages_; }
  // Of that page, where the book knows it.
  [[nodiscard]] std::optional<int> readingRotation(std::size_t position, std::size_t page) const;
  // The camera stands still, and the pages lie where the ones before lay, within half a hundredth of the photo's
  // diagonal or so.
  [[nodiscard]] bool isStill(std::size_t position, std::size_t page) const;
  // Photos of single pages are mostly of left and right ones in turn: the nearest alike are two apart.
  [[nodiscard]] std::size_t step() const { return alternates_ ? 2 : 1; }

 private:
  struct Seen {
    std::size_t position = 0;
    PageShape shape;
  };
  // The pages that are alike: of one place on the photos, and of every other photo where these take turns.
  struct Slot {
    std::vector<Seen> seen;  // those that agree, in order; empty: nothing is known
    int reading_rotation = 0;
    // About what is expected, the median: of their outlines, as a share of the photo's diagonal, and of their sides.
    double spread = 0, size_spread = 0;
  };
  [[nodiscard]] const Slot* slotOf(std::size_t position, std::size_t page) const;
  [[nodiscard]] static PageShape expected(const Slot& slot, std::size_t position);
  [[nodiscard]] double diagonal() const;

  Size size_px_;
  std::size_t pages_ = 1;
  bool alternates_ = false;
  std::vector<Slot> slots_;  // [parity * pages_ + page], of one parity where they do not take turns
};

}  // namespace platen::pipeline
