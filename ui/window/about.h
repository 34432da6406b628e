// The two pages of help: all shortcuts, and what the program is.
#pragma once

#include "ui/window/actions.h"

class QWidget;

namespace platen::ui {

// Both show a dialog that does not block the window, and delete it when it is closed.
void showShortcuts(const Actions& actions, QWidget* parent);
void showAbout(QWidget* parent);

}  // namespace platen::ui
