// Temporary files, and what a program that was killed leaves of them.
//
// A temporary file is locked (flock) by whoever writes it from its first moment to its last: the lock goes with the
// process, however that ends, so that a file that can be locked is nobody's any more. Several programs may write into
// one folder at once. A lock need not reach other machines (network drives), so files of theirs are left alone for a
// day. Where files can't be locked, nothing is taken away.
#pragma once

#include <filesystem>
#include <string>

namespace platen::io {

// ".platen-HOST-PID-N.part", hidden and short whatever the name of the file that it is to be; another one each time.
std::string temporaryName();

// Locks a temporary file that was just made. False: it was taken for a leftover in that moment, and another one has to
// be made.
bool ownTemporary(int descriptor);

// Takes away what nobody writes any more. A folder that can't be read has none.
void removeLeftovers(const std::filesystem::path& folder);
// The same, once in the life of this process.
void removeLeftoversOnce(const std::filesystem::path& folder);

}  // namespace platen::io
