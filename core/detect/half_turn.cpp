#include "core/detect/half_turn.h"

#include <algorithm>

namespace platen::detect {
namespace {

// Of Tesseract's confidence. Wrong answers on capitals, Armenian and tables have up to 7.6.
constexpr double kBeyondDoubt = 8;
constexpr double kWhereLettersAgree = 2;  // that a page stands; to turn one, isSure()

// How many standard errors the letters lean towards an answer.
double leanTowards(int quarter_turns, const Uprightness& letters) {
  const double lean = letters.mean / std::max(letters.standard_error, 1e-9);
  return quarter_turns == 0 ? lean : -lean;
}

// Most photos are taken upright: to turn one needs more than to keep it.
bool believed(const TesseractReading& read, const Uprightness& letters) {
  if (read.confidence >= kBeyondDoubt) {
    return true;
  }
  const double lean = leanTowards(read.quarter_turns, letters);
  if (read.quarter_turns == 0) {
    return (read.isSure() && lean > -2) || (read.confidence >= kWhereLettersAgree && lean >= 1);
  }
  return read.isSure() && lean >= 1;
}

}  // namespace

bool standsForCertain(const Uprightness& letters) {
  return letters.isCertain() && letters.mean > 0;
}

HalfTurn halfTurn(const Uprightness& letters, const std::optional<TesseractReading>& read, bool may_turn) {
  if (standsForCertain(letters)) {
    return HalfTurn::keep;
  }
  // Lines of text tell better than Tesseract whether a page lies on its side.
  const bool is_answer = read && read->quarter_turns % 2 == 0;
  if (is_answer && believed(*read, letters)) {
    return read->quarter_turns == 0 ? HalfTurn::keep : HalfTurn::turn;
  }
  // Scripts there are whose letters look like others upside down (Georgian, Tamil): who can read may object.
  const auto contradicted = [&](int quarter_turns) {
    return is_answer && read->isSure() && read->quarter_turns != quarter_turns;
  };
  if (letters.isSure() && letters.mean > 0 && !contradicted(0)) {
    return HalfTurn::keep;
  }
  if (letters.upsideDown() && may_turn && !contradicted(2)) {
    return HalfTurn::turn;
  }
  return HalfTurn::unknown;
}

}  // namespace platen::detect
