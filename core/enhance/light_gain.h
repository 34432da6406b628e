// A page's pixels, divided by its light.
#pragma once

#include "core/geometry.h"
#include "core/image.h"

#include <array>
#include <vector>

#include <opencv2/core/mat.hpp>

namespace platen::enhance {

// Under a coloured lamp a channel may have hardly any light, and dividing by it would bring up its noise alone: what is
// not known of such a channel is taken from the others, so that paper is white and ink stays dark there too.
class LightGain {
 public:
  // `light` as paperLight() gives it, of a page of this size; `paper`: how bright paper is beside it.
  LightGain(const cv::Mat& light, double paper, Size page);

  // Row `from` of `in`, which is row `page_row` of the page, into the same row of `out`. Alpha is copied.
  void evenRow(const Image& in, int from, int page_row, Image& out);

 private:
  struct Tap {
    int first = 0, second = 0;
    float part = 0;
  };
  static Tap at(int position, int page_length, int small_length);
  void gainsOf(int page_row);
  void trustChannels(const cv::Mat& light);
  template <class T>
  void evenPixels(const T* in, int width, int channels, T* out) const;

  cv::Mat gain_;
  Size page_;
  std::vector<Tap> columns_;
  std::vector<float> mixed_, row_;
  std::array<float, 3> own_{1, 1, 1};    // how much of a channel is its own
  std::array<float, 3> share_{0, 0, 0};  // of the channels in what takes the rest's place
  bool all_own_ = true;
};

}  // namespace platen::enhance
