#include "core/enhance/paper_light.h"

#include "core/enhance/printed_bands.h"
#include "core/median.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <opencv2/imgproc.hpp>

namespace platen::enhance {
namespace {

constexpr int kFineLongSide = 1152;  // where print is closed: strokes are still separate from paper
constexpr int kLongSide = 384;       // of the light itself
// Closing hides what is thinner than this, as shares of the long side: strokes first, then headlines.
constexpr double kStrokeShare = 0.011;
constexpr double kHeadlineShare = 0.03;
// Darker than this share of the paper around, or this much off the paper's colour: no paper.
constexpr double kDarkest = 0.62;
constexpr double kColorShift = 0.16;
constexpr double kUnlit = 0.3;  // of the best channel's light
// Paper in a shade of its own is darker than kDarkest of the paper around, but no darker than this.
constexpr double kDeepestShade = 0.12;
// It is smoother than a picture (range over 5 x 5 pixels beside the brightness, in the median), and comes in over an
// edge of the page or is wide and has print on it (the share of pixels that closing made brighter by kPrint), and is no
// band along the page. What light there is in a shade comes from elsewhere and may have another colour.
constexpr double kRoughest = 0.18;
constexpr double kPrint = 0.2;
constexpr double kLeastPrint = 0.02;
constexpr double kWideShare = 0.05;
constexpr double kShadeColorShift = 0.3;
// A page with less paper than this in sight keeps its light as it is.
constexpr double kLeastPaper = 0.12;
constexpr double kDimmest = 12;  // of 255; light below it is none

cv::Mat ellipse(int long_side, double share) {
  const int radius = std::max(1, static_cast<int>(std::lround(long_side * share / 2)));
  return cv::getStructuringElement(cv::MORPH_ELLIPSE, {2 * radius + 1, 2 * radius + 1});
}

Size shrunk(Size size, int long_side) {
  const double scale = std::min(1.0, long_side / static_cast<double>(std::max(size.width, size.height)));
  return {std::max(1, static_cast<int>(std::lround(size.width * scale))),
          std::max(1, static_cast<int>(std::lround(size.height * scale)))};
}

cv::Mat brightness(const cv::Mat& light) {
  cv::Mat mean;
  if (light.channels() == 1) {
    light.convertTo(mean, CV_32F);
  } else {
    cv::transform(light, mean, cv::Matx13f(1 / 3.0F, 1 / 3.0F, 1 / 3.0F));
    mean.convertTo(mean, CV_32F);
  }
  return mean;
}

// 255 where the page has the paper's colour: the median of channel / mean where `bright` is set.
cv::Mat ofPaperColor(const cv::Mat& closed, const cv::Mat& mean, const cv::Mat& bright, double shift) {
  cv::Mat same(closed.size(), CV_8U, cv::Scalar(255));
  if (closed.channels() != 3) {
    return same;
  }
  std::vector<float> red;
  std::vector<float> blue;
  for (int y = 0; y < closed.rows; ++y) {
    for (int x = 0; x < closed.cols; ++x) {
      if (bright.at<unsigned char>(y, x) != 0) {
        const float m = std::max(1.0F, mean.at<float>(y, x));
        const auto& p = closed.at<cv::Vec3b>(y, x);
        red.push_back(p[0] / m);
        blue.push_back(p[2] / m);
      }
    }
  }
  if (red.empty()) {
    return same;
  }
  const float paper_red = medianOf(std::move(red));
  const float paper_blue = medianOf(std::move(blue));
  // A channel that the lamp hardly lights says nothing of colours: its light may come and go over the page.
  const float best = std::max({paper_red, paper_blue, 3 - paper_red - paper_blue});
  const double red_shift = paper_red < kUnlit * best ? 3 : shift;
  const double blue_shift = paper_blue < kUnlit * best ? 3 : shift;
  for (int y = 0; y < closed.rows; ++y) {
    for (int x = 0; x < closed.cols; ++x) {
      const float m = std::max(1.0F, mean.at<float>(y, x));
      const auto& p = closed.at<cv::Vec3b>(y, x);
      if (std::abs(p[0] / m - paper_red) > red_shift || std::abs(p[2] / m - paper_blue) > blue_shift) {
        same.at<unsigned char>(y, x) = 0;
      }
    }
  }
  return same;
}

// 255 where what is darker than paper (`dark`) is paper all the same, in the shade of something.
cv::Mat shadedPaper(const cv::Mat& dark, const cv::Mat& mean, const cv::Mat& print) {
  cv::Mat most;
  cv::Mat least;
  const cv::Mat square = cv::getStructuringElement(cv::MORPH_RECT, {5, 5});
  cv::dilate(mean, most, square);
  cv::erode(mean, least, square);
  const cv::Mat rough = (most - least) / cv::max(mean, 1.0F);
  cv::Mat label;
  cv::Mat boxes;
  cv::Mat centres;
  const int count = cv::connectedComponentsWithStats(dark, label, boxes, centres, 4, CV_32S);
  std::vector<std::vector<float>> roughness(static_cast<std::size_t>(count));
  std::vector<double> printed(static_cast<std::size_t>(count));
  for (int y = 0; y < mean.rows; ++y) {
    for (int x = 0; x < mean.cols; ++x) {
      const auto k = static_cast<std::size_t>(label.at<int>(y, x));
      roughness[k].push_back(rough.at<float>(y, x));
      printed[k] += print.at<float>(y, x);
    }
  }
  cv::Mat shaded(mean.size(), CV_8U, cv::Scalar(0));
  for (int k = 1; k < count; ++k) {
    const int* box = boxes.ptr<int>(k);
    const double area = box[cv::CC_STAT_AREA];
    const bool at_edge = box[cv::CC_STAT_LEFT] == 0 || box[cv::CC_STAT_TOP] == 0 ||
                         box[cv::CC_STAT_LEFT] + box[cv::CC_STAT_WIDTH] == mean.cols ||
                         box[cv::CC_STAT_TOP] + box[cv::CC_STAT_HEIGHT] == mean.rows;
    const bool wide = area > kWideShare * static_cast<double>(mean.total());
    const double share = printed[static_cast<std::size_t>(k)] / area;
    if ((at_edge || (wide && share > kLeastPrint)) &&
        medianOf(std::move(roughness[static_cast<std::size_t>(k)])) < kRoughest &&
        !isBand(mean, label, k,
                {box[cv::CC_STAT_LEFT], box[cv::CC_STAT_TOP], box[cv::CC_STAT_WIDTH], box[cv::CC_STAT_HEIGHT]})) {
      shaded.setTo(255, label == k);
    }
  }
  return shaded;
}

// 255 where the closed page shows paper: of the paper's colour and nearly as bright as the brightest around, or in the
// shade. `print`: how much of a pixel was print before it was closed.
cv::Mat paperMask(const cv::Mat& closed, const cv::Mat& print) {
  const cv::Mat mean = brightness(closed);
  const int long_side = std::max(closed.cols, closed.rows);
  // The paper's level around: the brightest in a wide window, but no single reflection; smoothed.
  cv::Mat around;
  cv::medianBlur(closed.channels() == 1 ? closed : cv::Mat(brightness(closed)), around, 5);
  around.convertTo(around, CV_32F);
  const int reach = 2 * (long_side / 8) + 1;
  cv::dilate(around, around, cv::getStructuringElement(cv::MORPH_RECT, {reach, reach}));
  cv::GaussianBlur(around, around, {}, long_side * 0.06);
  const cv::Mat bright = mean > around * kDarkest;
  const cv::Mat dark = (mean > around * kDeepestShade) & ~bright & ofPaperColor(closed, mean, bright, kShadeColorShift);
  cv::Mat mask = (bright & ofPaperColor(closed, mean, bright, kColorShift)) | shadedPaper(dark, mean, print);
  mask.setTo(0, printedBands(mean));
  // The rim of a figure is half paper.
  cv::erode(mask, mask, ellipse(long_side, 0.012));
  return mask;
}

cv::Mat repeated(const cv::Mat& plane, int channels) {
  cv::Mat out;
  cv::merge(std::vector<cv::Mat>(static_cast<std::size_t>(channels), plane), out);
  return out;
}

// Light where the mask is 0, carried in from around: normalised convolution, from narrow to wide, the wide ones on
// smaller images.
void fillFromAround(cv::Mat& light, const cv::Mat& mask) {
  const int channels = light.channels();
  const int long_side = std::max(light.cols, light.rows);
  cv::Mat weight;
  mask.convertTo(weight, CV_32F, 1 / 255.0);
  const cv::Mat weighted = light.mul(repeated(weight, channels));
  cv::Mat missing = mask == 0;
  struct Step {
    double share;  // the Gaussian's sigma beside the long side
    int reduction;
  };
  for (const Step step : {Step{0.03, 1}, Step{0.08, 4}, Step{0.2, 8}, Step{0.5, 16}}) {
    const cv::Size size(std::max(1, light.cols / step.reduction), std::max(1, light.rows / step.reduction));
    cv::Mat sum;
    cv::Mat norm;
    cv::resize(weighted, sum, size, 0, 0, cv::INTER_AREA);
    cv::resize(weight, norm, size, 0, 0, cv::INTER_AREA);
    const double sigma = long_side * step.share / step.reduction;
    cv::GaussianBlur(sum, sum, {}, sigma);
    cv::GaussianBlur(norm, norm, {}, sigma);
    cv::resize(sum, sum, light.size(), 0, 0, cv::INTER_LINEAR);
    cv::resize(norm, norm, light.size(), 0, 0, cv::INTER_LINEAR);
    const cv::Mat usable = missing & (norm > 0.05);
    const cv::Mat value = sum / repeated(cv::max(norm, 1e-6F), channels);
    value.copyTo(light, usable);
    missing &= ~usable;
  }
}

}  // namespace

Size lightedSize(Size page) {
  return shrunk(page, kFineLongSide);
}

Size lightSize(Size page) {
  return shrunk(lightedSize(page), kLongSide);
}

cv::Mat paperLight(const cv::Mat& small) {
  cv::Mat fine = small.clone();
  if (fine.depth() == CV_16U) {
    fine.convertTo(fine, CV_8U, 1 / 257.0);
  }
  if (fine.channels() == 4) {
    cv::Mat colors;
    cv::cvtColor(fine, colors, cv::COLOR_RGBA2RGB);
    fine = colors;
  }
  cv::medianBlur(fine, fine, 3);
  const cv::Mat open_print = brightness(fine);
  cv::morphologyEx(fine, fine, cv::MORPH_CLOSE, ellipse(std::max(fine.cols, fine.rows), kStrokeShare));
  cv::Mat print = brightness(fine);
  print = open_print < print * (1 - kPrint);
  const Size light_size = shrunk({fine.cols, fine.rows}, kLongSide);
  cv::Mat closed;
  cv::resize(fine, closed, {light_size.width, light_size.height}, 0, 0, cv::INTER_AREA);
  const int long_side = std::max(closed.cols, closed.rows);
  cv::morphologyEx(closed, closed, cv::MORPH_CLOSE, ellipse(long_side, kHeadlineShare));
  cv::medianBlur(closed, closed, 5);

  print.convertTo(print, CV_32F, 1 / 255.0);
  cv::resize(print, print, closed.size(), 0, 0, cv::INTER_AREA);
  const cv::Mat mask = paperMask(closed, print);
  cv::Mat light;
  closed.convertTo(light, CV_32F);
  if (cv::countNonZero(mask) < kLeastPaper * static_cast<double>(mask.total())) {
    // No page of paper: one light for all of it, the brightest that is there.
    double brightest = 0;
    cv::minMaxLoc(brightness(closed), nullptr, &brightest);
    light.setTo(cv::Scalar::all(std::max(brightest, kDimmest)));
    return light;
  }
  fillFromAround(light, mask);
  cv::GaussianBlur(light, light, {}, std::max(0.5, long_side * 0.006));
  return cv::max(light, kDimmest);
}

}  // namespace platen::enhance
