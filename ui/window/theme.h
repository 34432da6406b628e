// Light, dark, or as the desktop is.
#pragma once

#include <cstdint>

class QMenu;

namespace platen::ui {

enum class Theme : std::uint8_t { system, light, dark };

Theme keptTheme();
// Of all windows of the program, now and in later runs.
void setTheme(Theme theme);
// Once, before the first window is made.
void applyKeptTheme();
// Entries of a menu, of which one is checked.
void addThemes(QMenu& menu);

}  // namespace platen::ui
