#include "core/detect/reading_turn.h"

#include <algorithm>

namespace platen::detect {
namespace {

// Of Tesseract's confidence. Wrong answers on capitals, Armenian and tables have up to 7.6.
constexpr double kBeyondDoubt = 8;
// That lines of print run upright: vertical Japanese has 27 to 42. Other pages lie as their lines do, and it had up to
// 6.9 for the opposite.
constexpr double kVertical = 12;
constexpr double kWhereLettersAgree = 2;  // that a page stands; to turn one, isSure()

// How many standard errors the letters lean towards standing. Few lines lean by chance.
double leanOf(const Uprightness& letters) {
  constexpr int kFewestLines = 5;
  return letters.lines < kFewestLines ? 0 : letters.mean / std::max(letters.standard_error, 1e-9);
}

// Most photos are taken upright: to turn one needs more than to keep it.
bool isBelieved(const TesseractReading& read, double lean) {
  if (read.quarter_turns % 2 != 0) {
    return saysPrintIsVertical(read);
  }
  if (read.confidence >= kBeyondDoubt) {
    return true;
  }
  if (read.quarter_turns == 0) {
    return (read.isSure() && lean > -2) || (read.confidence >= kWhereLettersAgree && lean >= 1);
  }
  return read.isSure() && lean <= -1;
}

}  // namespace

bool saysPrintIsVertical(const TesseractReading& read) {
  return read.quarter_turns % 2 != 0 && read.confidence >= kVertical;
}

// Of 437 pages of other print, photographed on their side, 97 seemed to show such a spine, 27 of them with a page at
// either side; of those none was read so with more than 1.4, of the others one with 2.5.
bool saysPrintIsVertical(const TesseractReading& read, int as_taken, bool has_two_pages) {
  constexpr double kOfTwoPages = 2;
  const bool would_stand = read.quarter_turns % 2 != 0 && read.quarter_turns == as_taken;
  return saysPrintIsVertical(read) ||
         (would_stand && (read.isSure() || (has_two_pages && read.confidence >= kOfTwoPages)));
}

bool standsForCertain(const Uprightness& letters) {
  return letters.isCertain() && letters.mean > 0;
}

bool confirms(const TesseractReading& few_lines, int quarter_turns) {
  constexpr double kLeast = 0.5;
  return few_lines.quarter_turns == quarter_turns && few_lines.confidence >= kLeast;
}

double scaleForReading(Vec2 page_extent_px, double letter_px) {
  constexpr double kLetter = 20;      // output pixels
  constexpr double kLongSide = 1800;  // at least, where the photo has them
  constexpr double kMostMagnified = 2.5;
  constexpr double kLongest = 3600;
  const double longer = std::max(page_extent_px.x, page_extent_px.y);
  const double wanted = std::max(std::min(1.0, kLongSide / longer), std::min(kMostMagnified, kLetter / letter_px));
  return std::min(wanted, kLongest / longer);
}

std::optional<int> readingTurn(const Uprightness& letters, const std::optional<TesseractReading>& read, bool may_turn) {
  if (standsForCertain(letters)) {
    return 0;
  }
  if (read && isBelieved(*read, may_turn ? leanOf(letters) : 0)) {
    return read->quarter_turns;
  }
  // There are scripts whose letters look like others upside down (Georgian, Tamil): who can read may object.
  const auto objects_to = [&](int quarter_turns) {
    return read && read->isSure() && read->quarter_turns == 2 - quarter_turns;
  };
  if (letters.isSure() && letters.mean > 0 && !objects_to(0)) {
    return 0;
  }
  if (letters.upsideDown() && may_turn && !objects_to(2)) {
    return 2;
  }
  return std::nullopt;
}

}  // namespace platen::detect
