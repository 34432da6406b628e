#include "ui/session/page_export.h"

#include "tests/support/page_photo.h"
#include "tests/support/photo_files.h"
#include "ui/session/workspace.h"

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

}  // namespace
}  // namespace platen::ui
