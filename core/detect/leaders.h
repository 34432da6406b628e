// Leaders: rows of dots that lead from an entry to its page number, or that a form is filled in on. Dots stand on the
// baseline, letters reach above it, so a line that runs on from letters into dots is bent where neither is.
#pragma once

#include "core/detect/components.h"
#include "core/geometry.h"

#include <cstddef>
#include <vector>

#include <opencv2/core.hpp>

namespace platen::detect {

struct LeaderDot {
  Vec2 middle;        // of its pixels, in pixel coordinates of the array that the components are of
  cv::Rect box;       // its pixels lie inside
  int component = 0;  // of those that were searched
};

// Dots of one size at even steps, from left to right.
using Leader = std::vector<LeaderDot>;

// Of components that are found with Neighbours::eight; h: height of the characters in pixels. Leaders of at least
// kFewestDots dots that run within 48 degrees of the array's rows. In screens and textures every dot has neighbours all
// round, nearer than lines of print are to each other: those are none.
constexpr std::size_t kFewestDots = 8;
std::vector<Leader> findLeaders(const Components& found, double h);
// Those that run within 48 degrees of the array's columns, from top to bottom.
std::vector<Leader> findUprightLeaders(const Components& found, double h);

// What there is of them in a mask (u8) of the same array: from the first to the last dot that is not zero there, if
// they are enough, and half of them are not (a mask of text does not hold the smallest).
std::vector<Leader> leadersIn(const std::vector<Leader>& leaders, const cv::Mat& mask);

// The mask without their dots; the same array where there are none.
cv::Mat withoutLeaders(const cv::Mat& mask, const std::vector<Leader>& leaders);

}  // namespace platen::detect
