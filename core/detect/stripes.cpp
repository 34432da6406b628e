#include "core/detect/stripes.h"

#include "core/detect/area_resize.h"
#include "core/detect/raster.h"
#include "core/wide_registers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr int kSide = 7;            // taps on either side of the middle one
constexpr double kTextBlur = 0.3;   // sigma, h
constexpr double kRidgeBlur = 1.1;  // of what a ridge stands out of; likewise

// An array of the wanted size from one of any other scale, both in the index convention.
cv::Mat resampled(const cv::Mat& cells, double cells_per_work, cv::Size size, double grid) {
  // cell = (i + .5) / grid * cells - .5
  const double f = cells_per_work / grid;
  const cv::Matx23d map(f, 0, 0.5 * f - 0.5, 0, f, 0.5 * f - 0.5);
  cv::Mat out;
  cv::warpAffine(cells, out, map, size, cv::INTER_LINEAR | cv::WARP_INVERSE_MAP, cv::BORDER_REPLICATE);
  return out;
}

// Where is any text within reach? u8 on the trace grid: smearing is skipped elsewhere.
cv::Mat reachOf(const cv::Mat& text, double reach) {
  cv::Mat coarse;
  const cv::Size size(std::max(1, text.cols / 8), std::max(1, text.rows / 8));
  resizeArea(text, coarse, size);
  cv::compare(coarse, 0.001, coarse, cv::CMP_GT);
  const int r = static_cast<int>(std::ceil(reach / 8)) + 1;
  cv::dilate(coarse, coarse, cv::getStructuringElement(cv::MORPH_RECT, {2 * r + 1, 2 * r + 1}));
  cv::Mat full;
  cv::resize(coarse, full, text.size(), 0, 0, cv::INTER_NEAREST);
  return full;
}

// Along row y of an array from column x on; the pixels beside pixel i lie at its steps (dx[i], dy[i]).
struct Taps {
  const float* array = nullptr;
  int stride = 0;
  float x = 0, y = 0;
  const float* dx = nullptr;
  const float* dy = nullptr;
};

// sum[i] += weight * the array, bilinearly, k steps beside pixel i.
PLATEN_WIDE_REGISTERS void addTap(const Taps& taps, float k, float weight, int count, float* __restrict sum) {
  const float* array = taps.array;
  const float* right = array + 1;
  const float* below = array + taps.stride;
  const float* below_right = below + 1;
  const float* dx = taps.dx;
  const float* dy = taps.dy;
  const int stride = taps.stride;
  const float x_first = taps.x;
  const float y_first = taps.y;
  for (int i = 0; i < count; ++i) {
    const float x = (x_first + static_cast<float>(i)) + k * dx[i];
    const float y = y_first + k * dy[i];
    const int x0 = static_cast<int>(x);
    const int y0 = static_cast<int>(y);
    const float fx = x - static_cast<float>(x0);
    const float fy = y - static_cast<float>(y0);
    const int at = y0 * stride + x0;
    const float top = array[at] + fx * (right[at] - array[at]);
    const float low = below[at] + fx * (below_right[at] - below[at]);
    sum[i] += weight * (top + fy * (low - top));
  }
}

}  // namespace

Stripes smearText(const cv::Mat& text, const AngleField& field, double h) {
  Stripes out;
  const double ht = h * kTraceGrid;
  cv::Mat reduced;
  resizeArea(text, reduced, {}, kTraceGrid, kTraceGrid);
  cv::Mat ink;
  reduced.convertTo(ink, CV_32F, 1.0 / 255);
  const double reach = 4 * ht;
  // Nothing is smeared or blurred farther from the text.
  const cv::Rect part = partAround(reduced, reach + 4 * (kTextBlur + kRidgeBlur) * ht + 6);
  out.text = cv::Mat::zeros(ink.size(), CV_32FC1);
  cv::Mat text_of_part = out.text(part);
  cv::GaussianBlur(ink(part), text_of_part, {}, kTextBlur * ht);
  out.angle = resampled(field.angle, field.cells, ink.size(), kTraceGrid);

  const int pad = static_cast<int>(std::ceil(reach)) + 2;
  cv::Mat padded;
  cv::copyMakeBorder(out.text, padded, pad, pad, pad, pad, cv::BORDER_CONSTANT, 0);
  std::array<float, 2 * kSide + 1> weight{};
  float total = 0;
  for (int k = -kSide; k <= kSide; ++k) {
    const double a = 2.0 * k / kSide;
    weight[static_cast<std::size_t>(k + kSide)] = static_cast<float>(std::exp(-0.5 * a * a));
    total += weight[static_cast<std::size_t>(k + kSide)];
  }
  for (float& w : weight) {
    w /= total;
  }
  const cv::Mat near = reachOf(out.text, reach);
  cv::Mat smeared = cv::Mat::zeros(ink.size(), CV_32FC1);
  const auto tap_step = static_cast<float>(reach / kSide);
  std::vector<float> dx(static_cast<std::size_t>(ink.cols));
  std::vector<float> dy(dx.size());
  for (int j = 0; j < ink.rows; ++j) {
    const std::uint8_t* wanted = near.ptr<std::uint8_t>(j);
    const float* angle = out.angle.ptr<float>(j);
    float* s = smeared.ptr<float>(j);
    for (int from = 0; from < ink.cols; ++from) {
      if (wanted[from] == 0) {
        continue;
      }
      int to = from;
      for (; to < ink.cols && wanted[to] != 0; ++to) {
        const auto i = static_cast<std::size_t>(to - from);
        dx[i] = std::cos(angle[to]) * tap_step;
        dy[i] = std::sin(angle[to]) * tap_step;
      }
      const Taps taps{padded.ptr<float>(),
                      static_cast<int>(padded.step1()),
                      static_cast<float>(from + pad),
                      static_cast<float>(j + pad),
                      dx.data(),
                      dy.data()};
      for (int k = -kSide; k <= kSide; ++k) {
        addTap(taps, static_cast<float>(k), weight[static_cast<std::size_t>(k + kSide)], to - from, s + from);
      }
      from = to;
    }
  }
  const cv::Mat smeared_part = smeared(part);
  cv::Mat surroundings;
  cv::GaussianBlur(smeared_part, surroundings, {}, kRidgeBlur * ht);
  out.ridge = cv::Mat::zeros(ink.size(), CV_32FC1);
  cv::Mat ridge = out.ridge(part);
  cv::subtract(smeared_part, surroundings, ridge);

  cv::Mat near_text;
  cv::compare(reduced(part), 63, near_text, cv::CMP_GT);
  const cv::Size ellipse(2 * static_cast<int>(std::lround(1.3 * ht)) + 1,
                         2 * static_cast<int>(std::lround(0.5 * ht)) + 1);
  cv::dilate(near_text, near_text, cv::getStructuringElement(cv::MORPH_ELLIPSE, ellipse));
  out.mask = cv::Mat::zeros(ink.size(), CV_8UC1);
  cv::Mat((ridge > 0.02) & (smeared_part > 0.08) & near_text).copyTo(out.mask(part));
  return out;
}

}  // namespace platen::detect
