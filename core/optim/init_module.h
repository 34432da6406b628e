// A network's first guess of a page's shape: a traced TorchScript module, run natively. Tracing rather than scripting,
// because what it records is the arithmetic alone: the file needs no Python and none of the network's classes.
//
// The module's contract (docs/interfaces.md):
//   in    f32 [1, 3, H, W]: the photo, upright after EXIF, RGB 0..1, squeezed to H x W by area averages. H and W are
//         the module's buffer `input_size` (two integers), 512 x 512 without one.
//   out   f32 [1, 2, rows, cols], or a tuple that begins with it: where on the photo the page's lattice lies, x then y,
//         -1 the photo's left or top border, 1 its right or bottom one; row i is page v = i / (rows - 1), column j
//         u = j / (cols - 1), u to the photo's right and v down the photo, whichever way the page reads.
//
// Programs do not link this, they load it: init_module_interface.h.
#pragma once

#include "core/image.h"
#include "core/warp_grid.h"

#include <memory>
#include <string>

namespace platen::optim {

class InitModule {
 public:
  // Throws c10::Error where the file is no module.
  explicit InitModule(const std::string& file);
  ~InitModule();
  InitModule(const InitModule&) = delete;
  InitModule& operator=(const InitModule&) = delete;

  [[nodiscard]] Size inputSize() const { return input_; }

  // source_px from page_uv, at most 65 x 65 points. `photo`: u8, 1 or 3 channels, of any size, such as a level of the
  // pyramid. Throws c10::Error: what the module itself threw, or naming what it gave where the contract is not kept.
  // Threads: any number of calls at once.
  [[nodiscard]] WarpGrid map(const Image& photo, Size source_size) const;

 private:
  struct Held;
  std::unique_ptr<Held> held_;
  Size input_{512, 512};
};

}  // namespace platen::optim
