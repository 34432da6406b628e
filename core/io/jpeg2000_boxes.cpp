// Jpeg2000Reader: what the boxes of a JP2 file say beside the picture, and what its codestream claims. ISO/IEC 15444-1,
// annexes I and A.
#include "core/io/jpeg2000_reader.h"
#include "core/io/size_limits.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <string>
#include <string_view>

#include <climits>

namespace platen::io {
namespace {

constexpr double kMetresPerInch = 0.0254;
constexpr std::size_t kMostExif = 1 << 20;
constexpr std::uint64_t kMostProfile = 16 << 20;
constexpr std::array<std::uint8_t, 16> kExifId{'J', 'p', 'g', 'T', 'i', 'f', 'f', 'E',
                                               'x', 'i', 'f', '-', '>', 'J', 'P', '2'};

std::uint64_t big(const std::vector<std::uint8_t>& bytes, std::size_t at, int count) {
  std::uint64_t value = 0;
  for (int k = 0; k < count; ++k) {
    value = value << 8 | bytes[at + static_cast<std::size_t>(k)];
  }
  return value;
}

// A resolution of I.5.3.7: numerator, denominator, power of ten; samples a metre.
double perInch(const std::vector<std::uint8_t>& box, std::size_t at, std::size_t exponent_at) {
  const auto over = static_cast<double>(big(box, at, 2));
  const auto under = static_cast<double>(big(box, at + 2, 2));
  const auto exponent = static_cast<std::int8_t>(box[exponent_at]);
  return under > 0 ? over / under * std::pow(10.0, exponent) * kMetresPerInch : 0;
}

}  // namespace

std::vector<std::uint8_t> Jpeg2000Reader::bytesAt(std::uint64_t offset, std::size_t count) {
  std::vector<std::uint8_t> bytes(count);
  std::FILE* in = file_.handle.get();
  const bool there = ::fseeko(in, static_cast<off_t>(offset), SEEK_SET) == 0;
  bytes.resize(there ? std::fread(bytes.data(), 1, count, in) : 0);
  return bytes;
}

void Jpeg2000Reader::readBoxes() {
  readBoxes(0, file_.bytes, 0);
}

void Jpeg2000Reader::readBoxes(std::uint64_t begin, std::uint64_t end, int depth) {
  constexpr int kMostBoxes = 1000;
  for (int k = 0; k < kMostBoxes && end > begin && end - begin >= 8; ++k) {
    const std::vector<std::uint8_t> head = bytesAt(begin, 16);
    if (head.size() < 8) {
      return;
    }
    std::uint64_t length = big(head, 0, 4);
    std::uint64_t content = begin + 8;
    if (length == 1 && head.size() == 16) {
      length = big(head, 8, 8);
      content = begin + 16;
    } else if (length == 0) {
      length = end - begin;
    }
    if (length < content - begin || length > end - begin) {
      return;
    }
    const std::string_view type(reinterpret_cast<const char*>(head.data()) + 4, 4);
    const std::uint64_t next = begin + length;
    if ((type == "jp2h" || type == "res ") && depth < 2) {
      readBoxes(content, next, depth + 1);
    } else if (type == "pclr") {
      has_palette_ = true;
    } else if (type == "jp2c" && depth == 0 && codestream_at_ == 0) {
      codestream_at_ = content;
    } else if (type == "cdef") {
      readChannels(content, next);
    } else if (type == "colr" && icc_profile_.empty() && !color_space_) {  // I.5.3.3: the first one counts
      readColors(content, next);
    } else if (type == "resc" || (type == "resd" && dpi_x_ == 0)) {  // as captured, rather than as to be shown
      if (const std::vector<std::uint8_t> box = bytesAt(content, 10); box.size() == 10) {
        dpi_y_ = perInch(box, 0, 8);
        dpi_x_ = perInch(box, 4, 9);
      }
    } else if (type == "uuid" && next - content > kExifId.size() && next - content < kMostExif) {
      const std::vector<std::uint8_t> box = bytesAt(content, static_cast<std::size_t>(next - content));
      if (box.size() > kExifId.size() && std::equal(kExifId.begin(), kExifId.end(), box.begin())) {
        exif_.assign(box.begin() + kExifId.size(), box.end());
      }
    }
    begin = next;
  }
}

void Jpeg2000Reader::readColors(std::uint64_t content, std::uint64_t next) {
  const std::vector<std::uint8_t> box =
      bytesAt(content, static_cast<std::size_t>(std::min<std::uint64_t>(next - content, kMostProfile)));
  if (box.size() >= 7 && box[0] == 1) {
    color_space_ = static_cast<std::uint32_t>(big(box, 3, 4));
  } else if (box.size() > 3 && (box[0] == 2 || box[0] == 3)) {
    icc_profile_.assign(box.begin() + 3, box.end());
  }
}

// I.5.3.6. OpenJPEG puts the components into the order of their colours, so that alpha comes last.
void Jpeg2000Reader::readChannels(std::uint64_t content, std::uint64_t next) {
  constexpr std::size_t kMostChannels = 16;
  const std::vector<std::uint8_t> box =
      bytesAt(content, static_cast<std::size_t>(std::min<std::uint64_t>(next - content, 2 + 6 * kMostChannels)));
  for (std::size_t at = 2; at + 6 <= box.size(); at += 6) {
    const std::uint64_t kind = big(box, at + 2, 2);
    const bool of_all_colors = big(box, at + 4, 2) == 0;
    if (of_all_colors && (kind == 1 || kind == 2)) {
      alpha_ = kind == 1 ? Alpha::plain : Alpha::multiplied;
    }
  }
}

Result<void> Jpeg2000Reader::checkCodestream() {
  constexpr std::size_t kHeadBytes = 42;
  constexpr std::uint64_t kTileBytes = 14;  // SOT and SOD
  constexpr std::uint64_t kMostTiles = 8192;
  const std::vector<std::uint8_t> head = bytesAt(codestream_at_, kHeadBytes);
  if (head.size() < kHeadBytes || big(head, 0, 4) != 0xFF4FFF51U) {  // SIZ comes first
    return failure();
  }
  const auto sideOf = [&](std::size_t to, std::size_t from) {
    const std::uint64_t end = big(head, to, 4);
    const std::uint64_t begin = big(head, from, 4);
    return end > begin ? end - begin : 0;
  };
  const auto bounded = [](std::uint64_t side) { return static_cast<int>(std::min<std::uint64_t>(side, INT_MAX)); };
  const Size size{bounded(sideOf(8, 16)), bounded(sideOf(12, 20))};
  if (const Result<void> fits = checkSize(size, path_); !fits) {
    return fits;
  }
  if (const std::uint64_t components = big(head, 40, 2); components > 4) {
    return unsupported(std::to_string(components) + " components");
  }
  const std::uint64_t tile_width = big(head, 24, 4);
  const std::uint64_t tile_height = big(head, 28, 4);
  if (tile_width == 0 || tile_height == 0) {
    return failure();
  }
  const std::uint64_t tiles = ((sideOf(8, 32) + tile_width - 1) / tile_width) *  // no product of 32 bits overflows
                              ((sideOf(12, 36) + tile_height - 1) / tile_height);
  if (tiles > file_.bytes / kTileBytes) {
    return fail(ErrorKind::unreadable, path_,
                "is damaged or cut off: it claims " + std::to_string(size.width) + " x " + std::to_string(size.height) +
                    " pixels, which its " + std::to_string(file_.bytes) + " bytes can't hold (copy the photo again)");
  }
  if (tiles > kMostTiles) {
    return unsupported(std::to_string(tiles) + " tiles");
  }
  return {};
}

}  // namespace platen::io
