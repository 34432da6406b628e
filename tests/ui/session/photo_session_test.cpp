// One photo from open to fitted, steered, stopped, undone: with the real engine on a real (synthetic) photo.
#include "ui/session/photo_session.h"

#include "tests/support/page_photo.h"
#include "tests/support/photo_files.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include <QSignalSpy>
#include <QTest>
#include <gtest/gtest.h>

namespace platen::ui {
namespace {

constexpr int kPatience_ms = 60000;  // for slow machines and sanitizers; nothing waits for it to pass

const test::PagePhoto& bentPage() {
  static const test::PagePhoto made = [] {
    test::PhotoRecipe recipe;
    recipe.flaps = {{test::Profile::spine, std::numbers::pi, -20, 0.9, 85}};
    recipe.photo_px = {900, 1200};
    return test::photograph(recipe);
  }();
  return made;
}

constexpr int kMostFits = 20;  // that are looked at until enough frames were seen

class PhotoSessionTest : public ::testing::Test {
 protected:
  void SetUp() override {
    file_ = folder_ / "page.png";
    test::writeImage(file_, bentPage().photo, FileFormat::png);
    QObject::connect(&engine_, &Engine::frameWaiting, &engine_, [this] {
      if (const auto frame = engine_.takeFrame()) {
        frames_.push_back(*frame);
        if (session_) {
          session_->showFrame(*frame);
        }
      }
      engine_.wantFrame();
    });
    session_ = std::make_unique<PhotoSession>(file_, PhotoState{}, engine_);
  }

  bool settled() {
    return QTest::qWaitFor([&] { return !session_->isFitting(); }, kPatience_ms);
  }
  void showFitted() {
    session_->show();
    ASSERT_TRUE(settled());
    ASSERT_EQ(session_->state().pages.size(), 1u);
    ASSERT_EQ(session_->state().due, Due::nothing);
  }
  const WarpGrid& grid() { return session_->state().pages.at(0).fitted.fit.grid; }
  Vec2 seenAt(Vec2 page_uv) { return sourceFromPage(splineNet(grid()), page_uv); }

  test::ScratchFolder folder_;
  std::filesystem::path file_;
  std::vector<FitFrame> frames_;
  Engine engine_;
  std::unique_ptr<PhotoSession> session_;
};

TEST_F(PhotoSessionTest, OpensAndFitsWhileFramesArriveAndTheEnergyFalls) {
  QSignalSpy previewed(session_.get(), &PhotoSession::previewChanged);
  QSignalSpy opened(session_.get(), &PhotoSession::photoOpened);
  QSignalSpy progressed(session_.get(), &PhotoSession::fitProgressed);
  engine_.wantFrame();
  EXPECT_EQ(session_->status(), PhotoStatus::waiting);
  session_->show();
  EXPECT_EQ(session_->status(), PhotoStatus::fitting);
  ASSERT_TRUE(settled());
  EXPECT_EQ(previewed.count(), 1);
  EXPECT_EQ(opened.count(), 1);
  qsizetype told = progressed.count();
  ASSERT_FALSE(frames_.empty());
  // Within each round the energy ends below its beginning.
  std::vector<EnergyStep> course;
  for (const FitFrame& frame : frames_) {
    EXPECT_EQ(frame.page, 1);
    course.insert(course.end(), frame.course.begin(), frame.course.end());
  }
  ASSERT_GT(course.size(), 5u);
  ASSERT_GT(course.back().round, 3);
  for (int round = 0; round <= course.back().round; ++round) {
    const auto ofRound = [&](const EnergyStep& s) { return s.round == round; };
    const auto first = std::find_if(course.begin(), course.end(), ofRound);
    const auto last = std::find_if(course.rbegin(), course.rend(), ofRound);
    ASSERT_NE(first, course.end());
    EXPECT_LE(last->energy, first->energy) << round;
  }
  EXPECT_NE(session_->status(), PhotoStatus::waiting);
  EXPECT_FALSE(session_->shownGrid(1).empty());
  EXPECT_EQ(session_->shownGrid(1), grid());
  // How many frames a fit shows depends on what else the machine does.
  for (int fit = 1; fit < kMostFits && told <= 3; ++fit) {
    session_ = std::make_unique<PhotoSession>(file_, PhotoState{}, engine_);
    QSignalSpy more(session_.get(), &PhotoSession::fitProgressed);
    engine_.wantFrame();
    ASSERT_NO_FATAL_FAILURE(showFitted());
    told += more.count();
  }
  EXPECT_GT(told, 3);
}

TEST_F(PhotoSessionTest, ADraggedPointIsKeptItsNeighboursFollowAndUndoIsExact) {
  showFitted();
  const WarpGrid before = grid();
  const Vec2 place{0.5, 0.4};
  const Vec2 neighbour{0.6, 0.45};
  const Vec2 from = seenAt(place), neighbour_from = seenAt(neighbour);
  const Vec2 to = from + Vec2{0, 25};
  session_->beginMove(1, place);
  for (int k = 1; k <= 5; ++k) {
    session_->moveTo(from + (to - from) * (k / 5.0), place);
    EXPECT_NEAR(norm(sourceFromPage(splineNet(session_->shownGrid(1)), place) - (from + (to - from) * (k / 5.0))), 0,
                0.5);
    QTest::qWait(20);
  }
  EXPECT_EQ(session_->history().count(), 0);
  session_->endMove();
  ASSERT_TRUE(settled());
  EXPECT_EQ(session_->history().count(), 1);
  ASSERT_EQ(session_->state().pages[0].pins.size(), 1u);
  const WarpGrid after = grid();
  EXPECT_LT(norm(seenAt(place) - to), 8);
  EXPECT_GT(seenAt(neighbour).y - neighbour_from.y, 5);

  session_->history().undo();
  EXPECT_EQ(grid(), before);
  EXPECT_TRUE(session_->state().pages[0].pins.empty());
  session_->history().redo();
  EXPECT_EQ(grid(), after);
  EXPECT_EQ(session_->state().pages[0].pins.size(), 1u);
  EXPECT_FALSE(session_->isFitting()) << "what was fitted once is not fitted again";
  EXPECT_TRUE(QTest::qWaitFor([&] { return engine_.isIdle(); }, kPatience_ms));
  EXPECT_EQ(grid(), after);
}

TEST_F(PhotoSessionTest, ACancelledDragLeavesEverythingAsItWas) {
  showFitted();
  const WarpGrid before = grid();
  session_->beginMove(1, {0.5, 0.5});
  session_->moveTo(seenAt({0.5, 0.5}) + Vec2{30, 30}, {0.5, 0.5});
  EXPECT_NE(session_->shownGrid(1), before);
  QTest::qWait(30);
  session_->cancelMove();
  ASSERT_TRUE(settled());
  QTest::qWait(30);
  EXPECT_EQ(grid(), before);
  EXPECT_EQ(session_->shownGrid(1), before);
  EXPECT_TRUE(session_->state().pages[0].pins.empty());
  EXPECT_EQ(session_->history().count(), 0);
}

TEST_F(PhotoSessionTest, UndoWhileTheFitRunsStopsItAndRedoFitsAgain) {
  showFitted();
  const WarpGrid before = grid();
  FitOptions plane = session_->state().fit;
  plane.model = ModelLimit::plane;
  session_->setFitOptions(plane, "Model");
  EXPECT_TRUE(session_->isFitting());
  session_->history().undo();
  ASSERT_TRUE(settled());
  EXPECT_EQ(grid(), before);
  EXPECT_EQ(session_->state().fit.model, ModelLimit::automatic);
  session_->history().redo();
  ASSERT_TRUE(settled());
  EXPECT_EQ(session_->state().pages[0].fitted.fit.model, WarpModel::plane);
  EXPECT_EQ(session_->state().due, Due::nothing);
}

TEST_F(PhotoSessionTest, OnlyTheLastOfSeveralChangesIsAnswered) {
  showFitted();
  FitOptions options = session_->state().fit;
  for (const ModelLimit model : {ModelLimit::plane, ModelLimit::free, ModelLimit::plane, ModelLimit::sheet}) {
    options.model = model;
    session_->setFitOptions(options, "Model");
  }
  ASSERT_TRUE(settled());
  EXPECT_EQ(session_->state().pages[0].fitted.fit.model, WarpModel::sheet);
  EXPECT_EQ(session_->history().count(), 4);
}

// Of a fit that was replaced, or that has ended.
TEST_F(PhotoSessionTest, AStaleFrameIsDropped) {
  std::optional<FitFrame> early;
  QObject::connect(session_.get(), &PhotoSession::fitProgressed, session_.get(), [&](const FitFrame& frame) {
    if (!early && !frame.grid.empty()) {
      early = frame;
    }
  });
  engine_.wantFrame();
  showFitted();
  ASSERT_TRUE(early);
  const WarpGrid fitted = grid();
  QSignalSpy shown(session_.get(), &PhotoSession::shownGridChanged);
  QSignalSpy progressed(session_.get(), &PhotoSession::fitProgressed);
  EXPECT_FALSE(session_->showFrame(*early));
  EXPECT_EQ(session_->shownGrid(1), fitted);
  FitOptions plane = session_->state().fit;
  plane.model = ModelLimit::plane;
  session_->setFitOptions(plane, "Model");
  ASSERT_TRUE(session_->isFitting());
  EXPECT_FALSE(session_->showFrame(*early)) << "of the job before";
  EXPECT_EQ(session_->shownGrid(1), fitted);
  EXPECT_EQ(shown.count(), 0);
  EXPECT_EQ(progressed.count(), 0);
  ASSERT_TRUE(settled());
}

// What is seen of a fit has the page's own shape from the first frame on: it neither jumps at the end nor shows more
// than the page. How many frames a fit shows depends on what else the machine does: fits are looked at until there are
// some.
TEST_F(PhotoSessionTest, FramesShowThePageAsItWillBe) {
  int with_grid = 0;
  for (int fit = 0; fit < kMostFits && with_grid <= 3; ++fit) {
    frames_.clear();
    session_ = std::make_unique<PhotoSession>(file_, PhotoState{}, engine_);
    engine_.wantFrame();
    ASSERT_NO_FATAL_FAILURE(showFitted());
    const WarpGrid end = grid();
    const Vec2 extent = session_->state().pages[0].fitted.fit.page_extent_px;
    const double side = norm(end.at(0, end.cols - 1) - end.at(0, 0));
    for (const FitFrame& frame : frames_) {
      if (frame.grid.empty() || frame.stage == "plane") {
        continue;  // the first plane knows little yet
      }
      ++with_grid;
      const WarpGrid& seen = frame.grid;
      const Vec2 seen_middle = sourceFromPage(splineNet(seen), {0.5, 0.5});
      EXPECT_LT(norm(seen_middle - sourceFromPage(splineNet(end), {0.5, 0.5})), 0.1 * side) << frame.stage;
      EXPECT_LT(norm(seen.at(0, 0) - end.at(0, 0)), 0.15 * side) << frame.stage << ' ' << frame.step;
      EXPECT_LT(norm(seen.points.back() - end.points.back()), 0.15 * side) << frame.stage << ' ' << frame.step;
      EXPECT_NEAR(std::log(frame.aspect), std::log(extent.y / extent.x), 0.15) << frame.stage << ' ' << frame.step;
    }
  }
  EXPECT_GT(with_grid, 3);
}

TEST_F(PhotoSessionTest, AStoppedFitKeepsWhatIsThereAndGoesOn) {
  bool stopped = false;
  QObject::connect(session_.get(), &PhotoSession::fitProgressed, session_.get(), [&](const FitFrame&) {
    stopped = true;
    session_->stopFit();
  });
  engine_.wantFrame();
  session_->show();
  ASSERT_TRUE(settled());
  ASSERT_TRUE(stopped);
  ASSERT_EQ(session_->state().pages.size(), 1u);
  EXPECT_NE(session_->state().due, Due::nothing) << "there is something to go on with";
  EXPECT_FALSE(grid().empty());
  const WarpGrid reached = grid();
  session_->hide();
  session_->show();
  ASSERT_TRUE(settled());
  EXPECT_EQ(grid(), reached) << "a stopped fit does not begin again by itself";
  EXPECT_EQ(session_->status(), PhotoStatus::stopped);
  QObject::disconnect(session_.get(), &PhotoSession::fitProgressed, nullptr, nullptr);
  session_->goOn();
  ASSERT_TRUE(settled());
  EXPECT_EQ(session_->state().due, Due::nothing);
}

TEST_F(PhotoSessionTest, ADragThatBeginsOnAStoppedFitIsKept) {
  engine_.wantFrame();
  QObject::connect(session_.get(), &PhotoSession::fitProgressed, session_.get(), [&] { session_->stopFit(); });
  session_->show();
  ASSERT_TRUE(settled());
  QObject::disconnect(session_.get(), &PhotoSession::fitProgressed, nullptr, nullptr);
  ASSERT_TRUE(session_->isStopped());
  const WarpGrid stopped = grid();
  const Vec2 to = seenAt({0.4, 0.4}) + Vec2{8, 8};
  session_->beginMove(1, {0.4, 0.4});
  session_->moveTo(to, {0.4, 0.4});
  session_->endMove();
  ASSERT_TRUE(settled());
  EXPECT_EQ(session_->history().count(), 1);
  ASSERT_EQ(session_->state().pages[0].pins.size(), 1u);
  session_->history().undo();
  ASSERT_TRUE(settled());
  EXPECT_EQ(grid(), stopped) << "the fit that was stopped stays stopped";
  EXPECT_TRUE(session_->isStopped());
}

TEST_F(PhotoSessionTest, ExportOptionsDisturbNoFit) {
  session_->show();
  ExportOptions options;
  options.quality = 50;
  session_->setExportOptions(options, "Quality");
  EXPECT_TRUE(session_->isFitting());
  ASSERT_TRUE(settled());
  ASSERT_EQ(session_->state().pages.size(), 1u);
  const WarpGrid fitted = grid();
  session_->history().undo();
  EXPECT_EQ(session_->state().out.quality, ExportOptions{}.quality);
  EXPECT_EQ(grid(), fitted);
  EXPECT_FALSE(session_->isFitting());
  session_->history().redo();
  EXPECT_EQ(session_->state().out.quality, 50);
}

TEST_F(PhotoSessionTest, GoingOnIsAnEntryOfTheHistory) {
  showFitted();
  const WarpGrid before = grid();
  session_->goOn();
  ASSERT_TRUE(settled());
  EXPECT_EQ(session_->history().count(), 1);
  session_->history().undo();
  EXPECT_EQ(grid(), before);
}

TEST_F(PhotoSessionTest, AHandleThatWasOnlyTouchedChangesNothing) {
  showFitted();
  session_->beginMove(1, {0.5, 0.5});
  session_->endMove();
  EXPECT_EQ(session_->history().count(), 0);
  EXPECT_FALSE(session_->isFitting());
  EXPECT_TRUE(session_->state().pages[0].pins.empty());
}

TEST_F(PhotoSessionTest, AStrokeIsAGuideOfItsPage) {
  showFitted();
  const Stroke stroke{{seenAt({0.2, 0.5}), seenAt({0.5, 0.5}), seenAt({0.8, 0.5})}, true};
  session_->addStroke(1, stroke);
  ASSERT_TRUE(settled());
  ASSERT_EQ(session_->state().pages[0].strokes.size(), 1u);
  session_->removeStroke(1, 0);
  ASSERT_TRUE(settled());
  EXPECT_TRUE(session_->state().pages[0].strokes.empty());
  session_->addStroke(7, stroke);
  session_->addStroke(1, {{{1, 1}}, true});
  EXPECT_EQ(session_->history().count(), 2) << "no such page, no line";
}

TEST_F(PhotoSessionTest, APageThatIsTurnedTakesItsPinsAlong) {
  showFitted();
  session_->beginMove(1, {0.3, 0.2});
  const Vec2 to = seenAt({0.3, 0.2}) + Vec2{3, 0};
  session_->moveTo(to, {0.3, 0.2});
  session_->endMove();
  ASSERT_TRUE(settled());
  FitOptions options = session_->state().fit;
  options.rotate = Rotation::deg90;
  session_->setFitOptions(options, "Rotate");
  ASSERT_TRUE(settled());
  ASSERT_EQ(session_->state().pages[0].fitted.fit.reading_rotation, 90);
  const Pin& pin = session_->state().pages[0].pins.at(0);
  EXPECT_EQ(pin.point, to);
  EXPECT_EQ(pin.page_uv, (Vec2{0.8, 0.3}));
  EXPECT_LT(norm(seenAt(pin.page_uv) - to), 8);
}

TEST_F(PhotoSessionTest, BothPagesOfABookFollowItsSpine) {
  const test::PagePhoto book = test::photograph(test::openBookRecipe());
  test::writeImage(folder_ / "book.png", book.photo, FileFormat::png);
  session_ = std::make_unique<PhotoSession>(folder_ / "book.png", PhotoState{}, engine_);
  session_->show();
  ASSERT_TRUE(settled());
  ASSERT_EQ(session_->state().pages.size(), 2u);
  const auto innerSide = [&](int page, double u) {
    return sourceFromPage(splineNet(session_->state().page(page)->fitted.fit.grid), {u, 0.5}).x;
  };
  const double left = innerSide(1, 1);
  const double right = innerSide(2, 0);
  for (const double by : {14.0, 33.0, -33.0}) {
    const double moved = (left + right) / 2 + by;
    session_->setSpine({{moved, 0}, {moved, 1530}});
    ASSERT_TRUE(settled());
    ASSERT_EQ(session_->state().pages.size(), 2u);
    EXPECT_NEAR(innerSide(1, 1), moved, 4) << by;
    EXPECT_NEAR(innerSide(2, 0), moved, 4) << by;
    session_->history().undo();
  }
  EXPECT_EQ(innerSide(1, 1), left);
  EXPECT_EQ(innerSide(2, 0), right);
}

TEST_F(PhotoSessionTest, OnePageIsSplitAndTakenAsOneAgainAndUndone) {
  showFitted();
  const WarpGrid whole = session_->state().pages[0].fitted.fit.grid;
  EXPECT_FALSE(session_->isOpenBook());
  session_->beginMove(1, {0, 0});
  session_->moveTo(seenAt({0, 0}) + Vec2{2, 2}, {0, 0});
  session_->endMove();
  ASSERT_TRUE(settled());
  session_->splitInTwo(1);
  ASSERT_TRUE(settled());
  ASSERT_EQ(session_->state().pages.size(), 2u);
  EXPECT_TRUE(session_->isOpenBook());
  EXPECT_TRUE(session_->state().pages[0].pins.empty()) << "it was set on another page";
  const double middle = sourceFromPage(splineNet(whole), {0.5, 0.5}).x;
  const auto inner = [&](int page, double u) {
    return sourceFromPage(splineNet(session_->state().page(page)->fitted.fit.grid), {u, 0.5}).x;
  };
  EXPECT_NEAR(inner(1, 1), middle, 4);
  EXPECT_NEAR(inner(2, 0), middle, 4);
  ASSERT_EQ(session_->openedPhoto()->pages.size(), 2u);
  // What the journal and a project keep of it comes back as it was.
  PhotoSession kept(session_->file(), session_->state(), engine_);
  kept.show();
  ASSERT_TRUE(QTest::qWaitFor([&] { return engine_.isIdle(); }, kPatience_ms));
  EXPECT_EQ(kept.openedPhoto()->pages.size(), 2u);
  EXPECT_EQ(kept.state().page(2)->fitted.fit.grid, session_->state().page(2)->fitted.fit.grid);

  session_->takeAsOnePage();
  ASSERT_TRUE(settled());
  EXPECT_EQ(session_->state().pages.size(), 1u);
  EXPECT_FALSE(session_->isOpenBook());
  EXPECT_TRUE(session_->state().spine.empty());
  session_->setSpine({{middle + 30, 0}, {middle + 30, 800}});
  ASSERT_TRUE(settled());
  ASSERT_EQ(session_->state().pages.size(), 2u) << "whoever draws a spine no longer means one page";
  EXPECT_NEAR(inner(1, 1), middle + 30, 4);
  for (int step = 0; step < 4; ++step) {
    session_->history().undo();
  }
  EXPECT_EQ(session_->state().pages.size(), 1u);
  EXPECT_EQ(session_->state().pages[0].fitted.fit.grid, whole);
  ASSERT_TRUE(QTest::qWaitFor([&] { return engine_.isIdle(); }, kPatience_ms));
  EXPECT_EQ(session_->openedPhoto()->pages.size(), 1u) << "what is drawn over the photo is of one page again";
}

TEST_F(PhotoSessionTest, APhotoThatCannotBeReadSaysWhy) {
  test::writeBytes(folder_ / "text.jpg", "not a photo");
  session_ = std::make_unique<PhotoSession>(folder_ / "text.jpg", PhotoState{}, engine_);
  session_->show();
  ASSERT_TRUE(settled());
  EXPECT_EQ(session_->status(), PhotoStatus::failed);
  ASSERT_EQ(session_->errors().count(0), 1u);
  EXPECT_FALSE(session_->errors().at(0).message.empty());
}

TEST_F(PhotoSessionTest, AHiddenPhotoIsFittedInItsTurn) {
  QObject::connect(session_.get(), &PhotoSession::fitWanted, session_.get(), [&] { session_->fitLater(); });
  session_->show();
  session_->hide();
  ASSERT_TRUE(settled());
  EXPECT_EQ(session_->state().pages.size(), 1u);
  EXPECT_EQ(session_->state().due, Due::nothing);
  EXPECT_EQ(session_->openedPhoto(), nullptr) << "nothing is held of a photo out of view";
}

TEST_F(PhotoSessionTest, GoneWhileItFits) {
  session_->show();
  QTest::qWait(50);
  session_.reset();
  EXPECT_TRUE(QTest::qWaitFor([&] { return engine_.isIdle(); }, kPatience_ms));
}

}  // namespace
}  // namespace platen::ui
