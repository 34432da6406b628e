// The language of the window: the desktop's where there is a translation, or the one that was chosen. Texts are
// translated when a widget is made, so a choice is seen when the program starts again.
#pragma once

#include <vector>

#include <QString>

class QCoreApplication;

namespace platen::ui {

struct Language {
  QString code;  // "de"; empty: as the desktop
  QString name;  // in itself: "Deutsch"
};

// English, then those that there are translations for.
std::vector<Language> languages();
// The language chosen; empty: as the desktop.
QString keptLanguage();
void keepLanguage(const QString& code);

// Puts in the translations of Platen and of Qt's own dialogs for `code`; empty: for the desktop's languages, in their
// order, the first that there is. Once, before the first widget is made; GUI thread.
void applyLanguage(QCoreApplication& application, const QString& code);

}  // namespace platen::ui
