// The bytes of a JPEG, in memory or in a file, and libjpeg's source manager over all of them or over a piece.
//
// A piece is read as a JPEG of its own: a head, then a run of restart intervals out of the bytes, in place. The numbers
// of their restart markers (RST0..RST7, in turn) go on from where the run begins instead of from RST0; libjpeg asks
// about those that it does not expect, and is told that they are right (resync_to_restart).
#pragma once

#include "core/io/jpeg_errors.h"

#include <cstdint>
#include <cstdio>
#include <jpeglib.h>
#include <limits>
#include <memory>
#include <span>
#include <stop_token>
#include <vector>

namespace platen::io {

// Threads: const calls from any number of threads.
struct JpegBytes {
  std::span<const std::uint8_t> memory;  // all of them, kept by the caller, or
  std::shared_ptr<std::FILE> file;       // where they are; its own position plays no part

  // Some bytes from `offset` on, in place or read into `buffer`; none at the end, or where they can't be read.
  [[nodiscard]] std::span<const std::uint8_t> at(std::uint64_t offset, std::span<std::uint8_t> buffer) const;
  // How many there are.
  [[nodiscard]] std::uint64_t size() const;
  // All of `to` from `offset` on; false where there are not so many.
  [[nodiscard]] bool copy(std::uint64_t offset, std::span<std::uint8_t> to) const;
};

struct JpegPiece {
  std::vector<std::uint8_t> head;  // SOI to SOS; empty: `begin` is the JPEG's own first byte
  std::uint64_t begin = 0;
  std::uint64_t end = std::numeric_limits<std::uint64_t>::max();
  unsigned first_restart = 0;  // 0..7: the number of its first restart marker
};

// Give its base to jpeg_decompress_struct::src; codec.err must be a JpegErrors. Stays where it is.
class JpegStream {
 public:
  JpegStream(JpegBytes bytes, JpegPiece piece);
  JpegStream(const JpegStream&) = delete;
  JpegStream& operator=(const JpegStream&) = delete;

  [[nodiscard]] jpeg_source_mgr* base() { return &base_; }
  [[nodiscard]] const JpegBytes& bytes() const { return bytes_; }
  // Looked at whenever bytes are asked for; a stop jumps out of libjpeg.
  void setStop(std::stop_token stop) { stop_ = std::move(stop); }

 private:
  static JpegStream& of(j_decompress_ptr codec);
  static boolean fill(j_decompress_ptr codec);
  static void skip(j_decompress_ptr codec, long count);
  static boolean resync(j_decompress_ptr codec, int desired);

  jpeg_source_mgr base_{};  // first: libjpeg's pointer to it is a pointer to this
  JpegBytes bytes_;
  JpegPiece piece_;
  std::uint64_t next_;
  bool head_given_;
  std::stop_token stop_;
  std::vector<std::uint8_t> buffer_;
};

}  // namespace platen::io
