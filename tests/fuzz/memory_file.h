// Bytes as a file that is on no disk, for readers that want a file's name. One at a time: each input takes the place of
// the one before it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>

namespace platen::fuzz {

// A name under which these bytes can be opened, until the next call.
std::filesystem::path memoryFile(std::span<const std::uint8_t> bytes);

}  // namespace platen::fuzz
