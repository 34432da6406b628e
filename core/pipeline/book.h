// What the photos of a book have in common, found from some of them that were fitted each on its own: how many pages a
// photo has, and of each page how large it is, where on the photo it lies and which way up it reads. Left and right
// pages that are photographed in turn are told apart. A page that is not like that falls out of the book: it was
// fitted badly, or it is another kind of page; someone should look at it either way.
//
// Plain values; what is done about a page that falls out: batch_books.h. Threads: const calls from any number.
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
  bool turn_is_known = true;  // which way up it reads could be told
};
PageShape shapeOf(const FittedPage& page);

// A photo that was fitted on its own. `position`: its place in the order of the book's photos.
struct BookPhoto {
  std::size_t position = 0;
  Size size_px;                  // source_px
  std::vector<PageShape> pages;  // all of them
};

class Book {
 public:
  // None where the samples have too little in common to be photos of one book.
  static std::optional<Book> of(const std::vector<BookPhoto>& samples);

  [[nodiscard]] Size sizePx() const { return size_px_; }
  [[nodiscard]] std::size_t pagesPerPhoto() const { return pages_; }
  // Photos of single pages are mostly of left and right ones in turn, which are of two kinds; else there is one.
  [[nodiscard]] std::size_t kinds() const { return kinds_; }

  // The kind of photo that this is in every respect; none where it is of no kind. With a page left out or taken twice
  // the turns change: a photo is what it looks like, not what its number says.
  [[nodiscard]] std::optional<std::size_t> kindOf(const BookPhoto& photo) const;
  // What about a photo's page is not as a kind's are: how it reads, is sized, or lies. Empty: nothing, or nothing is
  // known of that kind. Precondition: a photo of sizePx() and pagesPerPhoto().
  [[nodiscard]] std::string oddPage(const BookPhoto& photo, std::size_t page, std::size_t kind) const;

  // Of that page of a kind, where the book knows it: of two photos at least that way could be told.
  [[nodiscard]] std::optional<int> readingRotation(std::size_t kind, std::size_t page) const;
  // The camera stands still, and the pages lie where the ones before lay, within half a hundredth of the photo's
  // diagonal or so.
  [[nodiscard]] bool isStill(std::size_t kind, std::size_t page) const;

 private:
  struct Seen {
    std::size_t position = 0;
    PageShape shape;
  };
  // One page of one kind of photo.
  struct Slot {
    std::vector<Seen> seen;  // those that agree, in order; empty: nothing is known
    int reading_rotation = 0;
    bool turn_is_known = false;
    // About what is expected, the median: of their outlines, as a share of the photo's diagonal, and of their sides.
    double spread = 0, size_spread = 0;
  };
  double fill(const std::vector<const BookPhoto*>& photos, std::size_t kinds);
  [[nodiscard]] Slot slotOf(std::vector<Seen> seen) const;
  [[nodiscard]] const Slot* known(std::size_t kind, std::size_t page) const;
  [[nodiscard]] static PageShape expected(const Slot& slot, std::size_t position);
  [[nodiscard]] double diagonal() const;

  Size size_px_;
  std::size_t pages_ = 1, kinds_ = 1;
  std::vector<Slot> slots_;  // [kind * pages_ + page]
};

}  // namespace platen::pipeline
