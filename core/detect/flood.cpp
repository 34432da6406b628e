#include "core/detect/flood.h"

#include <algorithm>
#include <array>
#include <deque>

namespace platen::detect {

void floodFromMarkers(const cv::Mat& gradient, cv::Mat& labels) {
  // One first-in-first-out queue per level: equal levels grow at equal speed, and the order is the same every time.
  std::array<std::deque<cv::Point>, 256> queue;
  const cv::Rect frame({0, 0}, gradient.size());
  const std::array<cv::Point, 4> neighbours{cv::Point(1, 0), cv::Point(-1, 0), cv::Point(0, 1), cv::Point(0, -1)};
  for (int j = 0; j < labels.rows; ++j) {
    for (int i = 0; i < labels.cols; ++i) {
      const cv::Point p(i, j);
      if (labels.at<std::uint8_t>(p) == 0) {
        continue;
      }
      for (const cv::Point& d : neighbours) {
        if (frame.contains(p + d) && labels.at<std::uint8_t>(p + d) == 0) {
          queue[gradient.at<std::uint8_t>(p)].push_back(p);
          break;
        }
      }
    }
  }
  for (std::size_t level = 0; level < queue.size();) {
    if (queue[level].empty()) {
      ++level;
      continue;
    }
    const cv::Point p = queue[level].front();
    queue[level].pop_front();
    for (const cv::Point& d : neighbours) {
      const cv::Point q = p + d;
      if (frame.contains(q) && labels.at<std::uint8_t>(q) == 0) {
        labels.at<std::uint8_t>(q) = labels.at<std::uint8_t>(p);
        // Water that has climbed to this level fills everything below it at once.
        queue[std::max<std::size_t>(level, gradient.at<std::uint8_t>(q))].push_back(q);
      }
    }
  }
}

}  // namespace platen::detect
