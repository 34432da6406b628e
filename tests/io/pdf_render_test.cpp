// How pdftoppm is run for pages of PDFs: what it inherits, when it ends, and what is made of its output.
#include "core/io/image_address.h"
#include "core/io/pdf_kept.h"
#include "core/io/pdf_page.h"
#include "core/io/probe.h"
#include "tests/io/modern_photos.h"
#include "tests/io/photo_fixtures.h"

#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <sstream>
#include <stop_token>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen::io {
namespace {

using testing::HasSubstr;

constexpr Size kSize{96, 48};

PdfImageKind jpegPage(const Image& image = rampImage(kSize, 3)) {
  return {.filter = "/DCTDecode", .data = encodeJpeg(image, {}), .size = image.size()};
}

template <class Holds>
bool soon(const Holds& holds) {
  for (int k = 0; k < 2000 && !holds(); ++k) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return holds();
}

bool hasEnded(int process) {
  std::ifstream status("/proc/" + std::to_string(process) + "/stat");
  std::string id;
  std::string name;
  std::string state = "gone";
  status >> id >> name >> state;
  return state == "gone" || state == "Z";
}

// A pdftoppm of the test's own: a shell script, the first on PATH.
class FakeRenderer : public testing::Test {
 protected:
  void SetUp() override {
    page_.paints += " 0 0 m 0 0 l S";
    ::setenv("PATH", (folder_.path().string() + ":" + path_).c_str(), 1);
    test::writeImage(folder_ / "page.png", rampImage(kSize, 3), FileFormat::png);
  }
  void TearDown() override { ::setenv("PATH", path_.c_str(), 1); }
  void script(const std::string& text) {
    writeBytes(folder_ / "pdftoppm", "#!/bin/sh\ncd '" + folder_.path().string() + "'\n" + text + "\n");
    std::filesystem::permissions(folder_ / "pdftoppm", std::filesystem::perms::owner_all);
  }

  std::filesystem::path make(const PdfImageKind& page) {
    writePdf(folder_ / "a.pdf", {page});
    return folder_ / "a.pdf";
  }

  ScratchFolder folder_;
  std::string path_ = std::getenv("PATH");
  PdfImageKind page_ = jpegPage();
};

TEST_F(FakeRenderer, HasLimitsAndNoneOfTheProgramsSignals) {
  script("grep -E 'SigBlk|SigIgn' /proc/self/status > signals; ulimit -t > limits; ulimit -v >> limits; cat page.png");
  sigset_t blocked;
  sigset_t before;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &blocked, &before);
  auto* const pipe_before = std::signal(SIGPIPE, SIG_IGN);
  const auto photo = probe(make(page_));
  std::signal(SIGPIPE, pipe_before);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  ASSERT_TRUE(photo) << describe(photo.error());
  EXPECT_EQ(photo->size, kSize);
  // Two masks in hexadecimal. Which of the real-time signals are ignored is the business of whoever began the test.
  std::istringstream signals(readBytes(folder_ / "signals"));
  for (const char* mask : {"SigBlk:", "SigIgn:"}) {
    std::string name;
    std::uint64_t bits = ~std::uint64_t{0};
    signals >> name >> std::hex >> bits;
    EXPECT_EQ(name, mask);
    for (const int number : {SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGALRM, SIGTERM, SIGCHLD}) {
      EXPECT_EQ(bits >> (number - 1) & 1, 0U) << mask << " " << number;
    }
  }
  EXPECT_EQ(readBytes(folder_ / "limits"), "120\n8388608\n");
}

TEST_F(FakeRenderer, EndsWithTheProgram) {
  script("echo $$ > id.part; mv id.part id; exec sleep 100");
  const auto file = make(page_);
  const pid_t program = ::fork();
  if (program == 0) {
    static_cast<void>(probe(file));
    ::_exit(0);
  }
  ASSERT_TRUE(soon([&] { return std::filesystem::exists(folder_ / "id"); }));
  const int renderer = std::stoi(readBytes(folder_ / "id"));
  ::kill(program, SIGKILL);
  ::waitpid(program, nullptr, 0);
  EXPECT_TRUE(soon([&] { return hasEnded(renderer); }));
}

TEST_F(FakeRenderer, EndsWhenItIsStopped) {
  script("echo $$ > id.part; mv id.part id; exec sleep 100");
  const auto file = make(page_);
  std::stop_source stop;
  const std::jthread stopper([&] {
    EXPECT_TRUE(soon([&] { return std::filesystem::exists(folder_ / "id"); }));
    stop.request_stop();
  });
  const auto photo = probe(file, stop.get_token());
  ASSERT_FALSE(photo);
  EXPECT_EQ(photo.error().kind, ErrorKind::stopped);
  EXPECT_TRUE(hasEnded(std::stoi(readBytes(folder_ / "id"))));
}

TEST_F(FakeRenderer, WhatItComplainsOfIsOneSentence) {
  const auto doubtOfPage = [&](const char* said) {
    script(std::string("printf '") + said + "' >&2; cat page.png");
    const auto photo = probe(make(page_));
    EXPECT_TRUE(photo) << describe(photo.error());
    return photo ? photo->rendering_doubt : std::string();
  };
  EXPECT_EQ(doubtOfPage(""), "");
  page_.paints += " ";  // another file each time
  EXPECT_EQ(doubtOfPage("Syntax Warning: odd\\033\\n"), "Syntax Warning: odd?");
  page_.paints += " ";
  EXPECT_EQ(doubtOfPage("Syntax Warning: odd\\n\\nSyntax Warning: odd\\nSyntax Error (12): no font\\nmore"),
            "Syntax Error (12): no font (and 2 more)");
  page_.paints += " ";
  script("head -c 100000 /dev/zero | tr '\\0' x >&2; cat page.png");
  EXPECT_EQ(probe(make(page_))->rendering_doubt, std::string(160, 'x'));
}

TEST_F(FakeRenderer, ItsMemoryIsKnownBeforeItRuns) {
  script("echo run > ran; cat page.png");
  const auto file = make(page_);
  // 200 x 100 points at 300 dpi, bitmap and group.
  EXPECT_NEAR(bytesToRender(file), 30e6 + 8 * 834 * 417, 1e5);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "ran"));
  ASSERT_TRUE(probe(file));
  EXPECT_EQ(bytesToRender(file), 0);  // it is kept
  writePdf(folder_ / "scan.pdf", {jpegPage()});
  EXPECT_EQ(bytesToRender(folder_ / "scan.pdf"), 0);
  EXPECT_EQ(bytesToRender(folder_ / "page.png"), 0);
  EXPECT_EQ(bytesToRender(folder_ / "none.pdf"), 0);
}

// One image, and nothing else, of a kind that can't be taken out: masked, and with rows that are not there.
TEST_F(FakeRenderer, ItsMemoryIsKnownOfAnImageThatCantBeTakenOut) {
  script("echo run > ran; cat page.png");
  PdfImageKind masked = jpegPage();
  masked.more = "/Mask [0 0 0 0 0 0]";
  EXPECT_NEAR(bytesToRender(make(masked)), 30e6 + 8 * 834 * 417, 1e5);
  EXPECT_NEAR(bytesToRender(make({.colors = "/DeviceGray", .data = "short", .size = kSize})), 30e6 + 8 * 834 * 417,
              1e5);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "ran"));
}

// As of a book, whose photos are looked at before they are done.
TEST_F(FakeRenderer, RunsOnceForEachPage) {
  script("echo run >> runs; cat page.png");
  writePdf(folder_ / "many.pdf", std::vector<PdfImageKind>(30, page_));
  for (const int time : {1, 2}) {
    for (int page = 1; page <= 30; ++page) {
      ASSERT_TRUE(probe(addressed(folder_ / "many.pdf", page))) << time;
    }
  }
  EXPECT_EQ(readBytes(folder_ / "runs").size(), std::string("run\n").size() * 30);
}

TEST(KeptPdfPages, LeaveRoomForOthers) {
  KeptPdfPages kept(1 << 20, [] { return std::uint64_t{800}; });
  for (int image = 1; image <= 10; ++image) {
    auto page = std::make_shared<TakenPage>();
    page->bytes = 50;
    kept.keep(ImageKey{{}, image}, page);
  }
  EXPECT_TRUE(kept.find(ImageKey{{}, 7}));
  EXPECT_FALSE(kept.find(ImageKey{{}, 3}));
  EXPECT_GT(freeTemporaryBytes(), 0U);
}

TEST(KeptPdfPages, HaveABoundOfBytesBesideThoseAtWork) {
  KeptPdfPages kept(1000);
  const auto keyOf = [](int image) { return ImageKey{{}, image}; };
  const auto keep = [&](int image, std::uint64_t bytes) {
    auto page = std::make_shared<TakenPage>();
    page->bytes = bytes;
    kept.keep(keyOf(image), page);
  };
  for (int image = 1; image <= 4; ++image) {
    keep(image, 250);
  }
  EXPECT_TRUE(kept.find(keyOf(1)));  // the last that was used now
  keep(5, 250);
  EXPECT_TRUE(kept.find(keyOf(1)));
  EXPECT_FALSE(kept.find(keyOf(2)));
  keep(6, 2000);
  EXPECT_TRUE(kept.find(keyOf(6)));
  EXPECT_TRUE(kept.find(keyOf(1)));
  EXPECT_FALSE(kept.find(keyOf(5)));
  keep(7, 1);  // 1 was used after 6
  EXPECT_FALSE(kept.find(keyOf(6)));
  kept.keepFor(4);
  for (int image = 11; image <= 15; ++image) {
    keep(image, 5000);
  }
  for (int image = 12; image <= 15; ++image) {
    EXPECT_TRUE(kept.find(keyOf(image))) << image;
  }
  EXPECT_FALSE(kept.find(keyOf(11)));
  for (int image = 20; image < 320; ++image) {
    keep(image, 0);  // each has an open file
  }
  EXPECT_FALSE(kept.find(keyOf(100)));
  EXPECT_TRUE(kept.find(keyOf(130)));
}

TEST_F(FakeRenderer, HalfAPageIsNone) {
  script("head -c 300 page.png; echo 'I/O Error: it broke off' >&2");
  const auto photo = probe(make(page_));
  ASSERT_FALSE(photo);
  EXPECT_EQ(photo.error().kind, ErrorKind::unreadable);
  EXPECT_EQ(photo.error().message, "can't be rendered: I/O Error: it broke off");
}

TEST_F(FakeRenderer, AFullDiskIsSaid) {
  script("head -c 100000 /dev/zero; exit 0");
  const Image pixels = noiseImage({96, 96}, 3, PixelType::u8);
  const std::string noise(pixels.rowAs<char>(0), std::size_t{3} * 96 * 96);
  PdfImageKind flate{.colors = "/DeviceRGB", .data = noise, .size = {96, 96}};
  PdfImageKind jpeg = jpegPage(noiseImage({300, 300}, 3, PixelType::u8));
  const rlimit few{8192, RLIM_INFINITY};
  for (const PdfImageKind& page : {page_, flate, jpeg}) {
    SCOPED_TRACE(page.filter + page.paints);
    const auto file = make(page);
    rlimit before{};
    ::getrlimit(RLIMIT_FSIZE, &before);
    auto* const signal_before = std::signal(SIGXFSZ, SIG_IGN);
    ::setrlimit(RLIMIT_FSIZE, &few);
    const auto photo = probe(file);
    ::setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, signal_before);
    ASSERT_FALSE(photo);
    EXPECT_EQ(photo.error().kind, ErrorKind::writeFailed) << photo.error().message;
    EXPECT_THAT(photo.error().message, HasSubstr("a temporary file can't be written: File too large"));
  }
}

}  // namespace
}  // namespace platen::io
