#include "core/io/batch_manifest.h"

#include "core/io/json_fields.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

namespace platen::io {
namespace {

namespace fs = std::filesystem;

BatchPage pageOf(const fs::path& photo, int page = 1, int pages = 1) {
  BatchPage p;
  p.photo = photo;
  p.page = page;
  p.pages = pages;
  p.done = true;
  p.output = photo;
  p.output_bytes = (std::uint64_t{1} << 60) + 1;
  p.confidence = 0.1 + page;
  p.model = "sheet";
  p.paper = "A4";
  p.paper_is_assumed = true;
  p.warnings = {"part of the page lies outside the photo"};
  p.seconds = {{"decode", 0.25}, {"fit", 1e-3}};
  p.source_px = {3000, 4000};
  p.out_px = {2500, 3500};
  p.dpi = 300;
  p.paper_dpi = 287.5;
  p.ended_ns = 1'700'000'000'123'456'788;
  p.photo_file = fs::path("/photos") / p.photo;
  p.source = {12345, 1'700'000'000'123'456'789};
  p.version = "0.1.0";
  p.options = "abc";
  return p;
}

class ManifestFile : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(::testing::TempDir()) /
              ("manifest_" + std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    file_ = folder_ / "manifest.jsonl";
  }
  void TearDown() override { fs::remove_all(folder_); }

  [[nodiscard]] std::unique_ptr<BatchManifest> open() const {
    auto manifest = BatchManifest::open(file_);
    EXPECT_TRUE(manifest) << (manifest ? "" : describe(manifest.error()));
    return manifest ? std::move(*manifest) : nullptr;
  }
  [[nodiscard]] std::string text() const {
    std::ifstream in(file_, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void write(const std::string& bytes) const { std::ofstream(file_, std::ios::binary) << bytes; }

  fs::path folder_, file_;
};

TEST(ManifestLine, ComesBackAsItWas) {
  BatchPage page = pageOf("a/b c.jpg", 2, 3);
  page.review = true;
  page.kind = "unreadable";
  page.reason = "confidence 0.12";
  const BatchPage back = readManifestLine(manifestLine(page));
  EXPECT_EQ(back.photo, page.photo);
  EXPECT_EQ(back.page, 2);
  EXPECT_EQ(back.pages, 3);
  EXPECT_TRUE(back.done);
  EXPECT_TRUE(back.review);
  EXPECT_EQ(back.kind, "unreadable");
  EXPECT_EQ(back.reason, page.reason);
  EXPECT_EQ(back.output, page.output);
  EXPECT_EQ(back.output_bytes, page.output_bytes);
  EXPECT_EQ(back.confidence, page.confidence);
  EXPECT_EQ(back.model, "sheet");
  EXPECT_EQ(back.paper, "A4");
  EXPECT_TRUE(back.paper_is_assumed);
  EXPECT_EQ(back.warnings, page.warnings);
  EXPECT_EQ(back.seconds, page.seconds);
  EXPECT_EQ(back.source_px, page.source_px);
  EXPECT_EQ(back.out_px, page.out_px);
  EXPECT_EQ(back.dpi, 300);
  EXPECT_EQ(back.paper_dpi, 287.5);
  EXPECT_EQ(back.ended_ns, page.ended_ns);
  EXPECT_EQ(back.photo_file, page.photo_file);
  EXPECT_EQ(back.source, page.source);
  EXPECT_EQ(back.version, "0.1.0");
  EXPECT_EQ(back.options, "abc");
}

TEST(ManifestLine, IsOneLineWhateverTheNameIs) {
  for (const std::string& name :
       {std::string("two\nlines.jpg"), std::string("latin\xE9.jpg"), std::string("50%.jpg")}) {
    const std::string line = manifestLine(pageOf(name));
    EXPECT_EQ(line.find('\n'), std::string::npos);
    EXPECT_EQ(readManifestLine(line).photo, name);
  }
}

TEST(ManifestLine, SaysWhatIsWrongWithIt) {
  for (const char* line : {"", "7", "{}", R"({"photo":"a.jpg"})", R"({"photo":"a.jpg","page":"one"})"}) {
    EXPECT_THROW(readManifestLine(line), JsonProblem) << line;
  }
}

TEST_F(ManifestFile, KnowsWhatWasAddedNowAndLater) {
  {
    const auto manifest = open();
    ASSERT_TRUE(manifest->add({pageOf("1.jpg")}));
    ASSERT_TRUE(manifest->add({pageOf("2.jpg", 1, 2), pageOf("2.jpg", 2, 2)}));
    EXPECT_EQ(manifest->find("2.jpg")->size(), 2U);
  }
  const auto manifest = open();
  ASSERT_NE(manifest->find("1.jpg"), nullptr);
  ASSERT_NE(manifest->find("2.jpg"), nullptr);
  EXPECT_EQ(manifest->find("2.jpg")->at(1).confidence, 2.1);
  EXPECT_EQ(manifest->find("3.jpg"), nullptr);
}

TEST_F(ManifestFile, TheLastLinesOfAPhotoCount) {
  {
    const auto manifest = open();
    ASSERT_TRUE(manifest->add({pageOf("1.jpg", 1, 2), pageOf("1.jpg", 2, 2)}));
    BatchPage again = pageOf("1.jpg");
    again.model = "plane";
    ASSERT_TRUE(manifest->add({again}));
  }
  const auto manifest = open();
  ASSERT_EQ(manifest->find("1.jpg")->size(), 1U);
  EXPECT_EQ(manifest->find("1.jpg")->front().model, "plane");
}

// A kill or a power cut at any byte: what was whole is known, the torn line's photo is to be done again, and the next
// line stands on its own.
TEST_F(ManifestFile, ATornLineIsPassedOver) {
  {
    const auto manifest = open();
    ASSERT_TRUE(manifest->add({pageOf("1.jpg")}));
    ASSERT_TRUE(manifest->add({pageOf("2.jpg", 1, 2), pageOf("2.jpg", 2, 2)}));
  }
  const std::string whole = text();
  const std::size_t first = whole.find('\n') + 1;
  for (std::size_t bytes = 0; bytes < whole.size(); bytes += 7) {
    write(whole.substr(0, bytes));
    const auto manifest = open();
    ASSERT_NE(manifest, nullptr) << bytes;
    EXPECT_EQ(manifest->find("1.jpg") != nullptr, bytes >= first) << bytes;
    EXPECT_EQ(manifest->find("2.jpg"), nullptr) << bytes;
    ASSERT_TRUE(manifest->add({pageOf("3.jpg")}));
    EXPECT_EQ(text().find("3.jpg") != std::string::npos, true);
  }
  const auto manifest = open();
  EXPECT_NE(manifest->find("1.jpg"), nullptr);
  EXPECT_NE(manifest->find("3.jpg"), nullptr);
}

TEST_F(ManifestFile, IsArrangedInOrderWithOthersBehind) {
  const auto manifest = open();
  for (const char* photo : {"10.jpg", "another.jpg", "2.jpg", "10.jpg"}) {
    ASSERT_TRUE(manifest->add({pageOf(photo)}));
  }
  ASSERT_TRUE(manifest->arrange(manifest->pages({"2.jpg", "10.jpg", "never.jpg"})));
  const std::string lines = text();
  EXPECT_LT(lines.find("2.jpg"), lines.find("10.jpg"));
  EXPECT_LT(lines.find("10.jpg"), lines.find("another.jpg"));
  EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 3);
  ASSERT_TRUE(manifest->add({pageOf("11.jpg")}));  // and goes on behind it
  const std::string more = text();
  EXPECT_EQ(more.substr(0, lines.size()), lines);
  EXPECT_EQ(std::count(more.begin(), more.end(), '\n'), 4);
}

TEST_F(ManifestFile, OneRunAtATime) {
  const auto first = open();
  const auto second = BatchManifest::open(file_);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().kind, ErrorKind::inUse);
}

TEST_F(ManifestFile, RefusesWhatIsNoManifest) {
  for (const char* other : {"hello", "one\ntwo\n", "{\"platen\": 1}\n"}) {
    write(other);
    const auto manifest = BatchManifest::open(file_);
    ASSERT_FALSE(manifest) << other;
    EXPECT_EQ(manifest.error().kind, ErrorKind::badInput);
    EXPECT_EQ(text(), other);  // and leaves it alone
  }
}

TEST_F(ManifestFile, AStampTellsAChangedFile) {
  write("one");
  const auto before = stampOf(file_);
  ASSERT_TRUE(before);
  EXPECT_EQ(before->bytes, 3U);
  EXPECT_EQ(*stampOf(file_), *before);
  fs::last_write_time(file_, fs::last_write_time(file_) + std::chrono::seconds(1));
  EXPECT_NE(stampOf(file_)->modified_ns, before->modified_ns);
  EXPECT_FALSE(stampOf(folder_ / "none"));
}

// What a version without these keys has written is known.
TEST_F(ManifestFile, LinesOfAnEarlierVersionAreRead) {
  Json line = Json::parse(manifestLine(pageOf("a.jpg")));
  line.erase("paper");
  line.erase("paper_assumed");
  line.erase("paper_dpi");
  line.erase("ended_ns");
  line.erase("photo_file");
  const BatchPage page = readManifestLine(line.dump());
  EXPECT_EQ(page.paper, "");
  EXPECT_EQ(page.paper_dpi, 0);
  EXPECT_EQ(page.ended_ns, 0);
  EXPECT_TRUE(page.photo_file.empty());
  EXPECT_EQ(page.dpi, 300);
}

TEST_F(ManifestFile, IsReadWhileAnotherWritesIt) {
  EXPECT_TRUE(readManifest(file_)->empty());  // nothing there
  EXPECT_FALSE(isBeingWritten(file_));
  {
    const auto manifest = open();
    ASSERT_TRUE(manifest->add({pageOf("1.jpg")}));
    EXPECT_TRUE(isBeingWritten(file_));
    write(text() + manifestLine(pageOf("2.jpg", 1, 2)) + "\n" + manifestLine(pageOf("3.jpg")));
    const Result<PhotoRecords> read = readManifest(file_);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->size(), 1U);  // half a photo, and half a line
    EXPECT_EQ(endedNs(read->at("1.jpg")), pageOf("1.jpg").ended_ns);
  }
  EXPECT_FALSE(isBeingWritten(file_));
  write("something else\n");
  EXPECT_EQ(readManifest(file_).error().kind, ErrorKind::badInput);
}

TEST_F(ManifestFile, TakesOverWhatAnotherOneKnows) {
  {
    const auto manifest = open();
    ASSERT_TRUE(manifest->add({pageOf("2.jpg")}));
    manifest->adopt({pageOf("1.jpg", 1, 2), pageOf("1.jpg", 2, 2)});
    EXPECT_EQ(manifest->find("1.jpg")->size(), 2U);
    ASSERT_TRUE(manifest->arrange(manifest->pages({"1.jpg", "2.jpg"})));
  }
  EXPECT_EQ(std::ranges::count(text(), '\n'), 3);
  EXPECT_NE(open()->find("1.jpg"), nullptr);
}

}  // namespace
}  // namespace platen::io
