// A large page made small by area averages, from its rows as they come: cv::resize with INTER_AREA, to the bit, of a
// page that is not held.
#pragma once

#include "core/geometry.h"

#include <vector>

#include <opencv2/core/mat.hpp>

namespace platen::enhance {

class AreaShrink {
 public:
  // `type`: CV_8UC(n) or CV_16UC(n). `to` is not larger than `from` in either direction.
  AreaShrink(Size from, Size to, int type);

  // The next rows, as wide as the page.
  void add(const cv::Mat& rows);
  // Once all rows are in.
  [[nodiscard]] const cv::Mat& result() const { return result_; }

 private:
  // How much one pixel counts in one of the result.
  struct Share {
    int to = 0, from = 0;
    float weight = 0;
  };
  static std::vector<Share> sharesOf(int from, int to);
  void addRow(const cv::Mat& row);
  template <class T>
  void addTo(const T* pixels);
  template <class T>
  void store(int row);

  int times_x_ = 0, times_y_ = 0;  // whole numbers of pixels in each of the result; 0: not whole
  std::vector<Share> columns_, rows_;
  std::size_t next_share_ = 0;  // of rows_
  int next_row_ = 0;
  std::vector<float> across_, sum_;
  cv::Mat waiting_;  // rows of a whole number that is not full yet
  int waiting_rows_ = 0;
  cv::Mat result_;
};

}  // namespace platen::enhance
