#include "core/io/area_average.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace platen::io {
namespace {

int roundedUp(int length, int factor) {
  return (length + factor - 1) / factor;
}

int firstBlock(int length, int factor, bool from_end) {
  const int rest = length % factor;
  return from_end && rest != 0 ? rest : std::min(factor, length);
}

inline std::uint32_t toByte(std::uint8_t sample) {
  return sample;
}
inline std::uint32_t toByte(std::uint16_t sample) {
  return (sample + 128U) / 257U;
}

// Adds a row of `kIn` channels to sums of `kIn` (1, 3) or 3 (4: alpha over white) channels.
template <class T, int kIn>
void addPixels(const T* in, int width, int factor, int first, std::uint32_t* sums) {
  constexpr int kOut = std::min(kIn, 3);
  int left = first;
  for (int x = 0; x < width; ++x, in += kIn) {
    if (left == 0) {
      sums += kOut;
      left = factor;
    }
    --left;
    if constexpr (kIn == 4) {
      const std::uint32_t alpha = toByte(in[3]);
      for (int c = 0; c < 3; ++c) {
        sums[c] += (toByte(in[c]) * alpha + 255U * (255U - alpha) + 127U) / 255U;
      }
    } else {
      for (int c = 0; c < kIn; ++c) {
        sums[c] += toByte(in[c]);
      }
    }
  }
}

template <class T>
void addTyped(const Image& row, int factor, int first, std::uint32_t* sums) {
  const T* in = row.rowAs<T>(0);
  switch (row.channels()) {
    case 1:
      return addPixels<T, 1>(in, row.width(), factor, first, sums);
    case 3:
      return addPixels<T, 3>(in, row.width(), factor, first, sums);
    default:
      return addPixels<T, 4>(in, row.width(), factor, first, sums);
  }
}

}  // namespace

AveragedRows::AveragedRows(RowReader& rows, int factor, bool from_right, bool from_bottom)
    : rows_(rows),
      factor_(factor),
      first_columns_(firstBlock(rows.size().width, factor, from_right)),
      first_rows_(firstBlock(rows.size().height, factor, from_bottom)) {
  size_ = {roundedUp(rows.size().width, factor), roundedUp(rows.size().height, factor)};
  channels_ = rows.channels() == 1 ? 1 : 3;
  type_ = PixelType::u8;
  row_ = Image::allocate({rows.size().width, 1}, rows.channels(), rows.type());
}

void AveragedRows::addRow(const Image& row) {
  if (row.type() == PixelType::u16) {
    addTyped<std::uint16_t>(row, factor_, first_columns_, sums_.data());
  } else {
    addTyped<std::uint8_t>(row, factor_, first_columns_, sums_.data());
  }
}

Result<void> AveragedRows::readRows(Image& band) {
  const int source_width = rows_.size().width;
  const int source_height = rows_.size().height;
  for (int j = 0; j < band.height(); ++j) {
    const int count = std::min(next_row_ == 0 ? first_rows_ : factor_, source_height - next_row_);
    sums_.assign(static_cast<std::size_t>(size_.width) * static_cast<std::size_t>(channels_), 0);
    for (int k = 0; k < count; ++k) {
      if (Result<void> read = rows_.readRows(row_); !read) {
        return read;
      }
      addRow(row_);
    }
    next_row_ += count;
    auto* out = band.rowAs<std::uint8_t>(j);
    int begin = 0;
    for (int x = 0; x < size_.width; ++x) {
      const int end = std::min(begin + (x == 0 ? first_columns_ : factor_), source_width);
      const auto area = static_cast<std::uint32_t>(std::max(1, (end - begin) * count));
      for (int c = 0; c < channels_; ++c) {
        const auto at = static_cast<std::size_t>(x) * static_cast<std::size_t>(channels_) + static_cast<std::size_t>(c);
        out[at] = static_cast<std::uint8_t>((sums_[at] + area / 2) / area);
      }
      begin = end;
    }
  }
  return {};
}

namespace {

// Pixels [first, first + count) of a level are made of [from, to) of the photo.
std::pair<int, int> madeOf(int first, int count, int first_block, int factor, int length) {
  const auto begin = [&](int pixel) {
    return pixel == 0 ? std::int64_t{0} : first_block + std::int64_t{factor} * (pixel - 1);
  };
  return {static_cast<int>(std::min<std::int64_t>(begin(first), length)),
          static_cast<int>(std::min<std::int64_t>(begin(first + count), length))};
}

}  // namespace

// Columns are as wide as ever: what is averaged of others is not to be used.
Result<int> AveragedRows::narrowTo(int first, int count) {
  const auto [from, to] = madeOf(first, count, first_columns_, factor_, rows_.size().width);
  const Result<int> begins = rows_.narrowTo(from, to - from);
  return begins ? Result<int>(0) : begins;
}

void AveragedRows::onlyRows(int first, int count) {
  const auto [from, to] = madeOf(first, count, first_rows_, factor_, rows_.size().height);
  rows_.onlyRows(from, to - from);
}

Result<void> AveragedRows::skipRows(int count, const std::stop_token& stop) {
  if (count <= 0) {
    return {};
  }
  const int before = next_row_;
  next_row_ += (next_row_ == 0 ? first_rows_ : factor_) + (count - 1) * factor_;
  next_row_ = std::min(next_row_, rows_.size().height);
  return rows_.skipRows(next_row_ - before, stop);
}

}  // namespace platen::io
