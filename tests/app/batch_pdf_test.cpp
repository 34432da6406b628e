// `platen batch --pdf`: the pages of a batch in one PDF, out of the files that were written.
#include "tests/app/program_run.h"
#include "tests/support/page_photo.h"
#include "tests/support/photo_files.h"

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#define POINTERHOLDER_TRANSITION 4
#include <qpdf/Buffer.hh>
#include <qpdf/QPDF.hh>
#include <qpdf/QPDFObjectHandle.hh>
#include <qpdf/QPDFPageDocumentHelper.hh>
#include <qpdf/QPDFPageLabelDocumentHelper.hh>
#include <qpdf/QPDFPageObjectHelper.hh>

namespace platen::app {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

struct Page {
  std::string label, filter, stream;
  double width_pt = 0;
};

std::vector<Page> pagesOf(const fs::path& file) {
  QPDF pdf;
  pdf.processFile(file.c_str());
  EXPECT_TRUE(pdf.getWarnings().empty());
  QPDFPageLabelDocumentHelper labels(pdf);
  std::vector<Page> pages;
  for (auto& object : QPDFPageDocumentHelper(pdf).getAllPages()) {
    Page page;
    page.label = labels.getLabelForPage(static_cast<long long>(pages.size())).getKey("/P").getUTF8Value();
    page.width_pt = object.getMediaBox().getArrayItem(2).getNumericValue();
    for (auto& [name, image] : object.getImages()) {
      page.filter = image.getDict().getKey("/Filter").getName();
      const auto bytes = image.getRawStreamData();
      page.stream.assign(reinterpret_cast<const char*>(bytes->getBuffer()), bytes->getSize());
    }
    pages.push_back(std::move(page));
  }
  return pages;
}

class BatchPdf : public ::testing::Test {
 protected:
  void makePhoto(const std::string& name, FileFormat format = FileFormat::jpeg) const {
    static const Image photo = [] {
      test::PhotoRecipe recipe;
      recipe.photo_px = {360, 480};
      recipe.page.px_per_mm = 2;
      recipe.page.text_mm = 4;
      recipe.camera.fill = 0.88;
      return test::photograph(recipe).photo;
    }();
    fs::create_directories((folder_ / name).parent_path());
    test::writeImage(folder_ / name, photo, format);
  }
  [[nodiscard]] std::string in(const std::string& name) const { return (folder_ / name).string(); }
  [[nodiscard]] ProgramRun run(std::vector<std::string> more, const std::string& out = "flat") const {
    more.insert(more.begin(), {"batch", in("photos"), "-o", in(out), "--recursive", "--model", "plane"});
    return runPlaten(more);
  }
  test::ScratchFolder folder_;
};

TEST_F(BatchPdf, HasAllPagesInOrderAsTheyWereWritten) {
  for (const char* name : {"photos/page10.jpg", "photos/page9.jpg", "photos/deep/page1.jpg"}) {
    makePhoto(name);
  }
  makePhoto("photos/page11.png", FileFormat::png);
  test::writeBytes(folder_ / "photos" / "bad.jpg", "no photo");
  const ProgramRun first = run({"--jobs", "2", "--paper", "A4", "--pdf", in("books/all.pdf")});
  EXPECT_EQ(first.status, 1);
  EXPECT_THAT(first.err, HasSubstr("bad.jpg: is not in " + in("books/all.pdf") + ": its page failed: "));
  EXPECT_THAT(first.err, HasSubstr("4 pages are in " + in("books/all.pdf")));
  const std::vector<Page> pages = pagesOf(folder_ / "books" / "all.pdf");
  ASSERT_EQ(pages.size(), 4U);
  std::vector<std::string> labels;
  for (const Page& page : pages) {
    labels.push_back(page.label);
    EXPECT_EQ(page.filter, "/DCTDecode");
  }
  EXPECT_THAT(labels, ElementsAre("deep/page1", "page9", "page10", "page11"));
  EXPECT_EQ(pages[1].stream, test::readBytes(folder_ / "flat" / "page9.jpg"));  // not encoded again
  EXPECT_FALSE(fs::exists(folder_ / "books" / ".platen"));

  // Again, out of what is there: the same bytes. And those of shards that are collected.
  const std::string bytes = test::readBytes(folder_ / "books" / "all.pdf");
  fs::remove(folder_ / "photos" / "bad.jpg");
  EXPECT_EQ(run({"--paper", "A4", "--pdf", in("again/all.pdf")}).status, 0);
  EXPECT_EQ(test::readBytes(folder_ / "again" / "all.pdf"), bytes);
  for (const char* shard : {"1/2", "2/2"}) {
    ASSERT_EQ(run({"--paper", "A4", "--shard", shard}, "shards").status, 0);
  }
  EXPECT_EQ(runPlaten({"batch", "--collect", "-o", in("shards"), "--pdf", in("third/all.pdf")}).status, 0);
  EXPECT_EQ(test::readBytes(folder_ / "third" / "all.pdf"), bytes);
}

TEST_F(BatchPdf, PagesOfTwoColoursAreG4) {
  makePhoto("photos/a.jpg");
  makePhoto("photos/b.tif", FileFormat::tiff);
  ASSERT_EQ(run({"--color", "bitonal", "--pdf", in("all.pdf")}).status, 0);
  const std::vector<Page> pages = pagesOf(folder_ / "all.pdf");
  ASSERT_EQ(pages.size(), 2U);
  EXPECT_EQ(pages[0].filter, "/CCITTFaxDecode");
  EXPECT_EQ(pages[1].filter, "/CCITTFaxDecode");
}

// As in the PDF that flatten makes, where the pages' files say what the photo's said.
TEST_F(BatchPdf, PagesHaveTheirSizeOnPaper) {
  makePhoto("photos/a.jpg");
  const ProgramRun first = run({"--dpi", "100", "--pdf", in("batch/all.pdf")});
  ASSERT_EQ(first.status, 0);
  EXPECT_THAT(first.err, Not(HasSubstr("as large as fits on A4")));
  ASSERT_EQ(runPlaten({"flatten", in("photos/a.jpg"), "-o", in("flatten/all.pdf"), "--dpi", "100", "--model", "plane"})
                .status,
            0);
  const Page batch = pagesOf(folder_ / "batch" / "all.pdf").at(0);
  const Page flatten = pagesOf(folder_ / "flatten" / "all.pdf").at(0);
  EXPECT_EQ(batch.width_pt, flatten.width_pt);
  EXPECT_EQ(batch.label, flatten.label);
}

TEST_F(BatchPdf, PagesWhosePaperIsNotKnownAreCounted) {
  makePhoto("photos/a.jpg");
  makePhoto("photos/b.jpg");
  const ProgramRun made = run({"--paper", "measured", "--pdf", in("all.pdf")});
  ASSERT_EQ(made.status, 0);
  EXPECT_THAT(made.err, HasSubstr(in("all.pdf") + ": warning: the paper's size of 2 of its pages is not known: each is "
                                                  "as large as fits on A4 (--paper of flatten and batch says it)"));
}

TEST_F(BatchPdf, IsNotWrittenOverAPhotoNorByAShard) {
  makePhoto("photos/a.jpg");
  EXPECT_EQ(run({"--pdf", in("photos/a.jpg")}).status, 2);
  EXPECT_EQ(run({"--shard", "1/2", "--pdf", in("all.pdf")}).status, 2);
  EXPECT_FALSE(fs::exists(folder_ / "flat"));
}

// A PDF of two pages, which are two photos.
TEST_F(BatchPdf, IsNotWrittenOverThePdfThatThePhotosAreIn) {
  makePhoto("photos/a.jpg");
  makePhoto("photos/b.jpg");
  ASSERT_EQ(run({"--pdf", in("scans/scans.pdf")}).status, 0);
  const std::string scans = test::readBytes(folder_ / "scans" / "scans.pdf");
  const std::vector<std::string> call{"batch", in("scans/scans.pdf"), "-o", in("again"), "--model", "plane"};
  const auto with = [&call](std::vector<std::string> more) {
    more.insert(more.begin(), call.begin(), call.end());
    return runPlaten(more);
  };
  const ProgramRun over = with({"--pdf", in("scans/scans.pdf")});
  EXPECT_EQ(over.status, 2);
  EXPECT_THAT(over.err, HasSubstr("is one of the photos"));
  EXPECT_FALSE(fs::exists(folder_ / "again"));
  EXPECT_EQ(test::readBytes(folder_ / "scans" / "scans.pdf"), scans);

  // Of shards, which are collected without the photos.
  ASSERT_EQ(with({"--shard", "1/1"}).status, 0);
  ASSERT_EQ(with({"--shard", "1/2"}).status, 0);
  ASSERT_EQ(with({"--shard", "2/2"}).status, 0);
  const ProgramRun collected = runPlaten({"batch", "--collect", "-o", in("again"), "--pdf", in("scans/scans.pdf")});
  EXPECT_EQ(collected.status, 1);
  EXPECT_THAT(collected.err, HasSubstr("is one of the photos"));
  EXPECT_EQ(test::readBytes(folder_ / "scans" / "scans.pdf"), scans);
}

// Beside the photos it is no photo when the batch is called again, and another file that has its name is kept.
TEST_F(BatchPdf, IsNoPhotoOfItsOwnBatch) {
  makePhoto("photos/a.jpg");
  ASSERT_EQ(run({"--pdf", in("photos/book.pdf")}).status, 0);
  const std::string book = test::readBytes(folder_ / "photos" / "book.pdf");
  const ProgramRun again = run({"--pdf", in("photos/book.pdf")});
  EXPECT_EQ(again.status, 0);
  EXPECT_THAT(again.err, HasSubstr("1 of 1 photos were done already"));
  EXPECT_EQ(test::readBytes(folder_ / "photos" / "book.pdf"), book);
  EXPECT_THAT(run({}).err, HasSubstr("1 of 1 photos were done already"));

  EXPECT_EQ(run({"--pdf", in("photos/book.pdf")}, "other").status, 2);  // of which it is a photo
  EXPECT_EQ(test::readBytes(folder_ / "photos" / "book.pdf"), book);
  fs::last_write_time(folder_ / "photos" / "book.pdf", fs::file_time_type::clock::now() - std::chrono::hours(1));
  EXPECT_EQ(run({"--pdf", in("photos/book.pdf")}).status, 2);
}

}  // namespace
}  // namespace platen::app
