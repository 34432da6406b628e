// Photos in one export whose names meet: NAME_1 may be a page of NAME, or a photo.
#include "tests/ui/window/shown_window.h"
#include "ui/window/export_dialog.h"

#include <QLineEdit>
#include <QListWidget>
#include <QMessageBox>
#include <QPushButton>
#include <gmock/gmock.h>

namespace platen::ui {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class ExportNamesTest : public ShownWindow {
 protected:
  [[nodiscard]] std::filesystem::path out(const char* name) const { return folder_ / "out" / name; }
  // Two pages, as of a spread.
  void makeSpread(int index) {
    PhotoSession& photo = workspace().photo(index);
    PhotoState state = photo.state();
    state.pages.push_back(state.pages.at(0));
    state.pages[1].fitted.index = 2;
    photo.restore(state);
    ASSERT_TRUE(idle());
  }
  ExportDialog& exportAll() {
    window_->actions().exportAll->trigger();
    dialog_ = window_->findChild<ExportDialog*>();
    dialog_->target().setText(QString::fromStdString((folder_ / "out").string()));
    return *dialog_;
  }
  // One try: what could not be written is told.
  void tryAndFail(int failures) {
    dialog_->startButton().click();
    ASSERT_TRUE(QTest::qWaitFor(
        [&] {
          return !dialog_ || dialog_->findChild<QMessageBox*>() != nullptr ||
                 (dialog_->startButton().isEnabled() && !dialog_->running()->isRunning());
        },
        kPatience_ms));
    ASSERT_TRUE(dialog_) << "all is written";
    EXPECT_EQ(dialog_->findChild<QMessageBox*>(), nullptr);
    EXPECT_EQ(dialog_->findChild<QListWidget*>()->count(), failures);
  }
  QPointer<ExportDialog> dialog_;
};

TEST_F(ExportNamesTest, TryAgainDoesNotReplaceThePageOfAnotherPhoto) {
  openAndFit({writePhoto("scan.png"), writePhoto("scan_1.png")});
  makeSpread(0);
  exportAll();
  ASSERT_NO_FATAL_FAILURE(tryAndFail(1));
  ASSERT_TRUE(std::filesystem::exists(out("scan_2.png")));
  const std::string page = test::readBytes(out("scan_1.png"));
  ExportOptions gray;
  gray.color = ColorChoice::gray;  // told apart from what it is not
  workspace().photo(1).setExportOptions(gray, "Colour");
  ASSERT_NO_FATAL_FAILURE(tryAndFail(1));
  EXPECT_TRUE(test::readBytes(out("scan_1.png")) == page);
  // Somewhere else it is written.
  dialog_->target().setText(QString::fromStdString((folder_ / "out/one").string()));
  dialog_->startButton().click();
  ASSERT_TRUE(QTest::qWaitFor([&] { return std::filesystem::exists(out("one/scan_1.png")); }, kPatience_ms));
  EXPECT_TRUE(test::readBytes(out("scan_1.png")) == page);
}

TEST_F(ExportNamesTest, TryAgainDoesNotReplaceAPhotosPageByThatOfASpread) {
  openAndFit({writePhoto("scan_1.png"), writePhoto("scan.png")});
  ExportOptions gray;
  gray.color = ColorChoice::gray;
  workspace().photo(0).setExportOptions(gray, "Colour");
  makeSpread(1);
  exportAll();
  ASSERT_NO_FATAL_FAILURE(tryAndFail(1));
  ASSERT_TRUE(std::filesystem::exists(out("scan_2.png")));
  const std::string page = test::readBytes(out("scan_1.png"));
  ASSERT_NO_FATAL_FAILURE(tryAndFail(1));
  EXPECT_TRUE(test::readBytes(out("scan_1.png")) == page);
}

// A page that became another one replaces what it was.
TEST_F(ExportNamesTest, TryAgainReplacesAPhotosOwnPageUnasked) {
  openAndFit({writePhoto("scan.png"), writePhoto("scan_1.png")});
  makeSpread(0);
  PhotoState state = workspace().photo(0).state();
  const Vec2 extent = state.pages[1].fitted.fit.page_extent_px;
  state.pages[1].fitted.fit.page_extent_px = {1e6, 1e6};  // so large that it is refused
  workspace().photo(0).restore(state);
  ASSERT_TRUE(idle());
  exportAll();
  ASSERT_NO_FATAL_FAILURE(tryAndFail(2));
  const std::string page = test::readBytes(out("scan_1.png"));
  state.pages[1].fitted.fit.page_extent_px = extent;
  state.out.color = ColorChoice::gray;
  workspace().photo(0).restore(state);
  ASSERT_TRUE(idle());
  ASSERT_NO_FATAL_FAILURE(tryAndFail(1));
  EXPECT_FALSE(test::readBytes(out("scan_1.png")) == page);
  EXPECT_TRUE(std::filesystem::exists(out("scan_2.png")));
}

// Nobody knows how many pages they will be: each name that may be is asked for, also where two of them are one file,
// and the answer holds.
TEST_F(ExportNamesTest, AllNamesThatUnfittedPhotosMayGetAreAskedFor) {
  window_->actions().fitWaiting->setChecked(false);
  openAndFit({writePhoto("first.png"), writePhoto("scan.png"), writePhoto("b.png")});
  ASSERT_THAT(workspace().photo(1).state().pages, IsEmpty());
  std::filesystem::create_directory(folder_ / "out");
  test::writeBytes(out("b.png"), "precious");
  std::filesystem::create_symlink("b.png", out("scan_2.png"));
  std::vector<PhotoSession*> photos{&workspace().photo(1), &workspace().photo(2)};
  for (int order = 0; order < 2; ++order) {
    PageExport job(window_->engine(), photos, {folder_ / "out/", FileFormat::automatic, false});
    job.look();
    ASSERT_TRUE(QTest::qWaitFor([&] { return job.hasLooked(); }, kPatience_ms));
    EXPECT_THAT(job.there(), ElementsAre(out("b.png"), out("scan_2.png"))) << order;
    std::swap(photos[0], photos[1]);
  }
  PageExport job(window_->engine(), photos, {folder_ / "out/", FileFormat::automatic, false});
  job.start({out("b.png"), out("scan_2.png")});
  ASSERT_TRUE(QTest::qWaitFor([&] { return !job.isRunning(); }, kPatience_ms));
  EXPECT_THAT(job.failures(), IsEmpty());
  EXPECT_EQ(job.pagesWritten(), 2);
  EXPECT_GT(std::filesystem::file_size(out("b.png")), 1000u);
}

}  // namespace
}  // namespace platen::ui
