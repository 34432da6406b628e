// Which way does print run? Letters of a word stand closer to each other than its line to the next, in every script; so
// do the digits of a number in a table whose columns are tight and whose rows are wide, which lines of text, traced
// along its columns, don't tell. The nearest neighbour of each letter says it (after O'Gorman, The Document Spectrum
// for Page Layout Analysis, PAMI 15, 1993, which takes the direction of the k nearest ones).
#pragma once

#include <opencv2/core.hpp>

namespace platen::detect {

struct LetterNeighbours {
  int beside = 0, below = 0;  // letters whose nearest neighbour is beside them, or above or below
  // Print stands on its side: twice as many letters have their neighbour above or below as beside them. Few say
  // nothing.
  [[nodiscard]] bool runAcross() const { return beside + below >= kFewest && below >= 2 * beside; }
  // It stands as it is thought to: the other way round.
  [[nodiscard]] bool runAlong() const { return beside + below >= kFewest && beside >= 2 * below; }
  static constexpr int kFewest = 60;
};

// `text`: u8 mask of letters, upright as the page is thought to be. Of some thousand letters, evenly chosen; of words,
// where letters touch, none: theirs may be nearer above than beside. 5 ms.
LetterNeighbours letterNeighbours(const cv::Mat& text);

// Pixels of ink that lie in straight runs of at least `length` pixels, level and upright: staves, rules of tables.
// `ink`: u8, not zero where ink is.
struct LongRuns {
  double level = 0, upright = 0;
};
LongRuns longRuns(const cv::Mat& ink, int length);

}  // namespace platen::detect
