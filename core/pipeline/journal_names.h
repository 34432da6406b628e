// What files of journals are called: a project's own with kJournalEnding behind it, those of projects without a file
// kUnnamedJournal, something that is nobody else's, and the ending.
#pragma once

#include <string_view>

namespace platen::pipeline {

inline constexpr std::string_view kUnnamedJournal = "unnamed-";
inline constexpr std::string_view kJournalEnding = "-journal";

}  // namespace platen::pipeline
