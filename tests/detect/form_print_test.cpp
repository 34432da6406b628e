// What is filled into a form, and what of it the form's own print places.
#include "core/detect/known_form.h"
#include "tests/support/map_error.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr double kSize = 0.55;  // of the font
constexpr double kBar = 300;    // y of the table's headings
const std::vector<double> kMiddles{150, 390, 640, 860};
const std::vector<std::string> kHeadings{"Item", "Description", "Quantity", "Total"};

void write(cv::Mat& page, const std::string& text, double middle, double y, int grey) {
  const cv::Size size = cv::getTextSize(text, cv::FONT_HERSHEY_SIMPLEX, kSize, 1, nullptr);
  cv::putText(
      page, text,
      {static_cast<int>(std::lround(middle - size.width / 2.0)), static_cast<int>(std::lround(y + size.height / 2.0))},
      cv::FONT_HERSHEY_SIMPLEX, kSize, cv::Scalar(grey), 1, cv::LINE_AA);
}

// A table whose headings are light on a dark bar; 1000 px wide, so that its px are the form's.
cv::Mat drawnTable() {
  cv::Mat page(1300, 1000, CV_8U, cv::Scalar(250));
  write(page, "Invoice", 500, 100, 30);
  cv::rectangle(page, {60, static_cast<int>(kBar) - 22}, {940, static_cast<int>(kBar) + 22}, cv::Scalar(80),
                cv::FILLED);
  for (std::size_t k = 0; k < kMiddles.size(); ++k) {
    write(page, kHeadings[k], kMiddles[k], kBar, 250);
  }
  cv::rectangle(page, {60, 322}, {940, 900}, cv::Scalar(120), 1);
  return page;
}

Image imageOf(const cv::Mat& page) {
  Image image = Image::allocate({page.cols, page.rows}, 1);
  for (int j = 0; j < page.rows; ++j) {
    std::copy_n(page.ptr<std::uint8_t>(j), page.cols, image.rowAs<std::uint8_t>(j));
  }
  return image;
}

// Two rows of numbers in each column, `aside` of the middle of its heading.
FormPrint printWithNumbers(const KnownForm& form, double aside) {
  cv::Mat page = drawnTable();
  for (int row = 0; row < 2; ++row) {
    for (std::size_t k = 0; k < kMiddles.size(); ++k) {
      write(page, k == 1 ? "Wooden frame" : row == 0 ? "24.95" : "3.50", kMiddles[k] + aside, kBar + 45 + 38 * row, 40);
    }
  }
  FormSight sight;
  sight.cues.frame = form.frame;
  sight.cues.levels.resize(1);
  const Vec2 m = form.frame.margin;
  cv::copyMakeBorder(page, sight.canvas.colors, static_cast<int>(m.y), static_cast<int>(m.y), static_cast<int>(m.x),
                     static_cast<int>(m.x), cv::BORDER_CONSTANT, cv::Scalar(250));
  sight.canvas.covered = cv::Mat(sight.canvas.colors.size(), CV_8U, cv::Scalar(255));
  FormSheet sheet;
  sheet.edges_px = {0, 0, form.frame.form_extent.x, form.frame.form_extent.y};
  return printSeen(
      sight, form, [](Vec2 p) { return p; }, sheet);
}

TEST(FormPrint, AFormsWordsAreKnownAlsoOnDarkBars) {
  const KnownForm form = prepareForm(test::pyramidOf(imageOf(drawnTable())));
  ASSERT_EQ(form.print.size(), 1 + kHeadings.size());
  for (std::size_t k = 0; k < kMiddles.size(); ++k) {
    const Vec2 heading = form.frame.margin + Vec2{kMiddles[k], kBar};
    EXPECT_TRUE(std::any_of(form.print.begin(), form.print.end(), [&](const Box& box) {
      return std::abs((box.x0 + box.x1) / 2 - heading.x) < 2 && std::abs((box.y0 + box.y1) / 2 - heading.y) < 4;
    })) << kHeadings[k];
  }
}

TEST(FormPrint, NumbersStandUnderTheirHeadings) {
  const KnownForm form = prepareForm(test::pyramidOf(imageOf(drawnTable())));
  const FormPrint print = printWithNumbers(form, 0.8);
  std::size_t placed = 0;
  for (const FormColumn& column : print.columns) {
    ASSERT_TRUE(column.place) << "two are none by themselves";
    EXPECT_EQ(column.seen.size(), 2U);
    for (const Vec2& p : column.seen) {
      EXPECT_NEAR(p.x, *column.place, 3);
    }
    placed += std::any_of(kMiddles.begin(), kMiddles.end(),
                          [&](double middle) { return std::abs(*column.place - form.frame.margin.x - middle) < 1.5; });
  }
  EXPECT_EQ(placed, kMiddles.size());
  EXPECT_TRUE(printWithNumbers(form, 9).columns.empty()) << "in line with nothing";
}

}  // namespace
}  // namespace platen::detect
