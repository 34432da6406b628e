// How much each pixel of a mask scene looks like an edge, and which way the edge runs: the gradient relative to its
// surroundings, so that the faint border of paper on paper counts as much as that of paper on a dark desk.
//
// Points are mask indices (page_mask.h).
#pragma once

#include "core/geometry.h"

#include <opencv2/core.hpp>

namespace platen::detect {

class EdgeField {
 public:
  explicit EdgeField(const cv::Mat& lab);  // MaskScene::lab

  [[nodiscard]] cv::Size size() const { return strength_.size(); }
  // Far enough from the photo's border for an edge to be of the page.
  [[nodiscard]] bool holds(Vec2 p) const;
  // 0..1, an edge at p whose normal is within about `agree_degrees` of `normal` (radians); 0 where the field ends.
  [[nodiscard]] double edgeAt(Vec2 p, double normal, double agree_degrees) const;

  // Of single pixels: 0..1 relative to the surroundings, and the gradient's direction mod pi, radians.
  [[nodiscard]] double strength(int i, int j) const { return strength_.at<float>(j, i); }
  [[nodiscard]] double normal(int i, int j) const { return normal_.at<float>(j, i); }

  static constexpr int kFrame = 3;  // pixels at the photo's border without an edge

 private:
  cv::Mat strength_, normal_;  // f32
};

}  // namespace platen::detect
