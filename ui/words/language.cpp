#include "ui/words/language.h"

#include <algorithm>
#include <utility>

#include <QCoreApplication>
#include <QDir>
#include <QLibraryInfo>
#include <QLocale>
#include <QSettings>
#include <QStringList>
#include <QTranslator>

namespace platen::ui {
namespace {

constexpr auto kKey = "language";

QString folder() {
  return QStringLiteral(":/platen/translations");
}

// The language that `wanted` comes down to: the first of it that there is, or the sources' English.
QString chosen(const QStringList& wanted) {
  const std::vector<Language> known = languages();
  for (const QString& name : wanted) {
    const QString code = name.section(QLatin1Char('-'), 0, 0).section(QLatin1Char('_'), 0, 0);
    const bool is_known =
        std::any_of(known.begin(), known.end(), [&code](const Language& language) { return language.code == code; });
    if (is_known) {
      return code;
    }
  }
  return QStringLiteral("en");
}

}  // namespace

std::vector<Language> languages() {
  std::vector<Language> all{{QStringLiteral("en"), QStringLiteral("English")}};
  const QStringList files = QDir(folder()).entryList({QStringLiteral("platen_*.qm")}, QDir::Files, QDir::Name);
  for (const QString& file : files) {
    const QString code = file.section(QLatin1Char('_'), 1).section(QLatin1Char('.'), 0, 0);
    QString name = QLocale(code).nativeLanguageName();
    name[0] = name[0].toUpper();
    all.push_back({code, name});
  }
  return all;
}

QString keptLanguage() {
  return QSettings().value(QLatin1String(kKey)).toString();
}

void keepLanguage(const QString& code) {
  QSettings().setValue(QLatin1String(kKey), code);
}

void applyLanguage(QCoreApplication& application, const QString& code) {
  const QString language = chosen(code.isEmpty() ? QLocale().uiLanguages() : QStringList(code));
  // Numbers as the language writes them, in the desktop's country where that speaks it.
  if (QLocale().name().section(QLatin1Char('_'), 0, 0) != language) {
    QLocale::setDefault(QLocale(language));
  }
  const std::pair<QString, QString> files[] = {
      {QStringLiteral("qtbase_") + language, QLibraryInfo::path(QLibraryInfo::TranslationsPath)},
      {QStringLiteral("platen_") + language, folder()}};
  for (const auto& [name, where] : files) {
    auto* translator = new QTranslator(&application);
    if (translator->load(name, where)) {
      QCoreApplication::installTranslator(translator);
    } else {
      delete translator;
    }
  }
}

}  // namespace platen::ui
