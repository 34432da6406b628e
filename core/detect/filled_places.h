// Where print is filled in on a form, and what several filled-in copies of it have in common of that. A machine fills
// in at the same places what differs from copy to copy: its lines stand at the same heights, and most of them begin at
// the same x (or end there, as numbers do). What copies agree on says where that part of the form lies on another one,
// whose paper is folded or crumpled there, and on which the form itself has nothing printed.
//
// Everything in px of a flat picture of the form that is about 1000 px wide.
#pragma once

#include "core/geometry.h"

#include <optional>
#include <span>
#include <vector>

namespace platen::detect {

// A word or short line that is filled in: its ends, and the height that it stands on.
struct FilledPiece {
  double left = 0, right = 0;
  double foot = 0;
};

// What one photo shows, and how far its places are trusted, above 0.
struct FilledCopy {
  std::vector<FilledPiece> pieces;
  double trust = 1;
};

// A line that copies share: its height, and where its pieces begin and end, if they share that too.
struct FilledLine {
  FilledPiece span;  // all that was seen of it
  std::vector<double> lefts, rights;
};

// Places at which two copies and more agree, and those that have print there, but elsewhere, are trusted less; and most
// of what is around is shared, too, for a few lines lie alike by chance. Nothing where a copy that is trusted lies
// beside the others as a whole: then what is filled in was printed by itself, and is nowhere as exactly as that.
std::vector<FilledLine> sharedLines(std::vector<FilledCopy> copies);

// Where a piece of another copy is by the shared lines.
struct PlacedPiece {
  std::optional<double> left, right, foot;
};
// One for each of `pieces`; no place where it is not clear which it is. `bend_px`: how far that copy is from flat, by
// which its print may be off.
std::vector<PlacedPiece> placesOf(std::span<const FilledPiece> pieces,
                                  std::span<const FilledLine> shared,
                                  double bend_px);

}  // namespace platen::detect
