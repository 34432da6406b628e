// An export that meets others' files, is stopped, or is tried again: what is there stays, what is told is true.
#include "tests/support/page_photo.h"
#include "tests/support/photo_files.h"
#include "ui/session/page_export.h"
#include "ui/session/workspace.h"

#include <algorithm>

#include <QSignalSpy>
#include <QTest>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen::ui {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Key;
using ::testing::SizeIs;

constexpr int kPatience_ms = 60000;

class ExportAgainTest : public ::testing::Test {
 protected:
  void SetUp() override {
    test::PhotoRecipe recipe;
    recipe.photo_px = {600, 800};
    photo_ = test::photograph(recipe).photo;
    std::filesystem::create_directory(folder_ / "in");
  }
  PhotoSession& add(const char* name) {
    test::writeImage(folder_ / "in" / name, photo_, FileFormat::png);
    workspace_.add({folder_ / "in" / name});
    return workspace_.photo(workspace_.count() - 1);
  }
  // Two fitted pages, as of a spread; the second one is so large that it is refused.
  PhotoSession& addSpread(const char* name, double second_px = 1e6) {
    add(name);
    EXPECT_TRUE(idle());
    PhotoSession& photo = workspace_.photo(workspace_.count() - 1);
    PhotoState state = photo.state();
    state.pages.push_back(state.pages.at(0));
    state.pages[1].fitted.index = 2;
    state.pages[1].fitted.fit.page_extent_px = {second_px, second_px};
    photo.restore(state);
    EXPECT_TRUE(idle());
    return photo;
  }
  static bool done(PageExport& job) {
    return QTest::qWaitFor([&] { return !job.isRunning(); }, kPatience_ms);
  }
  static bool looked(PageExport& job) {
    job.look();
    return QTest::qWaitFor([&] { return job.hasLooked(); }, kPatience_ms);
  }
  bool idle() {
    return QTest::qWaitFor([&] { return engine_.isIdle(); }, kPatience_ms);
  }
  [[nodiscard]] std::filesystem::path out(const char* name) const { return folder_ / "out" / name; }
  [[nodiscard]] std::vector<std::string> names(const std::filesystem::path& folder) const {
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      found.push_back(entry.path().filename().string());
    }
    std::sort(found.begin(), found.end());
    return found;
  }
  test::ScratchFolder folder_;
  Image photo_;
  Engine engine_;
  Workspace workspace_{engine_};
};

void enlarge(PhotoSession& photo, double long_side_px) {
  const Vec2 extent = photo.state().pages.at(0).fitted.fit.page_extent_px;
  ExportOptions options;
  options.scale = long_side_px / std::max(extent.x, extent.y);
  photo.setExportOptions(options, "Scale");
}

// The page has been begun, so nothing was there when it was asked for; then something comes.
TEST_F(ExportAgainTest, AFileThatComesWhileItsPageIsWrittenStays) {
  PhotoSession& photo = add("a.png");
  ASSERT_TRUE(idle());
  enlarge(photo, 5000);
  std::filesystem::create_directory(folder_ / "out");
  PageExport job(engine_, {&photo}, {folder_ / "out/", FileFormat::png, false});
  job.start();
  ASSERT_TRUE(QTest::qWaitFor([&] { return !names(folder_ / "out").empty(); }, kPatience_ms));
  ASSERT_THAT(names(folder_ / "out"), ElementsAre(HasSubstr(".part"))) << "too small a page for this test";
  test::writeBytes(out("a.png"), "precious");
  ASSERT_TRUE(done(job));
  EXPECT_EQ(test::readBytes(out("a.png")), "precious");
  EXPECT_EQ(job.pagesWritten(), 0);
  ASSERT_THAT(job.failures(), SizeIs(1));
  EXPECT_THAT(job.failures()[0].message, HasSubstr("a.png is there already"));
  EXPECT_THAT(names(folder_ / "out"), ElementsAre("a.png"));
}

TEST_F(ExportAgainTest, PhotosThatAreOpenBesideAreNotOverwrittenEither) {
  PhotoSession& first = add("a.png");
  ASSERT_TRUE(idle());
  std::filesystem::create_directory(folder_ / "other");
  test::writeImage(folder_ / "other/a.png", photo_, FileFormat::png);
  workspace_.add({folder_ / "other/a.png"});
  const std::string before = test::readBytes(folder_ / "other/a.png");
  ExportPlan plan{folder_ / "other/", FileFormat::automatic, false};
  plan.other_photos = {folder_ / "other/a.png"};
  plan.may_replace = {folder_ / "other/a.png"};  // whatever someone says
  PageExport job(engine_, {&first}, plan);
  job.start();
  ASSERT_TRUE(done(job));
  ASSERT_THAT(job.problems(), ElementsAre(HasSubstr("would overwrite a photo")));
  EXPECT_EQ(test::readBytes(folder_ / "other/a.png"), before);
  // By a second page, whose name is not known before.
  std::filesystem::rename(folder_ / "other/a.png", folder_ / "other/b_2.png");
  PhotoSession& spread = addSpread("b.png", 400);
  plan.other_photos = {folder_ / "other/b_2.png"};
  plan.may_replace = {folder_ / "other/b_2.png"};
  PageExport pages(engine_, {&spread}, plan);
  pages.start();
  ASSERT_TRUE(done(pages));
  EXPECT_EQ(pages.pagesWritten(), 1);
  ASSERT_THAT(pages.failures(), SizeIs(1));
  EXPECT_EQ(pages.failures()[0].page, 2);
  EXPECT_EQ(test::readBytes(folder_ / "other/b_2.png"), before);
}

TEST_F(ExportAgainTest, OfADocumentThatIsThereItsPagesAreTold) {
  PhotoSession& photo = add("a.png");
  PageExport job(engine_, {&photo}, {folder_ / "book.pdf", FileFormat::automatic, false});
  // Cancelled when nothing can be stopped any more: the file is in place, and that has not been heard yet.
  QObject::connect(&job, &PageExport::progressed, &job, [&] {
    if (job.doing() == PageExport::Doing::committing) {
      while (!std::filesystem::exists(folder_ / "book.pdf")) {
        QTest::qSleep(1);
      }
      job.cancel();
    }
  });
  job.start();
  ASSERT_TRUE(done(job));
  EXPECT_TRUE(job.isCancelled());
  EXPECT_EQ(job.pagesWritten(), 1);
  EXPECT_THAT(job.unfinished(), IsEmpty());
  EXPECT_THAT(job.made(), ElementsAre(Key(folder_ / "book.pdf")));
}

TEST_F(ExportAgainTest, ACancelledExportEndsOnce) {
  PhotoSession& photo = add("a.png");
  ASSERT_TRUE(idle());
  for (int when = 1; when < 8; ++when) {
    PageExport job(engine_, {&photo}, {folder_ / ("out" + std::to_string(when)) / "", FileFormat::automatic, false});
    QSignalSpy ends(&job, &PageExport::finished);
    int steps = 0;
    QObject::connect(&job, &PageExport::progressed, &job, [&] {
      if (++steps == when) {
        job.cancel();
      }
    });
    job.start();
    ASSERT_TRUE(done(job));
    ASSERT_TRUE(idle());
    QTest::qWait(1);
    EXPECT_EQ(ends.count(), 1) << when;
  }
}

// The fit that is due fails: what an older one made of the photo is not what was asked for.
TEST_F(ExportAgainTest, APageWhoseOptionsAreRefusedIsNotWrittenAndFittedWhenTriedAgain) {
  PhotoSession& photo = add("a.png");
  ASSERT_TRUE(idle());
  std::filesystem::rename(photo.file(), folder_ / "in/away");
  FitOptions turned;
  turned.rotate = Rotation::deg90;
  photo.setFitOptions(turned, "Turn");
  ASSERT_TRUE(idle());
  ASSERT_FALSE(photo.errors().empty());
  ASSERT_THAT(photo.state().pages, SizeIs(1));
  std::filesystem::rename(folder_ / "in/away", photo.file());
  const ExportPlan plan{folder_ / "out/", FileFormat::automatic, true};
  PageExport job(engine_, {&photo}, plan);
  job.start();
  ASSERT_TRUE(done(job));
  EXPECT_EQ(job.pagesWritten(), 0);
  EXPECT_THAT(job.failures(), SizeIs(1));
  EXPECT_FALSE(std::filesystem::exists(out("a.png")));
  EXPECT_FALSE(std::filesystem::exists(out("a.warp.json")));
  ASSERT_THAT(job.unfinished(), ElementsAre(&photo));
  ExportPlan again = plan;
  again.tries_fits_again = true;
  PageExport second(engine_, job.unfinished(), again);
  second.start();
  ASSERT_TRUE(done(second));
  EXPECT_THAT(second.failures(), IsEmpty());
  EXPECT_EQ(second.pagesWritten(), 1);
  EXPECT_EQ(photo.state().pages.at(0).fitted.fit.reading_rotation, 90);
}

TEST_F(ExportAgainTest, WhatFailsAgainWhenTriedAgainIsToldOnce) {
  PhotoSession& photo = add("a.png");
  ASSERT_TRUE(idle());
  FitOptions third;
  third.page = {PageChoice::number, 3};
  photo.setFitOptions(third, "Page");
  ASSERT_TRUE(idle());
  ExportPlan plan{folder_ / "out/", FileFormat::automatic, false};
  plan.tries_fits_again = true;
  PageExport job(engine_, {&photo}, plan);
  job.start();
  ASSERT_TRUE(done(job));
  EXPECT_EQ(job.pagesWritten(), 0);
  ASSERT_THAT(job.failures(), SizeIs(1));
  EXPECT_THAT(job.failures()[0].message, HasSubstr("no page 3"));
}

// Of what failed when it was only looked at, the pages are what they should be.
TEST_F(ExportAgainTest, AFittedPhotoThatCouldNotBeShownIsWrittenOnceItIsThereAgain) {
  PhotoSession& photo = add("a.png");
  ASSERT_TRUE(idle());
  add("b.png");
  ASSERT_TRUE(idle());
  workspace_.setCurrent(1);
  std::filesystem::rename(photo.file(), folder_ / "in/away");
  ASSERT_TRUE(idle());
  add("c.png");  // two others: it is not held open any more
  workspace_.setCurrent(2);
  ASSERT_TRUE(idle());
  workspace_.setCurrent(0);
  ASSERT_TRUE(idle());
  ASSERT_FALSE(photo.errors().empty());
  std::filesystem::rename(folder_ / "in/away", photo.file());
  PageExport job(engine_, {&photo}, {folder_ / "out/", FileFormat::automatic, false});
  job.start();
  ASSERT_TRUE(done(job));
  EXPECT_THAT(job.failures(), IsEmpty());
  EXPECT_EQ(job.pagesWritten(), 1);
}

TEST_F(ExportAgainTest, NewsOfAPhotoThatIsBeingWrittenWritesItOnce) {
  PhotoSession& photo = add("a.png");
  PageExport job(engine_, {&photo}, {folder_ / "out/", FileFormat::automatic, false});
  // Twice before anyone hears of it.
  bool is_told = false;
  QObject::connect(&photo, &PhotoSession::statusChanged, &job, [&] {
    if (!photo.isFitting() && !photo.state().pages.empty() && !std::exchange(is_told, true)) {
      Q_EMIT photo.statusChanged();
    }
  });
  job.start();
  ASSERT_TRUE(done(job));
  EXPECT_TRUE(is_told);
  EXPECT_THAT(job.failures(), IsEmpty());
  EXPECT_EQ(job.pagesWritten(), 1);
}

TEST_F(ExportAgainTest, PagesThatWereWrittenAreNotWrittenAgain) {
  PhotoSession& photo = addSpread("a.png");
  const ExportPlan plan{folder_ / "out/", FileFormat::automatic, true};
  PageExport job(engine_, {&photo}, plan);
  job.start();
  ASSERT_TRUE(done(job));
  EXPECT_EQ(job.pagesWritten(), 1);
  ASSERT_THAT(job.failures(), SizeIs(1));
  EXPECT_EQ(job.failures()[0].page, 2);
  EXPECT_THAT(job.made(), ElementsAre(Key(out("a.warp.json")), Key(out("a_1.png"))));
  const auto first_written = std::filesystem::last_write_time(out("a_1.png"));
  // Someone makes the second page one that can be written.
  PhotoState state = photo.state();
  state.pages[1].fitted.fit.page_extent_px = state.pages[0].fitted.fit.page_extent_px;
  photo.restore(state);
  ASSERT_TRUE(idle());
  ExportPlan again = plan;
  again.written = job.written();
  again.made = job.made();
  PageExport second(engine_, job.unfinished(), again);
  ASSERT_TRUE(looked(second));
  EXPECT_THAT(second.there(), IsEmpty()) << "nothing to be asked";
  second.start();
  ASSERT_TRUE(done(second));
  EXPECT_THAT(second.failures(), IsEmpty());
  EXPECT_EQ(second.pagesWritten(), 1);
  EXPECT_THAT(names(folder_ / "out"), ElementsAre("a.warp.json", "a_1.png", "a_2.png"));
  EXPECT_EQ(std::filesystem::last_write_time(out("a_1.png")), first_written);
  EXPECT_THAT(test::readBytes(out("a.warp.json")), HasSubstr("\"index\": 2"));
  // A page that has become another one is written again.
  ExportOptions gray;
  gray.color = ColorChoice::gray;
  photo.setExportOptions(gray, "Colour");
  again.written = second.written();
  again.made.insert(second.made().begin(), second.made().end());
  PageExport third(engine_, {&photo}, again);
  third.start();
  ASSERT_TRUE(done(third));
  EXPECT_EQ(third.pagesWritten(), 2);
}

TEST_F(ExportAgainTest, APhotoThatCannotBeReadLeavesNoFolder) {
  PhotoSession& photo = add("a.png");
  ASSERT_TRUE(idle());
  const std::string whole = test::readBytes(photo.file());
  test::writeBytes(photo.file(), whole.substr(0, whole.size() / 2));
  {
    PageExport job(engine_, {&photo}, {folder_ / "out/inner/", FileFormat::automatic, true});
    job.start();
    ASSERT_TRUE(done(job));
    ASSERT_THAT(job.failures(), SizeIs(1));
    EXPECT_THAT(names(folder_.path()), ElementsAre("in"));
    PageExport book(engine_, {&photo}, {folder_ / "out/inner/book.pdf", FileFormat::automatic, true});
    book.start();
    ASSERT_TRUE(done(book));
    EXPECT_FALSE(book.failures().empty());
  }
  // With the document, which is let go after its jobs.
  EXPECT_TRUE(QTest::qWaitFor([&] { return !std::filesystem::exists(folder_ / "out"); }, kPatience_ms));
  // What was there stays.
  std::filesystem::create_directory(folder_ / "out");
  PageExport again(engine_, {&photo}, {folder_ / "out/inner/", FileFormat::automatic, true});
  again.start();
  ASSERT_TRUE(done(again));
  EXPECT_THAT(again.failures(), SizeIs(1));
  EXPECT_THAT(names(folder_ / "out"), IsEmpty());
}

// Nothing is wrong with the photo.
TEST_F(ExportAgainTest, APageThatIsTooLargeLeavesItsWarp) {
  PhotoSession& photo = add("a.png");
  ASSERT_TRUE(idle());
  PhotoState state = photo.state();
  state.pages.at(0).fitted.fit.page_extent_px = {1e6, 1e6};
  photo.restore(state);
  ASSERT_TRUE(idle());
  PageExport job(engine_, {&photo}, {folder_ / "out/", FileFormat::automatic, true});
  job.start();
  ASSERT_TRUE(done(job));
  ASSERT_THAT(job.failures(), SizeIs(1));
  EXPECT_THAT(names(folder_ / "out"), ElementsAre("a.warp.json"));
}

// As `platen flatten photo -o one.png` numbers them.
TEST_F(ExportAgainTest, AFileOfSeveralPagesIsNumbered) {
  PhotoSession& photo = addSpread("a.png", 400);
  PageExport job(engine_, {&photo}, {folder_ / "out/one.png", FileFormat::automatic, true});
  job.start();
  ASSERT_TRUE(done(job));
  EXPECT_THAT(job.failures(), IsEmpty());
  EXPECT_EQ(job.pagesWritten(), 2);
  EXPECT_THAT(names(folder_ / "out"), ElementsAre("a.warp.json", "one_1.png", "one_2.png"));
}

// As the headless program refuses it.
TEST_F(ExportAgainTest, ABitonalPageIsNoJpeg) {
  PhotoSession& photo = add("a.png");
  ASSERT_TRUE(idle());
  ExportOptions bitonal;
  bitonal.color = ColorChoice::bitonal;
  photo.setExportOptions(bitonal, "Colour");
  for (const auto& [file, format] : {std::pair{"a.jpg", FileFormat::automatic}, std::pair{"a.jpg", FileFormat::jpeg},
                                     std::pair{"out/", FileFormat::jpeg}}) {
    PageExport job(engine_, {&photo}, {folder_ / file, format, false});
    ASSERT_TRUE(looked(job));
    EXPECT_THAT(job.problems(), ElementsAre(HasSubstr("Bitonal pages can't be kept in a JPEG"))) << file;
  }
  PageExport job(engine_, {&photo}, {folder_ / "a.tif", FileFormat::tiff, false});
  ASSERT_TRUE(looked(job));
  EXPECT_THAT(job.problems(), IsEmpty());
}

// Who exports one photo does not wait for the fits of all.
TEST_F(ExportAgainTest, APhotoThatIsExportedIsFittedBeforeThoseThatWait) {
  // All at once: written and added one by one, the first are fitted before the last is there.
  std::vector<std::filesystem::path> files;
  for (const char* name : {"a.png", "b.png", "c.png", "d.png", "e.png"}) {
    files.push_back(folder_ / "in" / name);
    test::writeImage(files.back(), photo_, FileFormat::png);
  }
  workspace_.add(files);
  PhotoSession& last = workspace_.photo(4);
  ASSERT_TRUE(last.isFitting()) << "in its turn";
  PageExport job(engine_, {&last}, {folder_ / "out/", FileFormat::automatic, false});
  std::vector<int> order;
  for (int k = 0; k < 5; ++k) {
    QObject::connect(&workspace_.photo(k), &PhotoSession::shownGridChanged, &job, [&order, k] {
      if (order.empty() || order.back() != k) {
        order.push_back(k);
      }
    });
  }
  job.start();
  ASSERT_TRUE(done(job));
  EXPECT_EQ(job.pagesWritten(), 1);
  ASSERT_TRUE(idle());
  ASSERT_THAT(order, SizeIs(5));
  EXPECT_LT(std::find(order.begin(), order.end(), 4), std::find(order.begin(), order.end(), 3));
}

// A project is opened, all of it fitted long ago: nothing has asked its files yet.
TEST_F(ExportAgainTest, APhotoThatNobodyHasLookedAtIsWritten) {
  add("a.png");
  ASSERT_TRUE(idle());
  const PhotoState state = workspace_.photo(0).state();
  PhotoSession kept(folder_ / "in/a.png", state, engine_);
  ASSERT_FALSE(kept.info());
  PageExport job(engine_, {&kept}, {folder_ / "out/", FileFormat::automatic, false});
  job.start();
  ASSERT_TRUE(done(job));
  EXPECT_THAT(job.failures(), IsEmpty());
  EXPECT_EQ(job.pagesWritten(), 1);
  EXPECT_TRUE(std::filesystem::exists(out("a.png")));
}

}  // namespace
}  // namespace platen::ui
