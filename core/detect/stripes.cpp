#include "core/detect/stripes.h"

#include "core/detect/raster.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr int kSide = 7;  // taps on either side of the middle one

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
  cv::resize(text, coarse, size, 0, 0, cv::INTER_AREA);
  cv::compare(coarse, 0.001, coarse, cv::CMP_GT);
  const int r = static_cast<int>(std::ceil(reach / 8)) + 1;
  cv::dilate(coarse, coarse, cv::getStructuringElement(cv::MORPH_RECT, {2 * r + 1, 2 * r + 1}));
  cv::Mat full;
  cv::resize(coarse, full, text.size(), 0, 0, cv::INTER_NEAREST);
  return full;
}

}  // namespace

Stripes smearText(const cv::Mat& text, const AngleField& field, double h) {
  Stripes out;
  const double ht = h * kTraceGrid;
  cv::Mat reduced;
  cv::resize(text, reduced, {}, kTraceGrid, kTraceGrid, cv::INTER_AREA);
  cv::Mat ink;
  reduced.convertTo(ink, CV_32F, 1.0 / 255);
  cv::GaussianBlur(ink, out.text, {}, 0.3 * ht);
  out.angle = resampled(field.angle, field.cells, ink.size(), kTraceGrid);

  const double reach = 4 * ht;
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
  const std::ptrdiff_t stride = static_cast<std::ptrdiff_t>(padded.step1());
  const auto tap_step = static_cast<float>(reach / kSide);
  for (int j = 0; j < ink.rows; ++j) {
    const std::uint8_t* wanted = near.ptr<std::uint8_t>(j);
    const float* angle = out.angle.ptr<float>(j);
    float* s = smeared.ptr<float>(j);
    for (int i = 0; i < ink.cols; ++i) {
      if (wanted[i] == 0) {
        continue;
      }
      const float dx = std::cos(angle[i]) * tap_step;
      const float dy = std::sin(angle[i]) * tap_step;
      float sum = 0;
      for (int k = -kSide; k <= kSide; ++k) {
        const float x = static_cast<float>(i + pad) + static_cast<float>(k) * dx;
        const float y = static_cast<float>(j + pad) + static_cast<float>(k) * dy;
        const int x0 = static_cast<int>(x);
        const int y0 = static_cast<int>(y);
        const float fx = x - static_cast<float>(x0);
        const float fy = y - static_cast<float>(y0);
        const float* p = padded.ptr<float>(y0) + x0;
        const float top = p[0] + fx * (p[1] - p[0]);
        const float low = p[stride] + fx * (p[stride + 1] - p[stride]);
        sum += weight[static_cast<std::size_t>(k + kSide)] * (top + fy * (low - top));
      }
      s[i] = sum;
    }
  }
  cv::Mat surroundings;
  cv::GaussianBlur(smeared, surroundings, {}, 1.1 * ht);
  out.ridge = smeared - surroundings;

  cv::Mat near_text;
  cv::compare(reduced, 63, near_text, cv::CMP_GT);
  const cv::Size ellipse(2 * static_cast<int>(std::lround(1.3 * ht)) + 1,
                         2 * static_cast<int>(std::lround(0.5 * ht)) + 1);
  cv::dilate(near_text, near_text, cv::getStructuringElement(cv::MORPH_ELLIPSE, ellipse));
  out.mask = (out.ridge > 0.02) & (smeared > 0.08) & near_text;
  return out;
}

}  // namespace platen::detect
