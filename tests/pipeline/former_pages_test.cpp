// What goes of the pages that a photo had, and what stays.
#include "core/pipeline/former_pages.h"

#include "tests/support/photo_files.h"

#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace platen::pipeline {
namespace {

namespace fs = std::filesystem;

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
  FormerPages former(out_, {{"a.jpg", {one, two}}}, {{"a_1.png", {other}}});
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
  FormerPages former(out_, {{"a.jpg", {longer, later, beside, page("a.jpg", "a.tif")}}}, {});
  former.replacedBy({page("a.jpg", "a.jpg")});
  for (const char* output : {"longer.jpg", "later.jpg", "../beside.jpg", "a.tif"}) {
    EXPECT_TRUE(isThere(output)) << output;
  }
}

TEST_F(Former, AFailureTakesNothing) {
  FormerPages former(out_, {{"a.jpg", {page("a.jpg", "a.jpg")}}}, {});
  BatchPage failed;
  failed.photo = "a.jpg";
  failed.page = 2;
  failed.pages = 2;
  former.replacedBy({page("a.jpg", "a_1.jpg"), failed});
  EXPECT_TRUE(isThere("a.jpg"));
  former.replacedBy({page("a.jpg", "a_1.jpg"), page("a.jpg", "a_2.jpg")});  // in the same run
  EXPECT_FALSE(isThere("a.jpg"));
}

}  // namespace
}  // namespace platen::pipeline
