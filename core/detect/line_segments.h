// Straight pieces of edges, by growing regions of pixels whose gradients run alike and laying a rectangle around each
// (LSD; von Gioi, Jakubowicz, Morel and Randall, "LSD: a Line Segment Detector", IPOL 2012). Without its first step, a
// smaller copy, which who asks has made, and its last, the number of false alarms: short pieces are dropped anyway.
#pragma once

#include "core/geometry.h"

#include <vector>

#include <opencv2/core.hpp>

namespace platen::detect {

// Array indices. The brighter side lies to the left of the way from a to b, as the array is looked at.
struct LineSegment {
  Vec2 a, b;
};

// `grey`: u8, one channel. The strongest edges first.
std::vector<LineSegment> lineSegments(const cv::Mat& grey);

}  // namespace platen::detect
