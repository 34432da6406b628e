// Save Project As replaces nothing that nobody was asked about.
#include "tests/ui/window/shown_window.h"
#include "ui/session/project_keeper.h"

#include <QApplication>
#include <QFileDialog>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTimer>

namespace platen::ui {
namespace {

class SaveProjectAsTest : public ShownWindow {
 protected:
  void SetUp() override {
    ShownWindow::SetUp();
    QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
    openAndFit({writePhoto("1.png")});
  }
  // Types a name into the dialog, as a person does.
  void saveAs(const std::filesystem::path& name) {
    bool was_typed = false;
    QTimer typing;
    QObject::connect(&typing, &QTimer::timeout, [&] {
      auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
      if (dialog == nullptr) {
        return;
      }
      typing.stop();
      dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->setText(QString::fromStdString(name.string()));
      was_typed = true;
      static_cast<QDialog*>(dialog)->accept();
    });
    typing.start(10);
    window_->actions().saveProjectAs->trigger();
    ASSERT_TRUE(was_typed);
  }
  void waitForSaved(QSignalSpy& saved) {
    ASSERT_TRUE(QTest::qWaitFor([&] { return saved.count() == 1; }, kPatience_ms));
  }
};

TEST_F(SaveProjectAsTest, ANameWithoutItsEndingAsksBeforeItReplaces) {
  test::writeBytes(folder_ / "book.platen", "somebody's work");
  QSignalSpy saved(&window_->keeper(), &ProjectKeeper::saved);
  for (const bool replaces : {false, true}) {
    saveAs(folder_ / "book");
    auto* asked = window_->findChild<QMessageBox*>();
    ASSERT_NE(asked, nullptr);
    EXPECT_TRUE(asked->text().contains(QStringLiteral("book.platen"))) << asked->text().toStdString();
    EXPECT_EQ(test::readBytes(folder_ / "book.platen"), "somebody's work");
    if (!replaces) {
      asked->button(QMessageBox::Cancel)->click();
    } else {
      for (QAbstractButton* button : asked->buttons()) {
        if (asked->buttonRole(button) == QMessageBox::DestructiveRole) {
          button->click();
        }
      }
    }
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  }
  waitForSaved(saved);
  EXPECT_TRUE(pipeline::readProject(folder_ / "book.platen"));
}

TEST_F(SaveProjectAsTest, ANewNameIsTakenAtOnce) {
  QSignalSpy saved(&window_->keeper(), &ProjectKeeper::saved);
  saveAs(folder_ / "new");
  waitForSaved(saved);
  EXPECT_TRUE(pipeline::readProject(folder_ / "new.platen"));
}

}  // namespace
}  // namespace platen::ui
