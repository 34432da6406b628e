// The arithmetic, down to the order of its float operations, is that of OpenCV's modules/imgproc/src/resize.cpp
// (computeResizeAreaTab and ResizeArea_Invoker; where both ratios are whole numbers, resizing bands of whole pixels of
// the result gives what resizing all of it does).
#include "core/enhance/area_shrink.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include <opencv2/imgproc.hpp>

namespace platen::enhance {
namespace {

double ratio(int from, int to) {
  return 1 / (static_cast<double>(to) / from);
}

// The whole number that the ratio is, or 0.
int times(int from, int to) {
  const double scale = ratio(from, to);
  const int whole = cv::saturate_cast<int>(scale);
  return std::abs(scale - whole) < DBL_EPSILON ? whole : 0;
}

}  // namespace

std::vector<AreaShrink::Share> AreaShrink::sharesOf(int from, int to) {
  const double scale = ratio(from, to);
  std::vector<Share> shares;
  for (int k = 0; k < to; ++k) {
    const double begin = k * scale;
    const double end = begin + scale;
    const double width = std::min(scale, from - begin);
    const int last = std::min(cvFloor(end), from - 1);
    const int first = std::min(cvCeil(begin), last);
    if (first - begin > 1e-3) {
      shares.push_back({k, first - 1, static_cast<float>((first - begin) / width)});
    }
    for (int i = first; i < last; ++i) {
      shares.push_back({k, i, static_cast<float>(1.0 / width)});
    }
    if (end - last > 1e-3) {
      shares.push_back({k, last, static_cast<float>(std::min(std::min(end - last, 1.0), width) / width)});
    }
  }
  return shares;
}

AreaShrink::AreaShrink(Size from, Size to, int type) : result_(to.height, to.width, type) {
  times_x_ = times(from.width, to.width);
  times_y_ = times(from.height, to.height);
  if (times_x_ > 0 && times_y_ > 0) {
    waiting_.create(times_y_, from.width, type);
    return;
  }
  columns_ = sharesOf(from.width, to.width);
  rows_ = sharesOf(from.height, to.height);
  across_.resize(static_cast<std::size_t>(to.width) * static_cast<std::size_t>(result_.channels()));
  sum_.resize(across_.size());
}

template <class T>
void AreaShrink::addTo(const T* pixels) {
  const auto channels = static_cast<std::size_t>(result_.channels());
  std::fill(across_.begin(), across_.end(), 0.0F);
  for (const Share& share : columns_) {
    const T* pixel = pixels + static_cast<std::size_t>(share.from) * channels;
    float* to = across_.data() + static_cast<std::size_t>(share.to) * channels;
    for (std::size_t c = 0; c < channels; ++c) {
      to[c] += static_cast<float>(pixel[c]) * share.weight;
    }
  }
}

template <class T>
void AreaShrink::store(int row) {
  T* to = result_.ptr<T>(row);
  for (std::size_t k = 0; k < sum_.size(); ++k) {
    to[k] = cv::saturate_cast<T>(sum_[k]);
  }
}

void AreaShrink::addRow(const cv::Mat& row) {
  const bool bytes = result_.depth() == CV_8U;
  if (bytes) {
    addTo(row.ptr<std::uint8_t>());
  } else {
    addTo(row.ptr<std::uint16_t>());
  }
  for (; next_share_ < rows_.size() && rows_[next_share_].from == next_row_; ++next_share_) {
    const Share& share = rows_[next_share_];
    const bool begins = next_share_ == 0 || rows_[next_share_ - 1].to != share.to;
    for (std::size_t k = 0; k < sum_.size(); ++k) {
      sum_[k] = begins ? share.weight * across_[k] : sum_[k] + share.weight * across_[k];
    }
    if (next_share_ + 1 == rows_.size() || rows_[next_share_ + 1].to != share.to) {
      if (bytes) {
        store<std::uint8_t>(share.to);
      } else {
        store<std::uint16_t>(share.to);
      }
    }
  }
  ++next_row_;
}

void AreaShrink::add(const cv::Mat& rows) {
  if (waiting_.empty()) {
    for (int j = 0; j < rows.rows; ++j) {
      addRow(rows.row(j));
    }
    return;
  }
  for (int j = 0; j < rows.rows; ++j) {
    rows.row(j).copyTo(waiting_.row(waiting_rows_));
    if (++waiting_rows_ == times_y_) {
      cv::Mat row = result_.row(next_row_++);
      cv::resize(waiting_, row, row.size(), 0, 0, cv::INTER_AREA);
      waiting_rows_ = 0;
    }
  }
}

}  // namespace platen::enhance
