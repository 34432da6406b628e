// The connected parts of a binary array as runs of pixels in rows: what is kept of an image of print is a small share
// of its pixels, so nothing of the image's own size is made.
#pragma once

#include <vector>

#include <opencv2/core.hpp>

namespace platen::detect {

// Pixels [from, to) of a row.
struct ComponentRun {
  int row = 0, from = 0, to = 0;
  int component = 0;
};

struct Component {
  int left = 0, top = 0, right = 0, bottom = 0;  // right and bottom are outside
  int area = 0;
  [[nodiscard]] int width() const { return right - left; }
  [[nodiscard]] int height() const { return bottom - top; }
};

struct Components {
  std::vector<ComponentRun> runs;     // from top to bottom, from left to right
  std::vector<Component> components;  // in the order of their first runs
};

enum class Neighbours { four, eight };

// Of the pixels of a u8 array that are not zero.
Components componentsOf(const cv::Mat& binary, Neighbours neighbours);

}  // namespace platen::detect
