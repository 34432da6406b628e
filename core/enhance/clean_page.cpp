#include "core/enhance/clean_page.h"

#include "core/enhance/area_shrink.h"
#include "core/enhance/dark_rim.h"
#include "core/enhance/ink_threshold.h"
#include "core/enhance/light_gain.h"
#include "core/enhance/opencv_view.h"
#include "core/enhance/paper_light.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <vector>

#include <opencv2/imgproc.hpp>

namespace platen::enhance {
namespace {

constexpr int kBand = 512;  // rows at a time

// How bright paper is beside its estimated light, which leans to the bright side of the paper's noise: the commonest
// ratio of page to light, in a sample of the page.
// `sample`: a pixel of it for each of the light.
double commonestPaper(const cv::Mat& sample, const cv::Mat& light) {
  cv::Mat small;
  sample.convertTo(small, CV_32F, sample.depth() == CV_16U ? 1 / 257.0 : 1.0);
  constexpr int kBins = 100;  // of the ratio 0.75..1.05
  std::array<double, kBins> counts{};
  for (int y = 0; y < light.rows; ++y) {
    for (int x = 0; x < light.cols; ++x) {
      float there = 0;
      float paper = 0;
      for (int c = 0; c < light.channels(); ++c) {
        there += small.ptr<float>(y)[x * small.channels() + c];
        paper += light.ptr<float>(y)[x * light.channels() + c];
      }
      const float ratio = there / paper;
      if (const auto bin = static_cast<int>((ratio - 0.75F) / 0.003F); bin >= 0 && bin < kBins) {
        counts[static_cast<std::size_t>(bin)] += 1;
      }
    }
  }
  // The middle of the heaviest run of 7 bins (2 % of brightness).
  std::size_t best = 0;
  double most = -1;
  for (std::size_t first = 0; first + 7 <= kBins; ++first) {
    double sum = 0;
    for (std::size_t k = 0; k < 7; ++k) {
      sum += counts[first + k];
    }
    if (sum > most) {
      most = sum;
      best = first;
    }
  }
  return std::min(1.0, 0.75 + 0.003 * (static_cast<double>(best) + 3.5));
}

// The light on a page and its evened rows; it looks at all of the page once.
class EvenedRows {
 public:
  EvenedRows(const PageRows& page, bool gray) : page_(page), gray_(gray) {}

  // False: stopped.
  bool look(const std::stop_token& stop) {
    const int channels = gray_ ? 1 : page_.channels;
    const int type = CV_MAKETYPE(page_.type == PixelType::u8 ? CV_8U : CV_16U, channels);
    const Size fine = lightedSize(page_.size);
    const Size light_size = lightSize(page_.size);
    AreaShrink shrink(page_.size, fine, type);
    // Rows for cv::resize with INTER_NEAREST.
    cv::Mat sampled(light_size.height, page_.size.width, type);
    const double step = 1 / (static_cast<double>(light_size.height) / page_.size.height);
    int next = 0;
    for (int top = 0; top < page_.size.height; top += kBand) {
      const Image rows = plain(top, std::min(kBand, page_.size.height - top));
      if (rows.empty() || stop.stop_requested()) {
        return false;
      }
      const cv::Mat mat = view(rows);
      shrink.add(mat);
      for (; next < light_size.height; ++next) {
        const int row = std::min(cvFloor(next * step), page_.size.height - 1);
        if (row >= top + mat.rows) {
          break;
        }
        mat.row(row - top).copyTo(sampled.row(next));
      }
    }
    cv::Mat sample;
    cv::resize(sampled, sample, {light_size.width, light_size.height}, 0, 0, cv::INTER_NEAREST);
    small_ = shrink.result();
    light_ = paperLight(small_);
    paper_ = commonestPaper(sample, light_);
    gain_.emplace(light_, paper_, page_.size);
    return true;
  }

  // The evened page at lightedSize(), CV_8U, of a grey page; once it has been looked at.
  [[nodiscard]] cv::Mat small() const {
    const Size size{small_.cols, small_.rows};
    LightGain gain(light_, paper_, size);
    Image even = Image::allocate(size, 1, page_.type);
    small_.copyTo(view(even));
    for (int y = 0; y < size.height; ++y) {
      gain.evenRow(even, y, y, even);
    }
    cv::Mat bytes;
    view(even).convertTo(bytes, CV_8U, page_.type == PixelType::u8 ? 1.0 : 1 / 257.0);
    return bytes;
  }

  // Rows of the evened page; empty: they can't be had.
  Image rows(int first, int count) {
    const Image in = plain(first, count);
    if (in.empty()) {
      return {};
    }
    Image out = Image::allocate(in.size(), in.channels(), in.type());
    for (int y = 0; y < count; ++y) {
      gain_->evenRow(in, y, first + y, out);
    }
    return out;
  }

 private:
  Image plain(int first, int count) {
    const Image rows = page_.rows(first, count);
    return gray_ && !rows.empty() ? toGray(rows) : rows;
  }

  const PageRows& page_;
  const bool gray_;
  cv::Mat small_, light_;
  double paper_ = 1;
  std::optional<LightGain> gain_;
};

PageRows rowsOf(const Image& page) {
  return {page.size(), page.channels(), page.type(), [page](int first, int count) {
            return page.crop(0, first, {page.width(), count});
          }};
}

// The rows that come, one below the other.
class Gathered {
 public:
  Gathered(Size size, int channels, PixelType type) : image_(Image::allocate(size, channels, type)) {}
  TakeRows take() {
    return [this](const Image& band) {
      const std::size_t bytes = static_cast<std::size_t>(band.width()) * band.bytesPerPixel();
      for (int j = 0; j < band.height(); ++j) {
        std::memcpy(image_.row(next_++), band.row(j), bytes);
      }
      return true;
    };
  }
  [[nodiscard]] const Image& image() const { return image_; }

 private:
  Image image_;
  int next_ = 0;
};

}  // namespace

bool evenIllumination(const PageRows& page, const TakeRows& take, const std::stop_token& stop) {
  EvenedRows evened(page, false);
  if (stop.stop_requested() || !evened.look(stop)) {
    return false;
  }
  for (int top = 0; top < page.size.height; top += kBand) {
    const Image rows = evened.rows(top, std::min(kBand, page.size.height - top));
    if (rows.empty() || stop.stop_requested() || !take(rows)) {
      return false;
    }
  }
  return true;
}

Image evenIllumination(const Image& page, const std::stop_token& stop) {
  if (stop.stop_requested()) {
    return {};
  }
  Gathered out(page.size(), page.channels(), page.type());
  return evenIllumination(rowsOf(page), out.take(), stop) ? out.image() : Image();
}

Image toGray(const Image& page, const std::stop_token& stop) {
  if (stop.stop_requested()) {
    return {};
  }
  if (page.channels() == 1) {
    return page;
  }
  Image gray = Image::allocate(page.size(), 1, page.type());
  cv::Mat target = view(gray);
  if (page.channels() == 3) {
    cv::cvtColor(view(page), target, cv::COLOR_RGB2GRAY);
    return gray;
  }
  const auto blend = [&]<class T>(T /*type*/) {
    constexpr double kMost = sizeof(T) == 1 ? 255 : 65535;
    for (int y = 0; y < page.height() && !stop.stop_requested(); ++y) {
      const T* in = page.rowAs<T>(y);
      for (int x = 0; x < page.width(); ++x, in += 4) {
        const double luma = 0.299 * in[0] + 0.587 * in[1] + 0.114 * in[2];
        gray.rowAs<T>(y)[x] = static_cast<T>(std::lround(kMost + (luma - kMost) * (in[3] / kMost)));
      }
    }
  };
  if (page.type() == PixelType::u8) {
    blend(std::uint8_t{});
  } else {
    blend(std::uint16_t{});
  }
  if (stop.stop_requested()) {
    return {};
  }
  return gray;
}

bool toBitonal(const PageRows& page,
               const TakeRows& take,
               const std::stop_token& stop,
               const DeskSides& desk,
               const Sharpening& sharpening) {
  EvenedRows evened(page, true);
  if (stop.stop_requested() || !evened.look(stop)) {
    return false;
  }
  const int window = inkWindow(page.size);
  const cv::Mat rim = darkRim(evened.small(), desk);
  const int reach = sharpenReach(sharpening);
  // Rows [from, to) of the page that is held against the threshold.
  const auto crisp = [&](int from, int to) {
    const int first = std::max(0, from - reach);
    const Image even = evened.rows(first, std::min(page.size.height, to + reach) - first);
    return even.empty() ? even : sharpen(even, sharpening).crop(0, from - first, {page.size.width, to - from});
  };
  // Block by block: the means are floats, and a page may be large.
  for (int top = 0; top < page.size.height; top += kBand) {
    const int bottom = std::min(top + kBand, page.size.height);
    const int from = std::max(0, top - window);
    const int to = std::min(page.size.height, bottom + window);
    const Image even = crisp(from, to);
    if (even.empty() || stop.stop_requested()) {
      return false;
    }
    Image out = Image::allocate({page.size.width, bottom - top}, 1);
    for (int left = 0; left < page.size.width; left += kBand) {
      const cv::Range columns(std::max(0, left - window), std::min(page.size.width, left + kBand + window));
      cv::Mat part;
      view(even).colRange(columns).convertTo(part, CV_32F, even.type() == PixelType::u8 ? 1.0 : 1 / 257.0);
      const cv::Mat threshold = inkThreshold(part, window);
      for (int y = top; y < bottom; ++y) {
        const auto* in = part.ptr<float>(y - from);
        const auto* least = threshold.ptr<float>(y - from);
        auto* to_row = out.rowAs<unsigned char>(y - top);
        const auto* rim_row = rim.ptr<unsigned char>(static_cast<int>(std::int64_t{y} * rim.rows / page.size.height));
        for (int x = left; x < std::min(page.size.width, left + kBand); ++x) {
          const bool is_rim = rim_row[std::int64_t{x} * rim.cols / page.size.width] != 0;
          to_row[x] = !is_rim && in[x - columns.start] < least[x - columns.start] ? 0 : 255;
        }
      }
    }
    if (!take(out)) {
      return false;
    }
  }
  return true;
}

Image toBitonal(const Image& page, const std::stop_token& stop, const DeskSides& desk, const Sharpening& sharpening) {
  Gathered out(page.size(), 1, PixelType::u8);
  return toBitonal(rowsOf(page), out.take(), stop, desk, sharpening) ? out.image() : Image();
}

}  // namespace platen::enhance
