// platen_side_by_side BEFORE AFTER OUT.jpg: both pictures at the same height beside each other, in a thin frame, for a
// look at what a run did.
#include "core/io/decode.h"
#include "core/io/page_writer.h"
#include "core/io/probe.h"

#include <filesystem>
#include <iostream>

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

namespace {

constexpr int kHeight = 900;
constexpr int kGap = 24;

// The picture as RGB at kHeight.
platen::Result<cv::Mat> picture(const std::filesystem::path& file) {
  return platen::io::probe(file)
      .and_then([](const platen::PhotoInfo& photo) { return platen::io::decodePyramid(photo, 2 * kHeight); })
      .map([](platen::Pyramid&& pyramid) {
        platen::Image image = pyramid.levels.back().image;
        const cv::Mat pixels(image.height(), image.width(), image.channels() == 1 ? CV_8UC1 : CV_8UC3, image.row(0),
                             static_cast<std::size_t>(image.strideBytes()));
        cv::Mat scaled;
        cv::resize(pixels, scaled, {image.width() * kHeight / image.height(), kHeight}, 0, 0, cv::INTER_AREA);
        if (scaled.channels() == 1) {
          cv::cvtColor(scaled, scaled, cv::COLOR_GRAY2RGB);
        }
        cv::rectangle(scaled, {0, 0}, {scaled.cols - 1, scaled.rows - 1}, cv::Scalar::all(190));
        return scaled;
      });
}

platen::Result<void> write(const cv::Mat& pixels, const std::filesystem::path& file) {
  platen::io::PageFormat format;
  format.size = {pixels.cols, pixels.rows};
  format.quality = 85;
  const platen::Image image = platen::Image::wrap(nullptr, pixels.data, format.size, 3, platen::PixelType::u8,
                                                  static_cast<std::ptrdiff_t>(pixels.step));
  return platen::io::createPage(file, format).and_then([&image](auto writer) -> platen::Result<void> {
    return writer->writeRows(image).and_then([&writer] { return writer->commit(); });
  });
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::cerr << "usage: platen_side_by_side BEFORE AFTER OUT.jpg\n";
    return 2;
  }
  const auto before = picture(argv[1]);
  const auto after = picture(argv[2]);
  for (const auto* read : {&before, &after}) {
    if (!*read) {
      std::cerr << "platen_side_by_side: " << describe(read->error()) << '\n';
      return 1;
    }
  }
  cv::Mat both(kHeight, before->cols + kGap + after->cols, CV_8UC3, cv::Scalar::all(255));
  before->copyTo(both.colRange(0, before->cols));
  after->copyTo(both.colRange(before->cols + kGap, both.cols));
  if (const auto written = write(both, argv[3]); !written) {
    std::cerr << "platen_side_by_side: " << describe(written.error()) << '\n';
    return 1;
  }
  return 0;
}
