// Where the restart intervals of a JPEG begin, so that any of its rows can be decoded without those above them.
//
// A baseline or extended sequential JPEG (ITU-T T.81) with a restart interval has a marker after every so many MCUs
// (minimum coded units: the blocks that are coded together), at which the entropy decoder begins anew. One scan for
// the markers finds them all. Intervals may be of any length; a piece begins with the row of MCUs that an interval
// begins with: every row, or every step()-th.
//
// What does not keep to the letter (another number of markers, out of turn, other markers among them, no end) has no
// index and is decoded from its beginning, where libjpeg decides what it is.
#pragma once

#include "core/io/jpeg_reader.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace platen::io {

// The MCUs of a JPEG whose components are coded together.
struct McuLayout {
  int columns = 0, rows = 0;
  int height = 0;             // of an MCU in pixels of the picture: 8 times the vertical sampling
  bool looks_beside = false;  // upsampling to the full number of rows looks at the row of MCUs above and below
  int interval = 0;           // MCUs between restart markers; 0: none
  int step = 0;               // rows of MCUs between two that an interval begins with; 0: none
};
// None: of several scans (progressive), of arithmetic coding or of more than three components.
std::optional<McuLayout> mcuLayout(JpegReader& reader);

class RestartIndex {
 public:
  // Reads all of the picture's data once. None where there is none, or at a stop. Precondition: layout.step > 0.
  static std::optional<RestartIndex> of(JpegReader& reader, const McuLayout& layout, const std::stop_token& stop);

  [[nodiscard]] const McuLayout& layout() const { return layout_; }
  // Rows of MCUs [first, last) as a JPEG of its own. Precondition: first is a multiple of layout().step.
  [[nodiscard]] JpegPiece piece(int first, int last) const;

 private:
  RestartIndex() = default;

  McuLayout layout_;
  int picture_rows_ = 0;               // pixels
  std::vector<std::uint8_t> head_;     // SOI to SOS
  std::size_t height_at_ = 0;          // in head_: where the picture's height stands
  std::vector<std::uint64_t> begins_;  // of rows of MCUs 0, step, 2 step, ...
  std::uint64_t end_ = 0;              // of the picture's data
};

}  // namespace platen::io
