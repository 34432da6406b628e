// A language that the program speaks as long as this is there; afterwards it is English again.
#pragma once

#include "ui/words/language.h"

#include <QCoreApplication>
#include <QLocale>
#include <QString>
#include <QTranslator>

namespace platen::ui {

class SpokenLanguage {
 public:
  explicit SpokenLanguage(const QString& code) { applyLanguage(*QCoreApplication::instance(), code); }
  ~SpokenLanguage() {
    for (QTranslator* translator : QCoreApplication::instance()->findChildren<QTranslator*>()) {
      QCoreApplication::removeTranslator(translator);
      delete translator;
    }
    QLocale::setDefault(before_);
  }
  SpokenLanguage(const SpokenLanguage&) = delete;
  SpokenLanguage& operator=(const SpokenLanguage&) = delete;

 private:
  QLocale before_;
};

}  // namespace platen::ui
