// What someone means who types where pages are to go, and which files are there already. Writes nothing.
#pragma once

#include "ui/session/page_export.h"

#include <filesystem>
#include <vector>

#include <QString>

namespace platen::ui {

// Without the blanks around it; names that begin nowhere, and those with a tilde, begin at home. Empty stays empty.
QString wholeTarget(const QString& typed);

// Ends in .pdf, however it is written.
bool isNamedLikePdf(const QString& target);

// A folder, also where it is not there yet, or a PDF.
std::filesystem::path exportTarget(const QString& whole_target);

// Files that `plan` would replace, each once. Of photos that are not fitted yet: the names of one page and of two.
std::vector<std::filesystem::path> filesToReplace(const std::vector<PhotoSession*>& photos, const ExportPlan& plan);

}  // namespace platen::ui
