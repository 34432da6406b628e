// Where an export goes, and what it asks before it replaces files.
#include "ui/window/export_dialog.h"

#include "tests/ui/window/folder_opener.h"
#include "tests/ui/window/shown_window.h"
#include "ui/panel/photo_list_panel.h"
#include "ui/window/export_form.h"
#include "ui/window/export_target.h"

#include <algorithm>
#include <fstream>
#include <iterator>

#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QStatusBar>
#include <QToolButton>
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
  QMessageBox* question() { return dialog_ ? dialog_->findChild<QMessageBox*>() : nullptr; }
  bool isAsked() {
    return QTest::qWaitFor([&] { return question() != nullptr; }, kPatience_ms);
  }
  // What the line above the buttons says, once it says something of the kind.
  bool says(const QString& words) {
    return QTest::qWaitFor(
        [&] {
          const QList<QLabel*> labels = dialog().findChildren<QLabel*>();
          return std::any_of(labels.begin(), labels.end(), [&](QLabel* l) { return l->text().contains(words); });
        },
        kPatience_ms);
  }
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
  ASSERT_TRUE(isAsked());
  EXPECT_TRUE(question()->isModal());
  answer(QStringLiteral("Cancel"));
  QTest::qWait(50);
  EXPECT_EQ(dialog().running(), nullptr);
  EXPECT_EQ(textOf(folder_ / "out" / "1.png"), "precious");
  EXPECT_TRUE(dialog().startButton().isEnabled());
  QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  ASSERT_EQ(question(), nullptr);
  dialog().startButton().click();
  ASSERT_TRUE(isAsked());
  answer(QStringLiteral("Replace"));
  ASSERT_TRUE(ends());
  EXPECT_GT(std::filesystem::file_size(folder_ / "out" / "1.png"), 1000u);
}

TEST_F(ExportDialogTest, PagesThatAreThereCanStayWhileTheOthersAreExported) {
  openAndFit({writePhoto("1.png"), writePhoto("2.png")});
  std::filesystem::create_directory(folder_ / "out");
  test::writeBytes(folder_ / "out" / "1.png", "precious");
  window_->actions().exportAll->trigger();
  dialog_ = window_->findChild<ExportDialog*>();
  startWith(folder_ / "out");
  ASSERT_TRUE(isAsked());
  answer(QStringLiteral("Only the Others"));
  ASSERT_TRUE(ends()) << "nothing failed, and nothing is left to be tried again";
  EXPECT_EQ(textOf(folder_ / "out" / "1.png"), "precious");
  EXPECT_GT(std::filesystem::file_size(folder_ / "out" / "2.png"), 1000u);
}

TEST_F(ExportDialogTest, ADocumentHasNoOthers) {
  openAndFit({writePhoto("1.png"), writePhoto("2.png")});
  test::writeBytes(folder_ / "book.pdf", "precious");
  window_->actions().exportAll->trigger();
  dialog_ = window_->findChild<ExportDialog*>();
  startWith(folder_ / "book.pdf");
  ASSERT_TRUE(isAsked());
  EXPECT_EQ(question()->buttons().size(), 2);
  answer(QStringLiteral("Cancel"));
}

TEST_F(ExportDialogTest, NothingIsAskedWhereNothingIs) {
  openAndFit({writePhoto("1.png")});
  startWith(folder_ / "out");
  ASSERT_TRUE(ends());
  EXPECT_EQ(question(), nullptr);
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
  const auto filesToReplace = [&](const ExportPlan& plan) {
    PageExport job(window_->engine(), photos, plan);
    job.look();
    EXPECT_TRUE(QTest::qWaitFor([&] { return job.hasLooked(); }, kPatience_ms));
    return job.there();
  };
  ExportPlan plan;
  plan.out = folder_ / "out" / "";
  std::filesystem::create_directory(plan.out);
  for (const char* name : {"1.tif", "1_2.png", "2.jpg", "2.warp.json"}) {
    test::writeBytes(plan.out / name, "other");
  }
  EXPECT_THAT(filesToReplace(plan), IsEmpty());
  test::writeBytes(plan.out / "2_2.png", "not fitted: it may become two pages");
  EXPECT_THAT(filesToReplace(plan), ElementsAre(plan.out / "2_2.png"));
  plan.keeps_warps = true;
  plan.format = FileFormat::tiff;
  EXPECT_THAT(filesToReplace(plan), ElementsAre(plan.out / "1.tif", plan.out / "2.warp.json"));
  plan.keeps_warps = false;
  plan.format = FileFormat::automatic;
  plan.out = folder_ / "book.pdf";
  EXPECT_THAT(filesToReplace(plan), IsEmpty());
  test::writeBytes(plan.out, "other");
  EXPECT_THAT(filesToReplace(plan), ElementsAre(plan.out));
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
  ASSERT_TRUE(QTest::qWaitFor([&] { return dialog().running()->hasLooked(); }, kPatience_ms));
  ASSERT_EQ(question(), nullptr);
  std::filesystem::create_directory(folder_ / "out");
  test::writeBytes(folder_ / "out" / "1.png", "precious");
  auto* report = dialog().findChild<QListWidget*>();
  ASSERT_TRUE(QTest::qWaitFor([&] { return report->count() == 1 || !dialog_; }, kPatience_ms));
  ASSERT_TRUE(QTest::qWaitFor([&] { return dialog().startButton().isEnabled(); }, kPatience_ms));
  EXPECT_TRUE(report->item(0)->text().contains(QStringLiteral("1.png is there already")));
  EXPECT_EQ(textOf(folder_ / "out" / "1.png"), "precious");
  dialog().startButton().click();
  ASSERT_TRUE(isAsked());
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
  ASSERT_TRUE(QTest::qWaitFor([&] { return report->count() == 1; }, kPatience_ms));
  ASSERT_TRUE(QTest::qWaitFor([&] { return !dialog().running()->isRunning(); }, kPatience_ms));
  EXPECT_TRUE(dialog().isVisible());
  ASSERT_EQ(report->count(), 1);
  EXPECT_TRUE(report->item(0)->text().contains(QStringLiteral("297 mm")));
  EXPECT_TRUE(std::filesystem::exists(folder_ / "out" / "1.png"));
}

TEST_F(ExportDialogTest, AnotherPhotoThatIsOpenIsNotOverwritten) {
  std::filesystem::create_directory(folder_ / "other");
  openAndFit({writePhoto("1.png"), writePhoto("other/1.png")});
  const std::string before = textOf(folder_ / "other/1.png");
  startWith(folder_ / "other");
  EXPECT_TRUE(says(QStringLiteral("would overwrite a photo")));
  EXPECT_TRUE(dialog().startButton().isEnabled());
  EXPECT_EQ(rememberedTarget(folder_.path()), QString()) << "no place to be offered again";
  EXPECT_EQ(textOf(folder_ / "other/1.png"), before);
}

TEST_F(ExportDialogTest, APictureNameIsAFileOfItsFormat) {
  EXPECT_EQ(exportTarget(QStringLiteral("/a/one.JPG")), std::filesystem::path("/a/one.JPG"));
  EXPECT_EQ(exportTarget(QStringLiteral("/a/one.jpg/")), std::filesystem::path("/a/one.jpg/"));
  EXPECT_EQ(exportTarget(QStringLiteral("/a/vol.2")), std::filesystem::path("/a/vol.2/"));
  EXPECT_EQ(exportTarget(QStringLiteral("/a/one.webp")), std::filesystem::path("/a/one.webp"));
  openAndFit({writePhoto("1.png")});
  QComboBox& formats = dialog().form().formats();
  const int automatic = formats.currentIndex();
  dialog().target().setText(QString::fromStdString((folder_ / "one.jpg").string()));
  EXPECT_EQ(formats.currentIndex(), static_cast<int>(FileFormat::jpeg));
  dialog().target().setText(QString::fromStdString((folder_ / "pages").string()));
  EXPECT_EQ(formats.currentIndex(), automatic);
  dialog().target().setText(QString::fromStdString((folder_ / "one.jpg").string()));
  QTest::keyClick(&formats, Qt::Key_Down);  // the next one, by hand: PNG
  EXPECT_EQ(dialog().target().text(), QString::fromStdString((folder_ / "one.png").string()));
  EXPECT_EQ(formats.currentIndex(), static_cast<int>(FileFormat::png));
  startWith(folder_ / "one.jpg");
  ASSERT_TRUE(ends());
  EXPECT_EQ(textOf(folder_ / "one.jpg").substr(0, 3), "\xff\xd8\xff");
  EXPECT_EQ(window_->statusBar()->currentMessage(),
            QStringLiteral("1 page written to ") + QString::fromStdString((folder_ / "one.jpg").string()));
}

TEST_F(ExportDialogTest, ANameOfAPictureThatWeCannotWriteIsNoFolder) {
  openAndFit({writePhoto("1.png")});
  startWith(folder_ / "one.webp");
  EXPECT_TRUE(says(QStringLiteral("named like no format")));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "one.webp"));
}

TEST_F(ExportDialogTest, SeveralPhotosDoNotGoIntoOnePicture) {
  openAndFit({writePhoto("1.png"), writePhoto("2.png")});
  window_->actions().exportAll->trigger();
  dialog_ = window_->findChild<ExportDialog*>();
  startWith(folder_ / "one.jpg");
  EXPECT_TRUE(says(QStringLiteral("Several photos need a folder, a .pdf or a .tif")));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "one.jpg"));
}

TEST_F(ExportDialogTest, TheTargetIsOfferedAgainSelectedAndOfThisWorkAlone) {
  std::filesystem::create_directory(folder_ / "other");
  openAndFit({writePhoto("1.png"), writePhoto("other/2.png")});
  EXPECT_EQ(dialog().target().text(), QString::fromStdString((folder_ / "flat").string())) << "a place to begin with";
  EXPECT_EQ(dialog().target().selectedText(), dialog().target().text());
  startWith(folder_ / "out" / "one.png");
  ASSERT_TRUE(ends());
  ASSERT_TRUE(QTest::qWaitFor([&] { return !dialog_; }, kPatience_ms));
  EXPECT_EQ(dialog().target().text(), QString::fromStdString((folder_ / "out").string()))
      << "not the name of another photo's page";
  EXPECT_EQ(dialog().target().selectedText(), dialog().target().text());
  delete dialog_;
  workspace().setCurrent(1);
  EXPECT_EQ(dialog().target().text(), QString::fromStdString((folder_ / "other/flat").string()));
}

TEST_F(ExportDialogTest, EnterExports) {
  openAndFit({writePhoto("1.png")});
  dialog().target().setText(QString::fromStdString((folder_ / "out").string()));
  QSignalSpy done(dialog_, &QDialog::accepted);
  QTest::keyClick(&dialog().target(), Qt::Key_Return);
  ASSERT_TRUE(QTest::qWaitFor([&] { return done.count() == 1; }, kPatience_ms));
  EXPECT_TRUE(std::filesystem::exists(folder_ / "out" / "1.png"));
}

TEST_F(ExportDialogTest, WhereThePagesWentIsSaidAndShown) {
  FolderOpener opener;
  openAndFit({writePhoto("1.png"), writePhoto("2.png")});
  window_->actions().exportAll->trigger();
  dialog_ = window_->findChild<ExportDialog*>();
  startWith(folder_ / "out");
  ASSERT_TRUE(ends());
  const QString out = QString::fromStdString((folder_ / "out").string());
  EXPECT_EQ(window_->statusBar()->currentMessage(), QStringLiteral("2 pages written to ") + out);
  for (auto* button : window_->statusBar()->findChildren<QToolButton*>()) {
    if (button->isVisible()) {
      button->click();
    }
  }
  ASSERT_EQ(opener.urls.size(), 1);
  EXPECT_EQ(QDir::cleanPath(opener.urls[0].toLocalFile()), out);
}

TEST_F(ExportDialogTest, NothingIsWrittenWhileItLooksAndThatCanBeCancelled) {
  openAndFit({writePhoto("1.png")});
  startWith(folder_ / "out");
  EXPECT_TRUE(says(QStringLiteral("Looking at what is there")));
  EXPECT_FALSE(dialog().startButton().isEnabled());
  QTest::keyClick(dialog_, Qt::Key_Escape);
  EXPECT_EQ(dialog().running(), nullptr);
  EXPECT_TRUE(dialog().isVisible());
  EXPECT_TRUE(dialog().startButton().isEnabled());
  ASSERT_TRUE(idle());
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out"));
}

TEST_F(ExportDialogTest, NamesMayHoldPercentSigns) {
  openAndFit({writePhoto("100%2 & %1.png")});
  FitOptions measured;
  measured.paper = {PaperKind::measured};
  workspace().photo(0).setFitOptions(measured, "Paper");
  ExportOptions margin;
  margin.margin_mm = 5;
  workspace().photo(0).setExportOptions(margin, "Margin");
  ASSERT_TRUE(idle());
  startWith(folder_ / "out%1");
  auto* report = dialog().findChild<QListWidget*>();
  ASSERT_TRUE(QTest::qWaitFor([&] { return report->count() == 1; }, kPatience_ms));
  EXPECT_TRUE(report->item(0)->text().contains(QStringLiteral("100%2 & %1.png, page 1: ")));
  EXPECT_TRUE(std::filesystem::exists(folder_ / "out%1" / "100%2 & %1.png"));
}

// Whatever is worst, page one is the first.
TEST_F(ExportDialogTest, SelectedPhotosAreExportedInTheirOrderHoweverTheListShowsThem) {
  openAndFit({writePhoto("2.png"), writeNoPhoto("1.png"), writePhoto("3.png")});
  window_->list().setOrder(SortedPhotos::Order::worstFirst);
  ASSERT_NE(window_->list().shown(), (std::vector{0, 1, 2}));
  window_->list().list().selectAll();
  window_->actions().exportSelected->trigger();
  dialog_ = window_->findChild<ExportDialog*>();
  startWith(folder_ / "out" / "book.pdf");
  ASSERT_TRUE(QTest::qWaitFor([&] { return dialog_->running() != nullptr; }, kPatience_ms));
  std::vector<std::filesystem::path> order;
  QObject::connect(dialog_->running(), &PageExport::progressed, dialog_, [&] {
    const PhotoSession* photo = dialog_->running()->current();
    if (photo != nullptr && (order.empty() || order.back() != photo->file().filename())) {
      order.push_back(photo->file().filename());
    }
  });
  ASSERT_TRUE(QTest::qWaitFor([&] { return std::filesystem::exists(folder_ / "out" / "book.pdf"); }, kPatience_ms));
  EXPECT_THAT(order, ElementsAre("2.png", "1.png", "3.png"));
}

}  // namespace
}  // namespace platen::ui
