// Pins, lines and starts on their way from the user's frames to the fit's: the upright page's (u, v), the photo's own
// pixels, however the page was turned in between.
#include "core/io/page_json.h"
#include "core/optim/fit_start.h"
#include "core/pipeline/guided_cues.h"
#include "core/pipeline/page.h"
#include "tests/support/page_photo.h"
#include "tests/support/photo_files.h"
#include "tests/support/typeset_page.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen::pipeline {
namespace {

using test::ScratchFolder;
using test::writeImage;

PageCues cuesTurned(int quarter_turns) {
  PageCues cues;
  cues.frame = {{2000, 3000}, 0.5, quarter_turns};
  return cues;
}

// A page that fills the photo and reads `upright_turns` clockwise turns from the work frame: a pin that lies where the
// page is must come out where the work frame has it.
TEST(GuidedCues, PinsFollowEveryTurn) {
  for (int quarter_turns = 0; quarter_turns < 4; ++quarter_turns) {
    for (int upright_turns = 0; upright_turns < 4; ++upright_turns) {
      const PageCues cues = cuesTurned(quarter_turns);
      const WarpGrid upright = turned(identityGrid(cues.frame.source_size), quarter_turns + upright_turns);
      const WarpGrid in_work = turned(identityGrid(cues.frame.source_size), quarter_turns);
      PageGuide guide;
      const Vec2 place{0.2, 0.35};
      guide.pins = {{sourceFromPage(splineNet(upright), place), place}};
      const PageCues guided = guidedCues(cues, guide, upright_turns);
      ASSERT_EQ(guided.pins.size(), 1u);
      const Vec2 expected = sourceFromPage(splineNet(in_work), guided.pins[0].page_uv);
      EXPECT_NEAR(norm(expected - guide.pins[0].point), 0, 1e-6) << quarter_turns << " " << upright_turns;
      EXPECT_EQ(guided.pins[0].point, cues.frame.workFromSource(guide.pins[0].point));
    }
  }
}

TEST(GuidedCues, LinesChangeTheirDirectionWithAQuarterTurn) {
  PageGuide guide;
  guide.strokes = {{{{10, 20}, {500, 30}}, true}};
  EXPECT_TRUE(guidedCues(cuesTurned(0), guide, 0).strokes[0].is_level);
  EXPECT_FALSE(guidedCues(cuesTurned(0), guide, 1).strokes[0].is_level);
  EXPECT_TRUE(guidedCues(cuesTurned(3), guide, 2).strokes[0].is_level);
  EXPECT_FALSE(guidedCues(cuesTurned(3), guide, -1).strokes[0].is_level);
}

TEST(GuidedCues, AShapeComesInTheWorkFrame) {
  for (int quarter_turns = 0; quarter_turns < 4; ++quarter_turns) {
    const PageCues cues = cuesTurned(quarter_turns);
    PageGuide guide;
    guide.shape_rotation = 270;
    guide.shape = turned(identityGrid(cues.frame.source_size), 3);
    guide.shape_extent_px = {3000, 2000};
    const PageCues guided = guidedCues(cues, guide, 0);
    const Vec2 extent = cues.frame.extent();
    EXPECT_NEAR(norm(sourceFromPage(splineNet(guided.shape), {0, 0})), 0, 1e-9) << quarter_turns;
    EXPECT_NEAR(norm(sourceFromPage(splineNet(guided.shape), {1, 1}) - extent), 0, 1e-9) << quarter_turns;
    EXPECT_EQ(guided.shape_extent_px, extent * 2);
  }
}

class GuidedPages : public ::testing::Test {
 protected:
  static const test::PagePhoto& page() {
    static const test::PagePhoto made = [] {
      test::PhotoRecipe recipe;
      recipe.photo_px = {900, 1200};
      recipe.camera.pitch = 0.15;
      recipe.camera.fill = 0.85;
      return test::photograph(recipe);
    }();
    return made;
  }

  void SetUp() override {
    photo_ = folder_ / "page.png";
    writeImage(photo_, page().photo, FileFormat::png);
  }

  FittedPage fit(const Guide& guide, const FitOptions& options = {}) {
    const auto opened = openPhoto(photo_, options);
    EXPECT_TRUE(opened) << describe(opened.error());
    const auto fitted = fitPage(*opened, 0, options, {}, {}, guide);
    EXPECT_TRUE(fitted) << describe(fitted.error());
    return *fitted;
  }

  ScratchFolder folder_;
  std::filesystem::path photo_;
};

// Whatever the page was turned to, the pin lies where it was put on that page.
TEST_F(GuidedPages, PinsAreMetOnTheTurnedPage) {
  for (const Rotation rotate : {Rotation::automatic, Rotation::deg90, Rotation::deg180}) {
    FitOptions options;
    options.rotate = rotate;
    const FittedPage before = fit({}, options);
    Guide guide;
    guide.pages.resize(1);
    const SplineNet net = splineNet(before.fit.grid);
    for (const Vec2 corner : {Vec2{0, 0}, Vec2{1, 0}, Vec2{0, 1}, Vec2{1, 1}}) {
      guide.pages[0].pins.push_back({sourceFromPage(net, corner), corner});
    }
    const Vec2 pulled = sourceFromPage(net, {0.3, 0.4}) + Vec2{0, 12};
    guide.pages[0].pins.push_back({pulled, {0.3, 0.4}});
    const FittedPage after = fit(guide, options);
    EXPECT_EQ(after.fit.reading_rotation, before.fit.reading_rotation);
    EXPECT_LT(norm(sourceFromPage(splineNet(after.fit.grid), {0.3, 0.4}) - pulled), 3);
  }
}

TEST_F(GuidedPages, ATurnThatIsStatedCountsWithDrawnLinesAlone) {
  Guide guide;
  guide.pages.resize(1);
  const SplineNet net = splineNet(fit({}).fit.grid);
  guide.pages[0].strokes = {{{sourceFromPage(net, {0.1, 0.5}), sourceFromPage(net, {0.9, 0.5})}, true}};
  EXPECT_EQ(fit(guide).fit.reading_rotation, 0);
  guide.pages[0].reading_rotation = 180;
  EXPECT_EQ(fit(guide).fit.reading_rotation, 180);
}

TEST_F(GuidedPages, AStartOfAnotherSizeIsScaledAndOneOfOtherProportionsRefused) {
  const auto info = describePhoto(photo_);
  ASSERT_TRUE(info);
  ASSERT_TRUE(saveWarp(folder_ / "page.warp.json", *info, {fit({})}));
  auto warp = loadWarp(folder_ / "page.warp.json");
  ASSERT_TRUE(warp);
  Guide guide;
  ASSERT_TRUE(startFrom(*warp, *info, guide));
  ASSERT_EQ(guide.pages.size(), 1u);
  EXPECT_EQ(guide.pages[0].shape, warp->pages[0].page.grid);
  PhotoInfo larger = *info;
  larger.size = {1800, 2400};
  Guide scaled;
  ASSERT_TRUE(startFrom(*warp, larger, scaled));
  EXPECT_NEAR(scaled.pages[0].shape.points[7].x, 2 * guide.pages[0].shape.points[7].x, 1e-9);
  EXPECT_NEAR(scaled.pages[0].parameters.at("work")[0], guide.pages[0].parameters.at("work")[0] / 2, 1e-12);
  PhotoInfo other = *info;
  other.size = {1200, 900};
  const Result<void> refused = startFrom(*warp, other, guide);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, ::testing::HasSubstr("not the same view"));
}

// What is seen of a page may be its print alone, or all of a photo: a sheet's size says nothing of that.
TEST_F(GuidedPages, APaperIsNotTakenForWhatIsNoWholeSheet) {
  Image blank = Image::allocate({900, 500}, 3);
  for (int y = 0; y < 500; ++y) {
    std::fill_n(blank.rowAs<std::uint8_t>(y), 900 * 3, std::uint8_t{200});
  }
  writeImage(photo_, blank, FileFormat::png);
  FitOptions options;
  options.paper = {PaperKind::sheet, 210, 297};
  const FittedPage as_it_was = fit({}, options);
  EXPECT_EQ(as_it_was.fit.page_extent_px, (Vec2{900, 500}));
  EXPECT_EQ(as_it_was.fit.paper, "");
  EXPECT_EQ(as_it_was.density_dpi, 0);
  EXPECT_THAT(as_it_was.fit.warnings, ::testing::Contains(::testing::HasSubstr("not taken to be A4")));
  // Corners that someone set are those of the sheet.
  Guide guide;
  guide.pages.resize(1);
  guide.pages[0].pins = {{{100, 50}, {0, 0}}, {{800, 50}, {1, 0}}, {{800, 450}, {1, 1}}, {{100, 450}, {0, 1}}};
  const FittedPage outlined = fit(guide, options);
  EXPECT_EQ(outlined.fit.paper, "A4");
  EXPECT_NEAR(outlined.fit.page_extent_px.x / outlined.fit.page_extent_px.y, 297.0 / 210, 1e-9);
}

// A scan has all of its sheet in view: what speaks against the paper is how long it is.
TEST_F(GuidedPages, AScanThatIsNotThatPaperIsToldWhy) {
  test::TypesetRecipe recipe;
  recipe.page_mm = {210, 274};
  recipe.px_per_mm = 5;
  writeImage(photo_, test::typeset(recipe).flat, FileFormat::png);
  FitOptions options;
  options.paper = {PaperKind::sheet, 210, 297};
  const FittedPage scan = fit({}, options);
  EXPECT_EQ(scan.fit.paper, "");
  EXPECT_THAT(scan.fit.warnings, ::testing::Contains(::testing::HasSubstr("1.30 times as long as wide, not 1.41")));
  EXPECT_THAT(scan.fit.warnings, ::testing::Not(::testing::Contains(::testing::HasSubstr("edges are known"))));
  options.paper = {PaperKind::sheet, 210, 280};
  EXPECT_EQ(fit({}, options).fit.paper, "210x280");
  // One that is near enough to be taken for it, but is stretched by what is seen, is told that.
  recipe.page_mm = {210, 284};
  writeImage(photo_, test::typeset(recipe).flat, FileFormat::png);
  options.paper = {PaperKind::sheet, 210, 297};
  const FittedPage near = fit({}, options);
  EXPECT_EQ(near.fit.paper, "A4");
  EXPECT_THAT(near.fit.warnings, ::testing::Contains(::testing::HasSubstr("stretched by 5 %")));
}

TEST_F(GuidedPages, APaperThatIsKnownGivesSizeAndResolution) {
  FitOptions options;
  options.paper = {PaperKind::sheet, 148, 210};
  const FittedPage page = fit({}, options);
  EXPECT_EQ(page.fit.paper, "A5");
  const Vec2 extent = page.fit.page_extent_px;
  const double longer = std::max(extent.x, extent.y);
  EXPECT_NEAR(longer / std::min(extent.x, extent.y), 210.0 / 148, 1e-9);
  EXPECT_NEAR(page.density_dpi, longer / 210 * 25.4, 1e-9);
  const auto stretched = ::testing::HasSubstr("stretched");
  EXPECT_THAT(page.fit.warnings, ::testing::Not(::testing::Contains(stretched)));
  options.paper = {PaperKind::sheet, 100, 2000};
  EXPECT_THAT(fit({}, options).fit.warnings, ::testing::Contains(stretched));
  // So near that the fit takes it for the page's own, and yet farther off than a flat page is ever measured.
  options.paper = {PaperKind::sheet, 148, 200};
  EXPECT_THAT(fit({}, options).fit.warnings, ::testing::Contains(::testing::HasSubstr("stretched by 4 %")));
}

// Both maps end where someone put the spine, and go on to it: nothing of the valley beside it draws them back.
TEST_F(GuidedPages, BothPagesOfABookEndAtTheSpineThatIsGiven) {
  writeImage(photo_, test::photograph(test::openBookRecipe()).photo, FileFormat::png);
  for (const double off : {-33.0, 33.0}) {
    Guide guide;
    guide.pages.emplace_back().spine = {{1020 + off, 0}, {1020 + off, 1530}};
    const auto opened = openPhoto(photo_, {}, {}, guide.spine());
    ASSERT_TRUE(opened);
    ASSERT_EQ(opened->pages.size(), 2u);
    const auto left = fitPage(*opened, 0, {}, {}, {}, guide);
    const auto right = fitPage(*opened, 1, {}, {}, {}, guide);
    ASSERT_TRUE(left && right);
    for (const double v : {0.1, 0.5, 0.9}) {
      const double left_ends = sourceFromPage(splineNet(left->fit.grid), {1, v}).x;
      const double right_begins = sourceFromPage(splineNet(right->fit.grid), {0, v}).x;
      EXPECT_NEAR(left_ends, right_begins, 5) << off << " at " << v;
      // One that runs as no line of the page does lies along it on the mean.
      EXPECT_NEAR(left_ends, 1020 + off, v == 0.5 ? 4 : 15) << off << " at " << v;
    }
  }
}

TEST_F(GuidedPages, OnePageIsDividedAndWhoAsksForOneOfTwoIsTold) {
  FitOptions right;
  right.page.choice = PageChoice::right;
  const auto one = ::testing::HasSubstr("only one page was found");
  EXPECT_THAT(fit({}, right).fit.warnings, ::testing::Contains(one));
  EXPECT_THAT(fit({}).fit.warnings, ::testing::Not(::testing::Contains(one)));
  const auto opened = openPhoto(photo_, right, {}, {{450, 0}, {450, 1200}});
  ASSERT_TRUE(opened);
  ASSERT_EQ(opened->pages.size(), 2u);
  const auto chosen = selectPages(*opened, right.page);
  ASSERT_TRUE(chosen);
  const auto fitted = fitPage(*opened, chosen->at(0), right, {});
  ASSERT_TRUE(fitted);
  EXPECT_EQ(fitted->index, 2);
  EXPECT_NEAR(sourceFromPage(splineNet(fitted->fit.grid), {0, 0.5}).x, 450, 3);
  EXPECT_THAT(fitted->fit.warnings, ::testing::Not(::testing::Contains(one)));
}

// Of which nothing is seen, neither print nor edges: it is the photo's part on its side, not all of the photo.
TEST_F(GuidedPages, ABlankPageEndsAtTheSpineThatIsGiven) {
  Image photo = Image::allocate({1800, 1300}, 1);
  for (int y = 0; y < photo.height(); ++y) {
    std::uint8_t* row = photo.rowAs<std::uint8_t>(y);
    std::fill_n(row, photo.width(), std::uint8_t{235});
    // Words of five letters on the left half.
    if (y > 200 && y < 1100 && y % 40 < 16) {
      for (int x = 120; x < 780; ++x) {
        row[x] = x % 100 < 80 && x % 16 < 9 && (x / 16 + y / 40) % 3 != 0 ? 40 : 235;
      }
    }
  }
  writeImage(photo_, photo, FileFormat::png);
  const auto opened = openPhoto(photo_, {}, {}, {{900, 0}, {940, 1300}});
  ASSERT_TRUE(opened);
  ASSERT_EQ(opened->pages.size(), 2u);
  const auto blank = fitPage(*opened, 1, {}, {});
  ASSERT_TRUE(blank);
  const WarpGrid& grid = blank->fit.grid;
  const Vec2 first = grid.points.front();
  const Vec2 last = grid.points.back();
  EXPECT_NEAR(first.x, 900, 5);
  EXPECT_NEAR(grid.points[static_cast<std::size_t>(grid.cols) * static_cast<std::size_t>(grid.rows - 1)].x, 940, 5);
  EXPECT_NEAR(last.x, 1800, 5);
  EXPECT_NEAR(last.y, 1300, 5);
  EXPECT_NEAR(blank->fit.page_extent_px.x, 880, 5);
  EXPECT_NEAR(blank->fit.page_extent_px.y, 1300, 5);
}

// Camera, sheet, folds and nets of a page, through the text of a warp file and back into a start.
TEST(GuidedCues, WarpFilesKeepFoldsAndNetsByName) {
  optim::FittedShape shape;
  shape.frame = {{600, 800}, 1600, {0.05, -0.03}, 0.31, 1.35};
  shape.sheet.bend = {0.1, 0.2, 1.0 / 3, 0.4};
  shape.rect = {-1.05, -1.4, 0.95, 1.3};
  shape.folds.emplace();
  shape.folds->bendings.push_back({0.05, 1.1, {0.05, 0.0, -0.04, 0.02}, {{-0.1, 0.6}}});
  shape.grid = optim::GridNet{{0.05, 0, 1, 0.2, 0.9}, optim::OffsetNet::zero({8, 10})};
  shape.grid->net.controls[7] = -1.0 / 7;
  const optim::OffsetNet paper = optim::OffsetNet::zero({4, 5});
  shape.paper = optim::PaperNets{1.4, 100, paper, paper};
  WorkFrame work;
  work.scale = 0.5;
  const optim::FitParameters written = optim::parametersOf(shape, work);
  const std::string text = io::parametersJson(written).dump();
  const optim::FitParameters read = io::readParametersJson(io::Json::parse(text), "parameters");
  EXPECT_EQ(read, written);
  const optim::FitStart start = optim::startFrom(read);
  ASSERT_TRUE(start.sheet && start.sheet->folds && start.grid && start.paper);
  EXPECT_EQ(optim::flatten(start.grid->net), shape.grid->net.controls);
  EXPECT_EQ(optim::flatten(*start.sheet->folds), optim::flatten(*shape.folds));
  // One that is no list of numbers is not ours, and the others are still read.
  io::Json odd = io::Json::parse(text);
  odd["grid"] = {1, nullptr, "net"};
  const optim::FitStart rest = optim::startFrom(io::readParametersJson(odd, "parameters"));
  EXPECT_TRUE(rest.sheet && rest.sheet->folds && !rest.grid && rest.paper);
}

}  // namespace
}  // namespace platen::pipeline
