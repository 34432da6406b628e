#include "core/shown_text.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace platen {
namespace {

struct Character {
  std::uint32_t code = 0;
  std::size_t bytes = 0;  // 0: what stands there is no UTF-8
};

// RFC 3629: no longer forms than needed, no surrogates, nothing beyond U+10FFFF.
Character firstOf(std::string_view text) {
  constexpr std::array<std::uint32_t, 5> kLeast{0, 0, 0x80, 0x800, 0x10000};
  const auto lead = static_cast<unsigned char>(text.front());
  const std::size_t bytes = lead < 0x80 ? 1 : (lead >> 5) == 6 ? 2 : (lead >> 4) == 14 ? 3 : (lead >> 3) == 30 ? 4 : 0;
  if (bytes == 0 || bytes > text.size()) {
    return {};
  }
  std::uint32_t code = bytes == 1 ? lead : lead & (0x7FU >> bytes);
  for (std::size_t k = 1; k < bytes; ++k) {
    const auto next = static_cast<unsigned char>(text[k]);
    if ((next & 0xC0U) != 0x80U) {
      return {};
    }
    code = code << 6U | (next & 0x3FU);
  }
  const bool is_character = code >= kLeast.at(bytes) && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
  return is_character ? Character{code, bytes} : Character{};
}

// Control characters beyond ASCII, breaks of lines and paragraphs, and what changes the direction of writing.
bool actsOnItsLine(std::uint32_t code) {
  return (code >= 0x80 && code < 0xA0) || (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

std::string hex(const char* prefix, std::uint32_t value, int digits) {
  std::string text(prefix);
  for (int k = digits - 1; k >= 0; --k) {
    text += "0123456789abcdef"[value >> (4 * static_cast<unsigned>(k)) & 15U];
  }
  return text;
}

}  // namespace

std::string shownText(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    const Character next = firstOf(text);
    const std::size_t bytes = next.bytes > 0 ? next.bytes : 1;
    if (next.bytes == 0 || next.code < 0x20 || next.code == 0x7F) {
      const auto byte = static_cast<unsigned char>(text.front());
      shown += byte == '\n' ? "\\n" : byte == '\r' ? "\\r" : byte == '\t' ? "\\t" : hex("\\x", byte, 2);
    } else if (actsOnItsLine(next.code)) {
      shown += hex("\\u", next.code, 4);
    } else {
      shown += text.substr(0, bytes);
    }
    text.remove_prefix(bytes);
  }
  return shown;
}

}  // namespace platen
