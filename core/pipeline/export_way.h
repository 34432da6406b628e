// How a photo goes through its export: held whole, or in a window over its rows (render_photo.h), which of the two
// orders then, and how large the window is. All ways give the same bytes; they differ in memory and time:
//
//   whole   the photo is decoded first (in several threads where it has restart markers); window: all rows
//   bands   one pass, pages straight to their encoders; needs what a band of the page spans
//   blocks  one pass, parts of pages kept in memory, or in a file beside the output, until all of a band is there; what
//           a block spans is needed, and the pages' size in memory or on the disk
//
// Even light and black on white are found from all of a page, which is gone through twice: such pages always wait.
#pragma once

#include "core/options.h"
#include "core/photo_info.h"
#include "core/pipeline/render_photo.h"
#include "core/result.h"

#include <cstdint>
#include <vector>

namespace platen::pipeline {

struct ExportWay {
  enum class Kind : std::uint8_t { whole, bands, blocks };
  Kind kind = Kind::whole;
  bool on_disk = false;  // blocks: where pages wait; pages that are cleaned wait in memory if the photo is held
  int capacity = 0;      // of the window, stored rows
  double bytes = 0;      // resident at most, all in all
};

struct ExportWork {
  PhotoInfo photo;
  SourceKind source;
  double decoder_bytes = 0;  // decoderBytes()
  std::vector<Size> pages;   // out_px
  bool needs_page = false;   // cleaning: pages wait until they are whole
  int sharpen_reach = 0;     // rows around a row that it depends on, where pages are sharpened
  bool fills = false;        // paper goes on where the photo ends
  int threads = 1;
  RenderSchedule bands, blocks;
};

// The fastest of the ways that stay below memory_bytes; tooLarge, naming the least that any of them needs, where none
// does. 0: the fastest of those that stay below kOrdinaryBytes, else the one that needs least.
inline constexpr double kOrdinaryBytes = 512e6;
Result<ExportWay> chooseWay(const ExportWork& work, std::uint64_t memory_bytes);

// What a way needs; at least as many rows of window as its schedule asks for.
ExportWay wayOf(const ExportWork& work, ExportWay::Kind kind, bool on_disk);

}  // namespace platen::pipeline
