#include "tests/support/random_print.h"

#include "tests/support/pen.h"
#include "tests/support/sentences.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

namespace platen::test {
namespace {

using Face = Pen::Face;

class Printer {
 public:
  Printer(Vec2 page_mm, double px_per_mm, std::uint64_t seed)
      : pen_(page_mm, px_per_mm),
        page_mm_(page_mm),
        random_(seed * 6364136223846793005ULL + 1442695040888963407ULL),
        x_mm_(page_mm.x / 210 * between(1.6, 2.3)),
        margin_mm_(page_mm.x * between(0.08, 0.14)) {}

  Image print(std::string_view kind) {
    const auto draw = kind == "letter"      ? &Printer::letter
                      : kind == "list"      ? &Printer::list
                      : kind == "invoice"   ? &Printer::invoice
                      : kind == "picture"   ? &Printer::picture
                      : kind == "music"     ? &Printer::music
                      : kind == "hand"      ? &Printer::hand
                      : kind == "newspaper" ? &Printer::newspaper
                      : kind == "title"     ? &Printer::title
                      : kind == "sparse"    ? &Printer::sparse
                                            : &Printer::cover;
    (this->*draw)();
    return pen_.paper();
  }

 private:
  double between(double low, double high) { return random_.uniform(low, high); }
  int among(int low, int high) { return random_.uniform(low, high + 1); }

  [[nodiscard]] double right() const { return page_mm_.x - margin_mm_; }
  [[nodiscard]] double textWidth() const { return page_mm_.x - 2 * margin_mm_; }
  [[nodiscard]] double bottom() const { return page_mm_.y - margin_mm_; }

  std::string word() {
    if (words_.empty()) {
      words_ = wordsOf(kSentences[static_cast<std::size_t>(among(0, static_cast<int>(kSentences.size()) - 1))]);
      std::reverse(words_.begin(), words_.end());
    }
    std::string next = std::move(words_.back());
    words_.pop_back();
    return next;
  }

  // One line of words no wider than that; returns its width.
  double line(Vec2 start_mm, double width_mm, double x_mm, Face face = Face::plain, double ink = Pen::kInk) {
    double x = 0;
    while (true) {
      const std::string next = word();
      const double wide = pen_.width(next, x_mm, face);
      if (x > 0 && x + wide > width_mm) {
        return x - 1.05 * x_mm;
      }
      pen_.write(next, {start_mm.x + x, start_mm.y}, x_mm, face, ink);
      x += wide + 1.05 * x_mm;
    }
  }

  void centred(const std::string& text, double baseline_mm, double x_mm, Face face, double ink = Pen::kInk) {
    pen_.write(text, {(page_mm_.x - pen_.width(text, x_mm, face)) / 2, baseline_mm}, x_mm, face, ink);
  }

  std::string words(int count) {
    std::string text = word();
    for (int k = 1; k < count; ++k) {
      text += ' ';
      text += word();
    }
    return text;
  }

  double block(double left, double y, int lines, double width_mm) {
    for (int k = 0; k < lines; ++k) {
      line({left, y}, width_mm * (k + 1 < lines ? 1 : between(0.2, 0.9)), x_mm_);
      y += 2.9 * x_mm_;
    }
    return y;
  }

  double head() {
    double y = margin_mm_ + 3 * x_mm_;
    pen_.write(words(2), {margin_mm_, y}, 1.8 * x_mm_, Face::bold);
    y += 8 * x_mm_;
    for (int k = among(3, 4); k > 0; --k, y += 2.6 * x_mm_) {
      pen_.write(words(among(1, 2)), {margin_mm_, y}, x_mm_);
    }
    const std::string date = fmt::format("{} May {}", among(1, 28), among(1950, 2020));
    pen_.write(date, {right() - pen_.width(date, x_mm_), y}, x_mm_);
    return y + 5 * x_mm_;
  }

  void letter() {
    double y = head();
    pen_.write(words(4), {margin_mm_, y}, x_mm_, Face::bold);
    y += 6 * x_mm_;
    for (int k = among(1, 3); k > 0; --k) {
      y = block(margin_mm_, y, among(2, 5), textWidth()) + 2.4 * x_mm_;
    }
    pen_.write("Yours sincerely,", {margin_mm_, y}, x_mm_);
    scribble({margin_mm_ + 4 * x_mm_, y + 6 * x_mm_}, 22 * x_mm_);
  }

  void scribble(Vec2 start_mm, double length_mm) {
    const double phase = between(0, 6);
    Vec2 last = start_mm;
    for (int k = 1; k <= 90; ++k) {
      const double t = k / 90.0;
      const Vec2 now{start_mm.x + length_mm * t + 1.5 * std::sin(40 * t),
                     start_mm.y + 3.5 * std::sin(31 * t + phase) * (1 - t)};
      pen_.line(last, now, 0.4);
      last = now;
    }
  }

  void list() {
    double y = margin_mm_ + 4 * x_mm_;
    pen_.write(words(2), {margin_mm_, y}, 1.6 * x_mm_, Face::bold);
    y += 6 * x_mm_;
    const double left = margin_mm_ + textWidth() * between(0, 0.25);
    for (int k = among(8, 30); k > 0 && y < bottom(); --k, y += 2.9 * x_mm_) {
      if (among(0, 4) > 0) {
        line({left + (among(0, 3) == 0 ? 4 * x_mm_ : 0), y}, textWidth() * between(0.15, 0.55), x_mm_);
      }
    }
  }

  void invoice() {
    double y = head();
    const int rows = among(3, 12);
    constexpr int kColumns = 4;
    constexpr std::array<double, kColumns + 1> kEdges{0, 0.08, 0.62, 0.8, 1};
    const double row = 3.4 * x_mm_;
    const bool upright = among(0, 1) > 0;
    for (int i = 0; i <= rows; ++i) {
      const double base = y + (i + 0.68) * row;
      pen_.line({margin_mm_, y + i * row}, {right(), y + i * row}, i < 2 ? 0.4 : 0.2);
      pen_.write(i == 0 ? "No" : std::to_string(i), {margin_mm_ + x_mm_, base}, x_mm_);
      line({margin_mm_ + textWidth() * kEdges[1] + x_mm_, base}, textWidth() * between(0.1, 0.45), x_mm_);
      for (std::size_t j = 3; j <= kColumns; ++j) {
        const std::string price = fmt::format("{}.{:02}", among(1, 900), among(0, 99));
        pen_.write(price, {margin_mm_ + textWidth() * kEdges[j] - x_mm_ - pen_.width(price, x_mm_), base}, x_mm_);
      }
    }
    pen_.line({margin_mm_, y + (rows + 1) * row}, {right(), y + (rows + 1) * row}, 0.4);
    for (std::size_t j = 0; upright && j < kEdges.size(); ++j) {
      const double x = margin_mm_ + textWidth() * kEdges[j];
      pen_.line({x, y}, {x, y + (rows + 1) * row}, 0.2);
    }
    const std::string total = fmt::format("Total {}.{:02}", among(100, 9000), among(0, 99));
    pen_.write(total, {right() - x_mm_ - pen_.width(total, x_mm_, Face::bold), y + (rows + 3) * row}, x_mm_,
               Face::bold);
  }

  // A photograph: soft shapes of all greys, some edges.
  void photograph(const Box& mm) {
    const cv::Rect at(pen_.px(mm.x0), pen_.px(mm.y0), pen_.px(mm.width()), pen_.px(mm.height()));
    cv::Mat coarse(9, 7, CV_32FC1);
    random_.fill(coarse, cv::RNG::UNIFORM, 40, 215);
    cv::Mat tones;
    cv::resize(coarse, tones, at.size(), 0, 0, cv::INTER_CUBIC);
    for (int k = among(4, 12); k > 0; --k) {
      const cv::Point centre(among(0, at.width - 1), among(0, at.height - 1));
      const cv::Size axes(among(at.width / 30, at.width / 4), among(at.height / 30, at.height / 4));
      cv::ellipse(tones, centre, axes, between(0, 180), 0, 360, cv::Scalar(between(20, 230)), cv::FILLED, cv::LINE_AA);
    }
    tones.convertTo(pen_.canvas()(at), CV_8U);
  }

  void picture() {
    const double width = textWidth() * between(0.6, 1);
    const double height = std::min(width * between(0.6, 1.3), 0.75 * page_mm_.y);
    const double left = (page_mm_.x - width) / 2;
    const double top = margin_mm_ + between(0, 0.1) * page_mm_.y;
    photograph({left, top, left + width, top + height});
    double y = top + height + 3 * x_mm_;
    for (int k = among(0, 3); k > 0; --k, y += 2.6 * x_mm_) {
      line({left, y}, width, 0.85 * x_mm_);
    }
  }

  void music() {
    const double gap = page_mm_.x / 210 * between(1.6, 2.1);  // of a staff's lines
    centred(words(3), margin_mm_ + 2 * x_mm_, 1.5 * x_mm_, Face::bold);
    for (double y = margin_mm_ + 8 * x_mm_; y + 4 * gap < bottom(); y += 11 * gap) {
      for (int k = 0; k < 5; ++k) {
        pen_.line({margin_mm_, y + k * gap}, {right(), y + k * gap}, 0.18);
      }
      for (int bar = 0; bar <= 4; ++bar) {
        const double x = margin_mm_ + textWidth() * bar / 4;
        pen_.line({x, y}, {x, y + 4 * gap}, 0.3);
      }
      double x = margin_mm_ + 5 * gap;
      while (x < right() - gap) {
        const double at = y + 0.5 * gap * among(0, 8);
        cv::ellipse(pen_.canvas(), {pen_.px(x), pen_.px(at)}, {pen_.px(0.6 * gap), pen_.px(0.45 * gap)}, -20, 0, 360,
                    cv::Scalar(Pen::kInk), cv::FILLED, cv::LINE_AA);
        const double up = at > y + 2 * gap ? -1 : 1;
        const double stem = x - up * 0.55 * gap;
        pen_.line({stem, at}, {stem, at + up * 3 * gap}, 0.25);
        x += gap * between(3, 6);
      }
    }
  }

  void hand() {
    const double slope = between(-0.02, 0.02);
    double y = margin_mm_ + 6 * x_mm_;
    while (y < bottom()) {
      const double tilt = slope + between(-0.008, 0.008);
      const double end = right() - between(0, 0.15) * textWidth();
      double x = margin_mm_ + between(0, 2) * x_mm_;
      while (true) {
        const std::string next = word();
        const double height = x_mm_ * between(1.05, 1.25);
        const double wide = pen_.width(next, height, Face::script);
        if (x + wide > end) {
          break;
        }
        pen_.write(next, {x, y + tilt * (x - margin_mm_) + between(-0.15, 0.15) * x_mm_}, height, Face::script);
        x += wide + x_mm_ * between(1.2, 2.2);
      }
      y += x_mm_ * between(3.9, 4.5);
    }
  }

  void newspaper() {
    const double small = 0.75 * x_mm_;
    const int columns = among(3, 5);
    const double gap = 5 * small / 2;
    const double wide = (textWidth() - gap * (columns - 1)) / columns;
    double top = margin_mm_ + 5 * x_mm_;
    centred(words(3), top, 2.6 * x_mm_, Face::bold);
    top += 3 * x_mm_;
    pen_.line({margin_mm_, top}, {right(), top}, 0.4);
    for (int k = 0; k < columns; ++k) {
      const double left = margin_mm_ + k * (wide + gap);
      double y = top + 3 * small;
      const double from = between(0, 1) * page_mm_.y;
      bool has_picture = among(0, 2) > 0;
      while (y < bottom()) {
        const double tall = wide * 0.8;
        if (has_picture && y > from && y + tall + 3 * small < bottom()) {
          photograph({left, y, left + wide, y + tall});
          y += tall + 3 * small;
          has_picture = false;
        }
        line({left, y}, wide, small);
        y += 2.7 * small;
      }
    }
  }

  void title() {
    double y = page_mm_.y * between(0.15, 0.3);
    for (int k = among(1, 3); k > 0; --k, y += 7 * x_mm_) {
      centred(words(among(1, 2)), y, x_mm_ * between(1.5, 3), Face::bold);
    }
    centred(words(3), y + 4 * x_mm_, x_mm_, Face::plain);
    if (among(0, 1) > 0) {
      cv::circle(pen_.canvas(), {pen_.px(page_mm_.x / 2), pen_.px(0.62 * page_mm_.y)}, pen_.px(7 * x_mm_),
                 cv::Scalar(Pen::kInk), pen_.px(0.8), cv::LINE_AA);
    }
    centred(words(2), bottom() - 4 * x_mm_, x_mm_, Face::plain);
    centred(std::to_string(among(1890, 1990)), bottom() - x_mm_, x_mm_, Face::plain);
  }

  void sparse() {
    block(margin_mm_, margin_mm_ + 3 * x_mm_, among(1, 3), textWidth());
    if (among(0, 2) > 0) {
      centred(std::to_string(among(3, 400)), bottom(), x_mm_, Face::plain);
    }
  }

  void cover() {
    pen_.canvas().setTo(cv::Scalar(between(50, 110)));
    double y = page_mm_.y * between(0.15, 0.3);
    for (int k = among(2, 4); k > 0; --k, y += 8 * x_mm_) {
      centred(words(among(1, 2)), y, x_mm_ * between(1.5, 3), Face::bold, 235);
    }
    centred(words(2), bottom() - 4 * x_mm_, x_mm_, Face::plain, 235);
  }

  Pen pen_;
  Vec2 page_mm_;
  cv::RNG random_;
  double x_mm_, margin_mm_;
  std::vector<std::string> words_;  // of the sentence that is being printed, last first
};

}  // namespace

Image randomPrint(std::string_view kind, Vec2 page_mm, double px_per_mm, std::uint64_t seed) {
  return Printer(page_mm, px_per_mm, seed).print(kind);
}

Image onDarkPaper(const Image& print) {
  constexpr double kDarkPaper = 30;
  constexpr double kLightPrint = 210;
  Image dark = Image::allocate(print.size(), 1);
  for (int y = 0; y < print.height(); ++y) {
    const auto* from = print.rowAs<std::uint8_t>(y);
    auto* to = dark.rowAs<std::uint8_t>(y);
    for (int x = 0; x < print.width(); ++x) {
      to[x] = static_cast<std::uint8_t>(std::lround(kLightPrint + (kDarkPaper - kLightPrint) * from[x] / 255));
    }
  }
  return dark;
}

}  // namespace platen::test
