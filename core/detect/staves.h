// Staves of music: five thin lines, level and evenly apart, with more white above and below. They are print as lines of
// text are, though no line of text is traced in them, and a page ends nowhere between them (docs/fit.md, page mask).
#pragma once

#include "core/page_cues.h"

#include <vector>

#include <opencv2/core.hpp>

namespace platen::detect {

// Of each two lines, a space above its first and a space below its last one, left to right, and half as long
// (TextSegment::length) as it is; of two staves and more, else none. ink: as PaperInk has it, one array pixel per work
// pixel; h in work_px. Staves that stand upright, as in a photo on its side, come from the top down. By the runs of ink
// and of white in columns (after Fujinaga, Staff Detection and Removal, in: Visual Perception of Music Notation, 2004).
std::vector<TextSegment> findStaves(const cv::Mat& ink, double h);

}  // namespace platen::detect
