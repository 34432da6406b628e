// A sheet from its rows alone: neither a traced line nor a side.
#include "core/optim/sampled_rows_fit.h"

#include "core/optim/sheet_choice.h"
#include "tests/optim/known_sheet.h"

#include <cmath>
#include <cstdint>
#include <stop_token>

#include <gtest/gtest.h>

namespace platen::optim {
namespace {

using test::makeSyntheticPage;
using test::sheetErrorPercent;
using test::SyntheticPage;
using test::SyntheticRecipe;

// A page that fills the frame, with nothing to go by but what its rows look like.
SyntheticPage closeUp(const SheetParameters& truth) {
  SyntheticRecipe recipe;
  recipe.truth = truth;
  recipe.half_width_q = 0.25;
  recipe.images = true;
  SyntheticPage page = makeSyntheticPage(recipe);
  page.cues.segments.clear();
  page.cues.sides.clear();
  page.cues.rules.clear();
  page.cues.has_text = false;
  page.cues.is_sheet = false;
  return page;
}

double errorOfPhoto(const SyntheticPage& page) {
  return sheetErrorPercent(page, SheetModel(page.frame, {}), true);
}

TEST(SampledRowsFit, findsABentSheetByItsRows) {
  const SyntheticPage page = closeUp({0.02, 0.2, std::log(1.2), 0, {0.5, -0.2, -0.4, 0.3, 0.6}});
  const auto fit = fitRowsBySampling(page.cues, {}, {}, {});
  ASSERT_TRUE(fit.has_value());
  EXPECT_EQ(fit->kind, SheetKind::cylinder);
  EXPECT_EQ(fit->edgeCount(), 0);
  EXPECT_LT(sheetErrorPercent(page, SheetModel(fit->frame, fit->parameters), true), 0.3 * errorOfPhoto(page));
}

// Rows seen from below stay level: their distance alone tells.
TEST(SampledRowsFit, needsTheDistanceOfRows) {
  SyntheticPage page = closeUp({0, 0.3, std::log(1.2), 0, {0}});
  const auto fit = fitRowsBySampling(page.cues, {}, {}, {});
  ASSERT_TRUE(fit.has_value());
  EXPECT_EQ(fit->kind, SheetKind::plane);
  EXPECT_LT(sheetErrorPercent(page, SheetModel(fit->frame, fit->parameters), true), 0.3 * errorOfPhoto(page));
  page.cues.row_period = {};
  EXPECT_FALSE(fitRowsBySampling(page.cues, {}, {}, {}).has_value());
}

TEST(SampledRowsFit, leavesAFlatScanAlone) {
  const SyntheticPage page = closeUp({0, 0, std::log(8), 0, {0}});
  EXPECT_FALSE(fitRowsBySampling(page.cues, {}, {}, {}).has_value());
}

// Stray print that is askew, a stamp or a note, is no reason to bend a page.
TEST(SampledRowsFit, leavesAFlatScanWithAStampAlone) {
  SyntheticPage page = closeUp({0, 0, std::log(8), 0, {0}});
  Image& image = page.cues.direction.image;
  for (int j = image.height() / 3; j < image.height() / 3 + image.height() / 6; ++j) {
    auto* row = image.rowAs<std::uint8_t>(j);
    for (int i = image.width() / 2; i < image.width() / 2 + image.width() / 6; ++i) {
      row[3 * i] = static_cast<std::uint8_t>(std::lround(128 + 127 * std::cos(0.6)));
      row[3 * i + 1] = static_cast<std::uint8_t>(std::lround(128 + 127 * std::sin(0.6)));
    }
  }
  EXPECT_FALSE(fitRowsBySampling(page.cues, {}, {}, {}).has_value());
}

// The rows of a page that lies turned by some 23 degrees.
TEST(SampledRowsFit, findsAPageThatLiesTurned) {
  SyntheticPage page = closeUp({0.4, 0.3, std::log(1.2), 0, {0}});
  page.cues.text_angle = 0.4;
  const auto fit = fitRowsBySampling(page.cues, {}, {}, {});
  ASSERT_TRUE(fit.has_value());
  EXPECT_LT(sheetErrorPercent(page, SheetModel(fit->frame, fit->parameters), true), 0.3 * errorOfPhoto(page));
}

// A lens that is known is not bent to the rows' noise; one that is unknown may move.
TEST(SampledRowsFit, believesAKnownLens) {
  const SyntheticPage page = closeUp({0.02, 0.3, std::log(0.9), 0, {0.5, -0.2, -0.4, 0.3, 0.6}});
  const auto known = fitRowsBySampling(page.cues, 0.9, {}, {});
  ASSERT_TRUE(known.has_value());
  EXPECT_NEAR(known->parameters.log_focal, std::log(0.9), 0.06);
}

// Rows of every direction: no sheet of paper.
TEST(SampledRowsFit, refusesWhatIsNoPage) {
  SyntheticPage page = closeUp({0, 0.2, std::log(1.2), 0, {0.4, -0.2, -0.4, 0.3, 0.6}});
  Image& image = page.cues.direction.image;
  for (int j = 0; j < image.height(); ++j) {
    auto* row = image.rowAs<std::uint8_t>(j);
    for (int i = 0; i < image.width(); ++i) {
      const double angle = 0.9 * std::sin(i / 25.0) * std::cos(j / 31.0);
      row[3 * i] = static_cast<std::uint8_t>(std::lround(128 + 127 * std::cos(2 * angle)));
      row[3 * i + 1] = static_cast<std::uint8_t>(std::lround(128 + 127 * std::sin(2 * angle)));
    }
  }
  EXPECT_FALSE(fitRowsBySampling(page.cues, {}, {}, {}).has_value());
}

TEST(SampledRowsFit, stopsWithoutAResult) {
  const SyntheticPage page = closeUp({0.02, 0.2, std::log(1.2), 0, {0.5, -0.2, -0.4, 0.3, 0.6}});
  std::stop_source source;
  int count = 0;
  FitHooks hooks;
  hooks.onStep = [&](const FitProgress& progress) {
    ASSERT_NE(progress.grid, nullptr);
    if (++count == 30) {
      source.request_stop();
    }
  };
  EXPECT_FALSE(fitRowsBySampling(page.cues, {}, hooks, source.get_token()).has_value());
  EXPECT_EQ(count, 30);
}

TEST(SampledRowsFit, isWhatStageOneFallsBackTo) {
  const SyntheticPage page = closeUp({0.02, 0.2, std::log(1.2), 0, {0.5, -0.2, -0.4, 0.3, 0.6}});
  const SheetFit sheet = fitBestSheet(page.cues, {}, nullptr, {}, {});
  ASSERT_TRUE(sheet.usable);
  EXPECT_LT(sheetErrorPercent(page, SheetModel(sheet.frame, sheet.parameters), true), 0.3 * errorOfPhoto(page));
}

}  // namespace
}  // namespace platen::optim
