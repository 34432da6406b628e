// The closed path of most edge about a quadrilateral. Polar coordinates about its middle, in which the quadrilateral
// itself is a straight line: angle, and log(radius / the quadrilateral's). On each angle's ray the path moves by a few
// steps; where it goes on as before nothing is paid but for places without an edge, for each change of direction
// something, for a corner no more than kCorner. Second-order dynamic programming, twice around, of which the middle
// turn is taken: its ends meet if there is a path at all.
#pragma once

#include "core/detect/edge_field.h"
#include "core/geometry.h"

#include <array>
#include <vector>

#include <opencv2/core.hpp>

namespace platen::detect {

// Mask indices, clockwise: one point on each ray, or each pixel of a contour.
struct OutlinePath {
  std::vector<cv::Point2d> points;
  std::vector<double> edge;  // 0..1; 0 beyond the photo's border
  bool is_closed = false;    // no farther from the last point to the first than from any to the next
};

// quad: clockwise from top left, mask indices; where it is too small there is no path, and it isn't closed. print: u8
// of the field's size, not 0 where the path should not go.
OutlinePath leastPath(const EdgeField& field, const std::array<Vec2, 4>& quad, const cv::Mat& print);

// A mask's contour as such a path; the edge a pixel to either side counts.
OutlinePath pathAlong(const EdgeField& field, const std::vector<cv::Point>& contour);

struct EdgeShare {
  double edge = 0;   // of the contour inside the photo: the share that has an edge, a pixel to either side counted
  double shown = 0;  // of the contour: inside the photo
};

EdgeShare edgeAlong(const EdgeField& field, const std::vector<cv::Point>& contour);

}  // namespace platen::detect
