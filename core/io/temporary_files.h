// What a program does about half-written files when it is told to end.
#pragma once

namespace platen::io {

// Removes every temporary file that a writer of this process has open. Only atomics and unlink(): may be called from a
// signal handler and from any thread. Writers that live on fail at their commit().
void removeTemporaryFiles() noexcept;

}  // namespace platen::io
