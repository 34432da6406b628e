// Which way up a page reads, by Tesseract's orientation detection. Used only where the letters' shapes leave a doubt
// (reading_turn.h), and only where the library and its `osd` data are installed: it is opened at run time, so that
// the program neither needs it nor pays for loading it.
#pragma once

#include "core/image.h"

#include <optional>
#include <stop_token>

namespace platen::detect {

struct TesseractReading {
  int quarter_turns = 0;  // clockwise, that make the page upright: 0..3
  double confidence = 0;  // Tesseract's own
  // Below 2 it is as often wrong as right on forms, and a sparse one was read upside down with 3.1.
  [[nodiscard]] bool isSure() const { return confidence >= 4; }
};

// `page`: flat, u8, 1 or 3 channels, letters some 20 pixels high. Nothing without the library, without its data, or
// with too little text. Threads: any; each call has an engine to itself, and waits for one where all are in use: a stop
// ends that, with nothing. What one has read before changes no answer. Takes a quarter of a second itself and can't be
// interrupted.
std::optional<TesseractReading> tesseractReading(const Image& page, const std::stop_token& stop = {});

// Whether the library and its data are there.
bool hasTesseract();

// Engines are kept for the life of the process, some 30 MB each, and shared: one for every four cores at most, whatever
// the number of pages that are in hand at once.
struct TesseractEngines {
  int made = 0;  // so far
  int most = 1;  // that there may be; less once no memory was left for another
};
TesseractEngines tesseractEngines();

}  // namespace platen::detect
