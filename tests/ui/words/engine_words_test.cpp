// Are the engine's sentences known, all of them, and said with what differs in its place?
#include "ui/words/engine_words.h"

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include <QFile>
#include <QRegularExpression>
#include <gtest/gtest.h>

namespace platen::ui {
namespace {

TEST(EngineWords, ASentenceIsSaidInTheWordsOfTheWindow) {
  EXPECT_EQ(engineWords("part of the page lies outside the photo"),
            QStringLiteral("Part of the page lies outside the photo"));
  EXPECT_FALSE(engineWords("nothing is left of the page (a smaller negative --margin, or another --crop)")
                   .contains(QStringLiteral("--")));
}

TEST(EngineWords, WhatDiffersComesWhereItBelongs) {
  EXPECT_EQ(engineWords("the pin at (12, 340) of the photo could not be met: it is off by 7 pixels"),
            QStringLiteral("The point at (12, 340) of the photo could not be met: it is off by 7 pixels"));
  EXPECT_EQ(engineWords("has no page 3 (1 page was found on it)"),
            QStringLiteral("It has no page 3: 1 page was found on it"));
  EXPECT_EQ(engineWords("has no page 3 (2 pages were found on it)"),
            QStringLiteral("It has no page 3: 2 pages were found on it"));
}

TEST(EngineWords, TheNarrowerSentenceGoesFirst) {
  EXPECT_EQ(engineWords("cannot be opened: Permission denied (you may not read it)"),
            QStringLiteral("Cannot be opened: Permission denied (you may not read it)"));
  EXPECT_EQ(engineWords("is damaged: its header claims a picture without pixels"),
            QStringLiteral("The file is damaged: its header claims a picture without pixels"));
}

TEST(EngineWords, APercentSignOfANameStays) {
  EXPECT_EQ(
      engineWords("its page would overwrite /a/%2.jpg, made from /b/%1.jpg (flatten them into different folders)"),
      QStringLiteral("Its page would overwrite /a/%2.jpg, made from /b/%1.jpg (export them into different "
                     "folders)"));
}

TEST(EngineWords, WhatIsNotKnownIsShownAsItCame) {
  EXPECT_EQ(engineWords("something new, 100 % of it"), QStringLiteral("something new, 100 % of it"));
  EXPECT_EQ(engineWords(""), QString());
  EXPECT_EQ(stageWords("something new"), QStringLiteral("something new"));
}

TEST(EngineWords, StagesAreNamed) {
  EXPECT_EQ(stageWords("plane"), QStringLiteral("placing the page"));
  for (const char* stage :
       {"plane", "sheet", "sheet, sampled, fine", "rows, plane", "folds", "paper", "free 1/2", "free, trial 2/3"}) {
    EXPECT_NE(stageWords(stage), QString::fromUtf8(stage));
  }
  EXPECT_EQ(stageWords("free 2/3"), QStringLiteral("following the paper, level 2 of 3"));
}

TEST(EngineWords, AnErrorKeepsItsFile) {
  EXPECT_EQ(describedWords({ErrorKind::notFound, "/a/b.jpg", "there is no such file"}),
            QStringLiteral("/a/b.jpg: There is no such file"));
}

TEST(EngineWords, APhotoThatIsNotThereNamesWhereItWasLookedFor) {
  EXPECT_EQ(photoErrorWords({ErrorKind::notFound, "/a/b.jpg", "there is no such file"}),
            QStringLiteral("There is no such file: /a/b.jpg"));
  EXPECT_EQ(photoErrorWords({ErrorKind::unreadable, "/a/b.jpg", "the file is empty"}),
            engineWords("the file is empty"));
}

// String literals of a call, those that stand side by side as one.
std::vector<std::string> literals(const QString& call) {
  static const QRegularExpression kLiteral(QStringLiteral("\"((?:[^\"\\\\]|\\\\.)*)\"(\\s*(?=\"))?"));
  std::vector<std::string> all;
  bool goes_on = false;
  for (auto found = kLiteral.globalMatch(call); found.hasNext();) {
    const QRegularExpressionMatch match = found.next();
    const std::string words = match.captured(1).replace(QStringLiteral("\\\""), QStringLiteral("\"")).toStdString();
    if (goes_on) {
      all.back() += words;
    } else {
      all.push_back(words);
    }
    goes_on = match.capturedStart(2) >= 0;
  }
  return all;
}

bool isKnown(const std::string& part) {
  for (const EngineSentence& sentence : engineSentences()) {
    if (std::string_view(sentence.engine).find(part) != std::string_view::npos) {
      return true;
    }
  }
  return false;
}

// Every text that a page, a project or an output warns of, or fails with, as the sources have it.
TEST(EngineWords, AllThatTheSourcesSayIsKnown) {
  // register's pages, guides, batches and maps of places are no part of the window.
  const std::set<std::string> others{"register.cpp",      "known_form.cpp", "form_pose.cpp",
                                     "form_template.cpp", "warp_file.cpp",  "photo_search.cpp",
                                     "photo_order.cpp",   "place_map.cpp",  "taken_places.cpp"};
  static const QRegularExpression kCall(
      QStringLiteral("(?:(?:warnings|notes)\\.(?:emplace|push)_back|\\bfail|asItWas|photoAsItIs|Error\\{)\\(?"
                     "((?:[^;\"]|\"(?:[^\"\\\\]|\\\\.)*\")*);"));
  constexpr std::size_t kWords = 12;  // shorter pieces join longer ones
  int seen = 0;
  for (const char* folder : {"detect", "io", "optim", "pipeline"}) {
    for (const auto& entry :
         std::filesystem::directory_iterator(std::filesystem::path(PLATEN_SOURCES) / "core" / folder)) {
      const std::filesystem::path& path = entry.path();
      if (path.extension() != ".cpp" || others.contains(path.filename().string()) ||
          path.filename().string().starts_with("batch")) {
        continue;
      }
      QFile file(QString::fromStdString(path.string()));
      ASSERT_TRUE(file.open(QIODevice::ReadOnly));
      const QString source = QString::fromUtf8(file.readAll());
      for (auto found = kCall.globalMatch(source); found.hasNext();) {
        for (const std::string& part : literals(found.next().captured(1))) {
          if (part.size() >= kWords && part.find('\\') == std::string::npos) {
            EXPECT_TRUE(isKnown(part)) << path.filename() << " says \"" << part
                                       << "\", which ui/words/engine_sentences.cpp does not know";
            ++seen;
          }
        }
      }
    }
  }
  EXPECT_GT(seen, 60) << "the sources were not read as they are written";
}

}  // namespace
}  // namespace platen::ui
