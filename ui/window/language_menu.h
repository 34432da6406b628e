// Choice of the window's language.
#pragma once

#include <functional>

class QMenu;
class QString;

namespace platen::ui {

// Entries of a menu, of which one is checked. `say` tells the user what came of a choice.
void addLanguages(QMenu& menu, const std::function<void(const QString&)>& say);

}  // namespace platen::ui
