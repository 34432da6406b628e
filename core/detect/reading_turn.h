// Does a page stand as it reads, or on its head, or on its side? What the letters' shapes say (uprightness, cues.h)
// together with what Tesseract reads, where it is installed. Measured on 437 pages of print in a dozen scripts, either
// way up, and on vertical Japanese: docs/fit.md, section 10.
#pragma once

#include "core/detect/cues.h"
#include "core/detect/tesseract_reading.h"
#include "core/geometry.h"

#include <optional>

namespace platen::detect {

// Whether the letters leave no doubt that the page stands as it reads: nobody else need be asked.
bool standsForCertain(const Uprightness& letters);

// Whether what Tesseract reads on a few lines of a page says the same as the letters of the whole page, which are sure
// of `quarter_turns`: then the page need not be read. It weighs letters one by one, so a third of them has a third of
// the confidence.
bool confirms(const TesseractReading& few_lines, int quarter_turns);

// Output pixels per pixel of the page at the photo's own density, at which Tesseract reads best: of smaller letters it
// reads little, and half of it wrongly. `letter_px`: how high the letters are at that density, above 0.
double scaleForReading(Vec2 page_extent_px, double letter_px);

// That lines of print run from top to bottom, as those of vertical Japanese and Chinese do.
bool saysPrintIsVertical(const TesseractReading& read);
// The same of print on a photo that shows what may be the spine of a book along its lines, with a page at either side
// or at one. Most photos are taken upright, so less is asked where the print would then stand, `as_taken` being the
// clockwise quarter turns that take it there.
bool saysPrintIsVertical(const TesseractReading& read, int as_taken, bool has_two_pages);

// The clockwise quarter turns that make the page read upright, 0..3; nothing where that can't be told. `read`: nothing
// where Tesseract is not there or knows nothing. `may_turn`: whether what was traced is text, not creases or foliage,
// so that the letters alone may turn the page.
std::optional<int> readingTurn(const Uprightness& letters, const std::optional<TesseractReading>& read, bool may_turn);

}  // namespace platen::detect
