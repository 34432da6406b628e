// The digest of a photo's file, which a warp names its photo by. A file of many pages has as many warps: its bytes are
// read once as long as it stays the same file, of the same size and time. Of the last files of this process. Any
// thread; who asks for a file that another thread reads waits for that.
#pragma once

#include "core/result.h"

#include <filesystem>
#include <string>

namespace platen::io {

// As sha256() of sidecar.h. A file that was changed in the last two seconds is read each time: its time may not tell
// the next change.
Result<std::string> sourceSha256(const std::filesystem::path& photo);

}  // namespace platen::io
