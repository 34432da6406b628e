// Text from outside, file names above all, as it can stand in a line that someone reads: a name may hold line breaks, a
// terminal's commands, marks that turn the order of what follows round, and bytes that are no UTF-8. For eyes alone:
// it is not undone, and never a name of a file again. Threads: any.
#pragma once

#include <string>
#include <string_view>

namespace platen {

// UTF-8 without control characters, one line: "\n", "\r", "\t" for these three, "\x1b" for another byte, "\u202e" for
// another character; all else as it is.
std::string shownText(std::string_view text);

}  // namespace platen
