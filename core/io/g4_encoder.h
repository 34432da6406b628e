// One bitonal page as a bare CCITT G4 stream (ITU-T T.6), for PDF; made by libtiff in memory.
#pragma once

#include "core/image.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace platen::io {

class G4Encoder {
 public:
  explicit G4Encoder(Size size);
  ~G4Encoder();
  G4Encoder(const G4Encoder&) = delete;
  G4Encoder& operator=(const G4Encoder&) = delete;

  // u8 grey, 0 or 255. False if libtiff failed.
  bool writeRows(const Image& band);
  // The stream; empty if libtiff failed. Once, after all rows.
  std::vector<std::uint8_t> finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace platen::io
