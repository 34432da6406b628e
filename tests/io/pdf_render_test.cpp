// How pdftoppm is run for pages of PDFs: what it inherits, when it ends, and what is made of its output.
#include "core/io/probe.h"
#include "tests/io/modern_photos.h"
#include "tests/io/photo_fixtures.h"

#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <sstream>
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
  const auto soon = [](const auto& holds) {
    for (int k = 0; k < 2000 && !holds(); ++k) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return holds();
  };
  ASSERT_TRUE(soon([&] { return std::filesystem::exists(folder_ / "id"); }));
  const int renderer = std::stoi(readBytes(folder_ / "id"));
  ::kill(program, SIGKILL);
  ::waitpid(program, nullptr, 0);
  EXPECT_TRUE(soon([&] {
    std::ifstream status("/proc/" + std::to_string(renderer) + "/stat");
    std::string id;
    std::string name;
    std::string state = "gone";
    status >> id >> name >> state;
    return state == "gone" || state == "Z";
  }));
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
