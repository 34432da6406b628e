// The symbols of the finished program: none of ours is STB_GNU_UNIQUE. Such a symbol is shared between all copies of a
// library in a process and keeps it from being unloaded; -fno-gnu-unique (cmake/PlatenSettings.cmake) must have reached
// every file.
#include <array>
#include <cstdio>
#include <memory>
#include <string>

#include <gtest/gtest.h>

namespace platen::app {
namespace {

struct PipeCloser {
  void operator()(std::FILE* pipe) const { pclose(pipe); }
};

// nm's lines, "address type name".
std::string symbolsOf(const std::string& file) {
  const std::string command = std::string(PLATEN_NM) + " -C --defined-only '" + file + "'";
  const std::unique_ptr<std::FILE, PipeCloser> pipe(popen(command.c_str(), "r"));
  std::string text;
  std::array<char, 4096> buffer{};
  for (std::size_t n = 0; pipe && (n = std::fread(buffer.data(), 1, buffer.size(), pipe.get())) > 0;) {
    text.append(buffer.data(), n);
  }
  return text;
}

TEST(ProgramSymbols, NoneOfOursIsUnique) {
  const std::string text = symbolsOf(PLATEN_PROGRAM);
  int ours = 0;
  for (std::size_t from = 0, to = 0; (to = text.find('\n', from)) != std::string::npos; from = to + 1) {
    const std::string line = text.substr(from, to - from);
    if (line.find("platen::") != std::string::npos) {
      ++ours;
      EXPECT_EQ(line.find(" u "), std::string::npos) << line;
    }
  }
  EXPECT_GT(ours, 500) << "nm found too little in " << PLATEN_PROGRAM;
}

}  // namespace
}  // namespace platen::app
