#include "core/enhance/dark_rim.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include <opencv2/core.hpp>

namespace platen::enhance {
namespace {

constexpr int kDark = 170;  // of 255; also of a pixel that the strip covers by half
// As shares of the page's long side.
constexpr double kDeepest = 0.015;  // a strip
constexpr double kThin = 0.008;     // one that may be as deep everywhere: no bar is printed so narrow
constexpr double kShortest = 0.04;  // longer than words are high and most are long
constexpr double kBehind = 0.007;   // how much paper is looked for behind it
constexpr double kRule = 0.005;     // what runs into it may be as thick

constexpr int kGap = 2;             // pixels of paper in a strip
constexpr double kLeastDark = 0.9;  // of its positions
constexpr double kLeastPaper = 0.8;
constexpr int kLeastChange = 3;  // pixels, between tenths of the depths
constexpr int kBeside = 2;       // pixels that are taken with it

struct Lengths {
  int deepest, thin, shortest, behind, rule;
};

Lengths lengthsOf(cv::Size page) {
  const auto pixels = [longer = std::max(page.width, page.height)](double share) {
    return std::max(1, static_cast<int>(std::lround(share * longer)));
  };
  return {pixels(kDeepest), pixels(kThin), pixels(kShortest), pixels(kBehind), pixels(kRule)};
}

// How far it is dark below each pixel of the upper border, up to `most`.
std::vector<int> depthsOf(const cv::Mat& page, int most) {
  std::vector<int> depths(static_cast<std::size_t>(page.cols), 0);
  for (int x = 0; x < page.cols; ++x) {
    int& depth = depths[static_cast<std::size_t>(x)];
    while (depth < std::min(most, page.rows) && page.at<unsigned char>(depth, x) < kDark) {
      ++depth;
    }
  }
  return depths;
}

bool isPaperBehind(const cv::Mat& page, int x, int depth, int behind) {
  const int from = depth + kBeside;
  const int to = from + behind;
  if (to > page.rows) {
    return false;
  }
  for (int y = from; y < to; ++y) {
    if (page.at<unsigned char>(y, x) < kDark) {
      return false;
    }
  }
  return true;
}

// Along the upper border of `page`, into `rim`.
void findAlong(const cv::Mat& page, const Lengths& lengths, cv::Mat& rim) {
  const std::vector<int> depths = depthsOf(page, lengths.deepest + 1);
  const auto at = [&depths](int x) { return depths[static_cast<std::size_t>(x)]; };
  const auto isDeep = [&](int x) { return at(x) > lengths.deepest; };
  for (int first = 0; first < page.cols;) {
    if (at(first) == 0 || isDeep(first)) {
      ++first;
      continue;
    }
    int last = first;  // of the strip
    for (int x = first + 1, deep = 0; x < page.cols && x - last - 1 - deep <= kGap && deep <= lengths.rule; ++x) {
      if (isDeep(x)) {
        ++deep;
      } else if (at(x) > 0) {
        last = x;
        deep = 0;
      }
    }
    std::vector<int> own;
    int with_paper = 0;
    for (int x = first; x <= last; ++x) {
      if (at(x) > 0 && !isDeep(x)) {
        own.push_back(at(x));
        with_paper += isPaperBehind(page, x, at(x), lengths.behind) ? 1 : 0;
      }
    }
    const int length = last + 1 - first;
    const auto dark = static_cast<int>(own.size());
    std::sort(own.begin(), own.end());
    const auto share = [&own](std::size_t tenths) { return own[(own.size() - 1) * tenths / 10]; };
    const int middle = share(5);
    const bool is_strip = length >= lengths.shortest && dark >= kLeastDark * length &&
                          with_paper >= kLeastPaper * dark &&
                          (middle <= lengths.thin || share(9) - share(1) >= kLeastChange);
    for (int x = first; is_strip && x <= last; ++x) {
      const int depth = at(x) > 0 && !isDeep(x) ? at(x) : middle;
      rim(cv::Range(0, std::min(page.rows, depth + kBeside)), cv::Range(x, x + 1)) = 255;
    }
    first = last + 1;
  }
}

}  // namespace

cv::Mat darkRim(const cv::Mat& evened, const DeskSides& sides) {
  const Lengths lengths = lengthsOf(evened.size());
  cv::Mat page = evened.clone();
  cv::Mat rim(page.size(), CV_8U, cv::Scalar(0));
  // Each side comes to the top in turn.
  for (const bool looked_at : {sides.top, sides.left, sides.bottom, sides.right}) {
    if (looked_at) {
      findAlong(page, lengths, rim);
    }
    cv::rotate(page, page, cv::ROTATE_90_CLOCKWISE);
    cv::rotate(rim, rim, cv::ROTATE_90_CLOCKWISE);
  }
  return rim;
}

}  // namespace platen::enhance
