// Edits that reach further than one page of one photo: options of many as one step, and outlines where nothing was
// found.
#include "tests/support/page_photo.h"
#include "tests/support/photo_files.h"
#include "ui/session/workspace.h"

#include <algorithm>
#include <random>

#include <QTest>
#include <gtest/gtest.h>

namespace platen::ui {
namespace {

constexpr int kPatience_ms = 60000;

class PhotoEditsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    test::PhotoRecipe recipe;
    recipe.photo_px = {600, 800};
    const Image photo = test::photograph(recipe).photo;
    for (const char* name : {"1.png", "2.png", "3.png"}) {
      test::writeImage(folder_ / name, photo, FileFormat::png);
    }
  }
  void openAll() {
    workspace_.add({folder_ / "1.png", folder_ / "2.png", folder_ / "3.png"});
    workspace_.setCurrent(0);
    ASSERT_TRUE(idle());
  }
  bool idle() {
    return QTest::qWaitFor([&] { return engine_.isIdle(); }, kPatience_ms);
  }
  PhotoSession& photo(int index) { return workspace_.photo(index); }
  const pipeline::FittedPage& page(int index) { return photo(index).state().pages.at(0).fitted; }

  test::ScratchFolder folder_;
  Engine engine_;
  Workspace workspace_{engine_};
};

TEST_F(PhotoEditsTest, OptionsOfManyAreOneStepFromWhereverItIsUndone) {
  openAll();
  std::vector<WarpGrid> before;
  std::vector<PhotoSession::OptionsOfOne> edits;
  for (int k = 0; k < 3; ++k) {
    before.push_back(page(k).fit.grid);
    edits.push_back({&photo(k), photo(k).state().fit, photo(k).state().out});
    edits.back().fit.rotate = Rotation::deg90;
    edits.back().out.quality = 70;
  }
  PhotoSession::setOptionsOfMany(edits, "Apply");
  ASSERT_TRUE(idle());
  for (int k = 0; k < 3; ++k) {
    EXPECT_EQ(page(k).fit.reading_rotation, 90) << k;
    EXPECT_EQ(photo(k).state().out.quality, 70) << k;
    EXPECT_EQ(photo(k).history().count(), 1) << k;
  }
  photo(1).history().undo();
  for (int k = 0; k < 3; ++k) {
    EXPECT_EQ(page(k).fit.grid, before[static_cast<std::size_t>(k)]) << "to the bit, without a fit";
    EXPECT_EQ(photo(k).state().out, ExportOptions{}) << k;
    EXPECT_FALSE(photo(k).history().canUndo()) << k;
  }
  photo(2).history().redo();
  for (int k = 0; k < 3; ++k) {
    EXPECT_EQ(page(k).fit.reading_rotation, 90) << k;
  }
  EXPECT_TRUE(engine_.isIdle());
}

TEST_F(PhotoEditsTest, APhotoThatWasEditedSinceKeepsWhatItHas) {
  openAll();
  std::vector<PhotoSession::OptionsOfOne> edits;
  for (int k = 0; k < 3; ++k) {
    edits.push_back({&photo(k), {}, {}});
    edits.back().out.margin_mm = k == 0 ? 0 : 5;  // the first is where they come from
  }
  PhotoSession::setOptionsOfMany(edits, "Apply");
  ExportOptions later = photo(1).state().out;
  later.quality = 50;
  photo(1).setExportOptions(later, "Quality");
  photo(0).history().undo();
  EXPECT_EQ(photo(0).state().out, ExportOptions{});
  EXPECT_EQ(photo(1).state().out, later);
  EXPECT_EQ(photo(2).state().out, ExportOptions{});
  photo(1).history().undo();
  EXPECT_EQ(photo(1).state().out.margin_mm, 5);
  photo(1).history().undo();
  EXPECT_EQ(photo(1).state().out.margin_mm, 0);
  EXPECT_TRUE(engine_.isIdle());
}

TEST_F(PhotoEditsTest, OnlyWhatChangesTheFitIsFittedAgain) {
  openAll();
  FitOptions threads;
  threads.threads = 1;
  EXPECT_FALSE(photo(1).willFitAgain(threads));
  FitOptions plane = threads;
  plane.model = ModelLimit::plane;
  EXPECT_TRUE(photo(1).willFitAgain(plane));
  ExportOptions out;
  out.margin_mm = 3;
  PhotoSession::setOptionsOfMany({{&photo(0), plane, out}, {&photo(1), threads, out}}, "Apply");
  EXPECT_FALSE(photo(1).isFitting());
  EXPECT_EQ(photo(1).state().due, Due::nothing);
  EXPECT_EQ(photo(1).state().fit.threads, 1);
  EXPECT_EQ(photo(0).state().due, Due::afresh);
  ASSERT_TRUE(idle());
  EXPECT_EQ(page(0).fit.model, WarpModel::plane);
}

TEST_F(PhotoEditsTest, APhotoThatWasClosedIsLeftOutOfTheStep) {
  openAll();
  ExportOptions out;
  out.margin_mm = 3;
  PhotoSession::setOptionsOfMany({{&photo(0), {}, out}, {&photo(1), {}, out}, {&photo(2), {}, out}}, "Apply");
  workspace_.remove(1);
  photo(0).history().undo();
  EXPECT_EQ(photo(1).state().out, ExportOptions{});
}

TEST_F(PhotoEditsTest, APaperIsSeenAndUndoneExactly) {
  openAll();
  const WarpGrid grid = page(0).fit.grid;
  const Vec2 extent = page(0).fit.page_extent_px;
  FitOptions options;
  options.paper = {PaperKind::sheet, 100, 200};
  photo(0).setFitOptions(options, "Paper");
  ASSERT_TRUE(idle());
  EXPECT_NEAR(page(0).fit.page_extent_px.y / page(0).fit.page_extent_px.x, 2, 1e-9);
  EXPECT_EQ(page(0).fit.paper, "100x200");
  photo(0).history().undo();
  EXPECT_EQ(page(0).fit.grid, grid);
  EXPECT_EQ(page(0).fit.page_extent_px, extent);
}

TEST_F(PhotoEditsTest, PhotosThatComeLaterHaveThePresets) {
  Presets presets;
  presets.fit.rotate = Rotation::deg180;
  presets.out.margin_mm = 2;
  workspace_.add({folder_ / "1.png"});
  workspace_.setPresets(presets);
  workspace_.add({folder_ / "2.png"});
  workspace_.setPresets(std::nullopt);
  workspace_.add({folder_ / "3.png"});
  EXPECT_EQ(photo(0).state().fit, FitOptions{});
  EXPECT_EQ(photo(1).state().fit, presets.fit);
  EXPECT_EQ(photo(1).state().out, presets.out);
  EXPECT_EQ(photo(2).state().out, ExportOptions{});
  ASSERT_TRUE(idle());
}

class Outlines : public PhotoEditsTest {
 protected:
  void openBlank(const Image& picture) {
    test::writeImage(folder_ / "blank.png", picture, FileFormat::png);
    workspace_.add({folder_ / "blank.png"});
    workspace_.setCurrent(0);
    ASSERT_TRUE(idle());
  }
  static Image grey(bool is_noise) {
    Image image = Image::allocate({800, 600}, 3);
    std::mt19937 random(7);
    for (int y = 0; y < 600; ++y) {
      std::generate_n(image.rowAs<std::uint8_t>(y), 800 * 3,
                      [&] { return is_noise ? static_cast<std::uint8_t>(random()) : std::uint8_t{200}; });
    }
    return image;
  }
  Vec2 seenAt(Vec2 page_uv) { return sourceFromPage(splineNet(page(0).fit.grid), page_uv); }
  // All four corners are dragged to a slanted sheet, one after the other, as a user would.
  void dragCorners() {
    const std::vector<std::pair<Vec2, Vec2>> corners{
        {{0, 0}, {150, 90}}, {{1, 0}, {640, 120}}, {{1, 1}, {690, 520}}, {{0, 1}, {110, 540}}};
    for (const auto& [page_uv, source_px] : corners) {
      photo(0).beginMove(1, page_uv);
      photo(0).moveTo(source_px, page_uv);
      photo(0).endMove();
      ASSERT_TRUE(idle());
    }
    ASSERT_EQ(photo(0).state().pages.at(0).pins.size(), 4u);
    for (const auto& [page_uv, source_px] : corners) {
      EXPECT_LT(norm(seenAt(page_uv) - source_px), 3) << page_uv.x << " " << page_uv.y;
    }
  }
};

TEST_F(Outlines, ABlankPhotoGetsOneToBeDragged) {
  openBlank(grey(false));
  ASSERT_TRUE(photo(0).canOutline());
  const WarpGrid before = page(0).fit.grid;
  photo(0).outlineByHand(1);
  ASSERT_TRUE(idle());
  EXPECT_LT(norm(seenAt({0, 0}) - Vec2{96, 72}), 2) << "an eighth inside";
  EXPECT_LT(norm(seenAt({1, 1}) - Vec2{704, 528}), 2);
  EXPECT_TRUE(photo(0).hasUntouchedOutline());
  EXPECT_EQ(photo(0).status(), PhotoStatus::needsLook) << "nobody has said yet where the page is";
  dragCorners();
  EXPECT_FALSE(photo(0).hasUntouchedOutline());
  EXPECT_EQ(photo(0).status(), PhotoStatus::done);
  EXPECT_EQ(photo(0).history().count(), 5);
  while (photo(0).history().canUndo()) {
    photo(0).history().undo();
  }
  EXPECT_EQ(page(0).fit.grid, before);
  EXPECT_TRUE(photo(0).state().pages[0].pins.empty());
}

TEST_F(Outlines, NoiseToo) {
  openBlank(grey(true));
  photo(0).outlineByHand(1);
  ASSERT_TRUE(idle());
  dragCorners();
}

// However a fit failed: there is no page, and still an outline.
TEST_F(Outlines, APhotoWithoutAPageGetsOne) {
  openBlank(grey(false));
  PhotoState none;
  none.due = Due::nothing;
  photo(0).restore(none);
  ASSERT_TRUE(photo(0).state().pages.empty());
  photo(0).outlineByHand(1);
  ASSERT_TRUE(idle());
  ASSERT_EQ(photo(0).state().pages.size(), 1u);
  EXPECT_EQ(photo(0).state().due, Due::nothing);
  dragCorners();
}

TEST_F(Outlines, TurnedPagesHaveTheirCornersWhereTheyRead) {
  openBlank(grey(false));
  FitOptions turned;
  turned.rotate = Rotation::deg90;
  photo(0).setFitOptions(turned, "Turn");
  ASSERT_TRUE(idle());
  photo(0).outlineByHand(1);
  ASSERT_TRUE(idle());
  EXPECT_EQ(page(0).fit.reading_rotation, 90);
  EXPECT_LT(norm(seenAt({1, 0}) - Vec2{96, 72}), 2) << "the photo's top left reads as the top right";
}

TEST_F(Outlines, AGoodPageIsPinnedWhereItIs) {
  openAll();
  const WarpGrid before = page(0).fit.grid;
  photo(0).outlineByHand(1);
  const std::vector<Pin> pins = photo(0).state().pages[0].pins;
  ASSERT_EQ(pins.size(), 4u);
  for (const Pin& pin : pins) {
    EXPECT_LT(norm(pin.point - sourceFromPage(splineNet(before), pin.page_uv)), 1e-9);
  }
  ASSERT_TRUE(idle());
  EXPECT_EQ(photo(0).state().due, Due::nothing);
  EXPECT_EQ(page(0).fit.grid, before) << "nothing is changed before a corner is dragged";
  const Vec2 dragged = pins[1].point + Vec2{-6, 9};
  photo(0).beginMove(1, pins[1].page_uv);
  photo(0).moveTo(dragged, pins[1].page_uv);
  photo(0).endMove();
  ASSERT_TRUE(idle());
  EXPECT_EQ(photo(0).state().pages[0].pins.size(), 4u);
  EXPECT_NE(page(0).fit.grid, before);
  EXPECT_LT(norm(seenAt(pins[1].page_uv) - dragged), 3);
  photo(0).history().undo();
  EXPECT_EQ(page(0).fit.grid, before);
  EXPECT_EQ(photo(0).state().pages[0].pins.size(), 4u) << "and still offered";
}

}  // namespace
}  // namespace platen::ui
