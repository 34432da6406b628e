#include "core/io/restart_index.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>
#include <span>
#include <utility>

namespace platen::io {
namespace {

constexpr std::size_t kScanBuffer = 1 << 18;
// Markers (T.81, table B.1) without their 0xFF.
constexpr std::uint8_t kBaseline = 0xC0, kExtended = 0xC1, kHuffmanTables = 0xC4, kStartOfScan = 0xDA;
constexpr std::uint8_t kQuantizationTables = 0xDB, kRestartInterval = 0xDD, kComment = 0xFE, kApp0 = 0xE0;
constexpr std::uint8_t kAdobe = 0xEE, kApp15 = 0xEF;

struct Head {
  std::vector<std::uint8_t> bytes;
  std::size_t height_at = 0;
  std::uint64_t data_at = 0;
};

// What decoding needs of the segments before the data. None where a segment is of another kind, or stands elsewhere
// than right behind the one before it.
std::optional<Head> readHead(const JpegBytes& bytes) {
  Head head;
  head.bytes = {0xFF, 0xD8};
  std::uint64_t at = 2;
  for (;;) {
    std::array<std::uint8_t, 4> start{};
    if (!bytes.copy(at, start) || start[0] != 0xFF) {
      return std::nullopt;
    }
    const std::uint8_t marker = start[1];
    const std::size_t length = 2 + (static_cast<std::size_t>(start[2]) << 8 | start[3]);
    if (length < start.size()) {
      return std::nullopt;
    }
    const bool is_frame = marker == kBaseline || marker == kExtended;
    // JFIF's and Adobe's say which colours the components are.
    const bool is_needed = is_frame || marker == kHuffmanTables || marker == kQuantizationTables ||
                           marker == kRestartInterval || marker == kStartOfScan || marker == kApp0 || marker == kAdobe;
    if (is_needed) {
      const std::size_t before = head.bytes.size();
      head.bytes.resize(before + length);
      if (!bytes.copy(at, std::span(head.bytes).subspan(before))) {
        return std::nullopt;
      }
      head.height_at = is_frame ? before + 5 : head.height_at;
    } else if (marker != kComment && (marker < kApp0 || marker > kApp15)) {
      return std::nullopt;
    }
    at += length;
    if (marker == kStartOfScan) {
      head.data_at = at;
      return head.height_at > 0 && head.height_at + 2 <= head.bytes.size() ? std::optional(std::move(head))
                                                                           : std::nullopt;
    }
  }
}

// The markers of the data from `begin` on, and what they say of it.
class MarkerScan {
 public:
  MarkerScan(const McuLayout& layout, std::uint64_t begin)
      : intervals_((static_cast<std::int64_t>(layout.columns) * layout.rows + layout.interval - 1) / layout.interval),
        per_begin_(static_cast<std::int64_t>(layout.columns) * layout.step / layout.interval),
        begins_{begin} {
    begins_.reserve(static_cast<std::size_t>(intervals_ / per_begin_ + 1));
  }

  // Looks at the pairs of bytes in `some`, which begin at `offset`: how many bytes are done with, 0 where the scan has
  // ended, at the end of the picture or because something is wrong.
  std::size_t look(std::span<const std::uint8_t> some, std::uint64_t offset) {
    const std::size_t last = some.size() - 1;  // its pair may be in the next bytes
    std::size_t at = 0;
    while (at < last) {
      const auto* found = static_cast<const std::uint8_t*>(std::memchr(&some[at], 0xFF, last - at));
      if (found == nullptr) {
        return last;
      }
      at = static_cast<std::size_t>(found - some.data());
      const std::uint8_t next = some[at + 1];
      if (next == 0xFF) {  // a fill byte
        ++at;
        continue;
      }
      if (next != 0 && !take(next, offset + at)) {
        return 0;
      }
      at += 2;
    }
    return at;
  }

  // Were the markers as they should be, to the end?
  [[nodiscard]] bool isWhole() const { return whole_; }
  [[nodiscard]] std::uint64_t end() const { return end_; }
  [[nodiscard]] std::vector<std::uint64_t> takeBegins() { return std::move(begins_); }

 private:
  bool take(std::uint8_t marker, std::uint64_t at) {
    if (marker == JPEG_EOI) {
      whole_ = seen_ + 1 == intervals_;
      end_ = at;
      return false;
    }
    if (marker != JPEG_RST0 + seen_ % 8 || ++seen_ >= intervals_) {
      return false;
    }
    if (seen_ % per_begin_ == 0) {
      begins_.push_back(at + 2);
    }
    return true;
  }

  std::int64_t intervals_;  // that there should be
  std::int64_t per_begin_;  // from one begin that is kept to the next
  std::int64_t seen_ = 0;   // restart markers
  std::vector<std::uint64_t> begins_;
  std::uint64_t end_ = 0;
  bool whole_ = false;
};

}  // namespace

std::optional<McuLayout> mcuLayout(JpegReader& reader) {
  jpeg_decompress_struct& codec = reader.codec();
  if (jpeg_has_multiple_scans(&codec) != 0 || codec.arith_code != 0 || codec.num_components > 3) {
    return std::nullopt;
  }
  // A single component is coded block by block, whatever its sampling.
  const bool is_single = codec.num_components == 1;
  const int across = DCTSIZE * (is_single ? 1 : codec.max_h_samp_factor);
  const int down = DCTSIZE * (is_single ? 1 : codec.max_v_samp_factor);
  const Size stored = reader.storedSize();
  McuLayout layout;
  layout.columns = (stored.width + across - 1) / across;
  layout.rows = (stored.height + down - 1) / down;
  layout.height = down;
  for (int k = 0; k < codec.num_components; ++k) {
    layout.looks_beside = layout.looks_beside || codec.comp_info[k].v_samp_factor < codec.max_v_samp_factor;
  }
  layout.interval = static_cast<int>(codec.restart_interval);
  layout.step = layout.interval > 0 ? layout.interval / std::gcd(layout.interval, layout.columns) : 0;
  return layout;
}

std::optional<RestartIndex> RestartIndex::of(JpegReader& reader, const McuLayout& layout, const std::stop_token& stop) {
  const JpegBytes& bytes = reader.bytes();
  std::optional<Head> head = readHead(bytes);
  if (!head) {
    return std::nullopt;
  }
  MarkerScan scan(layout, head->data_at);
  std::vector<std::uint8_t> buffer(bytes.file ? kScanBuffer : 0);
  std::uint64_t at = head->data_at;
  for (std::size_t done = 1; done > 0; at += done) {
    const std::span<const std::uint8_t> some = bytes.at(at, buffer);
    if (some.size() < 2 || stop.stop_requested()) {
      return std::nullopt;
    }
    done = scan.look(some, at);
  }
  if (!scan.isWhole()) {
    return std::nullopt;
  }
  RestartIndex index;
  index.layout_ = layout;
  index.picture_rows_ = reader.storedSize().height;
  index.head_ = std::move(head->bytes);
  index.height_at_ = head->height_at;
  index.begins_ = scan.takeBegins();
  index.end_ = scan.end();
  return index;
}

JpegPiece RestartIndex::piece(int first, int last) const {
  const auto from = static_cast<std::size_t>(first / layout_.step);
  const auto to = static_cast<std::size_t>((last + layout_.step - 1) / layout_.step);
  const int height = std::min(picture_rows_, last * layout_.height) - first * layout_.height;
  JpegPiece piece;
  piece.head = head_;
  piece.head[height_at_] = static_cast<std::uint8_t>(height >> 8);
  piece.head[height_at_ + 1] = static_cast<std::uint8_t>(height & 0xFF);
  piece.begin = begins_[from];
  piece.end = to < begins_.size() ? begins_[to] - 2 : end_;
  const std::int64_t interval = static_cast<std::int64_t>(first) * layout_.columns / layout_.interval;
  piece.first_restart = static_cast<unsigned>(interval % 8);
  return piece;
}

}  // namespace platen::io
