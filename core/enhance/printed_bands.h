// Solid bands of print on a flat page, as heads of tables are, told from shades and from panels of folded paper: their
// sides are sharp, and run along the page's. All on a small picture of the page without its letters (CV_32F, 0..255, of
// some 384 pixels). Threads: any number.
#pragma once

#include <opencv2/core/mat.hpp>
#include <opencv2/core/types.hpp>

namespace platen::enhance {

// Whether a part of the page (where `label`, CV_32S, is k, within `box`) is bounded as print is. Where it meets the
// page's own sides it has no outline.
bool isBand(const cv::Mat& mean, const cv::Mat& label, int k, const cv::Rect& box);

// 255 (CV_8U) in bands along rows or columns, light or dark, between two such sides.
cv::Mat printedBands(const cv::Mat& mean);

}  // namespace platen::enhance
