// The symbols of our objects. STB_GNU_UNIQUE ones would keep a loaded library from ever being unloaded and shared
// between two copies of it; weak ones in a file that is compiled for one CPU might be picked by the linker for another.
#include <array>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace platen::sampling::test {
namespace {

// Lines of "archive:object:address type name".
std::vector<std::string> symbolsOfArchive() {
  const std::string command = std::string(PLATEN_NM) + " -A -C --defined-only '" + PLATEN_SAMPLING_ARCHIVE + "'";
  std::vector<std::string> lines;
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  if (!pipe) {
    return lines;
  }
  std::string text;
  std::array<char, 4096> buffer{};
  for (std::size_t n = 0; (n = std::fread(buffer.data(), 1, buffer.size(), pipe.get())) > 0;) {
    text.append(buffer.data(), n);
  }
  for (std::size_t from = 0, to = 0; (to = text.find('\n', from)) != std::string::npos; from = to + 1) {
    lines.push_back(text.substr(from, to - from));
  }
  return lines;
}

bool hasType(const std::string& line, char type) {
  return line.find(std::string(" ") + type + " ") != std::string::npos;
}

TEST(Symbols, NoneOfOursIsUnique) {
  const std::vector<std::string> lines = symbolsOfArchive();
  int ours = 0;
  for (const std::string& line : lines) {
    if (line.find("platen::") != std::string::npos) {
      ++ours;
      EXPECT_FALSE(hasType(line, 'u')) << line;
    }
  }
  EXPECT_GT(ours, 50) << "nm found too little in " << PLATEN_SAMPLING_ARCHIVE;
}

TEST(Symbols, VectorObjectsShareNoWeakCode) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "the sanitizer adds weak symbols of its own";
#endif
  int seen = 0;
  for (const std::string& line : symbolsOfArchive()) {
    if (line.find("_avx2.cpp") != std::string::npos || line.find("_avx512.cpp") != std::string::npos) {
      ++seen;
      EXPECT_FALSE(hasType(line, 'W') || hasType(line, 'V')) << line;
    }
  }
#if defined(__x86_64__)
  EXPECT_GT(seen, 20);
#else
  EXPECT_EQ(seen, 0);
#endif
}

}  // namespace
}  // namespace platen::sampling::test
