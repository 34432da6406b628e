// How many bytes a strip or tile of LZW holds, without unpacking one: LZW has no checksum, but a code that is another
// one mostly stands for a string of another length. Formulas: TIFF 6.0, section 13 (codes of 9 to 12 bits, the high bit
// first, of the width that changes one code early). Not thread-safe.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

namespace platen::io {

class LzwLength {
 public:
  // The next packed bytes, as many as there are.
  void add(std::span<const std::uint8_t> packed);
  // Of what its end code closes, once that has come; none also where codes follow that no table has, which whoever
  // unpacks them sees, or a table outgrows 12 bits, which some programs make and read.
  [[nodiscard]] std::optional<std::uint64_t> bytes() const {
    return state_ == State::ended ? std::optional(bytes_) : std::nullopt;
  }
  // More packed bytes change nothing.
  [[nodiscard]] bool isDone() const { return state_ != State::open; }

 private:
  enum class State : std::uint8_t { open, ended, unknown };
  static constexpr unsigned kClear = 256, kEnd = 257, kFirst = 258, kMost = 4096;

  void take(unsigned code);
  [[nodiscard]] std::uint64_t lengthOf(unsigned code) const { return code < kClear ? 1 : lengths_[code]; }

  std::array<std::uint32_t, kMost> lengths_{};  // of the strings from kFirst on
  State state_ = State::open;
  unsigned next_ = kFirst;  // the code that is given next
  unsigned width_ = 9;      // bits
  unsigned before_ = kClear;
  std::uint32_t bits_ = 0;
  unsigned held_ = 0;  // of bits_, the lowest
  std::uint64_t bytes_ = 0;
};

}  // namespace platen::io
