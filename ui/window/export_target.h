// What someone means who types where pages are to go. Asks no disk and writes nothing but the settings.
#pragma once

#include "core/options.h"

#include <filesystem>

#include <QString>

namespace platen::ui {

// Without the blanks around it; names that begin nowhere, and those with a tilde, begin at home. Empty stays empty.
QString wholeTarget(const QString& typed);

// The format of the file that it names; automatic: a folder.
FileFormat formatNamed(const QString& target);
// Whether such a file takes the pages of all photos: a PDF, and a TIFF unless it is of one photo.
bool takesAllPages(FileFormat format, bool is_of_one_photo);
// The same name, but for a file of that format. automatic: as it is.
QString namedFor(const QString& target, FileFormat format);

// A file of a format that we know, or of pictures that we can't write; else a folder, also where it is not there yet.
std::filesystem::path exportTarget(const QString& whole_target);

// Where the last export of some work went, kept between runs. `work`: its project or the folder of its photos.
// A file that took one page is remembered by its folder. Empty: none.
QString rememberedTarget(const std::filesystem::path& work);
void rememberTarget(const std::filesystem::path& work, const QString& target, bool is_of_one_photo);

// In the system's file manager; false where it has none.
bool showFolder(const std::filesystem::path& folder);

}  // namespace platen::ui
