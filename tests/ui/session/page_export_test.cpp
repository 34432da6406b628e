#include "ui/session/page_export.h"

#include "tests/support/page_photo.h"
#include "tests/support/photo_files.h"
#include "ui/session/workspace.h"

#include <algorithm>
#include <fstream>

#include <QProcess>
#include <QTest>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen::ui {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr int kPatience_ms = 60000;

class PageExportTest : public ::testing::Test {
 protected:
  void SetUp() override {
    test::PhotoRecipe recipe;
    recipe.photo_px = {600, 800};
    const Image photo = test::photograph(recipe).photo;
    std::filesystem::create_directory(folder_ / "in");
    test::writeImage(folder_ / "in/a.png", photo, FileFormat::png);
    test::writeImage(folder_ / "in/b.jpg", photo, FileFormat::jpeg);
    test::writeBytes(folder_ / "in/c.jpg", "no photo");
    workspace_.add({folder_ / "in/a.png", folder_ / "in/b.jpg", folder_ / "in/c.jpg"});
  }
  std::vector<PhotoSession*> photos() {
    std::vector<PhotoSession*> all;
    for (int k = 0; k < workspace_.count(); ++k) {
      all.push_back(&workspace_.photo(k));
    }
    return all;
  }
  static bool done(PageExport& job) {
    return QTest::qWaitFor([&] { return !job.isRunning(); }, kPatience_ms);
  }
  // It has asked what is wrong and what is there.
  static bool looked(PageExport& job) {
    job.look();
    return QTest::qWaitFor([&] { return job.hasLooked(); }, kPatience_ms);
  }
  bool idle() {
    return QTest::qWaitFor([&] { return engine_.isIdle(); }, kPatience_ms);
  }
  std::vector<std::string> written(const std::string& folder) {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder_ / folder)) {
      names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
  }
  test::ScratchFolder folder_;
  Engine engine_;
  Workspace workspace_{engine_};
};

TEST_F(PageExportTest, AllPhotosAreFittedAndWrittenAndTheBadOneIsListed) {
  PageExport job(engine_, photos(), {folder_ / "out", FileFormat::automatic, true});
  ASSERT_TRUE(looked(job));
  ASSERT_THAT(job.problems(), IsEmpty());
  job.start();
  ASSERT_TRUE(done(job));
  EXPECT_EQ(job.pagesWritten(), 2);
  EXPECT_EQ(job.photosDone(), 3);
  ASSERT_EQ(job.failures().size(), 1u);
  EXPECT_EQ(job.failures()[0].photo, folder_ / "in/c.jpg");
  EXPECT_FALSE(job.failures()[0].message.empty());
  EXPECT_THAT(written("out"), ElementsAre("a.png", "a.warp.json", "b.jpg", "b.warp.json"));
}

// The promise of one engine behind two programs.
TEST_F(PageExportTest, WritesWhatTheHeadlessProgramWritesForTheSameWarp) {
  PhotoSession& photo = workspace_.photo(0);
  ASSERT_TRUE(QTest::qWaitFor([&] { return !photo.isFitting() && !photo.state().pages.empty(); }, kPatience_ms));
  photo.beginMove(1, {0.4, 0.4});
  photo.moveTo(sourceFromPage(splineNet(photo.state().pages[0].fitted.fit.grid), {0.4, 0.4}) + Vec2{6, 9}, {0.4, 0.4});
  photo.endMove();
  ExportOptions options;
  options.margin_mm = 4;
  options.scale = 0.8;
  photo.setExportOptions(options, "Margin");
  PageExport job(engine_, {&photo}, {folder_ / "out.png", FileFormat::automatic, true});
  job.start();
  ASSERT_TRUE(done(job));
  ASSERT_THAT(job.failures(), IsEmpty());
  QProcess program;
  program.start(QStringLiteral(PLATEN_PROGRAM),
                {"apply", QString::fromStdString((folder_ / "a.warp.json").string()),
                 QString::fromStdString((folder_ / "in/a.png").string()), "-o",
                 QString::fromStdString((folder_ / "theirs.png").string()), "--margin", "4", "--scale", "0.8"});
  ASSERT_TRUE(program.waitForFinished(kPatience_ms));
  ASSERT_EQ(program.exitCode(), 0) << program.readAllStandardError().toStdString();
  EXPECT_EQ(test::readBytes(folder_ / "out.png"), test::readBytes(folder_ / "theirs.png"));
}

// A page of 900 megapixels is being written: minutes, were it not stopped.
TEST_F(PageExportTest, WhatIsLookedAtDoesNotWaitForAPageThatIsWritten) {
  ASSERT_TRUE(QTest::qWaitFor([&] { return engine_.isIdle(); }, kPatience_ms));
  PhotoSession& first = workspace_.photo(0);
  ASSERT_EQ(first.state().pages.size(), 1u);
  const Vec2 extent = first.state().pages[0].fitted.fit.page_extent_px;
  ExportOptions options;
  options.scale = 30000 / std::max(extent.x, extent.y);
  first.setExportOptions(options, "Scale");
  PageExport job(engine_, {&first}, {folder_ / "large", FileFormat::png, false});
  job.start();
  ASSERT_TRUE(job.isRunning());
  // Opened, fitted and steered meanwhile.
  workspace_.setCurrent(1);
  PhotoSession& second = workspace_.photo(1);
  FitOptions plane = second.state().fit;
  plane.model = ModelLimit::plane;
  second.setFitOptions(plane, "Model");
  ASSERT_TRUE(QTest::qWaitFor([&] { return !second.isFitting(); }, kPatience_ms));
  EXPECT_EQ(second.state().pages.at(0).fitted.fit.model, WarpModel::plane);
  EXPECT_NE(second.openedPhoto(), nullptr);
  EXPECT_TRUE(job.isRunning());
  EXPECT_EQ(job.pagesWritten(), 0);
  EXPECT_THAT(job.failures(), IsEmpty());
  job.cancel();
  ASSERT_TRUE(done(job));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "large/a.png"));
}

TEST_F(PageExportTest, OnePdfTakesAllPages) {
  PageExport job(engine_, photos(), {folder_ / "book.pdf", FileFormat::automatic, false});
  job.start();
  ASSERT_TRUE(done(job));
  EXPECT_EQ(job.pagesWritten(), 2);
  EXPECT_THAT(test::readBytes(folder_ / "book.pdf"), HasSubstr("/Count 2"));
}

TEST_F(PageExportTest, WhatIsCancelledLeavesNothingHalfWritten) {
  PageExport job(engine_, photos(), {folder_ / "book.pdf", FileFormat::automatic, false});
  QObject::connect(&job, &PageExport::progressed, &job, [&] {
    if (job.pagesWritten() == 1) {
      job.cancel();
    }
  });
  job.start();
  ASSERT_TRUE(done(job));
  QTest::qWait(10);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "book.pdf"));
}

TEST_F(PageExportTest, APhotoThatIsClosedWhileItIsWaitedForIsLeftOut) {
  workspace_.setCurrent(0);
  PageExport job(engine_, photos(), {folder_ / "out", FileFormat::automatic, false});
  int ends = 0;
  QObject::connect(&job, &PageExport::finished, &job, [&] { ++ends; });
  job.start();
  workspace_.remove(0);
  ASSERT_TRUE(done(job));
  EXPECT_EQ(job.pagesWritten(), 1);
  EXPECT_TRUE(QTest::qWaitFor([&] { return engine_.isIdle(); }, kPatience_ms));
  EXPECT_EQ(ends, 1);
}

TEST_F(PageExportTest, WhatWaitsForAFitCanBeCancelled) {
  PageExport job(engine_, photos(), {folder_ / "out", FileFormat::automatic, false});
  int ends = 0;
  QObject::connect(&job, &PageExport::finished, &job, [&] { ++ends; });
  job.start();
  job.cancel();
  EXPECT_FALSE(job.isRunning());
  EXPECT_TRUE(QTest::qWaitFor([&] { return engine_.isIdle(); }, kPatience_ms));
  EXPECT_EQ(ends, 1);
  EXPECT_EQ(job.pagesWritten(), 0);
}

TEST_F(PageExportTest, AnUnwritableFolderIsSaidOnceForEachPage) {
  test::writeBytes(folder_ / "file", "in the way");
  PageExport job(engine_, {&workspace_.photo(0)}, {folder_ / "file/out.png", FileFormat::automatic, false});
  job.start();
  ASSERT_TRUE(done(job));
  EXPECT_EQ(job.pagesWritten(), 0);
  EXPECT_EQ(job.failures().size(), 1u);
}

TEST_F(PageExportTest, APhotoIsNeverOverwritten) {
  PageExport job(engine_, {&workspace_.photo(0)}, {folder_ / "in", FileFormat::automatic, false});
  job.start();
  ASSERT_TRUE(done(job));
  EXPECT_EQ(job.pagesWritten(), 0);
  EXPECT_FALSE(job.problems().empty() && job.failures().empty());
}

TEST_F(PageExportTest, WhatComesUnderAPagesNameIsNotReplacedUnasked) {
  const auto isPrecious = [this](const char* name) { return test::readBytes(folder_ / "out" / name) == "precious"; };
  std::filesystem::create_directory(folder_ / "out");
  PageExport job(engine_, {&workspace_.photo(0), &workspace_.photo(1)}, {folder_ / "out", FileFormat::automatic, true});
  job.start();
  // After the start: nobody could be asked.
  for (const char* name : {"a.png", "b.warp.json"}) {
    test::writeBytes(folder_ / "out" / name, "precious");
  }
  ASSERT_TRUE(done(job));
  EXPECT_TRUE(isPrecious("a.png"));
  EXPECT_TRUE(isPrecious("b.warp.json"));
  EXPECT_EQ(job.pagesWritten(), 1);
  ASSERT_EQ(job.failures().size(), 2u);
  EXPECT_EQ(job.failures()[0].photo, folder_ / "in/a.png");
  EXPECT_THAT(job.failures()[0].message, HasSubstr("a.png is there already"));
  EXPECT_EQ(job.unfinished().size(), 2u);
  ExportPlan plan{folder_ / "out", FileFormat::automatic, true};
  plan.may_replace = {folder_ / "out/a.png", folder_ / "out/a.warp.json", folder_ / "out/b.jpg",
                      folder_ / "out/b.warp.json"};
  PageExport again(engine_, job.unfinished(), plan);
  again.start();
  ASSERT_TRUE(done(again));
  EXPECT_THAT(again.failures(), IsEmpty());
  EXPECT_FALSE(isPrecious("a.png"));
  EXPECT_FALSE(isPrecious("b.warp.json"));
}

TEST_F(PageExportTest, ADocumentThatCameMeanwhileStays) {
  PageExport job(engine_, photos(), {folder_ / "book.pdf", FileFormat::automatic, false});
  job.start();
  test::writeBytes(folder_ / "book.pdf", "precious");
  ASSERT_TRUE(done(job));
  EXPECT_EQ(test::readBytes(folder_ / "book.pdf"), "precious");
  EXPECT_EQ(job.pagesWritten(), 0);
  EXPECT_EQ(job.unfinished().size(), 3u) << "all of them: a document is whole or not there";
}

TEST_F(PageExportTest, WarpsOfOneNameAreRefusedInTheWordsOfAWindow) {
  std::filesystem::copy(folder_ / "in/a.png", folder_ / "in/b.png");
  workspace_.add({folder_ / "in/b.png"});
  PageExport job(engine_, {&workspace_.photo(1), &workspace_.photo(3)},
                 {folder_ / "out/", FileFormat::automatic, true});
  ASSERT_TRUE(looked(job));
  ASSERT_THAT(job.problems(), ElementsAre(HasSubstr("b.warp.json")));
  EXPECT_THAT(job.problems()[0], ::testing::Not(HasSubstr("flatten")));
  job.start();
  EXPECT_FALSE(job.isRunning());
  EXPECT_EQ(job.pagesWritten(), 0);
  PageExport pages(engine_, {&workspace_.photo(1), &workspace_.photo(3)},
                   {folder_ / "out/", FileFormat::automatic, false});
  ASSERT_TRUE(looked(pages));
  EXPECT_THAT(pages.problems(), IsEmpty());
  PageExport shared(engine_, {&workspace_.photo(1), &workspace_.photo(3)}, {folder_ / "out/", FileFormat::png, false});
  ASSERT_TRUE(looked(shared));
  ASSERT_THAT(shared.problems(), ElementsAre(HasSubstr("would both become")));
  test::writeBytes(folder_ / "file", "in the way");
  PageExport other(engine_, {&workspace_.photo(1), &workspace_.photo(3)}, {folder_ / "file/", FileFormat::png, false});
  ASSERT_TRUE(looked(other));
  EXPECT_FALSE(other.problems().empty());
  for (const std::string& problem : other.problems()) {
    EXPECT_THAT(problem, ::testing::Not(HasSubstr("-o ")));
  }
}

TEST_F(PageExportTest, WhatIsToBeKnownOfAWrittenPageIsRemarked) {
  ExportOptions options;
  options.margin_mm = 4;  // of a page whose size nobody knows
  options.color = ColorChoice::bitonal;
  for (const int k : {0, 1}) {
    workspace_.photo(k).setExportOptions(options, "Margin");
    FitOptions measured;
    measured.paper = {PaperKind::measured};
    workspace_.photo(k).setFitOptions(measured, "Paper");
  }
  PageExport job(engine_, {&workspace_.photo(0), &workspace_.photo(1)},
                 {folder_ / "out/", FileFormat::automatic, false});
  job.start();
  ASSERT_TRUE(done(job));
  EXPECT_THAT(job.failures(), IsEmpty());
  ASSERT_FALSE(job.remarks().empty());
  EXPECT_EQ(job.remarks()[0].photo, folder_ / "in/a.png");
  EXPECT_THAT(job.remarks()[0].message, HasSubstr("297 mm"));
  EXPECT_THAT(written("out"), ElementsAre("a.png", "b.png")) << "a bitonal page is no JPEG";
}

TEST_F(PageExportTest, WhatIsDueIsFittedBeforeItIsWritten) {
  ASSERT_TRUE(QTest::qWaitFor([&] { return engine_.isIdle(); }, kPatience_ms));
  workspace_.setFitsWaiting(false);
  FitOptions turned;
  turned.rotate = Rotation::deg90;
  PhotoSession& photo = workspace_.photo(0);
  photo.setFitOptions(turned, "Turn");
  ASSERT_EQ(photo.state().due, Due::afresh);
  PageExport job(engine_, {&photo}, {folder_ / "out/", FileFormat::automatic, false});
  job.start();
  ASSERT_TRUE(done(job));
  EXPECT_EQ(job.pagesWritten(), 1);
  EXPECT_EQ(photo.state().due, Due::nothing);
  EXPECT_EQ(photo.state().pages[0].fitted.fit.reading_rotation, 90);
}

// A folder of real life: one photo cut off, one not to be read, and a folder into which nothing can be written.
TEST_F(PageExportTest, OfTwentyPhotosTheBadOnesAreListedWithTheirReasons) {
  const std::string whole = test::readBytes(folder_ / "in/b.jpg");
  std::filesystem::create_directory(folder_ / "many");
  std::vector<std::filesystem::path> files;
  for (int k = 0; k < 20; ++k) {
    files.push_back(folder_ / ("many/" + std::to_string(100 + k) + ".jpg"));
    test::writeBytes(files.back(), k == 7 ? whole.substr(0, whole.size() / 20) : whole);
  }
  std::filesystem::remove(files[13]);
  std::filesystem::create_directory(files[13]);
  workspace_.clear();
  for (const auto& file : files) {
    workspace_.addKept(file, {});
  }
  PageExport job(engine_, photos(), {folder_ / "out/", FileFormat::automatic, false});
  int last = 0;
  QObject::connect(&job, &PageExport::progressed, &job, [&] {
    EXPECT_GE(job.photosDone(), last);
    last = job.photosDone();
  });
  job.start();
  ASSERT_TRUE(done(job));
  EXPECT_EQ(last, 20);
  EXPECT_EQ(job.pagesWritten() + static_cast<int>(job.failures().size()), 20);
  EXPECT_GE(job.failures().size(), 1u);
  for (const PageExport::Failure& failure : job.failures()) {
    EXPECT_TRUE(failure.photo == files[7] || failure.photo == files[13]) << failure.photo;
    EXPECT_FALSE(failure.message.empty());
  }
  EXPECT_TRUE(std::any_of(job.failures().begin(), job.failures().end(),
                          [&](const PageExport::Failure& failure) { return failure.photo == files[13]; }));
}

}  // namespace
}  // namespace platen::ui
