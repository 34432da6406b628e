// `platen batch --shard K/N` and `--collect`: several runs, one folder, and what one run would have written.
#include "tests/app/program_run.h"
#include "tests/support/page_photo.h"
#include "tests/support/photo_files.h"

#include <algorithm>
#include <chrono>
#include <fcntl.h>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <sys/file.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace platen::app {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string& photoBytes() {
  static const std::string bytes = [] {
    test::PhotoRecipe recipe;
    recipe.photo_px = {360, 480};
    recipe.page.px_per_mm = 2;
    recipe.page.text_mm = 4;
    recipe.camera.fill = 0.88;
    const test::ScratchFolder folder;
    test::writeImage(folder / "photo.jpg", test::photograph(recipe).photo, FileFormat::jpeg);
    return test::readBytes(folder / "photo.jpg");
  }();
  return bytes;
}

class Shards : public ::testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(folder_ / "photos" / "deep");
    for (int k = 1; k <= 12; ++k) {
      test::writeBytes(folder_ / "photos" / fmt::format("{}page{}.jpg", k > 9 ? "deep/" : "", k), photoBytes());
    }
  }
  [[nodiscard]] std::string in(const std::string& name) const { return (folder_ / name).string(); }
  [[nodiscard]] ProgramRun run(const std::vector<std::string>& more = {}, const std::string& out = "flat") const {
    // Which way up they read is not asked: Tesseract takes as long to begin as a page takes.
    std::vector<std::string> arguments{"batch",   in("photos"), "-o",       in(out), "--recursive",
                                       "--model", "plane",      "--rotate", "0"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return runPlaten(arguments);
  }
  [[nodiscard]] ProgramRun collect(const std::vector<std::string>& more = {}, const std::string& out = "flat") const {
    std::vector<std::string> arguments{"batch", "--collect", "-o", in(out)};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return runPlaten(arguments);
  }
  [[nodiscard]] std::vector<json> lines(const std::string& manifest) const {
    std::vector<json> all;
    std::istringstream text(test::readBytes(folder_ / manifest));
    for (std::string line; std::getline(text, line);) {
      all.push_back(json::parse(line));
    }
    return all;
  }
  [[nodiscard]] std::vector<std::string> photosIn(const std::string& manifest) const {
    std::vector<std::string> all;
    for (const json& line : lines(manifest)) {
      all.push_back(line["photo"]);
    }
    return all;
  }
  // Of all pages, with their bytes.
  [[nodiscard]] std::map<std::string, std::string> pages(const std::string& out) const {
    std::map<std::string, std::string> all;
    for (const auto& entry : fs::recursive_directory_iterator(folder_ / out)) {
      if (entry.path().extension() == ".jpg" && entry.path().string().find("/.platen/") == std::string::npos) {
        all[fs::relative(entry.path(), folder_ / out).string()] = test::readBytes(entry.path());
      }
    }
    return all;
  }

  test::ScratchFolder folder_;
};

// What a line says but for when and how fast.
json told(json line) {
  line.erase("seconds");
  line.erase("ended_ns");
  return line;
}

TEST_F(Shards, TogetherTheyAreOneRun) {
  ASSERT_EQ(run({}, "whole").status, 0);
  for (const char* by : {"hash", "order"}) {
    const std::string out = by;
    std::multiset<std::string> done;
    for (const char* shard : {"3/3", "1/3", "2/3"}) {
      ASSERT_EQ(run({"--shard", shard, "--shard-by", by}, out).status, 0);
      for (const std::string& photo : photosIn(fmt::format("{}/manifest-{}-of-3.jsonl", out, shard[0]))) {
        done.insert(photo);
      }
    }
    EXPECT_EQ(done.size(), 12U);
    EXPECT_EQ(std::set<std::string>(done.begin(), done.end()).size(), 12U) << "a photo was done by two shards";
    EXPECT_EQ(pages(out), pages("whole"));
    const ProgramRun collected = collect({}, out);
    EXPECT_EQ(collected.status, 0) << collected.err;
    EXPECT_THAT(collected.err, HasSubstr("12 pages are in "));
    const std::vector<json> joined = lines(out + "/manifest.jsonl");
    const std::vector<json> alone = lines("whole/manifest.jsonl");
    ASSERT_EQ(joined.size(), alone.size());
    for (std::size_t k = 0; k < joined.size(); ++k) {
      EXPECT_EQ(told(joined[k]), told(alone[k]));
    }
  }
  EXPECT_THAT(photosIn("order/manifest-1-of-3.jsonl"),
              ElementsAre("deep/page10.jpg", "deep/page11.jpg", "deep/page12.jpg", "page1.jpg"));
}

TEST_F(Shards, TheyRunSideBySide) {
  std::vector<std::jthread> others;
  std::vector<int> status(4, -1);
  for (int k = 0; k < 4; ++k) {
    others.emplace_back([&, k] { status[k] = run({"--shard", fmt::format("{}/4", k + 1)}).status; });
  }
  others.clear();
  EXPECT_THAT(status, ElementsAre(0, 0, 0, 0));
  EXPECT_EQ(collect().status, 0);
  EXPECT_EQ(pages("flat").size(), 12U);
}

TEST_F(Shards, OneGoesOnWhereItEnded) {
  ASSERT_EQ(run({"--shard", "1/2", "--shard-by", "order"}).status, 0);
  fs::remove(folder_ / "flat" / "deep" / "page11.jpg");
  EXPECT_THAT(run({"--shard", "1/2", "--shard-by", "order"}).err, HasSubstr("5 of 6 photos were done already"));
}

// What another cut, or a run of all, has done is known, and not done again.
TEST_F(Shards, AnotherCutTakesOverWhatIsDone) {
  ASSERT_EQ(run({"--shard", "1/4"}).status, 0);
  const std::size_t quarter = lines("flat/manifest-1-of-4.jsonl").size();
  ASSERT_GT(quarter, 0U);
  ASSERT_LT(quarter, 12U);
  const ProgramRun half = run({"--shard", "1/2"});  // of a hash, shard 1/4 is part of it
  EXPECT_THAT(half.err, HasSubstr(fmt::format("{} of ", quarter)));
  EXPECT_THAT(half.err, HasSubstr("were done already"));
  const auto before = pages("flat");
  const auto time = fs::last_write_time(folder_ / "flat" / before.begin()->first);
  const ProgramRun whole = run();
  EXPECT_THAT(whole.err, HasSubstr(fmt::format("{} of 12 photos were done already", before.size())));
  EXPECT_EQ(fs::last_write_time(folder_ / "flat" / before.begin()->first), time);
  EXPECT_EQ(lines("flat/manifest.jsonl").size(), 12U);
  EXPECT_THAT(run({"--shard", "2/2"}).err, HasSubstr("were done already"));

  // The last word counts: with other options all is done again, and what the old records say no longer holds.
  ASSERT_EQ(run({"--color", "gray"}).status, 0);
  EXPECT_THAT(run({"--shard", "1/2"}).err, Not(HasSubstr("done already")));
  EXPECT_THAT(run({"--shard", "2/2", "--color", "gray"}).err, HasSubstr("done already"));
}

TEST_F(Shards, CollectingSaysWhatIsMissing) {
  EXPECT_EQ(collect().status, 1);  // no such folder
  ASSERT_EQ(run({"--shard", "2/3", "--shard-by", "order"}).status, 0);
  test::writeBytes(folder_ / "photos" / "page4.jpg", "no photo");
  EXPECT_EQ(run({"--shard", "3/3", "--shard-by", "order"}).status, 0);
  fs::remove(folder_ / "flat" / "page2.jpg");
  const ProgramRun collected = collect({"--pdf", in("early.pdf")});
  EXPECT_EQ(collected.status, 1);
  EXPECT_THAT(collected.err, HasSubstr("4 of 12 photos are missing"));
  EXPECT_THAT(collected.err, HasSubstr(in("early.pdf") + ", without those of 4 photos that are missing"));
  EXPECT_THAT(collected.err, HasSubstr("manifest-1-of-3.jsonl: is not there: 4 of its photos are missing (run --shard "
                                       "1/3 again)"));
  EXPECT_THAT(collected.err, HasSubstr("platen: page1.jpg: is missing (shard 1/3)"));
  EXPECT_THAT(collected.err, HasSubstr("page2.jpg: is not as it was written"));
  EXPECT_EQ(lines("flat/manifest.jsonl").size(), 8U);
  ASSERT_EQ(run({"--shard", "1/3", "--shard-by", "order"}).status, 0);
  EXPECT_EQ(run({"--shard", "2/3", "--shard-by", "order"}).status, 1);  // page4 is bad now
  const ProgramRun again = collect({"--json"});
  EXPECT_EQ(again.status, 1);
  EXPECT_THAT(again.err, HasSubstr("platen: page4.jpg: "));
  EXPECT_THAT(again.err, AllOf(Not(HasSubstr("is missing")), Not(HasSubstr("photos are missing"))));
  EXPECT_EQ(std::count(again.out.begin(), again.out.end(), '\n'), 12);
  fs::create_directories(folder_ / "none");
  EXPECT_THAT(collect({}, "none").err, HasSubstr("holds no shards of a batch"));
}

// A lock as another run holds it.
class Held {
 public:
  explicit Held(const fs::path& file) : descriptor_(open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
    EXPECT_EQ(flock(descriptor_, LOCK_EX | LOCK_NB), 0);
  }
  ~Held() { close(descriptor_); }
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;

 private:
  int descriptor_;
};

TEST_F(Shards, NoPhotoIsDoneByTwoRunsAtATime) {
  for (const char* shard : {"1/2", "2/2"}) {
    ASSERT_EQ(run({"--shard", shard}).status, 0);
  }
  const auto refused = [&](const std::vector<std::string>& call) {
    const ProgramRun second = run(call);
    EXPECT_EQ(second.status, 1);
    EXPECT_THAT(second.err, HasSubstr("is written by "));
  };
  {
    const Held running(folder_ / "flat" / "manifest-1-of-2.jsonl");
    refused({"--shard", "1/2"});                         // itself
    refused({"--shard", "1/3"});                         // another cut
    refused({"--shard", "2/2", "--shard-by", "order"});  // the same N, other photos
    refused({});
    EXPECT_EQ(run({"--shard", "2/2"}).status, 0);  // its neighbour
    const ProgramRun early = collect();
    EXPECT_EQ(early.status, 1);
    EXPECT_THAT(early.err, HasSubstr("manifest-1-of-2.jsonl: is written by another run"));
  }
  {
    const Held running(folder_ / "flat" / "manifest.jsonl");
    refused({"--shard", "1/2"});
    EXPECT_EQ(collect().status, 1);
  }
  // By order, whose photo it is depends on the others.
  ASSERT_EQ(run({"--shard", "1/2", "--shard-by", "order"}).status, 0);
  const Held running(folder_ / "flat" / "manifest-1-of-2.jsonl");
  EXPECT_EQ(run({"--shard", "2/2", "--shard-by", "order"}).status, 0);
  fs::remove(folder_ / "photos" / "page5.jpg");
  refused({"--shard", "2/2", "--shard-by", "order"});
}

// What one shard does not see nobody would do, and nobody miss: seen while others run it is refused, later it is said.
TEST_F(Shards, OneThatSeesFewerPhotosSaysSo) {
  for (const char* shard : {"1/2", "2/2"}) {
    ASSERT_EQ(run({"--shard", shard}).status, 0);
  }
  const std::string all = test::readBytes(folder_ / "flat" / ".platen" / "photos.jsonl");
  fs::remove(folder_ / "photos" / "page5.jpg");
  {
    const Held running(folder_ / "flat" / "manifest-1-of-2.jsonl");
    const ProgramRun fewer = run({"--shard", "2/2"});
    EXPECT_EQ(fewer.status, 1);
    EXPECT_THAT(fewer.err, HasSubstr("is written by a shard of other photos"));
    EXPECT_EQ(test::readBytes(folder_ / "flat" / ".platen" / "photos.jsonl"), all);
    test::writeBytes(folder_ / "photos" / "page5.jpg", photoBytes());
    test::writeBytes(folder_ / "photos" / "page13.jpg", photoBytes());
    EXPECT_EQ(run({"--shard", "2/2"}).status, 0);  // more photos take nothing from the others
  }
  fs::remove(folder_ / "photos" / "page13.jpg");
  EXPECT_THAT(run({"--shard", "2/2"}).err, HasSubstr("1 photo is not there that other shards had"));
  EXPECT_THAT(run({"--shard", "2/2"}).err, Not(HasSubstr("is not there")));
}

// Pages of photos that the shards were not given stay in the manifest and the report, are told, and are in no PDF.
TEST_F(Shards, CollectingTellsOfPhotosThatAreNotThereAnyMore) {
  test::writeBytes(folder_ / "photos" / "page14.jpg", "no photo");
  for (const char* shard : {"1/2", "2/2"}) {
    EXPECT_GE(run({"--shard", shard}).status, 0);
  }
  fs::remove(folder_ / "photos" / "page14.jpg");  // it failed: nothing remains to be told
  for (const char* shard : {"1/2", "2/2"}) {
    ASSERT_EQ(run({"--shard", shard}).status, 0);
  }
  fs::remove(folder_ / "photos" / "page5.jpg");
  for (const char* shard : {"1/2", "2/2"}) {
    ASSERT_EQ(run({"--shard", shard}).status, 0);
  }
  const ProgramRun collected = collect({"--pdf", in("all.pdf")});
  EXPECT_EQ(collected.status, 0);
  EXPECT_EQ(lines("flat/manifest.jsonl").size(), 12U);
  EXPECT_THAT(collected.err, HasSubstr("12 pages are in " + in("flat/manifest.jsonl") + ", 0 failed"));
  EXPECT_THAT(collected.err, HasSubstr("1 page in " + in("flat/manifest.jsonl") +
                                       " and report.html is of 1 photo that the shards were not given and that is "
                                       "no longer where it lay"));
  EXPECT_THAT(collected.err, HasSubstr("11 pages are in " + in("all.pdf")));
  EXPECT_TRUE(fs::exists(folder_ / "flat" / "page5.jpg"));
}

// A book with pages of two kinds is not what anybody asked for, and scripts look at the exit status.
TEST_F(Shards, CollectingNamesPhotosThatWereDoneWithOtherOptions) {
  ASSERT_EQ(run({"--shard", "1/3", "--shard-by", "order"}).status, 0);
  ASSERT_EQ(run({"--shard", "2/3", "--shard-by", "order", "--color", "gray"}).status, 0);
  ASSERT_EQ(run({"--shard", "3/3", "--shard-by", "order"}).status, 0);
  const ProgramRun collected = collect();
  EXPECT_EQ(collected.status, 1);
  EXPECT_THAT(collected.err, HasSubstr("manifest-2-of-3.jsonl: 4 of its photos were done with other options than most "
                                       "(run --shard 2/3 again, with the options of the others)"));
  const std::string page = "was done with other options than most (shard 2/3)";
  EXPECT_THAT(collected.err, HasSubstr("platen: page2.jpg: " + page));
  EXPECT_THAT(collected.err, Not(HasSubstr("platen: page1.jpg: ")));
  EXPECT_EQ(lines("flat/manifest.jsonl").size(), 12U);
  ASSERT_EQ(run({"--shard", "2/3", "--shard-by", "order"}).status, 0);
  EXPECT_EQ(collect().status, 0);

  // Of photos that the shards were not given nothing is asked.
  fs::remove_all(folder_ / "photos" / "deep");
  ASSERT_EQ(run({"--shard", "1/1", "--color", "gray"}).status, 0);
  EXPECT_EQ(collect().status, 0);
}

TEST_F(Shards, AsManyOfEitherOptionsAreHeldAgainstTheLater) {
  ASSERT_EQ(run({"--shard", "2/2", "--shard-by", "order"}).status, 0);
  ASSERT_EQ(run({"--shard", "1/2", "--shard-by", "order", "--color", "gray"}).status, 0);
  const ProgramRun collected = collect();
  EXPECT_EQ(collected.status, 1);
  EXPECT_THAT(collected.err, HasSubstr("manifest-2-of-2.jsonl: 6 of its photos were done with other options"));
  EXPECT_THAT(collected.err, Not(HasSubstr("shard 1/2")));
}

TEST_F(Shards, WrongCallsAreRefused) {
  for (const char* shard : {"0/2", "3/2", "2", "1/0", "a/b", "1/2x", "-1/2", "01/2", "1/200000"}) {
    EXPECT_EQ(run({"--shard", shard}).status, 2) << shard;
  }
  EXPECT_EQ(run({"--shard-by", "order"}).status, 2);
  EXPECT_EQ(run({"--shard", "1/2", "--shard-by", "size"}).status, 2);
  EXPECT_EQ(run({"--collect"}).status, 2);
  EXPECT_EQ(collect({"--shard", "1/2"}).status, 2);
  EXPECT_FALSE(fs::exists(folder_ / "flat"));
}

TEST_F(Shards, MayBeMoreThanPhotos) {
  for (int k = 1; k <= 15; ++k) {
    EXPECT_EQ(run({"--shard", fmt::format("{}/15", k), "--shard-by", "order"}).status, 0);
  }
  EXPECT_EQ(collect().status, 0);
  EXPECT_EQ(pages("flat").size(), 12U);
}

}  // namespace
}  // namespace platen::app
