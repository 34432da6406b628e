// Does the window speak another language in all its parts?
#include "ui/words/language.h"

#include "core/paper.h"
#include "tests/ui/window/shown_window.h"
#include "tests/ui/window/spoken_language.h"
#include "ui/panel/options_panel.h"

#include <memory>
#include <set>

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QGroupBox>
#include <QLabel>
#include <QMenu>

namespace platen::ui {
namespace {

using LanguageTest = ShownWindow;

// What a user reads in a window: of actions, buttons, labels, choices, titles and hints.
std::set<QString> textsOf(const QWidget& window) {
  std::set<QString> texts;
  for (const QAction* action : window.findChildren<QAction*>()) {
    texts.insert({action->text(), action->statusTip()});
  }
  for (const QMenu* menu : window.findChildren<QMenu*>()) {
    texts.insert(menu->title());
  }
  for (const QWidget* widget : window.findChildren<QWidget*>()) {
    texts.insert({widget->toolTip(), widget->accessibleName(), widget->accessibleDescription()});
    if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) {
      texts.insert(button->text());
    } else if (const auto* label = qobject_cast<const QLabel*>(widget)) {
      texts.insert(label->text());
    } else if (const auto* box = qobject_cast<const QGroupBox*>(widget)) {
      texts.insert(box->title());
    } else if (const auto* panel = qobject_cast<const QDockWidget*>(widget)) {
      texts.insert(panel->windowTitle());
    } else if (const auto* choice = qobject_cast<const QComboBox*>(widget)) {
      for (int k = 0; k < choice->count(); ++k) {
        texts.insert(choice->itemText(k));
      }
    }
  }
  return texts;
}

TEST_F(LanguageTest, NothingStaysEnglishInAnotherLanguage) {
  const std::set<QString> english = textsOf(*window_);
  ASSERT_GT(english.size(), 100U);
  // The same in German, or no word at all.
  std::set<QString> same{QStringLiteral("&100 %"),
                         QStringLiteral("Export"),
                         QStringLiteral("Format"),
                         QStringLiteral("Filter"),
                         QStringLiteral("&Hand"),
                         QStringLiteral("Hand"),
                         QStringLiteral("Bilinear"),
                         QStringLiteral("Lanczos"),
                         QStringLiteral("English"),
                         QStringLiteral("Deutsch"),
                         QStringLiteral("Français"),
                         QStringLiteral("Threads"),
                         QStringLiteral("0"),
                         QStringLiteral("90"),
                         QStringLiteral("180"),
                         QStringLiteral("270"),
                         QStringLiteral("Cuda"),
                         QStringLiteral("Cpu"),
                         QStringLiteral("JPEG"),
                         QStringLiteral("PNG"),
                         QStringLiteral("TIFF"),
                         QStringLiteral("PDF"),
                         QStringLiteral("×"),
                         QStringLiteral("mm"),
                         QString()};
  for (const NamedPaper& paper : kNamedPapers) {
    same.insert(QString::fromUtf8(paper.name.data(), static_cast<qsizetype>(paper.name.size())));
  }
  const SpokenLanguage german_words(QStringLiteral("de"));
  window_ = std::make_unique<MainWindow>(folder_ / "journals in German");
  const std::set<QString> german = textsOf(*window_);
  for (const QString& text : english) {
    EXPECT_TRUE(!german.contains(text) || same.contains(text)) << '"' << text.toStdString() << "\" stays English";
  }
}

}  // namespace
}  // namespace platen::ui
