// Where an export goes, and what it asks before it replaces files.
#include "ui/window/export_dialog.h"

#include "tests/ui/window/shown_window.h"
#include "ui/window/export_target.h"

#include <fstream>
#include <iterator>

#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <gmock/gmock.h>

namespace platen::ui {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class ExportDialogTest : public ShownWindow {
 protected:
  ExportDialog& dialog() {
    if (!dialog_) {
      window_->actions().exportPage->trigger();
      dialog_ = window_->findChild<ExportDialog*>();
    }
    return *dialog_;
  }
  void startWith(const std::filesystem::path& target) {
    dialog().target().setText(QString::fromStdString(target.string()));
    dialog().startButton().click();
  }
  QMessageBox* question() { return dialog().findChild<QMessageBox*>(); }
  void answer(const QString& text) {
    for (QAbstractButton* button : question()->buttons()) {
      if (button->text().remove(QLatin1Char('&')) == text) {
        button->click();
        return;
      }
    }
    FAIL() << "no such button";
  }
  bool ends() {
    QSignalSpy done(dialog_, &QDialog::accepted);
    return QTest::qWaitFor([&] { return done.count() == 1; }, kPatience_ms);
  }
  static std::string textOf(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  QPointer<ExportDialog> dialog_;
};

TEST_F(ExportDialogTest, FilesAreReplacedOnlyWhenSomeoneSaysSo) {
  openAndFit({writePhoto("1.png")});
  std::filesystem::create_directory(folder_ / "out");
  test::writeBytes(folder_ / "out" / "1.png", "precious");
  startWith(folder_ / "out");
  ASSERT_NE(question(), nullptr);
  EXPECT_TRUE(question()->isModal());
  answer(QStringLiteral("Cancel"));
  QTest::qWait(50);
  EXPECT_EQ(dialog().running(), nullptr);
  EXPECT_EQ(textOf(folder_ / "out" / "1.png"), "precious");
  EXPECT_TRUE(dialog().startButton().isEnabled());
  QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  ASSERT_EQ(question(), nullptr);
  dialog().startButton().click();
  ASSERT_NE(question(), nullptr);
  answer(QStringLiteral("Replace"));
  ASSERT_TRUE(ends());
  EXPECT_GT(std::filesystem::file_size(folder_ / "out" / "1.png"), 1000u);
}

TEST_F(ExportDialogTest, NothingIsAskedWhereNothingIs) {
  openAndFit({writePhoto("1.png")});
  startWith(folder_ / "out");
  EXPECT_EQ(question(), nullptr);
  ASSERT_TRUE(ends());
}

TEST_F(ExportDialogTest, APdfIsOneHoweverItsNameIsWritten) {
  openAndFit({writePhoto("1.png")});
  startWith("  " + (folder_ / "book.PDF").string() + "  ");
  ASSERT_TRUE(ends());
  EXPECT_EQ(textOf(folder_ / "book.PDF").substr(0, 5), "%PDF-");
}

TEST_F(ExportDialogTest, ANameThatBeginsNowhereBeginsAtHomeAndIsShown) {
  EXPECT_EQ(wholeTarget(QStringLiteral("  pages ")), QDir::home().filePath(QStringLiteral("pages")));
  EXPECT_EQ(wholeTarget(QStringLiteral("~/pages")), QDir::homePath() + QStringLiteral("/pages"));
  EXPECT_EQ(wholeTarget(QStringLiteral("/pages/")), QStringLiteral("/pages/"));
  EXPECT_EQ(wholeTarget(QStringLiteral("  ")), QString());
  openAndFit({writePhoto("1.png")});
  const QByteArray home = qgetenv("HOME");
  qputenv("HOME", QByteArray::fromStdString((folder_ / "home").string()));
  std::filesystem::create_directory(folder_ / "home");
  startWith("pages");
  qputenv("HOME", home);
  EXPECT_EQ(dialog().target().text(), QString::fromStdString((folder_ / "home" / "pages").string()));
  ASSERT_TRUE(ends());
  EXPECT_TRUE(std::filesystem::exists(folder_ / "home" / "pages" / "1.png"));
}

TEST_F(ExportDialogTest, FilesToReplaceAreTheNamesThatTheExportWillUse) {
  window_->actions().fitWaiting->setChecked(false);
  openAndFit({writePhoto("1.png"), writePhoto("2.png")});
  const std::vector<PhotoSession*> photos{&workspace().photo(0), &workspace().photo(1)};
  ASSERT_TRUE(photos[1]->state().pages.empty());
  ExportPlan plan;
  plan.out = folder_ / "out" / "";
  std::filesystem::create_directory(plan.out);
  for (const char* name : {"1.tif", "1_2.png", "2.jpg", "2.warp.json"}) {
    test::writeBytes(plan.out / name, "other");
  }
  EXPECT_THAT(filesToReplace(photos, plan), IsEmpty());
  test::writeBytes(plan.out / "2_2.png", "not fitted: it may become two pages");
  EXPECT_THAT(filesToReplace(photos, plan), ElementsAre(plan.out / "2_2.png"));
  plan.keeps_warps = true;
  plan.format = FileFormat::tiff;
  EXPECT_THAT(filesToReplace(photos, plan), ElementsAre(plan.out / "1.tif", plan.out / "2.warp.json"));
  plan.keeps_warps = false;
  plan.format = FileFormat::automatic;
  plan.out = folder_ / "book.pdf";
  EXPECT_THAT(filesToReplace(photos, plan), IsEmpty());
  test::writeBytes(plan.out, "other");
  EXPECT_THAT(filesToReplace(photos, plan), ElementsAre(plan.out));
}

TEST_F(ExportDialogTest, TheKeyOfALabelIsTheFieldsAndNotShown) {
  openAndFit({writePhoto("1.png")});
  bool has_buddy = false;
  for (const QLabel* label : dialog().findChildren<QLabel*>()) {
    has_buddy |= label->buddy() == &dialog().target();
    EXPECT_TRUE(label->buddy() != nullptr || !label->text().contains(QLatin1Char('&'))) << label->text().toStdString();
  }
  EXPECT_TRUE(has_buddy);
}

// Of a photo that is not fitted nobody knows how many pages it has: what could not be asked before is not replaced, and
// asked when it is tried again.
TEST_F(ExportDialogTest, WhatFailedIsTriedAgainAndAskedFor) {
  openAndFit({writePhoto("1.png")});
  FitOptions turned;
  turned.rotate = Rotation::deg90;
  workspace().photo(0).setFitOptions(turned, "Turn");  // it is written once that is fitted
  startWith(folder_ / "out");
  ASSERT_EQ(question(), nullptr);
  std::filesystem::create_directory(folder_ / "out");
  test::writeBytes(folder_ / "out" / "1.png", "precious");
  auto* report = dialog().findChild<QListWidget*>();
  ASSERT_TRUE(QTest::qWaitFor([&] { return report->count() == 1 || !dialog_; }, kPatience_ms));
  ASSERT_TRUE(QTest::qWaitFor([&] { return dialog().startButton().isEnabled(); }, kPatience_ms));
  EXPECT_TRUE(report->item(0)->text().contains(QStringLiteral("1.png is there already")));
  EXPECT_EQ(textOf(folder_ / "out" / "1.png"), "precious");
  dialog().startButton().click();
  ASSERT_NE(question(), nullptr);
  answer(QStringLiteral("Replace"));
  ASSERT_TRUE(ends());
  EXPECT_NE(textOf(folder_ / "out" / "1.png"), "precious");
}

TEST_F(ExportDialogTest, RemarksOnPagesThatWereWrittenAreShown) {
  openAndFit({writePhoto("1.png")});
  FitOptions measured;
  measured.paper = {PaperKind::measured};
  workspace().photo(0).setFitOptions(measured, "Paper");
  ExportOptions margin;
  margin.margin_mm = 5;
  workspace().photo(0).setExportOptions(margin, "Margin");
  ASSERT_TRUE(idle());
  startWith(folder_ / "out");
  auto* report = dialog().findChild<QListWidget*>();
  ASSERT_TRUE(QTest::qWaitFor([&] { return !dialog().running()->isRunning(); }, kPatience_ms));
  EXPECT_TRUE(dialog().isVisible());
  ASSERT_EQ(report->count(), 1);
  EXPECT_TRUE(report->item(0)->text().contains(QStringLiteral("297 mm")));
  EXPECT_TRUE(std::filesystem::exists(folder_ / "out" / "1.png"));
}

}  // namespace
}  // namespace platen::ui
