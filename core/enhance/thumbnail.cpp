#include "core/enhance/thumbnail.h"

#include "core/enhance/area_shrink.h"
#include "core/enhance/opencv_view.h"

#include <algorithm>

#include <opencv2/imgproc.hpp>

namespace platen::enhance {

struct Thumbnail::Shrink {
  // Whole numbers of pixels are many times faster to average than parts of them: what does not fill the last pixel of
  // the picture, less than a thousandth of a photo, is left out.
  Shrink(Size size, int channels, PixelType type, int long_side)
      : height(size.height),
        times((std::max(size.width, size.height) + long_side - 1) / long_side),
        to{std::max(1, size.width / times), std::max(1, size.height / times)},
        from{std::min(size.width, to.width * times), std::min(size.height, to.height * times)},
        area(from, to, CV_MAKETYPE(type == PixelType::u8 ? CV_8U : CV_16U, channels)) {}
  int height;
  int times;
  Size to, from;
  AreaShrink area;
  int rows = 0;
};

Thumbnail::Thumbnail(Size size, int channels, PixelType type, int long_side)
    : shrink_(std::make_unique<Shrink>(size, channels, type, long_side)) {}

Thumbnail::~Thumbnail() = default;

void Thumbnail::add(const Image& rows) {
  const int wanted = std::clamp(shrink_->from.height - shrink_->rows, 0, rows.height());
  shrink_->rows += rows.height();
  if (wanted > 0) {
    shrink_->area.add(view(rows)(cv::Rect(0, 0, shrink_->from.width, wanted)));
  }
}

Image Thumbnail::picture() const {
  if (shrink_->rows < shrink_->height) {
    return {};
  }
  cv::Mat bytes;
  const cv::Mat& small = shrink_->area.result();
  small.convertTo(bytes, CV_8U, small.depth() == CV_16U ? 1.0 / 257 : 1.0);
  Image picture = Image::allocate(shrink_->to, bytes.channels() == 4 ? 3 : bytes.channels());
  cv::Mat pixels = view(picture);
  if (bytes.channels() == 4) {
    for (int y = 0; y < bytes.rows; ++y) {
      for (int x = 0; x < bytes.cols; ++x) {
        const auto& from = bytes.at<cv::Vec4b>(y, x);
        for (int c = 0; c < 3; ++c) {
          pixels.at<cv::Vec3b>(y, x)[c] = cv::saturate_cast<uchar>(255 - (255 - from[c]) * from[3] / 255.0);
        }
      }
    }
  } else {
    bytes.copyTo(pixels);
  }
  return picture;
}

}  // namespace platen::enhance
