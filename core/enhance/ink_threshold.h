// What is ink on an evened page.
#pragma once

#include "core/geometry.h"

#include <opencv2/core/mat.hpp>

namespace platen::enhance {

// Side of the square around a pixel in which it is held against ink and paper, odd: a few characters of a printed page.
int inkWindow(Size page);

// For each pixel of an evened page (CV_32F, 0..255, paper at 255) the value below which it is ink; inkWindow() pixels
// next to where the page goes on are not right yet.
//
// The means of what is darker and of what is brighter than the square's mean, weighted by the square of their distance
// from it, are the ink and the paper there. Between them lies the threshold: in the middle where both are close, as
// small and faint print is, which tesseract reads best so; nearer to the ink where it is black, because the blur of a
// lens and the eye's curve of brightness (gamma) make strokes thick there. Where hardly any contrast is in sight, which
// is paper's grain or a solid area, one value holds for all of the page.
cv::Mat inkThreshold(const cv::Mat& evened, int window);

}  // namespace platen::enhance
