// What becomes of a file that has the name of one that is to be written.
#pragma once

#include <cstdint>

namespace platen {

enum class IfThere : std::uint8_t {
  replace,
  keep,  // nothing is written then: ErrorKind::inUse, also where it came only while the new one was being made
};

}  // namespace platen
