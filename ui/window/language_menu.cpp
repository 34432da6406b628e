#include "ui/window/language_menu.h"

#include "ui/words/language.h"

#include <vector>

#include <QActionGroup>
#include <QCoreApplication>
#include <QMenu>
#include <QString>

namespace platen::ui {

void addLanguages(QMenu& menu, const std::function<void(const QString&)>& say) {
  auto* group = new QActionGroup(&menu);
  std::vector<Language> offered{{{}, QCoreApplication::translate("Language", "As the &Desktop")}};
  for (Language& language : languages()) {
    offered.push_back(std::move(language));
  }
  for (const Language& language : offered) {
    QAction* action = menu.addAction(language.name);
    action->setCheckable(true);
    action->setChecked(language.code == keptLanguage());
    group->addAction(action);
    QObject::connect(action, &QAction::triggered, &menu, [say, code = language.code] {
      keepLanguage(code);
      say(QCoreApplication::translate("Language", "The language changes when Platen starts again"));
    });
  }
}

}  // namespace platen::ui
