#include "core/io/lzw_length.h"

namespace platen::io {

void LzwLength::add(std::span<const std::uint8_t> packed) {
  for (const std::uint8_t byte : packed) {
    if (isDone()) {
      return;
    }
    bits_ = bits_ << 8U | byte;
    held_ += 8;
    if (held_ >= width_) {  // a code is longer than a byte
      held_ -= width_;
      take(bits_ >> held_ & ((1U << width_) - 1));
    }
  }
}

void LzwLength::take(unsigned code) {
  if (code == kEnd) {
    state_ = State::ended;
    return;
  }
  if (code == kClear) {
    next_ = kFirst;
    width_ = 9;
    before_ = kClear;
    return;
  }
  if (before_ != kClear) {
    if (next_ >= kMost) {
      state_ = State::unknown;
      return;
    }
    lengths_[next_] = static_cast<std::uint32_t>(lengthOf(before_) + 1);
    ++next_;
    if (next_ + 1 >= 1U << width_ && width_ < 12) {
      ++width_;
    }
  }
  if (code >= next_ || (before_ == kClear && code > kClear)) {
    state_ = State::unknown;
    return;
  }
  bytes_ += lengthOf(code);
  before_ = code;
}

}  // namespace platen::io
