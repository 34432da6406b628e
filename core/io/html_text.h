// Names and sentences in a page of HTML. Threads: any.
#pragma once

#include <filesystem>
#include <string>

namespace platen::io {

// A file's name, or any text, for HTML: in one line, as shownText() has it. And as the relative address of a file.
std::string htmlText(const std::string& text);
std::string htmlAddress(const std::filesystem::path& relative);

}  // namespace platen::io
