// Photos of a book, page after page, as a scanner of two cameras takes them: left pages by one, right pages by the
// other, each from where it stands, while the leaves wander from one side of the spine to the other. Most pages are
// full of text; some are title pages, plates, or empty.
#pragma once

#include "tests/support/page_photo.h"

#include <cstdint>
#include <vector>

namespace platen::test {

enum class BookPageKind : std::uint8_t { text, plate, empty, title };

struct BookPhoto {
  PhotoRecipe recipe;
  BookPageKind kind = BookPageKind::text;
  bool is_left = false;
};

// `pages` photos in the book's order, the first one a right page. Same arguments, same photos.
std::vector<BookPhoto> bookPhotos(int pages, Size photo_px, std::uint64_t seed);

}  // namespace platen::test
