// Straight pieces of edges, by growing regions of pixels whose gradients run alike and laying a rectangle around each
// (LSD; von Gioi, Jakubowicz, Morel and Randall, "LSD: a Line Segment Detector", IPOL 2012, sections 2.1 to 2.8).
// Without its last step, the number of false alarms: who asks drops short pieces anyway.
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
