// The real program where disk, memory, rights or a signal stop it: what it says, and that nothing partial is left.
#include "tests/app/program_folder.h"
#include "tests/support/drawn_form.h"
#include "tests/support/page_photo.h"
#include "tests/support/photo_files.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace platen::app {
namespace {

using nlohmann::json;
using test::readImage;
using test::writeBytes;
using test::writeImage;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

TEST_F(Program, AFullDiskLeavesNothing) {
  makePhoto("page.png", FileFormat::png);
  const ProgramRun run = runPlaten({"flatten", in("page.png"), "-o", in("out")}, {20000, {}, false, {}});
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.err, HasSubstr(in("out/page.png") + ": "));
  EXPECT_THAT(filesIn("out"), IsEmpty());
}

TEST_F(Program, APageThatCannotBeWrittenLeavesItsNameToAnother) {
  // PNGs both, so their pages are; what one is called says so only when it is opened.
  makePhoto("page.jpg", FileFormat::png);
  test::PhotoRecipe small;
  small.photo_px = {360, 480};
  writeImage(folder_ / "page.png", test::photograph(small).photo, FileFormat::png);
  const long between = static_cast<long>(std::filesystem::file_size(folder_ / "page.png") * 5 / 4);
  const ProgramRun run =
      runPlaten({"flatten", in("page.jpg"), in("page.png"), "-o", in("out")}, {between, {}, false, {}});
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.err, HasSubstr(in("out/page.png") + ": cannot be written"));
  EXPECT_THAT(run.err, Not(HasSubstr("made from")));
  EXPECT_THAT(filesIn("out"), ElementsAre("page.png"));
}

TEST_F(Program, AFolderThatCannotBeWritten) {
  makePhoto("page.jpg");
  namespace fs = std::filesystem;
  const fs::perms open_to_all = fs::perms::owner_all | fs::perms::group_read | fs::perms::group_exec |
                                fs::perms::others_read | fs::perms::others_exec;
  fs::permissions(folder_.path(), open_to_all);
  fs::create_directory(folder_ / "closed");
  fs::permissions(folder_ / "closed",
                  fs::perms::owner_read | fs::perms::owner_exec | fs::perms::others_read | fs::perms::others_exec);
  RunLimits nobody;
  nobody.as_nobody = true;
  if (runPlaten({"inspect", in("page.jpg")}, nobody).status != 0) {
    fs::permissions(folder_ / "closed", fs::perms::owner_all);
    GTEST_SKIP() << "a user without rights can't reach the program or the test's folder";
  }
  makePhoto("other.jpg");
  // Said once, before any photo is fitted.
  for (const std::string out : {"closed", "closed/page.png", "closed/both.pdf"}) {
    std::vector<std::string> call{"flatten", in("page.jpg"), "-o", in(out), "--verbose"};
    if (out != "closed/page.png") {
      call.push_back(in("other.jpg"));
    }
    const ProgramRun run = runPlaten(call, nobody);
    EXPECT_EQ(run.status, 1);
    EXPECT_EQ(run.err, "platen: " + in(out) + ": cannot be written: Permission denied\n");
  }
  fs::permissions(folder_ / "closed", fs::perms::owner_all);
  EXPECT_THAT(filesIn("closed"), IsEmpty());
}

TEST_F(Program, AFolderThatCannotBeMade) {
  makePhoto("page.jpg");
  writeBytes(folder_ / "file", "x");
  const ProgramRun run = runPlaten({"flatten", in("page.jpg"), "-o", in("file/out/")});
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.err, HasSubstr("the folder can't be made"));
}

TEST_F(Program, TooLittleMemoryIsRefusedWithTheNeed) {
  makePhoto("page.jpg");
  const ProgramRun run = runPlaten({"flatten", in("page.jpg"), "-o", in("flat.jpg"), "--memory", "60M"});
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.err, HasSubstr("needs about"));
  EXPECT_THAT(run.err, HasSubstr("--memory allows 60M"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "flat.jpg"));
}

TEST_F(Program, PhotosOfMorePixelsThanAllowedAreRefused) {
  makePhoto("photos/a.jpg");
  const std::string jpg = in("photos/a.jpg");
  const std::vector<std::vector<std::string>> calls{{"flatten", jpg, "-o", in("flat.jpg")},
                                                    {"batch", in("photos"), "-o", in("flat")},
                                                    {"fit", jpg, "-o", in("warp.json")},
                                                    {"inspect", jpg}};
  for (std::vector<std::string> call : calls) {
    call.insert(call.end(), {"--max-pixels", "100K"});
    const ProgramRun refused = runPlaten(call);
    EXPECT_EQ(refused.status, 1) << call[0];
    EXPECT_THAT(refused.err,
                HasSubstr("a.jpg: claims 720 x 960 pixels, more than Platen opens (at most 65535 a side and "
                          "100000 pixels in all"))
        << call[0];
    call.back() = "0.7M";
    EXPECT_EQ(runPlaten(call).status, 0) << call[0];
    for (const char* wrong : {"0", "-1", "many", "5T", "5G", "1MM", ""}) {
      call.back() = wrong;
      EXPECT_EQ(runPlaten(call).status, 2) << call[0] << " " << wrong;
    }
  }
  EXPECT_EQ(runPlaten({"apply", in("warp.json"), jpg, "-o", in("b.jpg"), "--max-pixels", "100K"}).status, 1);
}

TEST_F(Program, AWrongCommandLineNamesTheHelpThatExplainsIt) {
  const ProgramRun misspelt = runPlaten({"batch", "photos", "-o", "flat", "--jbos", "2"});
  EXPECT_EQ(misspelt.status, 2);
  EXPECT_THAT(misspelt.err, HasSubstr("--jbos"));
  EXPECT_THAT(misspelt.err, HasSubstr("(see platen batch --help)"));
  const ProgramRun no_command = runPlaten({"flaten", "page.jpg"});
  EXPECT_EQ(no_command.status, 2);
  EXPECT_THAT(no_command.err, HasSubstr("(see platen --help)"));
}

TEST_F(Program, ACommandThatIsNotThereIsNamedBeforeItsOptions) {
  const ProgramRun run = runPlaten({"flaten", "page.jpg", "-o", "flat"});
  EXPECT_EQ(run.status, 2);
  EXPECT_THAT(run.err, HasSubstr("there is no command flaten (there are flatten, batch, "));
}

TEST_F(Program, AFileThatLooksLikeAnOptionIsToldHowToBeNamed) {
  makePhoto("-dash.jpg");
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(in("."));
  const ProgramRun run = runPlaten({"flatten", "-dash.jpg", "-o", "flat.jpg"});
  std::filesystem::current_path(before);
  EXPECT_EQ(run.status, 2);
  EXPECT_THAT(run.err, HasSubstr("write ./-dash.jpg"));
}

// Line breaks, a terminal's commands, bytes that are no UTF-8: legal in names, and no part of a message's form.
TEST_F(Program, NamesStayOnTheirLines) {
  const std::string broken = "no\nphoto.jpg";
  const std::string loud = "a\x1b[31m\xff.jpg";
  writeBytes(folder_ / broken, "nothing");
  makePhoto(loud);
  const auto has_commands = [](const std::string& text) {
    return std::any_of(text.begin(), text.end(),
                       [](char c) { return c != '\n' && static_cast<unsigned char>(c) < 32; });
  };
  const ProgramRun run = runPlaten({"flatten", in(broken), in(loud), "-o", in("out"), "--json", "--verbose"});
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.err, HasSubstr("no\\nphoto.jpg: is not an image"));
  EXPECT_THAT(run.err, HasSubstr("a\\x1b[31m\\xff.jpg -> "));
  EXPECT_FALSE(has_commands(run.err)) << run.err;
  std::istringstream lines(run.err);
  for (std::string line; std::getline(lines, line);) {
    EXPECT_THAT(line, StartsWith("platen: "));
  }
  const std::vector<json> told = jsonLines(run.out);  // JSON, whatever the names
  ASSERT_EQ(told.size(), 2U);
  EXPECT_EQ(told[0]["file"], in(broken));
  EXPECT_THAT(told[1]["file"].get<std::string>(), HasSubstr("a\x1b[31m\xef\xbf\xbd.jpg"));
  EXPECT_THAT(filesIn("out"), ElementsAre(loud));  // its page has its name

  // The complaints before anything is done, and what is known of a file.
  const ProgramRun absent = runPlaten({"batch", in("gone\n\x1b.jpg"), "-o", in("out2")});
  EXPECT_EQ(absent.status, 2);
  EXPECT_THAT(absent.err, HasSubstr("gone\\n\\x1b.jpg"));
  EXPECT_FALSE(has_commands(absent.err));
  const ProgramRun known = runPlaten({"inspect", in(loud)});
  EXPECT_THAT(known.out, HasSubstr("a\\x1b[31m\\xff.jpg"));
  EXPECT_FALSE(has_commands(known.out));
  EXPECT_TRUE(json::accept(runPlaten({"inspect", in(loud), "--json"}).out));

  RunLimits terminal;
  terminal.on_terminal = true;
  const ProgramRun bar = runPlaten({"flatten", in(broken), in(loud), "-o", in("out3")}, terminal);
  EXPECT_THAT(bar.err, HasSubstr("0/2  no\\nphoto.jpg"));
  EXPECT_THAT(bar.err, HasSubstr("a\\x1b[31m\\xff"));  // the line's end may be cut off
  EXPECT_THAT(bar.err, Not(HasSubstr("[31m\xff")));
}

TEST_F(Program, AnEmptyNameOfWhatIsWrittenIsRefused) {
  makePhoto("page.jpg");
  for (const char* command : {"flatten", "batch"}) {
    const ProgramRun run = runPlaten({command, in("page.jpg"), "-o", ""});
    EXPECT_EQ(run.status, 2) << command;
    EXPECT_THAT(run.err, HasSubstr("-o")) << command;
  }
  for (const auto& [command, option] :
       {std::pair{"flatten", "--warp-out"}, {"flatten", "--map-out"}, {"batch", "--pdf"}}) {
    const ProgramRun run = runPlaten({command, in("page.jpg"), "-o", in("out"), option, ""});
    EXPECT_EQ(run.status, 2) << option;
    EXPECT_THAT(run.err, HasSubstr(std::string(option) + ": the name is empty"));
  }
}

TEST_F(Program, TheFormNeedsMemoryToo) {
  makePhoto("form.jpg");
  makePhoto("page.jpg");
  const ProgramRun run =
      runPlaten({"register", in("page.jpg"), "--reference", in("form.jpg"), "-o", in("flat.jpg"), "--memory", "60M"});
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.err, HasSubstr("form.jpg: "));
  EXPECT_THAT(run.err, HasSubstr("--memory allows 60M"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "flat.jpg"));
}

// Stops a run that has only just begun: from then on the signal is waited for, and does not kill.
void stopAtOnce(pid_t child) {
  for (int tries = 0; tries < 5000; ++tries) {
    std::istringstream status(test::readBytes(fmt::format("/proc/{}/status", child)));
    for (std::string line; std::getline(status, line);) {
      if (line.starts_with("SigBlk:") && (std::stoull(line.substr(7), nullptr, 16) >> (SIGINT - 1) & 1U) != 0) {
        kill(child, SIGINT);
        return;
      }
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  kill(child, SIGKILL);
}

TEST_F(Program, AStopSaysWhatTheSameCommandWouldDo) {
  makePhoto("photos/a.jpg");
  makePhoto("photos/b.jpg");
  const std::string a = in("photos/a.jpg"), b = in("photos/b.jpg");
  const auto said = [](const std::vector<std::string>& call) {
    const ProgramRun run = runPlaten(call, {0, {}, false, stopAtOnce});
    EXPECT_EQ(run.status, 128 + SIGINT) << run.err;
    return run.err;
  };
  const std::string removed = "platen: stopped; what was not whole has been removed ";
  EXPECT_THAT(said({"flatten", a, "-o", in("a.jpg")}), HasSubstr(removed + "(run the same command again)"));
  EXPECT_THAT(
      said({"flatten", a, b, "-o", in("flat")}),
      HasSubstr(removed + "(the same command begins again with the first photo; platen batch goes on where it ended)"));
  EXPECT_THAT(said({"flatten", a, b, "-o", in("ab.pdf")}),
              HasSubstr(removed + "(" + in("ab.pdf") +
                        " was not written; the same command begins again with the first photo)"));
  EXPECT_THAT(said({"flatten", a, "-o", in("a.pdf")}),
              HasSubstr(removed + "(" + in("a.pdf") + " was not written; run the same command again)"));
  EXPECT_THAT(said({"batch", in("photos"), "-o", in("all")}),
              HasSubstr(removed + "(run the same command again to go on)"));
}

TEST_F(Program, APhotoThatWasStoppedIsNotCounted) {
  RunLimits stopped;
  stopped.on_terminal = true;
  stopped.while_it_runs = [&](pid_t child) {
    for (int tries = 0; tries < 5000 && !std::filesystem::exists(folder_ / "out/p1.jpg"); ++tries) {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));  // into the next photo
    kill(child, SIGINT);
  };
  std::vector<std::string> arguments{"flatten", "-o", in("out")};
  for (int k = 0; k < 5; ++k) {
    const std::string name = fmt::format("photos/p{}.jpg", k);
    makePhoto(name);
    arguments.push_back(in(name));
  }
  const ProgramRun run = runPlaten(arguments, stopped);
  EXPECT_EQ(run.status, 128 + SIGINT) << run.err;
  const std::size_t made = filesIn("out").size();
  ASSERT_LT(made, 5U) << "it ended before the signal";
  EXPECT_THAT(run.err, HasSubstr(fmt::format("platen: {0} of 5 photos, {0} pages done in ", made)));
}

TEST_F(Program, ASignalLeavesNoPartialPage) {
  std::vector<std::string> arguments{"flatten", "-o", in("out"), "--threads", "1"};
  for (int k = 0; k < 30; ++k) {
    const std::string name = fmt::format("p{}.jpg", k);
    makePhoto(fmt::format("photos/{}", name));
    arguments.push_back((folder_.path() / "photos" / name).string());
  }
  for (const int signal : {SIGINT, SIGTERM}) {
    const ProgramRun run = runPlaten(arguments, {0, {}, false, [&](pid_t child) {
                                                   // Once the first page is there, the others are being made.
                                                   for (int tries = 0; tries < 2000; ++tries) {
                                                     if (std::filesystem::exists(folder_ / "out/p0.jpg")) {
                                                       break;
                                                     }
                                                     std::this_thread::sleep_for(std::chrono::milliseconds(5));
                                                   }
                                                   kill(child, signal);
                                                 }});
    EXPECT_EQ(run.status, 128 + signal) << run.err;
    EXPECT_THAT(run.err, HasSubstr("platen: stopped"));
    const std::vector<std::string> made = filesIn("out");
    EXPECT_FALSE(made.empty());
    EXPECT_LT(made.size(), 30U);
    for (const std::string& name : made) {
      EXPECT_THAT(name, StartsWith("p"));  // no hidden temporary file
      EXPECT_FALSE(readImage(folder_.path() / "out" / name).empty());
    }
    std::filesystem::remove_all(folder_ / "out");
  }
}

}  // namespace
}  // namespace platen::app
