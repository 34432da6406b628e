// What every codec is asked of any bytes: pixels of the size that the header says, the same whichever way they are
// decoded, or an error that has something to say.
#pragma once

#include "core/photo_info.h"

#include <cstdint>
#include <span>

namespace platen::fuzz {

// Bytes of other codecs are left to theirs. Aborts where the answer is wrong.
void decodePhoto(std::span<const std::uint8_t> bytes, Codec codec);

// Aborts, so that libFuzzer keeps the input.
void require(bool holds);

}  // namespace platen::fuzz
