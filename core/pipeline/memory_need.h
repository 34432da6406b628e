// What opening, fitting and exporting a photo keep resident, in bytes: what --memory is held against.
#pragma once

#include "core/photo_info.h"
#include "core/result.h"

#include <cstdint>
#include <filesystem>
#include <string>

namespace platen::pipeline {

// Resident before a photo is opened: code. (What --init-model loads comes on top, and is not reckoned with.)
inline constexpr double kProgramBytes = 30e6;
// Bands of an ordinary page, writer and codec.
inline constexpr double kWorkingBytes = 30e6;

// What a decoder keeps of the photo besides a few rows while its rows come out: the coefficients of all of a
// JPEG in several scans (progressive), all pixels of an interlaced PNG, a TIFF's largest strip or a row of its tiles.
// 0 where the photo can't be read: its
// decoding will say so.
double decoderBytes(const PhotoInfo& info);

// tooLarge: `what` ("its fit") needs more than is allowed.
tl::unexpected<Error> overMemory(const std::filesystem::path& file,
                                 const std::string& what,
                                 double needed,
                                 std::uint64_t memory_bytes);

}  // namespace platen::pipeline
