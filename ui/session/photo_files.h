// Which files someone means who drops a folder on the window: the photos in it and below it, in the order in which
// people count (page 2 before page 10). What is no photo inside says so when it is opened; a file of several images
// (pages of a TIFF) gives each of them, as FILE[1], FILE[2].
#pragma once

#include <filesystem>
#include <stop_token>
#include <vector>

namespace platen::ui {

// Files as they were given, whatever their names; of folders, all files below that are named like photos, but
// the pages that the viewer exported to the folder it proposes (FOLDER/flat/IN.png and IN_1.png beside FOLDER/IN.jpg,
// FOLDER/flat/IN_12_1.png beside FOLDER/IN.pdf). Pages of photos of another folder that were exported there, too, are
// taken for photos: photos of several folders often have the same names. Each file once. Folders that can't be read,
// links that lead in circles and hidden files are passed over. A stop gives what was found by then. Reads folders: not
// for the thread of a window.
std::vector<std::filesystem::path> photoFiles(const std::vector<std::filesystem::path>& given,
                                              const std::stop_token& stop = {});

}  // namespace platen::ui
