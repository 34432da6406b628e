// `platen batch` where the world is at its worst: what can be done is done, all else is named, nothing half done is
// left.
#include "tests/app/batch_folder.h"
#include "tests/io/every_kind.h"
#include "tests/support/damaged_bytes.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <random>
#include <sys/mount.h>
#include <sys/stat.h>
#include <thread>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen::app {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

class BatchFaults : public BatchFolder {};

// Photos of every kind that is read, cut off and with damaged bytes, among good ones.
TEST_F(BatchFaults, HundredsOfDamagedPhotosStopNobody) {
  constexpr int kEach = 3;
  makePhoto("photos/a-good.jpg");
  makePhoto("photos/z-good.jpg");
  std::vector<std::string> cut;
  for (const io::PhotoOfAKind& photo : io::photosOfEveryKind({83, 61})) {
    for (unsigned seed = 0; seed < kEach; ++seed) {
      // Half of a photo is no photo; bytes that are damaged may still give one.
      const std::string name = std::to_string(seed) + "-" + photo.name;
      test::writeBytes(folder_ / "photos" / ("cut-" + name),
                       photo.bytes.substr(0, photo.bytes.size() * (seed + 1) / 5));
      test::writeBytes(folder_ / "photos" / ("hit-" + name), test::damaged(photo.bytes, seed));
      cut.push_back("cut-" + name);
    }
  }
  ASSERT_GT(cut.size(), 150U);
  const ProgramRun ended = run({"--jobs", "2"});
  EXPECT_EQ(ended.status, 1) << ended.err;
  std::map<std::string, json> of;
  for (const json& line : manifest()) {
    of[line["photo"]] = line;
  }
  EXPECT_EQ(of.size(), 2 + 2 * cut.size());
  for (const std::string& name : cut) {
    ASSERT_TRUE(of.contains(name)) << name;
    EXPECT_EQ(of[name]["status"], "failed") << name;
    EXPECT_NE(of[name]["reason"], "") << name;
    EXPECT_NE(of[name]["kind"], "internal") << name << ": " << of[name]["reason"];
    EXPECT_THAT(ended.err, HasSubstr(in("photos/" + name) + ": "));
  }
  for (const auto& [name, line] : of) {
    EXPECT_NE(line["kind"], "internal") << name << ": " << line["reason"];
    // Under its own name, or that of the format that pages of its kind have.
    const std::string output = line["output"].is_string() ? line["output"].get<std::string>() : name;
    EXPECT_EQ(line["status"] == "done", fs::exists(folder_ / "flat" / output)) << name;
  }
  EXPECT_EQ(of["a-good.jpg"]["status"], "done");
  EXPECT_EQ(of["z-good.jpg"]["status"], "done");
}

// What is no photo, whatever it is called, and what can't be read: named, and the good one is done.
TEST_F(BatchFaults, WhatIsNoPhotoIsNamed) {
  makePhoto("photos/good.jpg");
  fs::copy_file(folder_ / "photos/good.jpg", folder_ / "photos/jpeg-in-truth.png");
  test::writeBytes(folder_ / "photos/empty.jpg", "");
  test::writeBytes(folder_ / "photos/text.tif", "Dear Sir or Madam,\n");
  test::writeBytes(folder_ / "photos/secret.jpg", test::readBytes(folder_ / "photos/good.jpg"));
  fs::permissions(folder_ / "photos/secret.jpg", fs::perms::none);
  ASSERT_EQ(mkfifo((folder_ / "photos/endless.jpg").c_str(), 0666), 0);
  fs::create_symlink("/dev/zero", folder_ / "photos/zero.png");
  fs::create_symlink(folder_ / "nowhere.jpg", folder_ / "photos/dangling.jpg");
  fs::create_symlink("itself.jpg", folder_ / "photos/itself.jpg");
  fs::create_directory(folder_ / "photos/folder.jpg");
  fs::create_directories(folder_ / "flat");
  fs::permissions(folder_ / "flat", fs::perms::all);
  fs::permissions(folder_.path(), fs::perms::all);
  RunLimits nobody;
  nobody.as_nobody = true;
  const ProgramRun ended = run({}, "flat", nobody);
  EXPECT_EQ(ended.status, 1);
  std::map<std::string, json> of;
  for (const json& line : manifest()) {
    of[line["photo"]] = line;
  }
  EXPECT_EQ(of["good.jpg"]["status"], "done");
  EXPECT_EQ(of["jpeg-in-truth.png"]["status"], "done");  // what is in it counts
  for (const char* name :
       {"empty.jpg", "text.tif", "secret.jpg", "endless.jpg", "zero.png", "dangling.jpg", "itself.jpg"}) {
    EXPECT_EQ(of[name]["status"], "failed") << name;
    EXPECT_THAT(ended.err, HasSubstr(in(std::string("photos/") + name) + ": ")) << name;
  }
  EXPECT_FALSE(of.contains("folder.jpg"));
}

TEST_F(BatchFaults, LinksInACircleAreGoneThroughOnce) {
  makePhoto("photos/a.jpg");
  fs::create_directories(folder_ / "photos/deep/deeper");
  fs::create_directory_symlink(folder_ / "photos", folder_ / "photos/deep/deeper/up");
  fs::create_directory_symlink(".", folder_ / "photos/here");
  fs::create_directory_symlink("knot", folder_ / "photos/knot");
  EXPECT_EQ(run({"--recursive"}).status, 0);
  EXPECT_EQ(manifest().size(), 1U);
}

TEST_F(BatchFaults, PhotosThatVanishAreNamed) {
  for (int k = 0; k < 8; ++k) {
    makePhoto(fmt::format("photos/{}.jpg", k));
  }
  RunLimits vanishing;
  vanishing.while_it_runs = [&](pid_t) {
    for (int tries = 0; tries < 4000 && !fs::exists(folder_ / "flat/0.jpg"); ++tries) {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    fs::remove(folder_ / "photos/6.jpg");
    fs::remove(folder_ / "photos/7.jpg");
  };
  const ProgramRun ended = run({}, "flat", vanishing);
  EXPECT_EQ(ended.status, 1);
  EXPECT_THAT(ended.err, HasSubstr(in("photos/7.jpg") + ": "));
  const std::vector<json> lines = manifest();
  ASSERT_EQ(lines.size(), 8U);
  EXPECT_EQ(lines[7]["status"], "failed");
  EXPECT_EQ(lines[7]["kind"], "not found");
  EXPECT_EQ(lines[0]["status"], "done");
}

TEST_F(BatchFaults, AFolderThatCannotBeWrittenIsSaid) {
  makePhoto("photos/a.jpg");
  fs::permissions(folder_.path(), fs::perms::owner_all | fs::perms::others_read | fs::perms::others_exec);
  RunLimits nobody;
  nobody.as_nobody = true;
  const ProgramRun unmade = run({}, "flat", nobody);
  EXPECT_EQ(unmade.status, 1);
  EXPECT_THAT(unmade.err, HasSubstr(in("flat")));
  fs::create_directories(folder_ / "flat");
  fs::permissions(folder_ / "flat",
                  fs::perms::owner_read | fs::perms::owner_exec | fs::perms::others_read | fs::perms::others_exec);
  const ProgramRun closed = run({}, "flat", nobody);
  EXPECT_EQ(closed.status, 1);
  EXPECT_THAT(closed.err, HasSubstr("Permission denied"));
  EXPECT_TRUE(fs::is_empty(folder_ / "flat"));
}

// It is there: that it may not be read is another fault than that it is not.
TEST_F(BatchFaults, APhotoThatMayNotBeReadIsNotSaidToBeMissing) {
  makePhoto("photos/a.jpg");
  makePhoto("photos/b.jpg");
  fs::permissions(folder_ / "photos/a.jpg", fs::perms::none);
  fs::create_directories(folder_ / "flat");
  fs::permissions(folder_ / "flat", fs::perms::all);
  fs::permissions(folder_.path(), fs::perms::all);
  RunLimits nobody;
  nobody.as_nobody = true;
  const ProgramRun ended = run({}, "flat", nobody);
  fs::permissions(folder_ / "photos/a.jpg", fs::perms::owner_all);
  EXPECT_EQ(ended.status, 1);
  EXPECT_THAT(ended.err, HasSubstr(in("photos/a.jpg") + ": cannot be opened: Permission denied (you may not read it)"));
  const std::vector<json> lines = manifest();
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0]["kind"], "unreadable");
  EXPECT_EQ(lines[1]["status"], "done");
}

// Named at the start, which by the end has scrolled away.
TEST_F(BatchFaults, FoldersThatCannotBeReadAreCountedAtTheEnd) {
  makePhoto("photos/a.jpg");
  makePhoto("photos/closed/b.jpg");
  fs::permissions(folder_ / "photos/closed", fs::perms::none);
  fs::create_directories(folder_ / "flat");
  fs::permissions(folder_ / "flat", fs::perms::all);
  fs::permissions(folder_.path(), fs::perms::all);
  RunLimits nobody;
  nobody.as_nobody = true;
  const ProgramRun ended = run({"--recursive"}, "flat", nobody);
  fs::permissions(folder_ / "photos/closed", fs::perms::owner_all);
  EXPECT_EQ(ended.status, 1);
  EXPECT_THAT(ended.err, HasSubstr("platen: " + in("photos/closed") + ": cannot be read: "));
  const std::size_t page = ended.err.find("photo 1 of 1");
  const std::size_t told = ended.err.find("platen: 1 folder could not be read, and what is in there was not done\n");
  ASSERT_NE(told, std::string::npos) << ended.err;
  EXPECT_LT(page, told);
}

// As flatten names it: the photo is not what is wrong.
TEST_F(BatchFaults, APageThatCannotBeWrittenIsNamedAndNotItsPhoto) {
  makePhoto("photos/et/b.jpg");
  fs::create_directories(folder_ / "flat/et/b.jpg");
  const ProgramRun ended = run({"--recursive"});
  EXPECT_EQ(ended.status, 1);
  EXPECT_THAT(ended.err, HasSubstr("platen: " + in("flat/et/b.jpg") + ": is a folder"));
  EXPECT_THAT(ended.err, Not(HasSubstr("photos/et/b.jpg: ")));
  ASSERT_EQ(manifest().size(), 1U);
  EXPECT_EQ(manifest()[0]["photo"], "et/b.jpg");
  EXPECT_EQ(manifest()[0]["output"], nullptr);
}

// A file system that is full: what is written whole stays, the rest follows when there is room.
TEST_F(BatchFaults, AFullDiskEndsInASentenceAndIsCarriedOn) {
  for (int k = 0; k < 8; ++k) {
    makePhoto(fmt::format("photos/{}.jpg", k));
  }
  ASSERT_EQ(run({}, "whole").status, 0);
  const auto whole = pages("whole");
  const std::uintmax_t bytes = whole.begin()->second.size();
  fs::create_directories(folder_ / "flat");
  const auto mounted = [&](unsigned long flags, std::uintmax_t size) {
    return mount("platen-test", (folder_ / "flat").c_str(), "tmpfs", flags, fmt::format("size={}", size).c_str()) == 0;
  };
  if (!mounted(0, 3 * bytes + 65536)) {
    GTEST_SKIP() << "no tmpfs can be mounted here: " << std::strerror(errno);
  }
  const ProgramRun full = run({"--jobs", "2"});
  EXPECT_EQ(full.status, 1);
  EXPECT_THAT(full.err, HasSubstr("No space left on device"));
  std::size_t kept = 0;
  for (const auto& [name, page] : pages()) {
    EXPECT_EQ(page, whole.at(name)) << name;
    ++kept;
  }
  EXPECT_GT(kept, 0U);
  EXPECT_LT(kept, whole.size());
  EXPECT_TRUE(mounted(MS_REMOUNT, std::uintmax_t{64} << 20));
  EXPECT_EQ(run({"--jobs", "2"}).status, 0);
  EXPECT_EQ(pages(), whole);
  umount2((folder_ / "flat").c_str(), MNT_DETACH);
}

// 255 bytes are the most a name may have: that of a page may be longer than its photo's.
TEST_F(BatchFaults, NamesOf255Bytes) {
  const std::string name = std::string(251, 'n') + ".jpg";
  const std::string without_ending(253, 'm');
  makePhoto("photos/" + name);
  EXPECT_EQ(run().status, 0);
  EXPECT_EQ(pages().count(name), 1U);
  makePhoto(without_ending);
  const ProgramRun longer = runPlaten({"batch", in(without_ending), "-o", in("longer")});
  EXPECT_EQ(longer.status, 1);
  EXPECT_THAT(longer.err, HasSubstr("its name is too long (give the photo a shorter one)"));
  EXPECT_EQ(pages("longer").size(), 0U);
}

TEST_F(BatchFaults, TheSecondRunOnAFolderSaysSoAndStops) {
  for (int k = 0; k < 6; ++k) {
    makePhoto(fmt::format("photos/{}.jpg", k));
  }
  ProgramRun second;
  RunLimits meanwhile;
  meanwhile.while_it_runs = [&](pid_t first) {
    for (int tries = 0; tries < 4000 && !fs::exists(folder_ / "flat/0.jpg"); ++tries) {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    kill(first, SIGSTOP);  // it holds the folder, and does not end before the second has looked
    second = run();
    kill(first, SIGCONT);
  };
  EXPECT_EQ(run({}, "flat", meanwhile).status, 0);
  EXPECT_EQ(second.status, 1);
  EXPECT_THAT(second.err, HasSubstr("another run of platen batch"));
  EXPECT_EQ(pages().size(), 6U);
}

// Killed at fifty moments and called again, the pages are those of a run that nothing disturbed, and nothing else.
TEST_F(BatchFaults, LivesThroughFiftyKills) {
  constexpr int kKills = 50;
  for (int k = 0; k < 6; ++k) {
    makePhoto(fmt::format("photos/{}/{}.jpg", k % 2, k));
  }
  const auto begun = std::chrono::steady_clock::now();
  const std::vector<std::string> options{"--recursive", "--rotate", "0", "--jobs", "2"};  // Tesseract begins slowly
  ASSERT_EQ(run(options, "whole").status, 0);
  const auto took = std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - begun);
  const auto whole = pages("whole");
  ASSERT_EQ(whole.size(), 6U);
  std::mt19937 random(50);
  int killed = 0;
  auto longest = took;  // a run that ended before its kill was a faster one than was thought
  for (int round = 0; killed < kKills && round < 10 * kKills; ++round) {
    SCOPED_TRACE(round);
    const auto wait = std::chrono::microseconds(random() % static_cast<unsigned>(longest.count()));
    RunLimits limits;
    limits.while_it_runs = [&](pid_t child) {
      std::this_thread::sleep_for(wait);
      kill(child, SIGKILL);
    };
    const int status = run(options, "flat", limits).status;
    ASSERT_THAT(status, ::testing::AnyOf(0, 128 + SIGKILL));
    killed += status == 0 ? 0 : 1;
    if (fs::exists(folder_ / "flat")) {
      for (const auto& [name, bytes] : pages()) {
        if (fs::path(name).filename().native().starts_with('.') || name == "manifest.jsonl.new") {
          continue;  // a temporary file, or the manifest on its way
        }
        EXPECT_EQ(bytes, whole.at(name)) << "a partial page under its final name";
      }
    }
    if (status == 0) {
      longest = std::max(longest * 9 / 10, took / 20);
    }
    if (status == 0 || round % 5 == 4) {  // all over again: what is left to do gets less
      ASSERT_EQ(run(options).status, 0);
      EXPECT_EQ(pages(), whole);  // whatever the killed ones left is gone
      fs::remove_all(folder_ / "flat");
    }
  }
  EXPECT_EQ(killed, kKills);
  ASSERT_EQ(run(options).status, 0);
  EXPECT_EQ(pages(), whole);
  EXPECT_EQ(manifest().size(), 6U);
}

}  // namespace
}  // namespace platen::app
