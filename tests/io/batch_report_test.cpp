// report.html as a text: what it says, in which order, and that nothing in a name can be anything but text. What a
// browser makes of it: tests/app/report_test.cpp.
#include "core/io/batch_report.h"

#include "core/io/html_text.h"
#include "core/io/review_picture.h"
#include "tests/support/photo_files.h"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen::io {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

BatchPage donePage(const std::string& photo, double confidence, bool review = false) {
  BatchPage page;
  page.photo = photo;
  page.page = 1;
  page.done = true;
  page.output = photo;
  page.confidence = confidence;
  page.review = review;
  page.model = "sheet";
  page.out_px = {1200, 1600};
  page.dpi = 300;
  page.seconds = {{"fit", 0.25}, {"export", 0.5}};
  return page;
}

class ReportFile : public ::testing::Test {
 protected:
  std::string write(const std::vector<BatchPage>& pages) {
    const Result<void> written = writeReport(folder_.path(), pages, {"a <book>", "1.2", "2026-01-02 03:04"});
    EXPECT_TRUE(written);
    return test::readBytes(folder_ / kReportName);
  }
  test::ScratchFolder folder_;
};

TEST_F(ReportFile, HasTheWorstFirstAndFailuresWithTheirReasons) {
  BatchPage failed;
  failed.photo = "broken.jpg";
  failed.reason = "is cut off";
  failed.review = true;
  const std::string html =
      write({donePage("good.jpg", 0.9), donePage("fair.jpg", 0.7), failed, donePage("poor.jpg", 0.3, true)});
  const auto at = [&](const std::string& name) { return html.find("<h3>" + name); };
  const auto linked = [](const std::string& name) { return "<a href=\"./" + name + "\">" + name + "</a>"; };
  ASSERT_NE(at("broken.jpg"), std::string::npos);
  EXPECT_LT(at("broken.jpg"), at(linked("poor.jpg")));
  EXPECT_LT(at(linked("poor.jpg")), at(linked("fair.jpg")));
  EXPECT_LT(at(linked("fair.jpg")), at(linked("good.jpg")));
  EXPECT_NE(at(linked("good.jpg")), std::string::npos);
  EXPECT_THAT(html, HasSubstr("<tr><td>broken.jpg</td><td>is cut off</td></tr>"));
  EXPECT_THAT(html, HasSubstr("<b>4</b>photos"));
  EXPECT_THAT(html, HasSubstr("<b>3</b>pages done"));
  EXPECT_THAT(html, HasSubstr("<b>1</b>for review"));
  EXPECT_THAT(html, HasSubstr("<b>1</b>failed"));
  EXPECT_THAT(html, HasSubstr("sheet, 1200 × 1600 pixels at 300 dpi, 0.8 s"));
  EXPECT_THAT(html, HasSubstr("0.90 to 0.95: 1 page<"));
  EXPECT_THAT(html, HasSubstr("a &lt;book&gt;"));
}

TEST_F(ReportFile, SaysWhatItsColoursMean) {
  const std::string html = write({donePage("a.jpg", 0.9)});
  const std::size_t legend = html.find("<ul id=\"legend\"");
  ASSERT_NE(legend, std::string::npos);
  const std::string told = html.substr(legend, html.find("</ul>", legend) - legend);
  for (const char* of :
       {"class=\"line\"", "class=\"poor\"", "class=\"fair\"", "class=\"good\"", "below 0.5", "below 0.8"}) {
    EXPECT_THAT(told, HasSubstr(of));
  }
}

TEST_F(ReportFile, NamesAndReasonsAreTextWhateverIsInThem) {
  BatchPage page = donePage("\"><script>alert(1)</script>&\n\xFF.jpg", 0.4, true);
  page.reason = "</p><img src=x onerror=alert(2)>";
  page.warnings = {"<b>'loud'</b>"};
  const std::string html = write({page});
  EXPECT_THAT(html, Not(HasSubstr("<script>alert")));
  EXPECT_THAT(html, Not(HasSubstr("<img src=x")));
  EXPECT_THAT(html, Not(HasSubstr("<b>'loud'")));
  EXPECT_THAT(html, HasSubstr("&lt;b&gt;&#39;loud&#39;"));
  EXPECT_THAT(html, HasSubstr("href=\"./%22%3E%3Cscript%3Ealert%281%29%3C/script%3E%26%0A%FF.jpg\""));
}

TEST(HtmlText, IsUtf8AndEscaped) {
  EXPECT_EQ(htmlText("Grüße & \"x\" <y>"), "Grüße &amp; &quot;x&quot; &lt;y&gt;");
  EXPECT_EQ(htmlText("a\nb\xFF"), "a\\nb\\xff");
  EXPECT_EQ(htmlAddress("deep/a b#1?.jpg"), "./deep/a%20b%231%3F.jpg");
  EXPECT_EQ(htmlAddress("mailto:me.jpg"), "./mailto%3Ame.jpg");
}

TEST_F(ReportFile, BeyondAThousandPagesTheOthersAreRows) {
  std::vector<BatchPage> pages;
  for (std::size_t k = 0; k < kReportPictures + 3; ++k) {
    pages.push_back(donePage(fmt::format("p{}.jpg", k), k == 7 ? 0.1 : 0.6));
  }
  const std::string html = write(pages);
  std::size_t cards = 0;
  for (std::size_t at = html.find("<article"); at != std::string::npos; at = html.find("<article", at + 1)) {
    ++cards;
  }
  EXPECT_EQ(cards, kReportPictures);
  EXPECT_LT(html.find("p7.jpg"), html.find("p6.jpg"));  // the worst has a card
  const std::size_t rest = html.find("The other 3 pages");
  ASSERT_NE(rest, std::string::npos);
  EXPECT_NE(html.find("p1002.jpg", rest), std::string::npos);
}

TEST_F(ReportFile, PicturesComeBackAsTheyWereWritten) {
  Image small = Image::allocate({30, 20}, 3);
  for (int y = 0; y < 20; ++y) {
    std::fill_n(small.row(y), 90, std::byte{100});
  }
  ReviewPicture picture;
  picture.photo = smallPicture(small);
  picture.page = smallPicture(small.crop(0, 0, {10, 20}).clone());
  picture.lines = {{{0, 0}, {30, 2.5}}, {{1, 1}, {2, 2}, {3, 3}}};
  const fs::path file = reviewPictureFile(folder_.path(), "deep/a\n\xFF.jpg", 2);
  EXPECT_NE(file, reviewPictureFile(folder_.path(), "deep/a\n\xFF.jpg", 1));
  EXPECT_FALSE(readReviewPicture(file));
  ASSERT_TRUE(writeReviewPicture(file, picture));
  const std::optional<ReviewPicture> back = readReviewPicture(file);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->photo.jpeg_base64, picture.photo.jpeg_base64);
  EXPECT_EQ(back->photo.size, (Size{30, 20}));
  EXPECT_EQ(back->page.size, (Size{10, 20}));
  EXPECT_EQ(back->lines, picture.lines);

  // One that is torn, or holds more than a picture, is none.
  const std::string whole = test::readBytes(file);
  test::writeBytes(file, whole.substr(0, whole.size() / 2));
  EXPECT_FALSE(readReviewPicture(file));
  std::string other = whole;
  other.replace(other.find("\"jpeg\":\"") + 8, 4, "\\\"><");
  test::writeBytes(file, other);
  EXPECT_FALSE(readReviewPicture(file));
}

TEST_F(ReportFile, ThatCannotBeWrittenSaysSo) {
  fs::create_directory(folder_ / kReportName);
  const Result<void> written = writeReport(folder_.path(), {donePage("a.jpg", 1)}, {});
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().kind, ErrorKind::writeFailed);
}

}  // namespace
}  // namespace platen::io
