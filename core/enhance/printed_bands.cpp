#include "core/enhance/printed_bands.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include <opencv2/imgproc.hpp>

namespace platen::enhance {
namespace {

// Sides of a printed band run along the page for at least this share of its long side, and are most of its outline.
constexpr double kLongRun = 0.1;
constexpr double kBandOutline = 0.5;
// Lighter ones are known by two such sides, as sharp as print, that far apart at most: panels of folded paper, which
// have sharp and straight sides too, are wider.
constexpr double kBandWidth = 0.12;
constexpr float kBandStep = 0.1F;  // of the brightness, over kStepReach pixels on both sides
constexpr int kStepReach = 2;
// A side is sharp where that reach has this share of what a longer one has.
constexpr int kFarReach = 6;
constexpr float kSharpShare = 0.75F;

// How much of a line of pixels lies in straight runs: `counts` are its pixels in each row (or column), and a run is
// what three rows hold, if that is `least` at least.
int straightPixels(const std::vector<int>& counts, int least) {
  int straight = 0;
  for (std::size_t k = 0; k < counts.size(); ++k) {
    const int before = k > 0 ? counts[k - 1] : 0;
    const int after = k + 1 < counts.size() ? counts[k + 1] : 0;
    straight += before + counts[k] + after >= least ? counts[k] : 0;
  }
  return straight;
}

// Whether a part of the page begins at `in`, the last pixel inside, at once, as print does, or by and by, as a shade.
bool isSharp(const cv::Mat& mean, cv::Point in, cv::Point outwards) {
  const auto at = [&](int steps) {
    const cv::Point p = in + steps * outwards;
    return mean.at<float>(std::clamp(p.y, 0, mean.rows - 1), std::clamp(p.x, 0, mean.cols - 1));
  };
  const float all = at(1 + kFarReach) - at(-kFarReach);
  return all > 0 && at(1 + kStepReach) - at(-kStepReach) > kSharpShare * all;
}

// 255 where the page steps down, or up, by kBandStep from row to row, in straight runs along it.
cv::Mat straightSteps(const cv::Mat& mean, int sign) {
  cv::Mat step(mean.size(), CV_8U, cv::Scalar(0));
  for (int y = kStepReach; y + kStepReach < mean.rows; ++y) {
    const auto* before = mean.ptr<float>(y - kStepReach);
    const auto* after = mean.ptr<float>(y + kStepReach);
    auto* out = step.ptr<unsigned char>(y);
    for (int x = 0; x < mean.cols; ++x) {
      const float bright = std::max({before[x], after[x], 1.0F});
      out[x] = static_cast<float>(sign) * (after[x] - before[x]) > kBandStep * bright ? 255 : 0;
    }
  }
  // What is no run is taken away: opened by a line, after gaps of a word have been closed.
  const int least = static_cast<int>(kLongRun * std::max(mean.rows, mean.cols));
  cv::morphologyEx(step, step, cv::MORPH_CLOSE, cv::getStructuringElement(cv::MORPH_RECT, {7, 3}));
  cv::morphologyEx(step, step, cv::MORPH_OPEN, cv::getStructuringElement(cv::MORPH_RECT, {std::max(1, least), 1}));
  return step;
}

// 255 in printed bands that run along the page's rows.
cv::Mat bandsAlongRows(const cv::Mat& mean) {
  const cv::Mat down = straightSteps(mean, -1);
  const cv::Mat up = straightSteps(mean, 1);
  cv::Mat bands(mean.size(), CV_8U, cv::Scalar(0));
  const int widest = static_cast<int>(kBandWidth * std::max(mean.rows, mean.cols));
  for (int x = 0; x < mean.cols; ++x) {
    int begin = -1;
    for (int y = 0; y < mean.rows; ++y) {
      if (down.at<unsigned char>(y, x) != 0) {
        begin = y;
      } else if (begin >= 0 && up.at<unsigned char>(y, x) != 0) {
        if (y - begin <= widest) {
          bands.col(x).rowRange(begin, y + 1).setTo(255);
        }
        begin = -1;
      }
    }
  }
  return bands;
}

}  // namespace

bool isBand(const cv::Mat& mean, const cv::Mat& label, int k, const cv::Rect& box) {
  const auto height = static_cast<std::size_t>(label.rows);
  const auto width = static_cast<std::size_t>(label.cols);
  std::vector<int> above(height), below(height), left(width), right(width);
  int outline = 0;
  for (int y = box.y; y < box.y + box.height; ++y) {
    for (int x = box.x; x < box.x + box.width; ++x) {
      if (label.at<int>(y, x) != k) {
        continue;
      }
      const auto note = [&](cv::Point outwards, int& count) {
        const cv::Point out = cv::Point(x, y) + outwards;
        if (out.inside({0, 0, label.cols, label.rows}) && label.at<int>(out) != k) {
          ++outline;
          count += isSharp(mean, {x, y}, outwards) ? 1 : 0;
        }
      };
      note({0, -1}, above[static_cast<std::size_t>(y)]);
      note({0, 1}, below[static_cast<std::size_t>(y)]);
      note({-1, 0}, left[static_cast<std::size_t>(x)]);
      note({1, 0}, right[static_cast<std::size_t>(x)]);
    }
  }
  const int least = static_cast<int>(kLongRun * std::max(label.rows, label.cols));
  int straight = 0;
  for (const std::vector<int>* side : {&above, &below, &left, &right}) {
    straight += straightPixels(*side, least);
  }
  return straight > kBandOutline * outline;
}

cv::Mat printedBands(const cv::Mat& mean) {
  cv::Mat turned = bandsAlongRows(mean.t());
  return bandsAlongRows(mean) | cv::Mat(turned.t());
}

}  // namespace platen::enhance
