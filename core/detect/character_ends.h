// Where the ink of characters ends above and below, across the direction of their text, to a fraction of a pixel: how
// large print is seen tells how its paper lies.
#pragma once

#include "core/page_cues.h"

#include <vector>

#include <opencv2/core.hpp>

namespace platen::detect {

// What may be a character, or a few that touch: not much longer than high, not small beside h. In the order of their
// first rows; of more than some hundred an even choice.
// `ink` (u8, PaperInk::ink) and `text` (u8 mask of text components) in the work frame; `direction`: of the text, no
// characters where it tells none.
std::vector<PrintedCharacter> characterEnds(const cv::Mat& ink,
                                            const cv::Mat& text,
                                            const EvidenceImage& direction,
                                            double h);

}  // namespace platen::detect
