// What a sheet is called, and what it is read back as.
#include "core/paper.h"

#include <optional>
#include <vector>

#include <gtest/gtest.h>

namespace platen {
namespace {

TEST(Paper, EveryChoiceComesBackFromItsText) {
  std::vector<PaperChoice> choices{{}, {PaperKind::measured}, {PaperKind::sheet, 170, 240.5}};
  for (const NamedPaper& known : kNamedPapers) {
    choices.push_back({PaperKind::sheet, known.width_mm, known.height_mm});
    EXPECT_EQ(textOf(choices.back()), known.name);
  }
  for (const PaperChoice& paper : choices) {
    EXPECT_EQ(paperOfText(textOf(paper)), paper) << textOf(paper);
  }
  EXPECT_EQ(textOf({PaperKind::sheet, 170, 240.5}), "170x240.5");
}

TEST(Paper, NamesAreReadInAnyCaseAndLandscapeIsNotTheSheetOfThatName) {
  EXPECT_EQ(paperOfText("a4"), paperOfText("A4"));
  EXPECT_EQ(paperOfText("LETTER"), paperOfText("Letter"));
  EXPECT_EQ(textOf({PaperKind::sheet, 297, 210}), "297x210");
}

TEST(Paper, SizesMayBeWrittenAsPeopleDo) {
  const auto name = [](const char* text) {
    const std::optional<PaperChoice> paper = paperOfText(text);
    return paper ? textOf(*paper) : "none";
  };
  EXPECT_EQ(name("6x9in"), "US-Trade");
  EXPECT_EQ(name("8.5X11IN"), "Letter");
  EXPECT_EQ(name("5x8in"), "127x203.2");
  EXPECT_EQ(name("170x240mm"), "170x240");
  EXPECT_EQ(name("6inx9in"), "US-Trade");
  EXPECT_EQ(name("6 x 9 in"), "US-Trade");
  EXPECT_EQ(name("8.5\"x11\""), "Letter");
  EXPECT_EQ(name("21x29.7cm"), "A4");
  EXPECT_EQ(name("210\u00d7297"), "A4");
  EXPECT_EQ(name("b5"), "B5");
  EXPECT_EQ(name("jis-b5"), "JIS-B5");
}

TEST(Paper, WhatIsNoPaperIsNone) {
  for (const char* text : {"", "A9", "170", "x", "170x", "x240", "-170x240", "9x100", "100x5001", "nanx3", "0.3x9in",
                           "6x200in", "in", "6x9km", "6inx9"}) {
    EXPECT_FALSE(paperOfText(text)) << text;
  }
}

}  // namespace
}  // namespace platen
