// A window in a process of its own, which is killed: what a crash leaves is what the next start finds.
#pragma once

#include <filesystem>

namespace platen::ui {

inline constexpr const char* kEditUntilKilled = "--edit-until-killed";

// Opens and fits the photo, turns its page and pins a point, sees the journal grow by itself, writes "edited" to the
// standard output and then waits for its end. Returns only where something went wrong.
int editUntilKilled(const std::filesystem::path& photo, const std::filesystem::path& journals);

}  // namespace platen::ui
