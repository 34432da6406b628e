// Which standard sheet an uncertain aspect is taken for, and which aspects are left alone.
#include "core/optim/paper_size.h"

#include <cmath>

#include <gtest/gtest.h>

namespace platen::optim {
namespace {

std::string nameOf(double aspect, double sigma, bool bound = false) {
  const auto paper = paperOfAspect(aspect, sigma, bound);
  return paper ? paper->name : "";
}

TEST(PaperSize, SheetsUprightAndLying) {
  EXPECT_EQ(nameOf(1.42, 0.008), "A4");
  EXPECT_EQ(nameOf(1 / 1.405, 0.008), "A4");
  EXPECT_EQ(nameOf(1.29, 0.008), "Letter");
  EXPECT_EQ(nameOf(1.66, 0.008), "Legal");
  EXPECT_NEAR(paperOfAspect(0.7, 0.008, false)->aspect(), 210.0 / 297, 1e-12);
  EXPECT_NEAR(paperOfAspect(1.42, 0.008, false)->aspect(), 297.0 / 210, 1e-12);
}

TEST(PaperSize, OtherShapesStayAsTheyAre) {
  for (const double aspect : {1.0, 1.2, 1.25, 4.0 / 3, 1.5, 1.545, 1.8}) {
    EXPECT_EQ(nameOf(aspect, 0.008), "") << aspect;
    EXPECT_EQ(nameOf(aspect, 0.02), "") << aspect;
  }
  EXPECT_EQ(nameOf(1.45, 0.008), "");  // 2.5 % off, but known within .8 %
}

TEST(PaperSize, AnUncertainAspectIsTakenOnlyWhereNoOtherSheetIsNear) {
  EXPECT_EQ(nameOf(1.45, 0.02), "A4");
  EXPECT_EQ(nameOf(1.414, 0.04), "A4");
  EXPECT_EQ(nameOf(1.35, 0.04), "");     // between Letter and A4
  EXPECT_EQ(nameOf(1.4142, 0.08), "");   // could be anything
  EXPECT_EQ(nameOf(1.475, 0.03), "A4");  // a loose sheet that nothing else fits better
  EXPECT_EQ(nameOf(1.475, 0.03, true), "");
}

TEST(PaperSize, WhatABentSheetMostLikelyIs) {
  const auto likely = [](double aspect, double cost) {
    const auto paper = likelyPaper(aspect, cost);
    return paper ? paper->name : "";
  };
  for (const double aspect : {1.30, 1.35, 1.4142, 1.45, 1.5, 1 / 1.35}) {
    EXPECT_EQ(likely(aspect, 0.1), "A4") << aspect;
  }
  EXPECT_EQ(likely(1.28, 0.03), "Letter");   // too far off A4 for what is unexplained
  EXPECT_EQ(likely(1.294, 0.06), "Letter");  // by its very number
  EXPECT_EQ(likely(1.33, 0.06), "A4");
  EXPECT_EQ(likely(1.19, 0.065), "Letter");  // what is squarer than Letter is no A4
  EXPECT_EQ(likely(1.333, 0.005), "");       // a well explained sheet of other proportions
  EXPECT_EQ(likely(1.6, 0.02), "");
  // A page of 6 x 9 in, or of a book, whose folds are explained, is no stretched A4; crumpled, it may well be one.
  EXPECT_EQ(likely(1.5, 0.03), "");
  EXPECT_EQ(likely(1.47, 0.03), "");
  EXPECT_EQ(likely(1.44, 0.03), "A4");
  EXPECT_EQ(likely(1.47, 0.06), "A4");
  EXPECT_EQ(likely(1.75, 0.2), "");
  EXPECT_EQ(likely(1.0, 0.2), "");
  EXPECT_EQ(likely(2.4, 0.3), "");
  EXPECT_NEAR(likelyPaper(0.74, 0.1)->aspect(), 210.0 / 297, 1e-12);
}

// What is likely does not overrule what a sheet's curves say of its proportions.
TEST(PaperSize, NoPaperIsFartherOffThanWhatIsTold) {
  EXPECT_EQ(likelyPaper(1.37, 0.04, 0)->name, "A4");
  EXPECT_EQ(likelyPaper(1.37, 0.04, 0.02)->name, "A4");
  EXPECT_FALSE(likelyPaper(1.37, 0.04, 0.012));
  EXPECT_FALSE(likelyPaper(1 / 1.37, 0.04, 0.012));
  // What they leave open counts as well, of a folded sheet that alone.
  EXPECT_FALSE(likelyPaper(1.35, 0.02, 0.01));
  EXPECT_EQ(likelyPaper(1.35, 0.02, 0.04)->name, "A4");
  EXPECT_FALSE(likelyPaper(1.37, 0.02, 0, true));
  EXPECT_EQ(likelyPaper(1.37, 0.02, 0.02, true)->name, "A4");
  EXPECT_EQ(likelyPaper(1.37, 0.04, 0.012, true)->name, "A4");
}

TEST(PaperSize, NoNumbersAreNoPaper) {
  EXPECT_EQ(nameOf(0, 0.01), "");
  EXPECT_EQ(nameOf(std::nan(""), 0.01), "");
  EXPECT_EQ(nameOf(1.4142, 0), "");
  EXPECT_FALSE(likelyPaper(0, 0.1));
  EXPECT_FALSE(likelyPaper(std::nan(""), 0.1));
}

TEST(PaperSize, ByNameAndBySize) {
  EXPECT_EQ(paperNamed("A4")->height_mm, 297);
  EXPECT_FALSE(paperNamed("B17"));
  EXPECT_EQ(paperAtSize("A4", 296), "A4");
  EXPECT_EQ(paperAtSize("A4", 211), "A5");
  EXPECT_EQ(paperAtSize("A4", 250), "B5");
  EXPECT_EQ(paperAtSize("A4", 320), "");
  EXPECT_EQ(paperAtSize("Letter", 279), "Letter");
  EXPECT_EQ(paperAtSize("Letter", 140), "");
}

}  // namespace
}  // namespace platen::optim
