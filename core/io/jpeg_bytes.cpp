#include "core/io/jpeg_bytes.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace platen::io {
namespace {

// Large enough for libjpeg-turbo's fast entropy decoder to run in nearly always; of memory, as much as is decoded
// between two looks at the stop token.
constexpr std::size_t kFileBuffer = 1 << 16;
constexpr std::size_t kMemorySlice = 1 << 20;
constexpr std::array<JOCTET, 2> kEndOfImage{0xFF, JPEG_EOI};

void doNothing(j_decompress_ptr /*codec*/) {}

}  // namespace

std::span<const std::uint8_t> JpegBytes::at(std::uint64_t offset, std::span<std::uint8_t> buffer) const {
  if (!file) {
    return offset < memory.size()
               ? memory.subspan(offset, std::min(kMemorySlice, memory.size() - static_cast<std::size_t>(offset)))
               : std::span<const std::uint8_t>();
  }
  ssize_t have = -1;
  do {
    have = ::pread(::fileno(file.get()), buffer.data(), buffer.size(), static_cast<off_t>(offset));
  } while (have < 0 && errno == EINTR);
  return buffer.first(have > 0 ? static_cast<std::size_t>(have) : 0);
}

std::uint64_t JpegBytes::size() const {
  struct stat status {};
  return !file                                         ? memory.size()
         : ::fstat(::fileno(file.get()), &status) == 0 ? static_cast<std::uint64_t>(status.st_size)
                                                       : 0;
}

bool JpegBytes::copy(std::uint64_t offset, std::span<std::uint8_t> to) const {
  while (!to.empty()) {
    const std::span<const std::uint8_t> some = at(offset, to);
    if (some.empty()) {
      return false;
    }
    const std::size_t count = std::min(some.size(), to.size());
    if (!file) {
      std::memcpy(to.data(), some.data(), count);
    }
    to = to.subspan(count);
    offset += count;
  }
  return true;
}

JpegStream::JpegStream(JpegBytes bytes, JpegPiece piece)
    : bytes_(std::move(bytes)),
      piece_(std::move(piece)),
      next_(piece_.begin),
      head_given_(piece_.head.empty()),
      buffer_(bytes_.file ? kFileBuffer : 0) {
  base_.init_source = doNothing;
  base_.fill_input_buffer = fill;
  base_.skip_input_data = skip;
  base_.resync_to_restart = resync;
  base_.term_source = doNothing;
}

JpegStream& JpegStream::of(j_decompress_ptr codec) {
  return *reinterpret_cast<JpegStream*>(codec->src);
}

boolean JpegStream::fill(j_decompress_ptr codec) {
  JpegStream& self = of(codec);
  auto* errors = reinterpret_cast<JpegErrors*>(codec->err);
  if (self.stop_.stop_requested()) {
    errors->stopped = true;
    (*codec->err->error_exit)(reinterpret_cast<j_common_ptr>(codec));
  }
  std::span<const std::uint8_t> have;
  if (!self.head_given_) {
    have = self.piece_.head;
    self.head_given_ = true;
  } else if (self.next_ < self.piece_.end) {
    have = self.bytes_.at(self.next_, self.buffer_);
    have = have.first(static_cast<std::size_t>(std::min<std::uint64_t>(have.size(), self.piece_.end - self.next_)));
    self.next_ += have.size();
    if (have.empty()) {
      // The end: a warning, and an end-of-image marker for the decoder to stop at.
      codec->err->msg_code = 0;
      errors->ended_early = true;
    }
  }
  if (have.empty()) {
    have = kEndOfImage;
  }
  self.base_.next_input_byte = have.data();
  self.base_.bytes_in_buffer = have.size();
  return TRUE;
}

void JpegStream::skip(j_decompress_ptr codec, long count) {
  JpegStream& self = of(codec);
  while (count > static_cast<long>(self.base_.bytes_in_buffer)) {
    count -= static_cast<long>(self.base_.bytes_in_buffer);
    fill(codec);
  }
  if (count > 0) {
    self.base_.next_input_byte += count;
    self.base_.bytes_in_buffer -= static_cast<std::size_t>(count);
  }
}

boolean JpegStream::resync(j_decompress_ptr codec, int desired) {
  const auto number = (static_cast<unsigned>(desired) + of(codec).piece_.first_restart) % 8;
  if (codec->unread_marker == JPEG_RST0 + static_cast<int>(number)) {
    codec->unread_marker = 0;
    return TRUE;
  }
  return jpeg_resync_to_restart(codec, desired);
}

}  // namespace platen::io
