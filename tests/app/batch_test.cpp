// `platen batch` on small folders: what is done is known, whatever ended the run before.
#include "tests/app/batch_folder.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <map>
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
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class Batch : public BatchFolder {
 protected:
  [[nodiscard]] fs::file_time_type timeOf(const std::string& name) const { return fs::last_write_time(folder_ / name); }
};

TEST_F(Batch, DoesWhatCanBeDoneAndSaysTheRest) {
  makePhoto("photos/page10.jpg");
  makePhoto("photos/page9.jpg");
  makePhoto("photos/deep/page1.jpg");
  test::writeBytes(folder_ / "photos" / "bad.jpg", "no photo");
  test::writeBytes(folder_ / "photos" / "notes.txt", "no photo either");
  const ProgramRun first = run({"--recursive", "--jobs", "2"});
  EXPECT_EQ(first.status, 1);
  EXPECT_THAT(first.err, HasSubstr(in("photos/bad.jpg") + ": "));
  const std::vector<json> lines = manifest();
  ASSERT_EQ(lines.size(), 4U);
  std::vector<std::string> photos;
  photos.reserve(lines.size());
  for (const json& line : lines) {
    photos.push_back(line["photo"]);
  }
  EXPECT_THAT(photos, ElementsAre("bad.jpg", "deep/page1.jpg", "page9.jpg", "page10.jpg"));
  EXPECT_EQ(lines[0]["status"], "failed");
  EXPECT_EQ(lines[0]["kind"], "unreadable");
  EXPECT_NE(lines[0]["reason"], "");
  EXPECT_EQ(lines[0]["review"], true);
  EXPECT_EQ(lines[1]["status"], "done");
  EXPECT_TRUE(lines[1]["kind"].is_null());
  EXPECT_EQ(lines[1]["output"], "deep/page1.jpg");
  EXPECT_GT(lines[1]["confidence"], 0.5);
  EXPECT_EQ(lines[1]["source"]["width"], 540);
  EXPECT_EQ(lines[1]["options"], lines[2]["options"]);
  // --json says of a failure what it is, as flatten does.
  EXPECT_THAT(run({"--recursive", "--json"}).out, HasSubstr(R"("kind":"unreadable")"));
  const auto made = pages();
  ASSERT_EQ(made.size(), 3U);  // no temporary file either
  EXPECT_EQ(made.at("deep/page1.jpg"), made.at("page9.jpg"));

  // The bytes are those of flatten.
  ASSERT_EQ(runPlaten({"flatten", in("photos/page9.jpg"), "-o", in("one.jpg"), "--quiet"}).status, 0);
  EXPECT_EQ(made.at("page9.jpg"), test::readBytes(folder_ / "one.jpg"));
}

TEST_F(Batch, PassesOverWhatIsDoneAndUnchanged) {
  for (const char* name : {"photos/a.jpg", "photos/b.jpg", "photos/c.jpg"}) {
    makePhoto(name);
  }
  ASSERT_EQ(run().status, 0);
  const auto whole = pages();
  const auto before = timeOf("flat/a.jpg");
  const ProgramRun again = run();
  EXPECT_EQ(again.status, 0);
  EXPECT_THAT(again.err, HasSubstr("3 of 3 photos were done already"));
  EXPECT_EQ(timeOf("flat/a.jpg"), before);

  // A page that is gone or cut, a photo that was changed, other options: done again, and only those.
  fs::remove(folder_ / "flat" / "a.jpg");
  fs::resize_file(folder_ / "flat" / "b.jpg", 100);
  const auto untouched = timeOf("flat/c.jpg");
  EXPECT_THAT(run().err, HasSubstr("1 of 3 photos"));
  EXPECT_EQ(pages(), whole);
  EXPECT_EQ(timeOf("flat/c.jpg"), untouched);
  fs::last_write_time(folder_ / "photos" / "c.jpg", fs::file_time_type::clock::now() + std::chrono::seconds(5));
  EXPECT_THAT(run().err, HasSubstr("2 of 3 photos"));
  EXPECT_NE(timeOf("flat/c.jpg"), untouched);
  EXPECT_THAT(run({"--color", "gray"}).err, ::testing::Not(HasSubstr("done already")));
  EXPECT_THAT(run({"--color", "gray", "--threads", "2", "--memory", "1G"}).err, HasSubstr("3 of 3 photos"));
  EXPECT_THAT(run({"--color", "gray", "--redo"}).err, ::testing::Not(HasSubstr("done already")));
  EXPECT_EQ(manifest().size(), 3U);
}

// People do folder after folder into one OUTDIR: nothing is lost of those before, but it is told, and what is gone
// marked.
TEST_F(Batch, TellsOfPagesWhosePhotosWereNotGiven) {
  for (const char* name : {"photos/a.jpg", "photos/b.jpg", "photos/c.jpg", "later/d.jpg"}) {
    makePhoto(name);
  }
  EXPECT_THAT(run().err, ::testing::Not(HasSubstr("not given")));
  fs::remove(folder_ / "photos" / "b.jpg");
  const std::string told = " in " + in("flat/manifest.jsonl") + " and report.html ";
  EXPECT_THAT(run({"--pdf", in("two.pdf")}).err,
              ::testing::AllOf(HasSubstr("platen: 1 page" + told +
                                         "is of 1 photo that this run was not given and that is no "
                                         "longer where it lay\n"),
                               HasSubstr("2 pages are in " + in("two.pdf"))));
  const auto report = [&] { return test::readBytes(folder_ / "flat" / "report.html"); };
  const std::string mark = "<p class=\"moved\">";
  EXPECT_EQ(report().find(mark), report().rfind(mark));
  EXPECT_GT(report().find(mark), report().find("<h3><a href=\"./b.jpg\">"));
  EXPECT_THAT(report(), HasSubstr("<b>1</b>photo not given in the last run"));

  const ProgramRun later = runPlaten({"batch", in("later"), "-o", in("flat"), "--pdf", in("one.pdf")});
  EXPECT_THAT(later.err, HasSubstr("3 pages" + told +
                                   "are of 3 photos that this run was not given (1 of these photos is no "
                                   "longer where it lay)\n"));
  EXPECT_THAT(later.err, HasSubstr("1 page is in " + in("one.pdf")));
  EXPECT_EQ(manifest().size(), 4U);
  EXPECT_TRUE(fs::exists(folder_ / "flat" / "b.jpg"));
  EXPECT_EQ(report().find(mark), report().rfind(mark));

  // Records of a version that did not say where photos lay.
  std::string lines = test::readBytes(folder_ / "flat" / "manifest.jsonl");
  for (std::size_t at = 0; (at = lines.find("\"photo_file\":")) != std::string::npos;) {
    lines.erase(at, lines.find(',', at) + 1 - at);
  }
  test::writeBytes(folder_ / "flat" / "manifest.jsonl", lines);
  EXPECT_THAT(run({"--redo"}).err, HasSubstr("2 pages" + told + "are of 2 photos that this run was not given\n"));
}

TEST_F(Batch, ForgetsWhatFailedAndWasTakenAway) {
  makePhoto("photos/a.jpg");
  test::writeBytes(folder_ / "photos" / "bad.jpg", "no photo");
  test::writeBytes(folder_ / "photos" / "worse.jpg", "no photo");
  EXPECT_EQ(run().status, 1);
  ASSERT_EQ(manifest().size(), 3U);
  fs::remove(folder_ / "photos" / "bad.jpg");
  const std::vector<std::string> one{"batch", in("photos/a.jpg"), "-o",
                                     in("flat")};  // worse.jpg is there, though not given
  EXPECT_THAT(runPlaten(one).err, HasSubstr("is of 1 photo that this run was not given\n"));
  EXPECT_EQ(manifest().size(), 2U);
  fs::remove(folder_ / "photos" / "worse.jpg");
  const ProgramRun rest = run();
  EXPECT_EQ(rest.status, 0);
  EXPECT_THAT(rest.err, ::testing::Not(HasSubstr("not given")));
  EXPECT_EQ(manifest().size(), 1U);
  EXPECT_THAT(test::readBytes(folder_ / "flat" / "report.html"), ::testing::Not(HasSubstr("worse.jpg")));
}

// Pages of another format stay, and are told as long as they do.
TEST_F(Batch, TellsOfFormerPagesThatStay) {
  makePhoto("photos/a.jpg");
  makePhoto("photos/b.jpg");
  EXPECT_THAT(run({"--format", "png"}).err, ::testing::Not(HasSubstr("former")));
  const std::string told =
      "platen: 2 former pages stay in " + in("flat") + " that no record names any more (a.png, b.png)";
  EXPECT_THAT(run().err, HasSubstr(told));
  EXPECT_EQ(pages().size(), 4U);
  EXPECT_THAT(run().err, HasSubstr(told));
  ASSERT_EQ(run({"--shard", "1/1"}).status, 0);
  EXPECT_THAT(runPlaten({"batch", "--collect", "-o", in("flat")}).err, HasSubstr(told));
  fs::remove(folder_ / "flat" / "b.png");
  EXPECT_THAT(run().err, HasSubstr("platen: 1 former page stays in "));
  EXPECT_THAT(run({"--format", "png"}).err, HasSubstr("(a.jpg, b.jpg)"));
}

TEST_F(Batch, GivesTheSameBytesWhateverTheJobs) {
  for (int k = 0; k < 5; ++k) {
    makePhoto(fmt::format("photos/{}.jpg", k));
  }
  ASSERT_EQ(run({}, "one").status, 0);
  ASSERT_EQ(run({"--jobs", "4", "--memory", "1G"}, "four").status, 0);
  EXPECT_EQ(pages("one"), pages("four"));
}

TEST_F(Batch, EndsAfterThePagesInHandWhenAsked) {
  for (int k = 0; k < 12; ++k) {
    makePhoto(fmt::format("photos/{}.jpg", k));
  }
  const ProgramRun stopped = run({}, "flat", {0, {}, false, [&](pid_t child) {
                                                for (int tries = 0; tries < 4000; ++tries) {
                                                  if (fs::exists(folder_ / "flat" / "0.jpg")) {
                                                    break;
                                                  }
                                                  std::this_thread::sleep_for(std::chrono::milliseconds(2));
                                                }
                                                kill(child, SIGINT);
                                              }});
  EXPECT_EQ(stopped.status, 128 + SIGINT);
  const std::size_t done = manifest().size();
  EXPECT_GT(done, 0U);
  EXPECT_LT(done, 12U);
  EXPECT_EQ(pages().size(), done);  // whole ones, and nothing beside them
  ASSERT_EQ(run().status, 0);
  EXPECT_EQ(pages().size(), 12U);
}

TEST_F(Batch, OneRunAtATimeOnAFolder) {
  makePhoto("photos/a.jpg");
  ASSERT_EQ(run().status, 0);
  const int held = open((folder_ / "flat" / "manifest.jsonl").c_str(), O_RDWR | O_CLOEXEC);
  ASSERT_EQ(flock(held, LOCK_EX | LOCK_NB), 0);
  const ProgramRun second = run({"--redo"});
  EXPECT_EQ(second.status, 1);
  EXPECT_THAT(second.err, HasSubstr("another run of platen batch"));
  close(held);
}

TEST_F(Batch, PagesOfLittleConfidenceAreMadeSafelyAndForReview) {
  makePhoto("photos/a.jpg");
  const ProgramRun run_ = run({"--min-confidence", "1"});
  ASSERT_EQ(run_.status, 0);
  EXPECT_THAT(run_.err, HasSubstr("1 page is for review"));
  const json line = manifest().at(0);
  EXPECT_EQ(line["model"], "plane");
  EXPECT_EQ(line["review"], true);
  EXPECT_THAT(std::string(line["reason"]), HasSubstr("exported as a plane"));
}

TEST_F(Batch, WhatFailedIsCountedApartFromWhatIsForReview) {
  makePhoto("photos/a.jpg");
  for (const char* name : {"b.jpg", "c.jpg", "d.jpg"}) {
    test::writeBytes(folder_ / "photos" / name, "no photo");
  }
  EXPECT_THAT(run({"--min-confidence", "1"}).err, HasSubstr("1 page is for review, 3 failed (\"review\": true in "));
  EXPECT_THAT(run({}).err, HasSubstr("report.html"));
  EXPECT_EQ(manifest().at(3)["review"], true);
  const ProgramRun sure = run({}, "sure");
  EXPECT_THAT(sure.err, HasSubstr("platen: 3 pages failed (\"review\": true in "));
  EXPECT_THAT(sure.err, ::testing::Not(HasSubstr("for review")));
  const ProgramRun shard = run({"--shard", "1/1", "--min-confidence", "1"}, "shards");
  ASSERT_EQ(shard.status, 1);
  EXPECT_THAT(shard.err, ::testing::Not(HasSubstr("report.html")));  // --collect makes it
  EXPECT_THAT(runPlaten({"batch", "--collect", "-o", in("shards")}).err, HasSubstr("3 failed, 1 for review"));
}

TEST_F(Batch, TheFirstFailureEndsItWhereThatIsAskedFor) {
  test::writeBytes(folder_.path() / "bad.jpg", "no photo");
  makePhoto("photos/z.jpg");
  fs::rename(folder_ / "bad.jpg", folder_ / "photos" / "a.jpg");
  EXPECT_EQ(run({"--fail-fast"}).status, 1);
  EXPECT_EQ(manifest().size(), 1U);
}

TEST_F(Batch, NamesMayBeAnything) {
  for (const std::string& name :
       {std::string("two\nlines"), std::string("latin\xE9"), std::string("50%s"), std::string(240, 'n')}) {
    makePhoto("photos/" + name + ".jpg");
  }
  EXPECT_EQ(run().status, 0);
  EXPECT_EQ(pages().size(), 4U);
  EXPECT_THAT(run().err, HasSubstr("4 of 4 photos were done already"));
}

// Photos that would write one file: the name is that of the photo whose own it is, whoever comes first.
TEST_F(Batch, TwoPhotosNeverShareAName) {
  makePhoto("photos/a.jpg");
  makePhoto("photos/a.jpeg");
  const ProgramRun both = run({"--format", "png"});
  EXPECT_EQ(both.status, 1);
  const std::vector<json> lines = manifest();
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(std::count_if(lines.begin(), lines.end(), [](const json& line) { return line["status"] == "done"; }), 1);
  EXPECT_EQ(pages().size(), 1U);
}

// Two cards of one camera, one after the other.
TEST_F(Batch, PhotosOfAnotherFolderKeepTheirPages) {
  makePhoto("photos/a.jpg");
  const std::vector<std::string> as_png{"--format", "png"};
  ASSERT_EQ(run(as_png).status, 0);
  const std::string page = test::readBytes(folder_ / "flat" / "a.png");
  const std::string record = test::readBytes(folder_ / "flat" / "manifest.jsonl");
  makePhoto("later/a.jpg");
  makePhoto("later/b.jpg");
  const std::vector<std::string> call{"batch", in("later"), "-o", in("flat"), "--format", "png"};
  const ProgramRun refused = runPlaten(call);
  EXPECT_EQ(refused.status, 1);
  EXPECT_EQ(refused.err, "platen: " + in("later/a.jpg") + ": has the name of " + in("photos/a.jpg") +
                             ", which was done into this folder before (choose another output folder; --redo "
                             "replaces its page)\n");
  EXPECT_EQ(test::readBytes(folder_ / "flat" / "a.png"), page);
  EXPECT_EQ(test::readBytes(folder_ / "flat" / "manifest.jsonl"), record);

  // Of another ending, but its page would have the same name: the others are done.
  fs::rename(folder_ / "later" / "a.jpg", folder_ / "later" / "a.jpeg");
  const ProgramRun one_refused = runPlaten(call);
  EXPECT_EQ(one_refused.status, 1);
  EXPECT_THAT(one_refused.err, HasSubstr("its page would be called a.png, as that of " + in("photos/a.jpg") + " is"));
  EXPECT_EQ(test::readBytes(folder_ / "flat" / "a.png"), page);
  EXPECT_TRUE(fs::exists(folder_ / "flat" / "b.png"));

  // What was moved, or copied, is the same photo.
  fs::remove_all(folder_ / "later");
  fs::rename(folder_ / "photos", folder_ / "later");
  EXPECT_THAT(runPlaten(call).err, HasSubstr("1 of 1 photos were done already"));
  EXPECT_EQ(manifest().at(0)["photo_file"], in("later/a.jpg"));
  fs::copy(folder_ / "later", folder_ / "photos");
  fs::last_write_time(folder_ / "photos" / "a.jpg", timeOf("later/a.jpg"));
  EXPECT_THAT(run(as_png).err, HasSubstr("1 of 1 photos were done already"));
}

TEST_F(Batch, ListsNamePhotosToo) {
  makePhoto("photos/a.jpg");
  makePhoto("photos/b.jpg");
  test::writeBytes(folder_ / "list.txt", "photos/b.jpg\n");
  ASSERT_EQ(runPlaten({"batch", "--list", in("list.txt"), "-o", in("flat")}).status, 0);
  EXPECT_EQ(pages().size(), 1U);
  EXPECT_EQ(manifest().at(0)["photo"], "b.jpg");
}

TEST_F(Batch, RefusesWrongCallsBeforeItWrites) {
  makePhoto("photos/a.jpg");
  EXPECT_EQ(runPlaten({"batch", "-o", in("flat")}).status, 2);
  EXPECT_EQ(runPlaten({"batch", in("photos"), "-o", in("photos")}).status, 2);
  EXPECT_EQ(runPlaten({"batch", in("photos"), "-o", in("photos/a.jpg")}).status, 2);
  EXPECT_EQ(runPlaten({"batch", in("photos"), "-o", in("flat"), "--redo", "--resume"}).status, 2);
  EXPECT_EQ(runPlaten({"batch", in("photos"), "-o", in("flat"), "--jobs", "0"}).status, 2);
  EXPECT_FALSE(fs::exists(folder_ / "flat"));
  fs::create_directories(folder_ / "empty");
  const ProgramRun none = runPlaten({"batch", in("empty"), "-o", in("flat")});
  EXPECT_EQ(none.status, 1);
  EXPECT_THAT(none.err, HasSubstr("no photos found"));
}

// A wrong word on the command line is no photo that failed; a name in a list is one.
TEST_F(Batch, TellsOfFoldersThatItDidNotLookInto) {
  for (const char* name : {"photos/a.jpg", "photos/one/b.jpg", "photos/two/c.jpg"}) {
    makePhoto(name);
  }
  const std::string told = "below those given";
  EXPECT_THAT(run({}, "photos/flat").err,
              HasSubstr("platen: 2 folders below those given were not looked into (--recursive does)\n"));
  EXPECT_THAT(runPlaten({"batch", in("photos"), in("photos/one"), "-o", in("photos/flat")}).err,
              HasSubstr("platen: 1 folder below those given was not looked into (--recursive does)\n"));
  EXPECT_THAT(run({"--recursive"}, "photos/flat").err, ::testing::Not(HasSubstr(told)));
}

TEST_F(Batch, RefusesInputsThatAreNotThere) {
  makePhoto("photos/a.jpg");
  const ProgramRun refused = runPlaten({"batch", in("photos"), in("nosuch"), "-o", in("flat")});
  EXPECT_EQ(refused.status, 2);
  EXPECT_EQ(refused.err, "platen: " + in("nosuch") + ": there is no such file or folder\n");
  EXPECT_FALSE(fs::exists(folder_ / "flat"));

  const ProgramRun nothing = runPlaten({"batch", in("photos/q*.jpg"), "-o", in("flat")});
  EXPECT_EQ(nothing.status, 2);
  EXPECT_EQ(nothing.err, "platen: " + in("photos/q*.jpg") + ": nothing has such a name\n");
  EXPECT_FALSE(fs::exists(folder_ / "flat"));

  test::writeBytes(folder_ / "list.txt", "photos/a.jpg\nnosuch.jpg\n");
  EXPECT_EQ(runPlaten({"batch", "--list", in("list.txt"), "-o", in("flat")}).status, 1);
  const std::vector<json> lines = manifest();
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0]["status"], "done");
  EXPECT_EQ(lines[1]["photo"], "nosuch.jpg");
  EXPECT_EQ(lines[1]["status"], "failed");
}

TEST_F(Batch, KeepsTheWarpsOfPhotosWhereAsked) {
  makePhoto("photos/a.jpg");
  makePhoto("photos/deep/b.jpg");
  ASSERT_EQ(run({"--recursive", "--warp-out", in("warps")}).status, 0);
  const std::string warp = in("warps/deep/b.jpg.warp.json");
  ASSERT_EQ(runPlaten({"apply", warp, in("photos/deep/b.jpg"), "-o", in("again.jpg"), "--quiet"}).status, 0);
  EXPECT_EQ(test::readBytes(folder_ / "again.jpg"), pages().at("deep/b.jpg"));
  // It is part of what is done.
  fs::remove(warp);
  ASSERT_EQ(run({"--recursive", "--warp-out", in("warps")}).status, 0);
  EXPECT_TRUE(fs::exists(warp));
  // One that can't be kept is a failure of its photo.
  test::writeBytes(folder_ / "file", "");
  const ProgramRun failed = run({"--recursive", "--warp-out", in("file")});
  EXPECT_EQ(failed.status, 1);
  EXPECT_THAT(failed.err, HasSubstr(in("file")));
}

}  // namespace
}  // namespace platen::app
