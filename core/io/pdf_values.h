// Numbers and streams of a PDF. Numbers are read without the locale, which qpdf's own heed (a program with a window has
// one, and its decimal point may be a comma); streams only up to a length, for a few bytes may unpack to any memory.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

class QPDFObjectHandle;

namespace platen::io {

inline constexpr double kPointsPerInch = 72;  // units of a page

// `otherwise` where it is no number.
double numberOf(QPDFObjectHandle value, double otherwise);
double numberOf(std::string_view text, double otherwise);

// Pixels of an image, of "/Width" or "/Height"; 0: it does not say.
int sideOf(QPDFObjectHandle image, const char* key);

// What a stream unpacks to; nothing where it is longer than `most`, or can't be unpacked.
std::optional<std::string> unpacked(QPDFObjectHandle stream, std::size_t most);

// All of a page's contents in one piece. Throws std::runtime_error where they are longer, or can't be unpacked.
std::string contentsOf(QPDFObjectHandle page, std::size_t most);

}  // namespace platen::io
