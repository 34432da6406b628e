// Both write to memory that they wrote to before, ours band by band as an export does. All channels of the RGB page
// are the same, where the mask of the luma is that of each channel: OpenCV filters three of them, ours one.
#include "core/bench/sharpen_rows.h"

#include "core/enhance/sharpen.h"
#include "core/image.h"
#include "core/pipeline/render.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>

#include <opencv2/core/version.hpp>
#include <opencv2/imgproc.hpp>

namespace platen::bench {
namespace {

constexpr Size kPage{3000, 4000};
constexpr enhance::Sharpening kUsual{1, enhance::kPhotoSigma};
constexpr double kSamePage = 1;  // grey levels, mean: OpenCV rounds to bytes twice

class SharpenCase {
 public:
  explicit SharpenCase(int channels) : sharp_(kPage.height, kPage.width, CV_MAKETYPE(CV_8U, channels)) {
    cv::Mat gray(kPage.height, kPage.width, CV_8U);
    cv::RNG random(1);
    random.fill(gray, cv::RNG::UNIFORM, 40, 216);
    cv::GaussianBlur(gray, gray, {}, 1.0);
    if (channels == 1) {
      page_ = gray;
    } else {
      cv::cvtColor(gray, page_, cv::COLOR_GRAY2RGB);
    }
    image_ = Image::wrap(std::make_shared<cv::Mat>(page_), page_.data, kPage, channels, PixelType::u8,
                         static_cast<std::ptrdiff_t>(page_.step));
  }

  void platen() {
    enhance::SharpenedRows rows(kUsual, kPage, image_.channels(), image_.type());
    int done = 0;
    for (int top = 0; top < kPage.height; top += pipeline::kBandRows) {
      const Image band =
          rows.add(image_.crop(0, top, {kPage.width, std::min(pipeline::kBandRows, kPage.height - top)}));
      for (int j = 0; j < band.height(); ++j, ++done) {
        std::memcpy(sharp_.ptr(done), band.row(j), static_cast<std::size_t>(band.width()) * band.bytesPerPixel());
      }
    }
  }
  void opencv() {
    cv::setNumThreads(1);
    const int side = 2 * enhance::sharpenReach(kUsual) + 1;
    cv::GaussianBlur(page_, blurred_, {side, side}, kUsual.sigma_px, kUsual.sigma_px, cv::BORDER_REPLICATE);
    cv::addWeighted(page_, 1 + kUsual.amount, blurred_, -kUsual.amount, 0, peer_);
  }

  // Mean absolute difference, grey levels.
  [[nodiscard]] double difference() {
    platen();
    opencv();
    cv::Mat apart;
    cv::absdiff(sharp_, peer_, apart);
    return cv::mean(apart)[0];
  }

 private:
  cv::Mat page_, sharp_, blurred_, peer_;
  Image image_;
};

}  // namespace

void sharpenRows(bool quick, const RowDone& done, const std::stop_token& stop) {
  for (const int channels : {1, 3}) {
    if (stop.stop_requested()) {
      return;
    }
    SharpenCase work(channels);
    if (const double apart = work.difference(); !(apart < kSamePage)) {
      throw std::runtime_error("the unsharp mask and OpenCV's made different pages: mean difference " +
                               std::to_string(apart));
    }
    const auto [ours, theirs] =
        medianSeconds([&] { work.platen(); }, [&] { work.opencv(); }, quick ? 0.1 : 2, quick ? 3 : 5);
    const double to_unit = 1e9 / (static_cast<double>(kPage.width) * kPage.height);
    done({"page, sharpened", std::string("12 MP ") + (channels == 1 ? "grey" : "RGB") + ", 1 thread", ours * to_unit,
          theirs * to_unit, "OpenCV " CV_VERSION " cv::GaussianBlur + cv::addWeighted", "ns/pixel", theirs / ours});
  }
}

}  // namespace platen::bench
