// The synthesiser is a truth for other tests, so it is tested itself: paper does not stretch, the camera is where it
// says, and print appears on the photo exactly where the map puts it.
#include "tests/support/page_photo.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <numbers>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace platen::test {
namespace {

constexpr double kPi = std::numbers::pi;

std::vector<std::vector<Flap>> shapes() {
  return {{},
          {{Profile::spine, kPi, -40, 0.9, 65}},
          {{Profile::arc, 0.3, -100, 0.8, 200}},
          {{Profile::wave, 0, -105, 0.2, 90}},
          {{Profile::gutter, 0, 0, 0.5, 30}, {Profile::gutter, kPi, 0, 0.4, 30}},
          {{Profile::crease, kPi / 2, 2, 0.4, 3}, {Profile::crease, -kPi / 2, 50, -0.3, 3}}};
}

TEST(BentPage, PaperDoesNotStretch) {
  for (const auto& flaps : shapes()) {
    const BentPage page({210, 297}, flaps, {}, {1200, 1600});
    constexpr double kSmall = 1e-5;
    for (int place = 0; place < 121; ++place) {
      const int row = place / 11;
      const double v = 0.05 + 0.09 * row;
      const double u = 0.053 + 0.09 * (place % 11);
      const auto slope = [&](Vec2 step) {
        const auto a = page.spaceFromPage({u - step.x, v - step.y});
        const auto b = page.spaceFromPage({u + step.x, v + step.y});
        return std::array<double, 3>{(b[0] - a[0]) / (2 * kSmall), (b[1] - a[1]) / (2 * kSmall),
                                     (b[2] - a[2]) / (2 * kSmall)};
      };
      const auto du = slope({kSmall, 0});
      const auto dv = slope({0, kSmall});
      EXPECT_NEAR(std::hypot(du[0], du[1], du[2]), 210, 0.02);
      EXPECT_NEAR(std::hypot(dv[0], dv[1], dv[2]), 297, 0.02);
      EXPECT_NEAR(du[0] * dv[0] + du[1] * dv[1] + du[2] * dv[2], 0, 5);
    }
  }
}

TEST(BentPage, LiesWhereTheCameraShowsIt) {
  const BentPage page({200, 100}, {}, {.focal = 1.2, .fill = 0.5, .shift = {0.2, -0.1}}, {1000, 800});
  const Vec2 first = page.sourceFromPage({0, 0});
  const Vec2 last = page.sourceFromPage({1, 1});
  EXPECT_NEAR(last.x - first.x, 500, 0.5);
  EXPECT_NEAR((first.x + last.x) / 2, 700, 0.5);
  EXPECT_NEAR((first.y + last.y) / 2, 320, 0.5);
}

TEST(BentPage, AnArcIsACircle) {
  // A quarter turn over 150 mm: radius 300 / pi.
  const BentPage page({200, 100}, {{Profile::arc, 0, -100, kPi / 2, 150}}, {}, {1200, 1600});
  const auto end = page.spaceFromPage({0.75, 0.5});  // 150 mm beyond the line
  EXPECT_NEAR(end[0], -100 + 300 / kPi, 1e-6);
  EXPECT_NEAR(end[2], -300 / kPi, 1e-6);
}

TEST(BentPage, AFlatPageSeenStraightOnIsASimilarity) {
  const BentPage page({210, 280}, {}, {.fill = 1}, {900, 1200});
  for (const Vec2 page_uv : {Vec2{0, 0}, Vec2{1, 0}, Vec2{0.3, 0.8}, Vec2{1, 1}}) {
    const Vec2 seen = page.sourceFromPage(page_uv);
    EXPECT_NEAR(seen.x, 900 * page_uv.x, 0.01);
    EXPECT_NEAR(seen.y, 1200 * page_uv.y, 0.01);
  }
}

TEST(BentPage, FillsTheFrameAsAskedAndInTheMiddle) {
  const BentPage page({210, 297}, shapes()[1], {.pitch = 0.4, .yaw = -0.2, .roll = 0.1, .fill = 0.85}, {1224, 1632});
  Vec2 low{1e9, 1e9};
  Vec2 high{-1e9, -1e9};
  const WarpGrid grid = page.grid(60, 60);
  for (const Vec2 p : grid.points) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y)};
  }
  EXPECT_NEAR((low.x + high.x) / 2, 612, 1);
  EXPECT_NEAR((low.y + high.y) / 2, 816, 1);
  EXPECT_NEAR(std::max((high.x - low.x) / 1224, (high.y - low.y) / 1632), 0.85, 0.005);
}

TEST(BentPage, PitchMovesTheTopAwayAndTiltedPlanesKeepLinesStraight) {
  const BentPage page({210, 297}, {}, {.pitch = 0.5, .yaw = 0.2}, {1224, 1632});
  const auto width = [&](double v) { return norm(page.sourceFromPage({1, v}) - page.sourceFromPage({0, v})); };
  EXPECT_LT(width(0), 0.9 * width(1));
  const Vec2 a = page.sourceFromPage({0, 0.1});
  const Vec2 b = page.sourceFromPage({1, 0.7});
  const Vec2 m = page.sourceFromPage({0.5, 0.4});
  EXPECT_NEAR(cross(b - a, m - a) / norm(b - a), 0, 1e-9);
  EXPECT_GT(norm(m - (a + b) / 2), 5);  // but do not keep their middles
}

TEST(BentPage, APositiveTurnComesTowardsTheCamera) {
  const BentPage page({210, 297}, {{Profile::arc, 0, 0, 0.8, 100}}, {}, {1224, 1632});
  EXPECT_LT(page.spaceFromPage({1, 0.5})[2], -10);
  EXPECT_LT(page.normal({0.2, 0.5})[2], -0.999);
  EXPECT_LT(page.normal({0.95, 0.5})[0], -0.3);  // the raised right side faces left
}

TEST(BentPage, NonsenseIsRefused) {
  EXPECT_THROW(BentPage({0, 297}, {}, {}, {100, 100}), std::invalid_argument);
  EXPECT_THROW(BentPage({210, 297}, {{Profile::arc, 0, 0, 1, 0}}, {}, {100, 100}), std::invalid_argument);
}

TEST(Typeset, PrintsWhatItSays) {
  TypesetRecipe recipe;
  recipe.table = true;
  recipe.figure = true;
  const TypesetPage page = typeset(recipe);
  EXPECT_EQ(page.flat.size(), (Size{1260, 1782}));
  EXPECT_GT(page.lines, 12);
  EXPECT_EQ(page.text.rfind("On the Shape of Paper\n", 0), 0U);
  double ink = 0;
  for (int y = 0; y < page.flat.height(); ++y) {
    for (int x = 0; x < page.flat.width(); ++x) {
      ink += 255 - page.flat.rowAs<std::uint8_t>(y)[x];
      const bool margin = x < 100 || y < 100 || x >= page.flat.width() - 100 || y >= page.flat.height() - 100;
      if (margin) {
        ASSERT_EQ(page.flat.rowAs<std::uint8_t>(y)[x], 255) << x << ", " << y;
      }
    }
  }
  const double share = ink / 255 / page.flat.width() / page.flat.height();
  EXPECT_GT(share, 0.02);
  EXPECT_LT(share, 0.2);
}

TEST(Typeset, SeedsAndColumnsChangeTheText) {
  TypesetRecipe recipe;
  const std::string one = typeset(recipe).text;
  recipe.seed = 2;
  EXPECT_NE(typeset(recipe).text, one);
  recipe.seed = 1;
  recipe.columns = 2;
  EXPECT_GT(typeset(recipe).lines, 60);
  EXPECT_EQ(typeset(recipe).text, typeset(recipe).text);
}

PhotoRecipe plainRecipe() {
  PhotoRecipe recipe;
  recipe.photo_px = {900, 1200};
  recipe.page.px_per_mm = 5;
  recipe.shading = 0;
  recipe.falloff = 0;
  recipe.blur_px = 0;
  recipe.noise = 0;
  recipe.desk = Desk::white;
  return recipe;
}

// Print must lie on the photo where the map puts it. The centroid of all print on the page is compared with the one
// that the map predicts (each flat pixel weighted with the area it takes on the photo); an error of half a pixel
// anywhere shows.
TEST(PagePhoto, PrintIsWhereTheMapPutsIt) {
  for (const auto& flaps : shapes()) {
    PhotoRecipe recipe = plainRecipe();
    recipe.flaps = flaps;
    recipe.camera = {.pitch = 0.25, .yaw = 0.1, .roll = 0.07};
    const PagePhoto page = photograph(recipe);

    Vec2 expected;
    double expected_weight = 0;
    constexpr double kSmall = 1e-5;
    for (int y = 0; y < page.flat.height(); ++y) {
      for (int x = 0; x < page.flat.width(); ++x) {
        const double dark = 255.0 - page.flat.rowAs<std::uint8_t>(y)[x];
        if (dark == 0) {
          continue;
        }
        const Vec2 page_uv{(x + 0.5) / page.flat.width(), (y + 0.5) / page.flat.height()};
        const Vec2 at = page.shape.sourceFromPage(page_uv);
        const Vec2 du = page.shape.sourceFromPage(page_uv + Vec2{kSmall, 0}) - at;
        const Vec2 dv = page.shape.sourceFromPage(page_uv + Vec2{0, kSmall}) - at;
        const double weight = dark * cross(du, dv);
        expected = expected + weight * at;
        expected_weight += weight;
      }
    }
    Vec2 found;
    double found_weight = 0;
    const double paper = 241;  // the paper's green
    for (int y = 0; y < page.photo.height(); ++y) {
      for (int x = 0; x < page.photo.width(); ++x) {
        const double dark = paper - page.photo.rowAs<std::uint8_t>(y)[3 * x + 1];
        if (dark > 0) {  // the scanner's background is brighter than paper
          found = found + dark * Vec2{x + 0.5, y + 0.5};
          found_weight += dark;
        }
      }
    }
    expected = expected / expected_weight;
    found = found / found_weight;
    EXPECT_NEAR(found.x, expected.x, 0.2);
    EXPECT_NEAR(found.y, expected.y, 0.2);
  }
}

TEST(PagePhoto, TheGridIsTheShapesMap) {
  PhotoRecipe recipe = plainRecipe();
  recipe.flaps = shapes()[1];
  recipe.camera.pitch = 0.3;
  const PagePhoto page = photograph(recipe);
  const SplineNet net = splineNet(page.source_from_page);
  constexpr int kDown = 19;
  constexpr int kAcross = 21;
  for (int place = 0; place < kDown * kAcross; ++place) {
    const int row = place / kAcross;
    const Vec2 page_uv{0.0477 * (place % kAcross), 0.0531 * row};
    EXPECT_LT(norm(sourceFromPage(net, page_uv) - page.shape.sourceFromPage(page_uv)), 0.1);
  }
  EXPECT_GT(minRelativeDeterminant(net), 0.1);
}

bool sameBytes(const Image& a, const Image& b) {
  if (a.size() != b.size() || a.channels() != b.channels()) {
    return false;
  }
  for (int y = 0; y < a.height(); ++y) {
    if (std::memcmp(a.row(y), b.row(y), static_cast<std::size_t>(a.width()) * a.bytesPerPixel()) != 0) {
      return false;
    }
  }
  return true;
}

TEST(PagePhoto, SameRecipeSameBytes) {
  PhotoRecipe recipe;
  recipe.photo_px = {450, 600};
  recipe.page.px_per_mm = 2.5;
  recipe.flaps = shapes()[3];
  const PagePhoto one = photograph(recipe);
  const PagePhoto two = photograph(recipe);
  EXPECT_TRUE(sameBytes(one.photo, two.photo));
  EXPECT_TRUE(sameBytes(one.flat, two.flat));
  EXPECT_EQ(one.source_from_page, two.source_from_page);
  recipe.seed = 9;
  EXPECT_FALSE(sameBytes(one.photo, photograph(recipe).photo));
}

// Mean of the red channel around a point of the page's plane.
double redAt(const PagePhoto& page, Vec2 page_uv) {
  const Vec2 p = page.shape.sourceFromPage(page_uv);
  double sum = 0;
  for (int j = -1; j <= 1; ++j) {
    for (int i = -1; i <= 1; ++i) {
      sum += page.photo.rowAs<std::uint8_t>(static_cast<int>(p.y) + j)[3 * (static_cast<int>(p.x) + i)];
    }
  }
  return sum / 9;
}

TEST(PagePhoto, ABookHasLeavesBoardsAndAShadowAtItsGutter) {
  PhotoRecipe book;
  book.page.page_mm = {280, 200};
  book.print = Image::allocate({1400, 1000}, 1);
  for (int y = 0; y < 1000; ++y) {
    std::memset(book.print.row(y), 255, 1400);
  }
  book.camera = {.focal = 1.2, .fill = 0.8};
  book.photo_px = {1400, 1000};
  book.shading = book.falloff = book.blur_px = book.noise = 0;
  book.desk = Desk::cloth;
  const PagePhoto plain = photograph(book);
  book.block_mm = {8, 0};
  book.cover = true;
  book.gutter_shadow = 0.5;
  const PagePhoto page = photograph(book);
  EXPECT_GT(redAt(page, {-4.0 / 280, 0.5}), redAt(plain, {-4.0 / 280, 0.5}) + 40) << "leaves";
  EXPECT_GT(redAt(page, {-4.0 / 280, 0.5}), 110);
  EXPECT_NE(redAt(page, {1 + 2.0 / 280, 0.5}), redAt(plain, {1 + 2.0 / 280, 0.5})) << "a board, and no leaves";
  EXPECT_NEAR(redAt(page, {0.5, 0.5}) / redAt(page, {0.25, 0.5}), 0.5, 0.08);
  EXPECT_NEAR(redAt(page, {0.25, 0.5}), redAt(plain, {0.25, 0.5}), 1);
}

}  // namespace
}  // namespace platen::test
