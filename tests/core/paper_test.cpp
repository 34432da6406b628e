// What a sheet is called, and what it is read back as.
#include "core/paper.h"

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

TEST(Paper, WhatIsNoPaperIsNone) {
  for (const char* text :
       {"", "A9", "170", "x", "170x", "x240", "170x240mm", "-170x240", "9x100", "100x5001", "nanx3"}) {
    EXPECT_FALSE(paperOfText(text)) << text;
  }
}

}  // namespace
}  // namespace platen
