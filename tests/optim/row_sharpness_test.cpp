#include "core/optim/row_sharpness.h"

#include "core/optim/bake.h"
#include "core/optim/fit.h"
#include "core/optim/fit_worth.h"
#include "core/optim/page_score.h"
#include "tests/optim/known_sheet.h"
#include "tests/support/synthetic_cues.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

namespace platen::optim {
namespace {

using test::makeSyntheticPage;
using test::SyntheticPage;
using test::SyntheticRecipe;

// A scan: no side in sight, paper all over.
SyntheticPage scan(double roll) {
  SyntheticRecipe recipe;
  recipe.truth.roll = roll;
  recipe.images = true;
  std::fill(std::begin(recipe.sides), std::end(recipe.sides), false);
  SyntheticPage page = makeSyntheticPage(recipe);
  page.cues.fills_photo = true;
  return page;
}

TEST(RowSharpness, IsGreatestAlongTheRows) {
  for (const double roll : {-0.05, 0.0, 0.02}) {
    const SyntheticPage page = scan(roll);
    const double along = rowSharpness(page.cues.ink, roll);
    for (const double off : {-0.02, -0.006, 0.006, 0.02}) {
      EXPECT_GT(along, 1.1 * rowSharpness(page.cues.ink, roll + off)) << roll << " " << off;
    }
  }
  EXPECT_EQ(rowSharpness(EvidenceImage{}, 0), 0);
}

struct MappedPage {
  SyntheticPage page;
  WarpGrid truth;
  Vec2 extent_px;
};

// Of a book that shows no side.
MappedPage curvedPage() {
  SyntheticRecipe recipe = test::bookRecipe();
  recipe.images = true;
  std::fill(std::begin(recipe.sides), std::end(recipe.sides), false);
  MappedPage mapped{makeSyntheticPage(recipe), {}, {}};
  const SyntheticPage& page = mapped.page;
  mapped.truth = bakeToSource(SheetModel(page.frame, recipe.truth), page.page_sheet_uv, page.cues.frame);
  const double unit_px = page.frame.norm * page.frame.half_width_q / recipe.work_scale;
  mapped.extent_px = {page.page_sheet_uv.width() * unit_px, page.page_sheet_uv.height() * unit_px};
  return mapped;
}

TEST(RowSharpness, IsGreaterOnTheTrueMap) {
  const MappedPage curved = curvedPage();
  const DeskewedPhoto photo = deskewedPhoto(curved.page.cues.frame, 0);
  EXPECT_GT(rowSharpness(curved.page.cues, curved.truth, curved.extent_px),
            2 * rowSharpness(curved.page.cues, photo.grid, photo.extent_px));
}

TEST(RowSharpness, APageIsNotWorthItWhereThePhotosRowsAreSharper) {
  const FitEvidence unseen{.edges = 0, .cost = 0.05, .confidence = 0.6};
  const MappedPage curved = curvedPage();
  EXPECT_TRUE(isWorthIt(curved.page.cues, curved.truth, curved.extent_px, unseen));
  const PageCues flat = scan(0).cues;
  DeskewedPhoto photo = deskewedPhoto(flat.frame, 0);
  EXPECT_TRUE(isWorthIt(flat, photo.grid, photo.extent_px, unseen));
  WarpGrid bent{9, 9, {}};
  for (int i = 0; i < bent.rows; ++i) {
    for (int j = 0; j < bent.cols; ++j) {
      const Vec2 uv{j / 8.0, i / 8.0};
      const double down = 0.01 * photo.extent_px.y * std::sin(M_PI * uv.x);
      bent.points.push_back({uv.x * photo.extent_px.x, uv.y * photo.extent_px.y + down});
    }
  }
  EXPECT_FALSE(isWorthIt(flat, bent, photo.extent_px, unseen));
  EXPECT_TRUE(isWorthIt(flat, bent, photo.extent_px, {.edges = 1, .cost = 0.05, .confidence = 0.6})) << "edges tell";
}

// Entries of a table whose parts do not lie at one height: every line that is traced through them slants.
SyntheticPage slantingTable() {
  SyntheticPage page = scan(0);
  for (TextSegment& line : page.cues.segments) {
    const double middle = (line.points.front().x + line.points.back().x) / 2;
    for (Vec2& p : line.points) {
      p.y += 0.02 * (p.x - middle);
    }
  }
  return page;
}

double slopeOf(const WarpGrid& grid) {
  const Vec2 along = grid.at(0, grid.cols - 1) - grid.at(0, 0);
  return along.y / along.x;
}

TEST(RowSharpness, ALevelScanIsNotTurnedByItsLines) {
  SyntheticPage page = slantingTable();
  const FitResult level = fit(page.cues, {}, {}, 0, {}, {});
  EXPECT_EQ(level.model, WarpModel::plane);
  EXPECT_NEAR(slopeOf(level.grid), 0, 1e-9);
  page.cues.ink = {};
  EXPECT_GT(slopeOf(fit(page.cues, {}, {}, 0, {}, {}).grid), 0.01) << "or nothing called for a turn";
}

TEST(RowSharpness, ThePhotoThatIsFlatterIsTheLevelOne) {
  SyntheticPage page = slantingTable();
  page.cues.text_angle = 0.02;
  PageScore poor;
  poor.waviness_h = 1;
  std::optional<DeskewedPhoto> photo = flatterPhoto(page.cues, poor);
  ASSERT_TRUE(photo);
  EXPECT_EQ(slopeOf(photo->grid), 0);
  page.cues.ink = {};
  photo = flatterPhoto(page.cues, poor);
  ASSERT_TRUE(photo);
  EXPECT_NEAR(slopeOf(photo->grid), 0.02, 1e-3) << "or the lines called for no turn";
}

TEST(RowSharpness, AScanThatLiesAslantIsTurned) {
  EXPECT_NEAR(slopeOf(fit(scan(0.03).cues, {}, {}, 0, {}, {}).grid), 0.03, 0.003);
}

// However much of it the rim is that a scanner leaves along its glass, level as ever.
TEST(RowSharpness, TheRimOfAScanIsNoRow) {
  SyntheticPage page = scan(0.01);
  constexpr std::size_t kFew = 8;
  std::vector<TextSegment>& lines = page.cues.segments;
  ASSERT_GT(lines.size(), kFew);
  std::sort(lines.begin(), lines.end(),
            [](const TextSegment& a, const TextSegment& b) { return a.points.front().y < b.points.front().y; });
  lines.resize(kFew);
  const double last = std::max(lines.back().points.front().y, lines.back().points.back().y) + page.cues.char_height;
  Image& ink = page.cues.ink.image;
  for (int y = 0; y < ink.height(); ++y) {
    const bool is_rim = y < 4 || y >= ink.height() - 4;
    if (is_rim || y > last * page.cues.ink.scale) {
      std::fill_n(ink.rowAs<std::uint8_t>(y), ink.width(), is_rim ? std::uint8_t{255} : std::uint8_t{0});
    }
  }
  EXPECT_NEAR(slopeOf(fit(page.cues, {}, {}, 0, {}, {}).grid), 0.01, 0.003);
}

// What follows the middle of its lines stands lower, as underlined words beside digits do.
TEST(RowSharpness, AScanIsNotBentWhereThatBlursItsRows) {
  SyntheticPage page = scan(0);
  page.cues.fills_photo = false;
  for (TextSegment& line : page.cues.segments) {
    const double middle = line.points.front().x + 0.4 * (line.points.back().x - line.points.front().x);
    for (Vec2& p : line.points) {
      p.y += 0.3 * page.cues.char_height / (1 + std::exp((middle - p.x) / page.cues.char_height));
    }
  }
  EXPECT_EQ(fit(page.cues, {}, {}, 0, {}, {}).model, WarpModel::plane);
  page.cues.ink = {};
  EXPECT_EQ(fit(page.cues, {}, {}, 0, {}, {}).model, WarpModel::free) << "or there was nothing to follow";
}

}  // namespace
}  // namespace platen::optim
