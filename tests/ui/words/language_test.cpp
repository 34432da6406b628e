// Are the translations whole, and is the right one taken?
#include "ui/words/language.h"

#include "ui/words/engine_words.h"
#include "ui/words/option_words.h"

#include <algorithm>
#include <string>

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>
#include <QTranslator>
#include <gtest/gtest.h>

namespace platen::ui {
namespace {

// The numbers of the places %1, %2 ... in a text, in order.
QStringList placesOf(const QString& text) {
  static const QRegularExpression kPlace(QStringLiteral("%[0-9n]"));
  QStringList places;
  for (auto found = kPlace.globalMatch(text); found.hasNext();) {
    places += found.next().captured();
  }
  places.sort();
  return places;
}

void expectTranslated(const QTranslator& translator, const char* context, const char* source) {
  const QString shown = translator.translate(context, source);
  EXPECT_FALSE(shown.isEmpty()) << translator.language().toStdString() << " has no words for \"" << source << '"';
  EXPECT_EQ(placesOf(shown), placesOf(QString::fromUtf8(source))) << shown.toStdString();
}

TEST(Languages, GermanAndFrenchAreThereBesideEnglish) {
  QStringList codes;
  for (const Language& language : languages()) {
    codes += language.code;
  }
  EXPECT_EQ(codes, (QStringList{QStringLiteral("en"), QStringLiteral("de"), QStringLiteral("fr")}));
}

TEST(Languages, EverySentenceAndOptionIsTranslated) {
  for (const Language& language : languages()) {
    if (language.code == QStringLiteral("en")) {
      continue;
    }
    QTranslator translator;
    ASSERT_TRUE(translator.load(QStringLiteral(":/platen/translations/platen_%1.qm").arg(language.code)));
    for (const EngineSentence& sentence : engineSentences()) {
      expectTranslated(translator, "Engine", sentence.shown);
      const std::string engine = sentence.engine;
      std::size_t places = 0;
      for (std::size_t at = engine.find("{}"); at != std::string::npos; at = engine.find("{}", at + 2)) {
        ++places;
      }
      for (const QString& place : placesOf(QString::fromUtf8(sentence.shown))) {
        EXPECT_LE(static_cast<std::size_t>(place[1].digitValue()), places) << sentence.shown;
      }
    }
    for (const char* word : optionWords()) {
      expectTranslated(translator, "Options", word);
    }
  }
}

TEST(Languages, TheOneThatIsAskedForIsSpoken) {
  int count = 0;
  char* none = nullptr;
  QCoreApplication application(count, &none);
  applyLanguage(application, QStringLiteral("de"));
  EXPECT_EQ(engineWords("there is no such file"), QStringLiteral("Diese Datei gibt es nicht"));
  for (QTranslator* translator : application.findChildren<QTranslator*>()) {
    QCoreApplication::removeTranslator(translator);
  }
  applyLanguage(application, QStringLiteral("en"));
  EXPECT_EQ(engineWords("there is no such file"), QStringLiteral("There is no such file"));
  applyLanguage(application, QStringLiteral("fr_CA"));
  EXPECT_EQ(engineWords("there is no such file"), QStringLiteral("Ce fichier n’existe pas"));
}

}  // namespace
}  // namespace platen::ui
