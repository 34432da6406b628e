// The files of a command line as bytes: Qt reads arguments as text, which names on disk need not be.
#pragma once

#include <filesystem>
#include <span>
#include <vector>

namespace platen::ui {

// `arguments`: those of main(), without what QApplication took away, the program's name first. Whatever is no option is
// a file, and everything behind `--`. Options must be ones that take no value.
std::vector<std::filesystem::path> givenFiles(std::span<const char* const> arguments);

}  // namespace platen::ui
