// What goes of the pages that a photo had, and what stays.
#include "core/pipeline/former_pages.h"

#include "tests/support/photo_files.h"

#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen::pipeline {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;

class Former : public ::testing::Test {
 protected:
  Former() { fs::create_directories(out_); }
  // A page that is done, and its file.
  [[nodiscard]] BatchPage page(const std::string& photo, const std::string& output) const {
    test::writeBytes(out_ / output, output);
    BatchPage page;
    page.photo = photo;
    page.page = 1;
    page.done = true;
    page.output = output;
    page.output_bytes = output.size();
    page.ended_ns = io::stampOf(out_ / output)->modified_ns;
    return page;
  }
  [[nodiscard]] bool isThere(const std::string& output) const { return fs::exists(out_ / output); }

  test::ScratchFolder folder_;
  fs::path out_ = folder_ / "out";
};

TEST_F(Former, FilesThatNobodyNamesAnyMoreGo) {
  const BatchPage one = page("a.jpg", "a_1.jpg"), two = page("a.jpg", "a_2.jpg"), other = page("a_1.png", "a_1.jpg");
  FormerPages former(out_, {{"a.jpg", {one, two}}}, {{"a_1.png", {other}}}, "manifest.jsonl");
  const BatchPage whole = page("a.jpg", "a.jpg");
  former.replacedBy({whole});
  EXPECT_TRUE(isThere("a_1.jpg"));  // which is another photo's, too
  EXPECT_FALSE(isThere("a_2.jpg"));
  EXPECT_TRUE(isThere("a.jpg"));
  former.replacedBy({whole});
  EXPECT_TRUE(isThere("a.jpg"));
  former.replacedBy({page("a.jpg", "a_3.jpg")});
  EXPECT_FALSE(isThere("a.jpg"));
}

TEST_F(Former, WhatIsNotAsItWasStays) {
  BatchPage longer = page("a.jpg", "longer.jpg"), later = page("a.jpg", "later.jpg"),
            beside = page("a.jpg", "../beside.jpg");
  longer.output_bytes += 1;
  later.ended_ns -= 10'000'000'000;
  FormerPages former(out_, {{"a.jpg", {longer, later, beside, page("a.jpg", "a.tif")}}}, {}, "manifest.jsonl");
  former.replacedBy({page("a.jpg", "a.jpg")});
  for (const char* output : {"longer.jpg", "later.jpg", "../beside.jpg", "a.tif"}) {
    EXPECT_TRUE(isThere(output)) << output;
  }
}

TEST_F(Former, AFailureTakesNothing) {
  FormerPages former(out_, {{"a.jpg", {page("a.jpg", "a.jpg")}}}, {}, "manifest.jsonl");
  BatchPage failed;
  failed.photo = "a.jpg";
  failed.page = 2;
  failed.pages = 2;
  former.replacedBy({page("a.jpg", "a_1.jpg"), failed});
  EXPECT_TRUE(isThere("a.jpg"));
  former.replacedBy({page("a.jpg", "a_1.jpg"), page("a.jpg", "a_2.jpg")});  // in the same run
  EXPECT_FALSE(isThere("a.jpg"));
}

// Another run, which knows the manifest alone, knows what stayed.
TEST_F(Former, WhatStaysIsKnownToTheNextRun) {
  const BatchPage before = page("a.jpg", "a.jpg"), other = page("b.jpg", "b.jpg"), edited = page("c.jpg", "c.jpg");
  BatchPage failed;
  failed.photo = "a.jpg";
  failed.page = 2;
  failed.pages = 2;
  const std::vector<BatchPage> half{page("a.jpg", "a_1.jpg"), failed};
  const BatchPage png = page("b.jpg", "b.png"), third = page("c.jpg", "c.png");
  {
    FormerPages former(out_, {{"a.jpg", {before}}, {"b.jpg", {other}}, {"c.jpg", {edited}}}, {}, "manifest.jsonl");
    for (const std::vector<BatchPage>& now : {half, {png}, {third}}) {
      former.toBeReplacedBy(now);
      former.replacedBy(now);
    }
    EXPECT_THAT(former.left(), ElementsAre("a.jpg", "b.jpg", "c.jpg"));
  }
  test::writeBytes(out_ / "c.jpg", "by somebody else");
  const io::PhotoRecords records{{"a.jpg", half}, {"b.jpg", {png}}, {"c.jpg", {third}}};
  {
    FormerPages former(out_, records, {}, "manifest-1-of-2.jsonl");
    EXPECT_THAT(former.left(), ElementsAre("a.jpg", "b.jpg"));
    const std::vector<BatchPage> now{page("a.jpg", "a_1.jpg"), page("a.jpg", "a_2.jpg")};
    former.toBeReplacedBy(now);
    former.replacedBy(now);
    EXPECT_FALSE(isThere("a.jpg"));
    EXPECT_THAT(former.left(), ElementsAre("b.jpg"));
  }
  // One that is made again is a page as any other.
  const BatchPage again = page("b.jpg", "b.jpg");
  FormerPages former(out_, records, {}, "manifest.jsonl");
  former.toBeReplacedBy({again});
  former.replacedBy({again});
  EXPECT_THAT(former.left(), ElementsAre("b.png"));
  EXPECT_TRUE(isThere("b.jpg"));
  EXPECT_TRUE(isThere("c.jpg"));
}

// A program that ended between the record and the removal.
TEST_F(Former, IsKnownBeforeTheRecordForgetsIt) {
  const BatchPage before = page("a.jpg", "a.jpg"), now = page("a.jpg", "a_1.jpg");
  FormerPages(out_, {{"a.jpg", {before}}}, {}, "manifest.jsonl").toBeReplacedBy({now});
  EXPECT_THAT(FormerPages(out_, {{"a.jpg", {before}}}, {}, "manifest.jsonl").left(), ElementsAre());
  EXPECT_THAT(FormerPages(out_, {{"a.jpg", {now}}}, {}, "manifest.jsonl").left(), ElementsAre("a.jpg"));
}

TEST_F(Former, AreKnownBehindATornLine) {
  const BatchPage before = page("a.jpg", "a.jpg"), now = page("a.jpg", "a.png");
  fs::create_directories(out_ / ".platen" / "former");
  test::writeBytes(out_ / ".platen" / "former" / "manifest.jsonl", R"({"photo":"b.jpg","pag)");
  FormerPages(out_, {{"a.jpg", {before}}}, {}, "manifest.jsonl").toBeReplacedBy({now});
  EXPECT_THAT(FormerPages(out_, {{"a.jpg", {now}}}, {}, "manifest.jsonl").left(), ElementsAre("a.jpg"));
}

}  // namespace
}  // namespace platen::pipeline
