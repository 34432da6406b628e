// Sums in OpenCV's order, along a row first. Eight rows are summed side by side: their pixels of a column stand
// together, so that a pixel of the result is a few neighbouring eights, all with the weights of one row.
#include "core/detect/area_resize.h"

#include "core/wide_registers.h"

#include <algorithm>
#include <array>
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

constexpr std::size_t kTogether = 8;  // rows

using Eight = float __attribute__((vector_size(32), aligned(4), may_alias));

// The shares of a row: of each pixel of the result those of its neighbours from `first` on, their weights in turn.
struct RowShares {
  std::vector<std::size_t> first, count;
  std::vector<float> weight;
};

RowShares rowShares(const std::vector<std::vector<Share>>& shares) {
  RowShares row;
  for (const std::vector<Share>& own : shares) {
    row.first.push_back(static_cast<std::size_t>(own.front().source));
    row.count.push_back(own.size());
    for (const Share& share : own) {
      row.weight.push_back(share.weight);
    }
  }
  return row;
}

// Eight rows of `count` values as `count` eights, and back.
template <class T>
void interleave(const std::array<const T*, kTogether>& rows, std::size_t count, T* __restrict eights) {
  const auto [a, b, c, d, e, f, g, h] = rows;
  for (std::size_t k = 0; k < count; ++k) {
    T* eight = eights + kTogether * k;
    eight[0] = a[k];
    eight[1] = b[k];
    eight[2] = c[k];
    eight[3] = d[k];
    eight[4] = e[k];
    eight[5] = f[k];
    eight[6] = g[k];
    eight[7] = h[k];
  }
}

void separate(const float* eights, std::size_t count, float* __restrict rows) {
  for (std::size_t r = 0; r < kTogether; ++r) {
    for (std::size_t k = 0; k < count; ++k) {
      rows[r * count + k] = eights[kTogether * k + r];
    }
  }
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

// Of eight rows, `channels` values a pixel.
PLATEN_WIDE_REGISTERS void sumShares(const float* eights,
                                     const RowShares& shares,
                                     std::size_t channels,
                                     float* __restrict sums) {
  const float* weight = shares.weight.data();
  for (std::size_t k = 0; k < shares.first.size(); ++k) {
    const std::size_t count = shares.count[k];
    for (std::size_t c = 0; c < channels; ++c) {
      const float* from = eights + kTogether * (shares.first[k] * channels + c);
      Eight sum = *reinterpret_cast<const Eight*>(from) * weight[0];
      for (std::size_t n = 1; n < count; ++n) {
        sum += *reinterpret_cast<const Eight*>(from + kTogether * channels * n) * weight[n];
      }
      *reinterpret_cast<Eight*>(sums) = sum;
      sums += kTogether;
    }
    weight += count;
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

// Rows reduced along themselves, eight at a time. `widen` writes values as floats.
template <class In>
class ReducedRows {
 public:
  using Widen = void (*)(const In*, std::size_t, float*);
  ReducedRows(const cv::Mat& in, int columns, double scale_x, Widen widen)
      : in_(in),
        channels_(static_cast<std::size_t>(in.channels())),
        row_length_(static_cast<std::size_t>(in.cols) * channels_),
        width_(static_cast<std::size_t>(columns) * channels_),
        shares_(rowShares(sharesOf(in.cols, columns, scale_x))),
        widen_(widen),
        packed_(kTogether * row_length_),
        eights_(kTogether * row_length_),
        sums_(kTogether * width_),
        rows_(kTogether * width_) {}

  [[nodiscard]] std::size_t width() const { return width_; }

  const float* row(int k) {
    const int wanted = k - k % static_cast<int>(kTogether);
    if (wanted != first_) {
      first_ = wanted;
      std::array<const In*, kTogether> rows{};
      for (std::size_t r = 0; r < kTogether; ++r) {
        rows[r] = in_.ptr<In>(std::min(first_ + static_cast<int>(r), in_.rows - 1));
      }
      interleave(rows, row_length_, packed_.data());
      widen_(packed_.data(), packed_.size(), eights_.data());
      sumShares(eights_.data(), shares_, channels_, sums_.data());
      separate(sums_.data(), width_, rows_.data());
    }
    return &rows_[static_cast<std::size_t>(k - first_) * width_];
  }

 private:
  const cv::Mat& in_;
  std::size_t channels_, row_length_, width_;
  RowShares shares_;
  Widen widen_;
  int first_ = -1;
  std::vector<In> packed_;
  std::vector<float> eights_, sums_, rows_;
};

template <class In, class Out>
void reduce(const cv::Mat& in, cv::Mat& out, double scale_x, double scale_y, typename ReducedRows<In>::Widen widen) {
  ReducedRows<In> rows(in, out.cols, scale_x, widen);
  const std::vector<std::vector<Share>> down = sharesOf(in.rows, out.rows, scale_y);
  std::vector<float> sum(rows.width());
  for (int j = 0; j < out.rows; ++j) {
    bool first = true;
    for (const Share& share : down[static_cast<std::size_t>(j)]) {
      (first ? takeRow : addRow)(rows.row(share.source), share.weight, sum.size(), sum.data());
      first = false;
    }
    narrowRow(sum.data(), sum.size(), out.ptr<Out>(j));
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
