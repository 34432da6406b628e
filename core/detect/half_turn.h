// Does a page stand as it reads, or on its head? What the letters' shapes say (uprightness, cues.h) together with what
// Tesseract reads, where it is installed. Measured on 437 pages of print in a dozen scripts, either way up:
// docs/fit.md, section 10.
#pragma once

#include "core/detect/cues.h"
#include "core/detect/tesseract_reading.h"

#include <cstdint>
#include <optional>

namespace platen::detect {

enum class HalfTurn : std::uint8_t { keep, turn, unknown };

// Whether the letters leave no doubt that the page stands as it reads: nobody else need be asked.
bool standsForCertain(const Uprightness& letters);

// `read`: nothing where Tesseract is not there or knows nothing. `may_turn`: whether what was traced is text, not
// creases or foliage, so that the letters alone may turn the page.
HalfTurn halfTurn(const Uprightness& letters, const std::optional<TesseractReading>& read, bool may_turn);

}  // namespace platen::detect
