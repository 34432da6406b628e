// Typing into the editors of options while a fit tells how far it is.
#include "tests/ui/window/shown_window.h"
#include "ui/panel/option_editor.h"
#include "ui/panel/options_panel.h"

#include <QComboBox>
#include <QLineEdit>
#include <QSpinBox>

namespace platen::ui {
namespace {

class OptionsTypingTest : public ShownWindow {
 protected:
  void openAndFocus(const char* option) {
    openAndFit({writePhoto("1.png"), writePhoto("2.png")});
    QApplication::setActiveWindow(window_.get());
    ASSERT_TRUE(QTest::qWaitForWindowActive(window_.get(), kPatience_ms));
    box_ = window_->options().findChild<QSpinBox*>(QString::fromLatin1(option));
    ASSERT_NE(box_, nullptr);
    box_->setFocus();
    ASSERT_TRUE(box_->hasFocus());
    box_->selectAll();
  }
  QSpinBox* box_ = nullptr;
};

TEST(OptionWords, ANameOfSeveralWordsIsNoCommandOnAForm) {
  EXPECT_EQ(shownOption("reading-order"), QStringLiteral("Reading order"));
  EXPECT_EQ(shownOption("dpi"), QStringLiteral("DPI"));
  EXPECT_EQ(shownOption("a meaning with px-inch"), QStringLiteral("A meaning with px-inch"));
}

TEST_F(OptionsTypingTest, WhatIsTypedOutlivesAFitThatRuns) {
  openAndFocus("quality");
  QTest::keyClicks(box_, QStringLiteral("7"));
  Q_EMIT workspace().current()->statusChanged();
  QTest::keyClicks(box_, QStringLiteral("5"));
  // The value under it changes too: still nobody takes the text away.
  ExportOptions other = workspace().current()->state().out;
  other.quality = 80;
  workspace().current()->setExportOptions(other, QStringLiteral("planted"));
  EXPECT_EQ(box_->cleanText(), QStringLiteral("75"));
  QTest::keyClick(box_, Qt::Key_Return);
  EXPECT_EQ(workspace().current()->state().out.quality, 75);
  // Typed and taken: now undo shows in it again, although it has the focus.
  workspace().current()->history().undo();
  EXPECT_EQ(box_->value(), 80);
  EXPECT_EQ(box_->cleanText(), QStringLiteral("80"));
}

TEST_F(OptionsTypingTest, WhatIsTypedForOnePhotoDoesNotReachTheNext) {
  openAndFocus("quality");
  const int before = workspace().photo(1).state().out.quality;
  QTest::keyClicks(box_, QStringLiteral("7"));
  workspace().setCurrent(1);
  EXPECT_EQ(box_->cleanText(), QString::number(before));
  QTest::keyClick(box_, Qt::Key_Return);
  EXPECT_EQ(workspace().photo(1).state().out.quality, before);
}

TEST(OptionNames, AreWrittenAsOnAForm) {
  EXPECT_EQ(shownOption("scale"), QStringLiteral("Scale"));
  EXPECT_EQ(shownOption("dpi"), QStringLiteral("DPI"));
  EXPECT_EQ(shownOption("jpeg"), QStringLiteral("JPEG"));
}

}  // namespace
}  // namespace platen::ui
