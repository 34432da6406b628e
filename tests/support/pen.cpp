#include "tests/support/pen.h"

#include <algorithm>
#include <cstddef>
#include <memory>

#include <opencv2/imgproc.hpp>

namespace platen::test {
namespace {

constexpr int kOversampling = 3;
constexpr double kUnitsPerX = 14;  // height of an x in the fonts' units

int fontOf(Pen::Face face) {
  return face == Pen::Face::script ? cv::FONT_HERSHEY_SCRIPT_COMPLEX : cv::FONT_HERSHEY_TRIPLEX;
}

}  // namespace

Pen::Pen(Vec2 page_mm, double px_per_mm)
    : size_(cvRound(page_mm.x * px_per_mm), cvRound(page_mm.y * px_per_mm)), scale_(px_per_mm * kOversampling) {
  canvas_ = cv::Mat(size_.height * kOversampling, size_.width * kOversampling, CV_8UC1, cv::Scalar(255));
}

double Pen::width(std::string_view word, double x_mm, Face face) const {
  int base = 0;
  // Measured large: at the drawn size, widths round to whole pixels per word.
  constexpr double kLarge = 16;
  const int large = cv::getTextSize(std::string(word), fontOf(face), kLarge, 1, &base).width;
  return large / kLarge * x_mm / kUnitsPerX;
}

void Pen::write(std::string_view word, Vec2 start_mm, double x_mm, Face face, double ink) const {
  const double scale = x_mm * scale_ / kUnitsPerX;
  const int thickness = std::max(1, cvRound(scale * (face == Face::bold ? 2.4 : 1.5)));
  cv::putText(canvas_, std::string(word), {px(start_mm.x), px(start_mm.y)}, fontOf(face), scale, cv::Scalar(ink),
              thickness, cv::LINE_AA);
}

void Pen::line(Vec2 a_mm, Vec2 b_mm, double width_mm) const {
  cv::line(canvas_, {px(a_mm.x), px(a_mm.y)}, {px(b_mm.x), px(b_mm.y)}, cv::Scalar(kInk), std::max(1, px(width_mm)),
           cv::LINE_AA);
}

Image Pen::paper() const {
  auto flat = std::make_shared<cv::Mat>();
  cv::resize(canvas_, *flat, size_, 0, 0, cv::INTER_AREA);
  return Image::wrap(flat, flat->data, {size_.width, size_.height}, 1, PixelType::u8,
                     static_cast<std::ptrdiff_t>(flat->step));
}

std::vector<std::string> wordsOf(std::string_view sentence) {
  std::vector<std::string> words;
  std::size_t from = 0;
  while (from < sentence.size()) {
    const std::size_t to = std::min(sentence.find(' ', from), sentence.size());
    words.emplace_back(sentence.substr(from, to - from));
    from = to + 1;
  }
  return words;
}

}  // namespace platen::test
