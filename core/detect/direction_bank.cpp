#include "core/detect/direction_bank.h"

#include "core/detect/area_resize.h"
#include "core/detect/raster.h"
#include "core/wide_registers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <vector>

#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kBankH = 5;                  // character height in the bank's own pixels
constexpr double kAcross = 0.35 * kBankH;     // sigma across the stripes
constexpr double kAlong = 9 * kBankH / 4;     // sigma along them
constexpr double kBackground = 2.2 * kBankH;  // sigma of what they stand out of
constexpr double kStep = kPi / DirectionBank::kAngles;

struct Tap {
  int dx = 0;  // in columns of the halved array
  int dy = 0;
  float w0 = 0, w1 = 0;  // weights of rows dy and dy + 1
};

// An oriented Gaussian as a line of taps: the array is isotropically smooth already (sigma kAcross), so that a tap at
// every second column samples the rest of the kernel without loss.
std::vector<Tap> tapsOf(double slope) {
  const double along = std::sqrt(kAlong * kAlong - kAcross * kAcross);
  const double stretch = std::sqrt(1 + slope * slope);
  const int reach = std::max(1, static_cast<int>(std::lround(2.4 * along / stretch / 2)));
  std::vector<Tap> taps;
  double total = 0;
  for (int k = -reach; k <= reach; ++k) {
    const double a = 2 * k * stretch / along;
    total += std::exp(-0.5 * a * a);
  }
  for (int k = -reach; k <= reach; ++k) {
    const double a = 2 * k * stretch / along;
    const double w = std::exp(-0.5 * a * a) / total;
    const double y = 2 * k * slope;
    const int dy = static_cast<int>(std::floor(y));
    const double f = y - dy;
    taps.push_back({k, dy, static_cast<float>(w * (1 - f)), static_cast<float>(w * f)});
  }
  return taps;
}

using FourRows = std::array<const float*, 4>;

// sum += weight[0] * in[0] + ..., one after the other.
PLATEN_WIDE_REGISTERS void addRows(const FourRows& in, const std::array<float, 4>& weight, int count, float* sum) {
  const float* a = in[0];
  const float* b = in[1];
  const float* c = in[2];
  const float* d = in[3];
  const float wa = weight[0];
  const float wb = weight[1];
  const float wc = weight[2];
  const float wd = weight[3];
  for (int i = 0; i < count; ++i) {
    float s = sum[i] + wa * a[i];
    s += wb * b[i];
    s += wc * c[i];
    sum[i] = s + wd * d[i];
  }
}

// Squared response on every second row of `halved` (columns already halved), zero outside.
void squaredResponse(const cv::Mat& halved, double slope, cv::Mat& out) {
  std::vector<Tap> taps = tapsOf(slope);
  if (taps.size() % 2 != 0) {
    taps.push_back({0, 0, 0, 0});  // they go in pairs
  }
  int across = 0;
  int down = 1;
  for (const Tap& tap : taps) {
    across = std::max(across, std::abs(tap.dx));
    down = std::max(down, std::abs(tap.dy) + 2);
  }
  cv::Mat padded;
  cv::copyMakeBorder(halved, padded, down, down, across, across, cv::BORDER_CONSTANT, 0);
  const int rows = std::max(1, halved.rows / 2);
  out.create(rows, halved.cols, CV_32FC1);
  std::vector<float> sum(static_cast<std::size_t>(halved.cols));
  for (int j = 0; j < rows; ++j) {
    std::fill(sum.begin(), sum.end(), 0.0F);
    for (std::size_t t = 0; t < taps.size(); t += 2) {
      const Tap& a = taps[t];
      const Tap& b = taps[t + 1];
      const auto at = [&](const Tap& tap, int r) {
        return padded.ptr<float>(2 * j + tap.dy + r + down) + tap.dx + across;
      };
      addRows({at(a, 0), at(a, 1), at(b, 0), at(b, 1)}, {a.w0, a.w1, b.w0, b.w1}, halved.cols, sum.data());
    }
    float* o = out.ptr<float>(j);
    for (int i = 0; i < halved.cols; ++i) {
      o[i] = sum[static_cast<std::size_t>(i)] * sum[static_cast<std::size_t>(i)];
    }
  }
}

cv::Mat everySecondColumn(const cv::Mat& in) {
  cv::Mat out(in.rows, std::max(1, in.cols / 2), CV_32FC1);
  for (int j = 0; j < in.rows; ++j) {
    const float* from = in.ptr<float>(j);
    float* to = out.ptr<float>(j);
    for (int i = 0; i < out.cols; ++i) {
      to[i] = from[2 * i];
    }
  }
  return out;
}

// Difference of two line directions, in (-pi/2, pi/2].
double wrapped(double angle) {
  return angle - kPi * std::round(angle / kPi);
}

}  // namespace

double DirectionBank::massNear(double angle) const {
  double near = 0;
  double all = 0;
  for (int k = 0; k < kAngles; ++k) {
    all += mass[static_cast<std::size_t>(k)];
    if (std::abs(wrapped(k * kStep - angle)) <= 48 * kPi / 180) {
      near += mass[static_cast<std::size_t>(k)];
    }
  }
  return all > 0 ? near / all : 1;
}

DirectionBank measureDirections(const cv::Mat& text, double h) {
  DirectionBank bank;
  const double factor = kBankH / h;
  if (std::min(text.cols, text.rows) * factor < 8) {
    return bank;
  }
  cv::Mat reduced;
  if (factor < 1) {
    resizeArea(text, reduced, {}, factor, factor);
  } else {
    cv::resize(text, reduced, {}, factor, factor, cv::INTER_LINEAR);
  }
  // Nothing responds farther from the text than all the filters together reach.
  const cv::Rect part = partAround(reduced, 4 * (kBackground + kAcross) + 2.4 * kAlong + 6);
  reduced.convertTo(reduced, CV_32F, 1.0 / 255);
  cv::Mat ink = reduced(part);
  cv::Mat background;
  cv::Mat smooth;
  cv::GaussianBlur(ink, background, {}, kBackground);
  ink -= background;
  cv::GaussianBlur(ink, smooth, {}, kAcross);
  cv::Mat transposed;
  cv::transpose(smooth, transposed);
  const cv::Mat lying = everySecondColumn(smooth);
  const cv::Mat standing = everySecondColumn(transposed);
  // A cell is 4 pixels: sampled at every second pixel, then averaged in pairs. That puts cell c half a pixel off its
  // nominal place (0.1 h in work_px), which is nothing for a field smoothed over two cells.
  const cv::Size cell_size(std::max(1, reduced.cols / 4), std::max(1, reduced.rows / 4));
  cv::Mat squared = cv::Mat::zeros(std::max(1, reduced.rows / 2), std::max(1, reduced.cols / 2), CV_32FC1);
  cv::Mat of_part = squared(cv::Rect(part.tl() / 2, cv::Size(lying.cols, standing.cols)));
  cv::Mat turned;
  for (int k = 0; k < DirectionBank::kAngles; ++k) {
    const double a = wrapped(k * kStep);
    if (std::abs(a) <= kPi / 4 + 1e-9) {
      squaredResponse(lying, std::tan(a), of_part);
    } else {
      squaredResponse(standing, 1 / std::tan(a), turned);
      cv::transpose(turned, of_part);
    }
    cv::Mat cells;
    resizeArea(squared, cells, cell_size);
    cv::GaussianBlur(cells, bank.energy[static_cast<std::size_t>(k)], {}, 3 * kBankH / 4);
  }
  bank.cells = factor / 4;

  double strongest = 0;
  double all = 0;
  for (int j = 0; j < cell_size.height; ++j) {
    for (int i = 0; i < cell_size.width; ++i) {
      float sum = 0;
      std::size_t best = 0;
      for (std::size_t k = 0; k < DirectionBank::kAngles; ++k) {
        const float e = bank.energy[k].at<float>(j, i);
        sum += e;
        best = e > bank.energy[best].at<float>(j, i) ? k : best;
      }
      bank.mass[best] += bank.energy[best].at<float>(j, i) - sum / DirectionBank::kAngles;
      strongest += bank.energy[best].at<float>(j, i);
      all += sum / DirectionBank::kAngles;
    }
  }
  bank.contrast = strongest > 0 ? 1 - all / strongest : 0;
  return bank;
}

AngleField localAngles(const DirectionBank& bank, double theta) {
  AngleField field;
  if (bank.empty()) {
    return field;
  }
  std::vector<std::size_t> near;
  std::vector<Vec2> doubled;  // unit vectors of the doubled offsets
  for (int k = 0; k < DirectionBank::kAngles; ++k) {
    const double d = wrapped(k * kStep - theta);
    if (std::abs(d) <= 50 * kPi / 180) {
      near.push_back(static_cast<std::size_t>(k));
      doubled.push_back({std::cos(2 * d), std::sin(2 * d)});
    }
  }
  const cv::Size size = bank.energy[0].size();
  cv::Mat real(size, CV_32FC1);
  cv::Mat imaginary(size, CV_32FC1);
  cv::Mat weight(size, CV_32FC1);
  std::vector<float> e(near.size());
  for (int j = 0; j < size.height; ++j) {
    for (int i = 0; i < size.width; ++i) {
      float least = 1e30F;
      float most = 0;
      float mean = 0;
      for (std::size_t n = 0; n < near.size(); ++n) {
        e[n] = bank.energy[near[n]].at<float>(j, i);
        least = std::min(least, e[n]);
        most = std::max(most, e[n]);
        mean += e[n] / static_cast<float>(near.size());
      }
      double total = 0;
      double c = 0;
      double s = 0;
      for (std::size_t n = 0; n < near.size(); ++n) {
        const double r = most > least ? (e[n] - least) / (most - least) : 0;
        const double p = (r * r * r) * (r * r * r);
        total += p;
        c += p * doubled[n].x;
        s += p * doubled[n].y;
      }
      real.at<float>(j, i) = total > 0 ? static_cast<float>(c / total) : 0;
      imaginary.at<float>(j, i) = total > 0 ? static_cast<float>(s / total) : 0;
      weight.at<float>(j, i) = most - mean;
    }
  }
  const double scale = quantileOf(weight, 0.95);
  weight = scale > 0 ? cv::Mat(cv::min(weight / scale, 1.0)) : cv::Mat(cv::Mat::zeros(size, CV_32FC1));
  const auto smoothed = [&](const cv::Mat& z) {
    const cv::Mat weighted = z.mul(weight);
    cv::Mat fine;
    cv::Mat coarse;
    cv::GaussianBlur(weighted, fine, {}, 2);
    cv::GaussianBlur(weighted, coarse, {}, 12);
    return cv::Mat(fine + 0.02 * coarse);
  };
  const cv::Mat c = smoothed(real);
  const cv::Mat s = smoothed(imaginary);
  field.angle.create(size, CV_32FC1);
  for (int j = 0; j < size.height; ++j) {
    for (int i = 0; i < size.width; ++i) {
      const float sine = s.at<float>(j, i);
      const float cosine = c.at<float>(j, i);
      const double turn = sine == 0 && cosine == 0 ? 0 : 0.5 * std::atan2(sine, cosine);
      field.angle.at<float>(j, i) = static_cast<float>(theta + turn);
    }
  }
  field.weight = weight;
  field.cells = bank.cells;
  return field;
}

}  // namespace platen::detect
