// The words of the option table (core/options.h) for the translators: the table itself knows nothing of Qt.
#pragma once

#include <span>

namespace platen::ui {

// Names, meanings, units and choices, as the table has them; context "Options".
std::span<const char* const> optionWords();

}  // namespace platen::ui
