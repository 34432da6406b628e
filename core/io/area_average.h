// Rows reduced by a whole factor while they come in: every level pixel is the mean of its k x k source pixels, so the
// level holds the source point p at p / k exactly and the full photo is never held.
#pragma once

#include "core/io/row_reader.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace platen::io {

// Gives u8 rows of 1 or 3 channels: 16 bits become 8, transparency shows white paper behind it.
class AveragedRows final : public RowReader {
 public:
  // `from_right`, `from_bottom`: the k x k grid is anchored at the stored right (bottom) edge, for photos that the EXIF
  // orientation flips: the incomplete pixel is then at the upright photo's right (bottom), where sizes round up.
  // 1 <= factor <= 4096. `rows` must outlive this; not those of a JPEG, which its codec reduces.
  AveragedRows(RowReader& rows, int factor, bool from_right, bool from_bottom);
  Result<void> readRows(Image& band) override;
  Result<void> skipRows(int count, const std::stop_token& stop) override;
  Result<int> narrowTo(int first, int count) override;
  void onlyRows(int first, int count) override;

 private:
  void addRow(const Image& row);

  RowReader& rows_;
  int factor_;
  int first_columns_, first_rows_;  // of the first pixel of a row (column): factor_, or less where it is incomplete
  int next_row_ = 0;
  Image row_;
  std::vector<std::uint32_t> sums_;
};

}  // namespace platen::io
