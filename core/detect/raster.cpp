#include "core/detect/raster.h"

#include "core/detect/area_resize.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>

#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

template <class T>
float sample(const cv::Mat& array, double ix, double iy) {
  const double x = std::clamp(ix, 0.0, static_cast<double>(array.cols - 1));
  const double y = std::clamp(iy, 0.0, static_cast<double>(array.rows - 1));
  const int x0 = std::min(static_cast<int>(x), std::max(0, array.cols - 2));
  const int y0 = std::min(static_cast<int>(y), std::max(0, array.rows - 2));
  const int x1 = std::min(x0 + 1, array.cols - 1);
  const int y1 = std::min(y0 + 1, array.rows - 1);
  const float fx = static_cast<float>(x - x0);
  const float fy = static_cast<float>(y - y0);
  const T* top = array.ptr<T>(y0);
  const T* low = array.ptr<T>(y1);
  const float a = static_cast<float>(top[x0]) * (1 - fx) + static_cast<float>(top[x1]) * fx;
  const float b = static_cast<float>(low[x0]) * (1 - fx) + static_cast<float>(low[x1]) * fx;
  return a * (1 - fy) + b * fy;
}

}  // namespace

cv::Mat matView(const Image& image) {
  if (image.empty() || image.type() != PixelType::u8 || image.strideBytes() <= 0) {
    throw std::invalid_argument("detection reads 8-bit images with rows from top to bottom");
  }
  // A header over memory that the caller keeps and nobody writes.
  auto* pixels = const_cast<std::byte*>(image.row(0));
  return {image.height(), image.width(), CV_8UC(image.channels()), pixels,
          static_cast<std::size_t>(image.strideBytes())};
}

cv::Mat greyOf(const Image& image) {
  cv::Mat pixels = matView(image);
  if (pixels.channels() == 1) {
    return pixels;
  }
  if (pixels.channels() != 3) {
    throw std::invalid_argument("detection reads grey or RGB images");
  }
  cv::Mat grey;
  cv::cvtColor(pixels, grey, cv::COLOR_RGB2GRAY);
  return grey;
}

Image imageFrom(const cv::Mat& array) {
  if (array.empty()) {
    return {};
  }
  Image image = Image::allocate({array.cols, array.rows}, array.channels());
  for (int j = 0; j < array.rows; ++j) {
    std::memcpy(image.row(j), array.ptr(j), static_cast<std::size_t>(array.cols) * array.elemSize());
  }
  return image;
}

WorkFrame frameNear(Size source_size, double scale, int quarter_turns) {
  WorkFrame frame{source_size, scale, quarter_turns & 3};
  if (frame.quarter_turns == 0) {
    return frame;
  }
  // Turn 1 measures from the photo's bottom, 3 from its right side, 2 from both.
  const double main = frame.quarter_turns == 3 ? source_size.width : source_size.height;
  const double other = frame.quarter_turns == 2 ? source_size.width : 0;
  const int wanted = std::max(1, static_cast<int>(std::lround(main * scale)));
  const int reach = other > 0 ? std::max(1, wanted / 100) : 0;
  double best = 2;
  for (int n = std::max(1, wanted - reach); n <= wanted + reach; ++n) {
    const double s = n / main;
    const double miss = std::abs(other * s - std::round(other * s)) + 1e-6 * std::abs(n - wanted);
    if (miss < best) {
      best = miss;
      frame.scale = s;
    }
  }
  return frame;
}

cv::Mat pixelsInFrame(const cv::Mat& level_pixels, double level_scale, const WorkFrame& frame, double reduction) {
  const double ratio = frame.scale / level_scale * reduction;
  cv::Mat scaled;
  if (std::abs(ratio - 1) < 1e-9) {
    scaled = level_pixels;
  } else {
    // Explicit factors, no target size: OpenCV then keeps the exact ratio, whatever the array's rounded size.
    const double least = 1.01 / std::min(level_pixels.cols, level_pixels.rows);
    const double factor = std::max(ratio, least);
    if (factor < 1) {
      resizeArea(level_pixels, scaled, {}, factor, factor);
    } else {
      cv::resize(level_pixels, scaled, {}, factor, factor, cv::INTER_LINEAR);
    }
  }
  const int width = std::max(1, static_cast<int>(std::lround(frame.source_size.width * frame.scale * reduction)));
  const int height = std::max(1, static_cast<int>(std::lround(frame.source_size.height * frame.scale * reduction)));
  if (scaled.cols < width || scaled.rows < height) {
    cv::copyMakeBorder(scaled, scaled, 0, std::max(0, height - scaled.rows), 0, std::max(0, width - scaled.cols),
                       cv::BORDER_REPLICATE);
  }
  scaled = scaled(cv::Rect(0, 0, width, height));
  if (frame.quarter_turns == 0) {
    return scaled;
  }
  cv::Mat turned;
  cv::rotate(scaled, turned,
             frame.quarter_turns == 1   ? cv::ROTATE_90_CLOCKWISE
             : frame.quarter_turns == 2 ? cv::ROTATE_180
                                        : cv::ROTATE_90_COUNTERCLOCKWISE);
  return turned;
}

cv::Rect partAround(const cv::Mat& array, double reach) {
  constexpr int kRegister = 16;
  const cv::Rect all({0, 0}, array.size());
  const cv::Rect ink = cv::boundingRect(array);
  if (ink.empty()) {
    return all;
  }
  const int r = static_cast<int>(std::ceil(reach));
  const auto down = [](int k) { return std::max(k, 0) / kRegister * kRegister; };
  const auto up = [](int k) { return (k + kRegister - 1) / kRegister * kRegister; };
  const cv::Point from(down(ink.x - r), down(ink.y - r));
  const cv::Point to(up(ink.br().x + r), up(ink.br().y + r));
  return cv::Rect(from, to) & all;
}

cv::Mat withoutRim(const cv::Mat& mask, double rim_px) {
  cv::Mat left;
  if (!mask.empty()) {
    const int r = std::max(1, static_cast<int>(std::lround(rim_px)));
    cv::erode(mask, left, cv::getStructuringElement(cv::MORPH_RECT, {2 * r + 1, 2 * r + 1}));
  }
  return left;
}

float sampleF32(const cv::Mat& array, double ix, double iy) {
  return sample<float>(array, ix, iy);
}

float sampleU8(const cv::Mat& array, double ix, double iy) {
  return sample<std::uint8_t>(array, ix, iy);
}

double quantile(std::vector<double>& values, double q) {
  if (values.empty()) {
    return 0;
  }
  const auto rank = static_cast<std::ptrdiff_t>(std::lround(q * static_cast<double>(values.size() - 1)));
  std::nth_element(values.begin(), values.begin() + rank, values.end());
  return values[static_cast<std::size_t>(rank)];
}

double quantileOf(const cv::Mat& f32, double q, int step) {
  std::vector<double> values;
  for (int j = 0; j < f32.rows; j += step) {
    const float* row = f32.ptr<float>(j);
    for (int i = 0; i < f32.cols; i += step) {
      values.push_back(row[i]);
    }
  }
  return quantile(values, q);
}

}  // namespace platen::detect
