// The map as a NumPy array, the smaller output that goes with a sidecar.
// .npy: NumPy Enhancement Proposal 1, version 1.0 (magic, header length, a Python dict padded to 64 bytes, the data).
#include "core/io/page_writer.h"
#include "core/io/sidecar.h"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace platen::io {
namespace {

void appendFloat(std::string& bytes, double value) {
  const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(value));
  for (int shift = 0; shift < 32; shift += 8) {
    bytes.push_back(static_cast<char>(bits >> shift & 0xFF));
  }
}

}  // namespace

Result<void> writeMapNpy(const std::filesystem::path& file, const std::vector<WarpGrid>& pages) {
  if (pages.empty()) {
    throw std::invalid_argument("writeMapNpy: no page");
  }
  int rows = 0;
  int cols = 0;
  for (const WarpGrid& page : pages) {
    rows = std::max(rows, page.rows);
    cols = std::max(cols, page.cols);
  }
  std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (" + std::to_string(pages.size()) + ", " +
                       std::to_string(rows) + ", " + std::to_string(cols) + ", 2), }";
  constexpr std::size_t kPrefix = 10;
  header.append(63 - (kPrefix + header.size()) % 64, ' ');
  header.push_back('\n');
  std::string bytes = "\x93NUMPY";
  bytes.push_back(1);
  bytes.push_back(0);
  bytes.push_back(static_cast<char>(header.size() & 0xFF));
  bytes.push_back(static_cast<char>(header.size() >> 8));
  bytes += header;
  for (const WarpGrid& page : pages) {
    const bool same = page.rows == rows && page.cols == cols;
    const WarpGrid grid = same ? page : subGrid(page, {0, 0, 1, 1}, rows, cols);
    for (const Vec2& point : grid.points) {
      appendFloat(bytes, point.x);
      appendFloat(bytes, point.y);
    }
  }
  return writeFileAtomically(file, bytes);
}

}  // namespace platen::io
