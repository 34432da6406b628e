// What is written of the program for others (its manual page, shells' completions) has every option that help has, and
// none besides.
#include "tests/app/program_run.h"
#include "tests/support/photo_files.h"

#include <cstdlib>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen::app {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string printed(const std::string& kind) {
  const ProgramRun run = runPlaten({"--print-manual", kind});
  EXPECT_EQ(run.status, 0) << run.err;
  return run.out;
}

// The names at the beginning of help's lines.
std::set<std::string> optionsInHelp(const std::vector<std::string>& command) {
  std::vector<std::string> call = command;
  call.emplace_back("--help");
  std::istringstream help(runPlaten(call).out);
  std::set<std::string> names;
  static const std::regex kOption("^  (-[a-z],)?(--[a-z-]+).*");
  for (std::string line; std::getline(help, line);) {
    if (std::smatch found; std::regex_match(line, found, kOption)) {
      names.insert(found[2]);
    }
  }
  return names;
}

std::vector<std::string> commands() {
  std::istringstream help(runPlaten({"--help"}).out);
  std::vector<std::string> names;
  bool begun = false;
  for (std::string line; std::getline(help, line);) {
    static const std::regex kCommand("^  ([a-z]+) +.*");
    std::smatch found;
    if (begun && std::regex_match(line, found, kCommand)) {
      names.push_back(found[1]);
    }
    begun = line == "Subcommands:" || (begun && !line.empty());
  }
  return names;
}

std::set<std::string> allIn(const std::string& text, const std::string& pattern) {
  const std::regex regex(pattern);
  std::set<std::string> found;
  for (std::sregex_iterator at(text.begin(), text.end(), regex), end; at != end; ++at) {
    found.insert((*at)[1]);
  }
  return found;
}

// From `begin` to the next `end`.
std::string part(const std::string& text, const std::string& begin, const std::string& end) {
  const std::size_t from = text.find(begin);
  if (from == std::string::npos) {
    return {};
  }
  return text.substr(from, text.find(end, from + begin.size()) - from);
}

std::set<std::string> withDashes(const std::set<std::string>& names) {
  std::set<std::string> all;
  for (const std::string& name : names) {
    all.insert("--" + name);
  }
  return all;
}

TEST(Manual, HasTheOptionsOfHelp) {
  ASSERT_GE(commands().size(), 7U);
  const std::string man = printed("man");
  const std::string bash = printed("bash");
  const std::string zsh = printed("zsh");
  const std::string fish = printed("fish");
  for (const std::string& command : commands()) {
    SCOPED_TRACE(command);
    const std::set<std::string> known = optionsInHelp({command});
    ASSERT_FALSE(known.empty());
    std::string section = part(man, ".SS platen " + command + "\n", "\n.S");
    section = std::regex_replace(section, std::regex("\\\\-"), "-");
    EXPECT_EQ(allIn(section, "\\\\fB(--[a-z-]+)\\\\fR"), known);
    EXPECT_EQ(allIn(part(bash, "    " + command + "-*)", ";;"), "(--[a-z-]+)"), known);
    EXPECT_EQ(allIn(part(zsh, "  " + command + ") _arguments", ";;"), "'(--[a-z-]+)=?\\["), known);
    EXPECT_EQ(withDashes(allIn(fish, "seen_subcommand_from " + command + "'[^\n]* -l ([a-z-]+)")), known);
  }
}

TEST(Manual, ShellsAndRoffReadIt) {
  const test::ScratchFolder folder;
  const std::pair<const char*, const char*> readers[] = {
      {"bash", "bash -n"}, {"zsh", "zsh -n"}, {"fish", "fish -n"}, {"man", "groff -ww -man -Tutf8 -z"}};
  int tried = 0;
  for (const auto& [kind, reader] : readers) {
    const std::string program(reader, std::string_view(reader).find(' '));
    if (std::system(("command -v " + program + " >/dev/null").c_str()) != 0) {
      continue;
    }
    test::writeBytes(folder / kind, printed(kind));
    const std::string said = (folder / "said").string();
    EXPECT_EQ(std::system((std::string(reader) + " '" + (folder / kind).string() + "' >'" + said + "' 2>&1").c_str()),
              0);
    EXPECT_THAT(test::readBytes(said), IsEmpty()) << kind;
    ++tried;
  }
  EXPECT_GT(tried, 0);
}

TEST(Manual, BashCompletesCommandsOptionsAndWords) {
  const test::ScratchFolder folder;
  test::writeBytes(folder / "platen", printed("bash"));
  const auto completed = [&](const std::string& words, int at) {
    const std::string said = (folder / "said").string();
    const std::string script = "source '" + (folder / "platen").string() + "'; COMP_WORDS=(" + words +
                               "); COMP_CWORD=" + std::to_string(at) + "; _platen 2>/dev/null; echo ${COMPREPLY[@]}";
    test::writeBytes(folder / "script", script);
    EXPECT_EQ(std::system(("bash '" + (folder / "script").string() + "' >'" + said + "'").c_str()), 0);
    return test::readBytes(said);
  };
  EXPECT_EQ(completed("platen fl", 1), "flatten\n");
  EXPECT_EQ(completed("platen flatten --mod", 2), "--model\n");
  EXPECT_EQ(completed("platen flatten --model p", 3), "plane\n");
  EXPECT_EQ(completed("platen flatten --model = s", 4), "sheet\n");
  EXPECT_EQ(completed("platen flatten a.jpg -o pag", 4), "\n");  // a file: bash's own
  EXPECT_EQ(completed("platen batch --threads ''", 3), "\n");
}

TEST(Manual, OfTheViewerHasItsOptions) {
  const std::string page = test::readBytes(PLATEN_VIEWER_PAGE);
  for (const char* option : {"\\-h", "\\-\\-help", "\\-\\-help\\-all", "\\-v", "\\-\\-version"}) {
    EXPECT_THAT(page, HasSubstr(option));
  }
}

TEST(Manual, KindsThatThereAreNotAreRefused) {
  EXPECT_EQ(runPlaten({"--print-manual", "html"}).status, 2);
  EXPECT_THAT(runPlaten({"--help"}).out, ::testing::Not(HasSubstr("print-manual")));
}

}  // namespace
}  // namespace platen::app
