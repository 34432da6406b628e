// Sums in OpenCV's order, along a row first. There the sums of neighbouring pixels of the result are taken side by
// side: each has its own places in the row and its own weights, as many of them for all (the missing ones weigh 0,
// at a place of the same pixel: what is not finite stays where it is).
#include "core/detect/area_resize.h"

#include "core/wide_registers.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

// A source pixel's weight in a pixel of the result.
struct Share {
  int source = 0;
  float weight = 0;
};

// Of each pixel of one row (or column) of the result. What lies within a thousandth of a pixel's border is left out.
std::vector<std::vector<Share>> sharesOf(int source_size, int size, double scale) {
  constexpr double kSliver = 1e-3;
  std::vector<std::vector<Share>> shares(static_cast<std::size_t>(size));
  for (int k = 0; k < size; ++k) {
    const double from = k * scale;
    const double to = from + scale;
    const double width = std::min(scale, source_size - from);
    const int last = std::min(static_cast<int>(std::floor(to)), source_size - 1);
    const int first = std::min(static_cast<int>(std::ceil(from)), last);
    std::vector<Share>& own = shares[static_cast<std::size_t>(k)];
    if (first - from > kSliver) {
      own.push_back({first - 1, static_cast<float>((first - from) / width)});
    }
    for (int i = first; i < last; ++i) {
      own.push_back({i, static_cast<float>(1.0 / width)});
    }
    if (to - last > kSliver) {
      own.push_back({last, static_cast<float>(std::min(std::min(to - last, 1.0), width) / width)});
    }
  }
  return shares;
}

// The shares of a row, channels apart, as tables of `width` entries.
struct RowShares {
  std::size_t width = 0, depth = 0;
  std::vector<int> source;
  std::vector<float> weight;
};

RowShares rowShares(const std::vector<std::vector<Share>>& shares, int channels) {
  RowShares row;
  const auto cn = static_cast<std::size_t>(channels);
  row.width = shares.size() * cn;
  for (const std::vector<Share>& own : shares) {
    row.depth = std::max(row.depth, own.size());
  }
  row.source.resize(row.width * row.depth);
  row.weight.assign(row.width * row.depth, 0.0F);
  for (std::size_t k = 0; k < shares.size(); ++k) {
    for (std::size_t n = 0; n < row.depth; ++n) {
      const Share share = n < shares[k].size() ? shares[k][n] : Share{shares[k].back().source, 0};
      for (std::size_t c = 0; c < cn; ++c) {
        const std::size_t at = n * row.width + k * cn + c;
        row.source[at] = share.source * channels + static_cast<int>(c);
        row.weight[at] = share.weight;
      }
    }
  }
  return row;
}

PLATEN_WIDE_REGISTERS void widenRow(const std::uint8_t* in, std::size_t count, float* __restrict out) {
  for (std::size_t k = 0; k < count; ++k) {
    out[k] = static_cast<float>(in[k]);
  }
}

PLATEN_WIDE_REGISTERS void widenRow(const std::uint16_t* in, std::size_t count, float* __restrict out) {
  for (std::size_t k = 0; k < count; ++k) {
    out[k] = static_cast<float>(in[k]);
  }
}

PLATEN_WIDE_REGISTERS void squareRow(const std::uint8_t* in, std::size_t count, float* __restrict out) {
  for (std::size_t k = 0; k < count; ++k) {
    out[k] = static_cast<float>(in[k] * in[k]);
  }
}

void widenRow(const float* in, std::size_t count, float* out) {
  std::copy_n(in, count, out);
}

PLATEN_WIDE_REGISTERS void takeShares(
    const float* row, const int* source, const float* weight, std::size_t count, float* __restrict sum) {
  for (std::size_t k = 0; k < count; ++k) {
    sum[k] = row[source[k]] * weight[k];
  }
}

PLATEN_WIDE_REGISTERS void addShares(
    const float* row, const int* source, const float* weight, std::size_t count, float* __restrict sum) {
  for (std::size_t k = 0; k < count; ++k) {
    sum[k] += row[source[k]] * weight[k];
  }
}

PLATEN_WIDE_REGISTERS void takeRow(const float* row, float weight, std::size_t count, float* __restrict sum) {
  for (std::size_t k = 0; k < count; ++k) {
    sum[k] = weight * row[k];
  }
}

PLATEN_WIDE_REGISTERS void addRow(const float* row, float weight, std::size_t count, float* __restrict sum) {
  for (std::size_t k = 0; k < count; ++k) {
    sum[k] += weight * row[k];
  }
}

// Rounds to the nearest whole number, halves to the even one: what is added leaves no room for a fraction.
constexpr float kNoFraction = 12582912.0F;  // 1.5 * 2^23

PLATEN_WIDE_REGISTERS void narrowRow(const float* in, std::size_t count, std::uint8_t* __restrict out) {
  for (std::size_t k = 0; k < count; ++k) {
    const float whole = (in[k] + kNoFraction) - kNoFraction;
    out[k] = static_cast<std::uint8_t>(static_cast<int>(whole < 255.0F ? whole : 255.0F));
  }
}

PLATEN_WIDE_REGISTERS void narrowRow(const float* in, std::size_t count, std::uint16_t* __restrict out) {
  for (std::size_t k = 0; k < count; ++k) {
    const float whole = (in[k] + kNoFraction) - kNoFraction;
    out[k] = static_cast<std::uint16_t>(static_cast<int>(whole < 65535.0F ? whole : 65535.0F));
  }
}

void narrowRow(const float* in, std::size_t count, float* out) {
  std::copy_n(in, count, out);
}

// `widen` writes a row of `in` as floats.
template <class In, class Out>
void reduce(
    const cv::Mat& in, cv::Mat& out, double scale_x, double scale_y, void (*widen)(const In*, std::size_t, float*)) {
  const RowShares across = rowShares(sharesOf(in.cols, out.cols, scale_x), in.channels());
  const std::vector<std::vector<Share>> down = sharesOf(in.rows, out.rows, scale_y);
  const std::size_t row_length = static_cast<std::size_t>(in.cols) * static_cast<std::size_t>(in.channels());
  std::vector<float> row(row_length);
  std::vector<float> reduced(across.width);
  std::vector<float> sum(across.width);
  int reduced_row = -1;  // two rows of the result may share one
  for (int j = 0; j < out.rows; ++j) {
    bool first = true;
    for (const Share& share : down[static_cast<std::size_t>(j)]) {
      if (share.source != reduced_row) {
        reduced_row = share.source;
        widen(in.ptr<In>(reduced_row), row_length, row.data());
        takeShares(row.data(), across.source.data(), across.weight.data(), across.width, reduced.data());
        for (std::size_t n = 1; n < across.depth; ++n) {
          addShares(row.data(), &across.source[n * across.width], &across.weight[n * across.width], across.width,
                    reduced.data());
        }
      }
      (first ? takeRow : addRow)(reduced.data(), share.weight, across.width, sum.data());
      first = false;
    }
    narrowRow(sum.data(), across.width, out.ptr<Out>(j));
  }
}

bool isWhole(double scale) {
  return std::abs(scale - std::round(scale)) < std::numeric_limits<double>::epsilon();
}

}  // namespace

void resizeArea(const cv::Mat& in, cv::Mat& out, cv::Size size, double factor_x, double factor_y) {
  cv::Size wanted = size;
  if (wanted.empty()) {
    wanted = {cv::saturate_cast<int>(in.cols * factor_x), cv::saturate_cast<int>(in.rows * factor_y)};
  } else {
    factor_x = static_cast<double>(wanted.width) / in.cols;
    factor_y = static_cast<double>(wanted.height) / in.rows;
  }
  const double scale_x = 1 / factor_x;
  const double scale_y = 1 / factor_y;
  const int depth = in.depth();
  const bool known = depth == CV_8U || depth == CV_16U || depth == CV_32F;
  // Whole scales are other sums of OpenCV's, and quick ones.
  if (!known || wanted.empty() || scale_x < 1 || scale_y < 1 || wanted == in.size() ||
      (isWhole(scale_x) && isWhole(scale_y))) {
    cv::resize(in, out, size, size.empty() ? factor_x : 0, size.empty() ? factor_y : 0, cv::INTER_AREA);
    return;
  }
  cv::Mat reduced(wanted, in.type());
  if (depth == CV_8U) {
    reduce<std::uint8_t, std::uint8_t>(in, reduced, scale_x, scale_y, widenRow);
  } else if (depth == CV_16U) {
    reduce<std::uint16_t, std::uint16_t>(in, reduced, scale_x, scale_y, widenRow);
  } else {
    reduce<float, float>(in, reduced, scale_x, scale_y, widenRow);
  }
  out = reduced;
}

void resizeAreaOfSquares(const cv::Mat& in, cv::Mat& out, cv::Size size) {
  const double scale_x = static_cast<double>(in.cols) / size.width;
  const double scale_y = static_cast<double>(in.rows) / size.height;
  if (scale_x < 1 || scale_y < 1 || size == in.size() || (isWhole(scale_x) && isWhole(scale_y))) {
    cv::Mat squared;
    cv::multiply(in, in, squared, 1, CV_16U);
    resizeArea(squared, out, size);
    return;
  }
  cv::Mat reduced(size, CV_16UC(in.channels()));
  reduce<std::uint8_t, std::uint16_t>(in, reduced, 1 / (size.width / static_cast<double>(in.cols)),
                                      1 / (size.height / static_cast<double>(in.rows)), squareRow);
  out = reduced;
}

}  // namespace platen::detect
