// The proportions of an A4 sheet whose fit came out short, and of pages that are to keep their own.
#include "core/optim/page_extent.h"

#include "core/optim/folded_sheet.h"
#include "tests/optim/known_sheet.h"
#include "tests/support/synthetic_cues.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen::optim {
namespace {

using ::testing::HasSubstr;

constexpr double kA4 = 297.0 / 210;

// A sheet that was fitted with its height `share` of what it is, for the folds that were not found.
struct ShortSheet {
  explicit ShortSheet(double share, double cost) {
    test::SyntheticRecipe recipe;
    recipe.text_half_height = kA4 * (1 + recipe.margin) - recipe.margin;
    const test::SyntheticPage page = makeSyntheticPage(recipe);
    cues = page.cues;
    sheet.frame = page.frame;
    sheet.parameters = recipe.truth;
    sheet.rect = page.page_sheet_uv;
    sheet.rect.y1 = sheet.rect.y0 + share * sheet.rect.height();
    sheet.cost = cost;
    std::fill(std::begin(sheet.edge_found), std::end(sheet.edge_found), true);
  }
  [[nodiscard]] PageExtent extent() const { return pageExtent(cues, sheet, test::bakedGrid(cues, sheet)); }
  [[nodiscard]] double aspect() const {
    const PageExtent e = extent();
    return e.px.y / e.px.x;
  }
  PageCues cues;
  SheetFit sheet;
};

TEST(PageExtent, AFoldedSheetGetsTheProportionsOfPaper) {
  for (const double share : {0.92, 0.96, 1.0, 1.05}) {
    const ShortSheet folded(share, 0.12);
    EXPECT_EQ(folded.extent().paper, "A4") << share;
    EXPECT_TRUE(folded.extent().paper_is_assumed) << share;
    EXPECT_NEAR(folded.aspect(), kA4, 1e-9) << share;
  }
}

TEST(PageExtent, ItsAreaStays) {
  const ShortSheet folded(0.95, 0.12);
  ShortSheet own = folded;
  own.sheet.bound = true;
  const Vec2 a = folded.extent().px;
  const Vec2 b = own.extent().px;
  EXPECT_NEAR(a.x * a.y, b.x * b.y, 1e-6 * b.x * b.y);
}

TEST(PageExtent, WhatIsKnownIsNotOverruled) {
  EXPECT_EQ(ShortSheet(0.95, 0.002).extent().paper, "");  // the sheet is explained, and is not A4
  ShortSheet letter(0.95, 0.12);
  letter.sheet.paper = "Letter";
  EXPECT_EQ(letter.extent().paper, "Letter");
  EXPECT_FALSE(letter.extent().paper_is_assumed) << "its curves told so";
  EXPECT_NEAR(letter.aspect(), 11 / 8.5, 1e-9);
}

TEST(PageExtent, AnOpenBookKeptWholeIsOfNoPaper) {
  ShortSheet spread(1, 0.12);
  ASSERT_EQ(spread.extent().paper, "A4");
  spread.cues.is_spread = true;
  EXPECT_EQ(spread.extent().paper, "");
}

TEST(PageExtent, CurvesThatTellTheProportionsAreBelieved) {
  ShortSheet sheet(0.97, 0.045);
  ASSERT_EQ(sheet.extent().paper, "A4");
  sheet.sheet.aspect_sigma = 0.01;
  EXPECT_EQ(sheet.extent().paper, "");
  sheet.sheet.parameters.folded = std::make_shared<FoldedParameters>();
  EXPECT_EQ(sheet.extent().paper, "A4") << "they were asked of the sheet before its folds";
}

// A sheet of 2 : 3 whose lines are rough, not bent, is no A4 that came out long.
TEST(PageExtent, ProportionsThatAreToldAreKept) {
  ShortSheet photo(1.5 / kA4, 0.075);
  EXPECT_EQ(photo.extent().paper, "A4");
  photo.sheet.aspect_is_told = true;
  EXPECT_EQ(photo.extent().paper, "");
  EXPECT_NEAR(photo.aspect(), 1.5, 1e-3);
}

TEST(PageExtent, OthersKeepTheirOwn) {
  const ShortSheet sheet(0.95, 0.12);
  ShortSheet book = sheet;
  book.sheet.bound = true;
  ShortSheet scan = sheet;
  scan.sheet.kind = SheetKind::similarity;
  ShortSheet cropped = sheet;
  cropped.sheet.edge_found[0] = false;
  ShortSheet spread = sheet;
  spread.cues.sides[0].is_gutter = true;
  ShortSheet three = sheet;
  three.cues.sides.pop_back();
  for (const ShortSheet* page : {&book, &scan, &cropped, &spread, &three}) {
    EXPECT_EQ(page->extent().paper, "");
    EXPECT_NEAR(page->aspect(), 0.95 * kA4, 1e-9);
  }
}

TEST(PageExtent, AsMeasuredTakesNoPaper) {
  const ShortSheet folded(0.95, 0.12);
  const PageExtent measured =
      pageExtent(folded.cues, folded.sheet, test::bakedGrid(folded.cues, folded.sheet), PaperKind::measured);
  EXPECT_EQ(measured.paper, "");
  EXPECT_NEAR(measured.px.y / measured.px.x, 0.95 * kA4, 1e-9);
}

TEST(PageExtent, APaperThatStretchesThePageIsTold) {
  const PaperChoice a4{PaperKind::sheet, 210, 297};
  EXPECT_EQ(stretchedBy({1.3, 0.01}, a4),
            "the page looks 1.30 times as long as wide, the paper given 1.41 times: it is stretched by 9 % to that");
  EXPECT_THAT(stretchedBy({1.49, 0.01}, a4), HasSubstr("by 5 % to"));
  EXPECT_EQ(stretchedBy({1.37, 0.002}, a4), "") << "three per cent, which nobody sees";
  EXPECT_EQ(stretchedBy({1.34, 0.03}, a4), "") << "which may be the fit's";
  EXPECT_EQ(stretchedBy({1.3, 0.09}, a4), "") << "a crumpled sheet may be that far off";
  EXPECT_THAT(stretchedBy({1.17, 0.09}, a4), HasSubstr("by 21 % to")) << "and this one, but anyone would see it";
  EXPECT_THAT(stretchedBy({1.1, 0.2}, a4), HasSubstr("by 29 % to"));
  EXPECT_EQ(stretchedBy({1.3, 0}, a4), "") << "nobody knows how far it is off";
  EXPECT_THAT(stretchedBy({1.2, 0}, a4), HasSubstr("by 18 % to"));
  EXPECT_THAT(stretchedBy({2, 0}, a4), HasSubstr("looks 2.00 times"));
}

// What was seen before the fit took a paper for its proportions is kept; what comes of folds is less sure.
TEST(PageExtent, WhatWasMeasuredIsAsSureAsTheCurvesHaveIt) {
  ShortSheet lying(1, 0.01);
  std::swap(lying.sheet.rect.x1, lying.sheet.rect.y1);
  std::swap(lying.sheet.rect.x0, lying.sheet.rect.y0);
  lying.sheet.aspect_sigma = 0.008;
  EXPECT_NEAR(measuredShape(lying.sheet).longer, kA4, 1e-9);
  EXPECT_EQ(measuredShape(lying.sheet).sigma, 0.008);
  lying.sheet.aspect_seen = 1 / 1.36;
  EXPECT_NEAR(measuredShape(lying.sheet).longer, 1.36, 1e-12);
  lying.sheet.parameters.folded = std::make_shared<FoldedParameters>();
  EXPECT_GT(measuredShape(lying.sheet).sigma, 0.02);
  EXPECT_GT(measuredShape(ShortSheet(0.95, 0.1).sheet).sigma, 0.07);
}

TEST(PageExtent, AScanOfOtherProportionsIsToldWhichTheyAre) {
  EXPECT_EQ(otherThan({1000, 1310}, {PaperKind::sheet, 210, 297}),
            "the page is all of the photo and 1.31 times as long as wide, not 1.41 times as A4: it was measured");
  EXPECT_THAT(otherThan({2100, 1500}, {PaperKind::sheet, 300, 100}), HasSubstr("1.40 times as long as wide, not 3.00"));
}

TEST(PageExtent, APaperGivesItsProportionsAsThePageLies) {
  const PaperChoice a5{PaperKind::sheet, 148, 210};
  const PageExtent standing = extentOfPaper({1000, 1200}, a5);
  EXPECT_EQ(standing.paper, "A5");
  EXPECT_NEAR(standing.px.y / standing.px.x, 210.0 / 148, 1e-12);
  EXPECT_NEAR(standing.px.x * standing.px.y, 1000 * 1200, 1e-6);
  const PageExtent lying = extentOfPaper({1300, 1200}, a5);
  EXPECT_NEAR(lying.px.x / lying.px.y, 210.0 / 148, 1e-12);
}

}  // namespace
}  // namespace platen::optim
