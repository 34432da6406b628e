// What the programs load when they start: nothing that a page is not worth. libtorch waits until it is asked for.
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen::app {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

const std::vector<std::string> kPrograms{
    PLATEN_PROGRAM,
#ifdef PLATEN_VIEWER
    PLATEN_VIEWER,
#endif
};

std::string quoted(const std::string& word) {
  return std::string("'").append(word).append("'");
}

std::string saidBy(const std::string& command) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::string text;
  std::array<char, 4096> buffer{};
  for (std::size_t n = 0; pipe && (n = std::fread(buffer.data(), 1, buffer.size(), pipe.get())) > 0;) {
    text.append(buffer.data(), n);
  }
  return text;
}

// As ldd does: the dynamic linker says what it would load.
std::string librariesOf(const std::string& program) {
  return saidBy("LD_TRACE_LOADED_OBJECTS=1 " + quoted(program));
}

TEST(Start, NoTorchIsLoaded) {
  for (const std::string& program : kPrograms) {
    const std::string libraries = librariesOf(program);
    EXPECT_THAT(libraries, HasSubstr("libopencv_core.so")) << program << ": the list is not what it should be";
    for (const char* heavy : {"libtorch", "libc10", "libcuda", "libtesseract"}) {
      EXPECT_THAT(libraries, Not(HasSubstr(heavy))) << program;
    }
  }
}

TEST(Start, WhatIsLoadedLaterShowsItsEntryAlone) {
  for (const auto& [library, entry] : {std::pair<std::string, std::string>{PLATEN_INIT_MODULE, "platenInitModule"},
                                       {PLATEN_TORCH_SAMPLING, "platenTorchSampling"}}) {
    const std::string symbols =
        saidBy(std::string(PLATEN_NM) + " -D --defined-only --format=just-symbols " + quoted(library));
    EXPECT_EQ(symbols, entry + "\n");
  }
}

#ifdef PLATEN_VIEWER
// As over ssh, or in a build: nothing there that a window could be on.
std::string saidWithoutDisplay(const std::string& arguments) {
  return saidBy("env -u DISPLAY -u WAYLAND_DISPLAY -u WAYLAND_SOCKET -u QT_QPA_PLATFORM -u XDG_SESSION_TYPE LC_ALL=C " +
                quoted(PLATEN_VIEWER) + " " + arguments + " 2>&1; echo status $?");
}

TEST(Start, TheViewerTellsHelpAndVersionWithoutADisplay) {
  for (const char* help : {"--help", "-h", "photo.jpg --help", "-style fusion --help"}) {
    const std::string said = saidWithoutDisplay(help);
    EXPECT_THAT(said, testing::StartsWith("Usage: ")) << help;
    EXPECT_THAT(said, HasSubstr("Photos, folders or a project to open")) << help;
    EXPECT_THAT(said, testing::EndsWith("\nstatus 0\n")) << help;
  }
  for (const char* version : {"--version", "-v"}) {
    EXPECT_THAT(saidWithoutDisplay(version), testing::MatchesRegex("platen-gui [0-9.]+\nstatus 0\n")) << version;
  }
}

TEST(Start, TheViewerSaysThatThereIsNoDisplay) {
  for (const char* arguments : {"", "photo.jpg", "-reverse", "-- --help"}) {
    EXPECT_EQ(saidWithoutDisplay(arguments),
              "platen-gui: there is no display to open a window on (neither DISPLAY nor WAYLAND_DISPLAY is set)\n"
              "status 1\n")
        << arguments;
  }
}
#endif

// A program whose libraries were not installed with it, or can't be loaded.
class Alone : public testing::Test {
 protected:
  Alone() {
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "bin");
    fs::create_directories(folder_ / "lib" / "platen");
    fs::copy_file(PLATEN_PROGRAM, folder_ / "bin" / "platen");
    std::ofstream(folder_ / "guess.pt") << "a module";
  }
  ~Alone() override { fs::remove_all(folder_); }

  std::string fitted() {
    return saidBy(quoted(folder_ / "bin" / "platen") + " fit photo.jpg -o page.warp.json --init-model " +
                  quoted(folder_ / "guess.pt") + " 2>&1");
  }

  fs::path folder_ = fs::path(testing::TempDir()) / ("platen_alone_" + std::to_string(getpid()));
};

TEST_F(Alone, AFirstGuessNamesTheLibraryThatIsMissing) {
  EXPECT_THAT(fitted(), testing::MatchesRegex("platen: .*guess.pt: can't be used: libplaten_init_module.so is not in "
                                              "[^ ]+ \\(install it there.*, or leave out --init-model\\)\n"));
}

TEST_F(Alone, AFirstGuessSaysWhyTheLibraryCantBeLoaded) {
  std::ofstream(folder_ / "lib" / "platen" / "libplaten_init_module.so") << "no library";
  EXPECT_THAT(fitted(), testing::MatchesRegex("platen: .*guess.pt: can't be used: [^ ]+/libplaten_init_module.so can't "
                                              "be loaded: [^/]+ \\(install libtorch [0-9.]+, or leave out "
                                              "--init-model\\)\n"));
}

}  // namespace
}  // namespace platen::app
