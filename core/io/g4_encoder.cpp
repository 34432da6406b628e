#include "core/io/g4_encoder.h"

#include "core/io/format_writers.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <tiffio.h>

namespace platen::io {
namespace {

// A TIFF file in memory.
struct Memory {
  std::vector<std::uint8_t> bytes;
  std::uint64_t position = 0;

  static tmsize_t read(thandle_t handle, void* out, tmsize_t count) {
    auto* self = static_cast<Memory*>(handle);
    const std::uint64_t left = self->bytes.size() - std::min<std::uint64_t>(self->position, self->bytes.size());
    const std::uint64_t got = std::min(left, static_cast<std::uint64_t>(count));
    std::memcpy(out, self->bytes.data() + self->position, got);
    self->position += got;
    return static_cast<tmsize_t>(got);
  }
  static tmsize_t write(thandle_t handle, void* in, tmsize_t count) {
    auto* self = static_cast<Memory*>(handle);
    const std::uint64_t end = self->position + static_cast<std::uint64_t>(count);
    if (end > self->bytes.size()) {
      self->bytes.resize(end);
    }
    std::memcpy(self->bytes.data() + self->position, in, static_cast<std::size_t>(count));
    self->position = end;
    return count;
  }
  static toff_t seek(thandle_t handle, toff_t offset, int whence) {
    auto* self = static_cast<Memory*>(handle);
    if (whence == SEEK_CUR) {
      offset += self->position;
    } else if (whence == SEEK_END) {
      offset += self->bytes.size();
    }
    return self->position = offset;
  }
  static int close(thandle_t /*handle*/) { return 0; }
  static toff_t size(thandle_t handle) { return static_cast<Memory*>(handle)->bytes.size(); }
};

int ignore(TIFF* /*tiff*/, void* /*data*/, const char* /*module*/, const char* /*format*/, va_list /*args*/) {
  return 1;
}

struct Closer {
  void operator()(TIFF* tiff) const { TIFFClose(tiff); }
};

}  // namespace

struct G4Encoder::State {
  Memory memory;
  std::unique_ptr<TIFF, Closer> tiff;
  std::vector<std::uint8_t> row;
  std::uint32_t rows = 0;
};

G4Encoder::G4Encoder(Size size) : state_(std::make_unique<State>()) {
  TIFFOpenOptions* options = TIFFOpenOptionsAlloc();
  TIFFOpenOptionsSetErrorHandlerExtR(options, ignore, nullptr);
  TIFFOpenOptionsSetWarningHandlerExtR(options, ignore, nullptr);
  state_->tiff.reset(TIFFClientOpenExt("page", "w", &state_->memory, Memory::read, Memory::write, Memory::seek,
                                       Memory::close, Memory::size, nullptr, nullptr, options));
  TIFFOpenOptionsFree(options);
  state_->row.resize((static_cast<std::size_t>(size.width) + 7) / 8);
  if (TIFF* tiff = state_->tiff.get(); tiff != nullptr) {
    TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, static_cast<std::uint32_t>(size.width));
    TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, static_cast<std::uint32_t>(size.height));
    TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 1);
    TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 1);
    TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISWHITE);
    TIFFSetField(tiff, TIFFTAG_COMPRESSION, COMPRESSION_CCITTFAX4);
    // One strip: its bytes are the whole page's stream.
    TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, static_cast<std::uint32_t>(size.height));
  }
}

G4Encoder::~G4Encoder() = default;

bool G4Encoder::writeRows(const Image& band) {
  for (int j = 0; j < band.height(); ++j) {
    packBits(band.rowAs<std::uint8_t>(j), band.width(), 0, state_->row.data());
    if (!state_->tiff || TIFFWriteScanline(state_->tiff.get(), state_->row.data(), state_->rows++) < 0) {
      return false;
    }
  }
  return true;
}

std::vector<std::uint8_t> G4Encoder::finish() {
  TIFF* tiff = state_->tiff.get();
  std::uint64_t* offsets = nullptr;
  std::uint64_t* counts = nullptr;
  if (tiff == nullptr || TIFFFlushData(tiff) == 0 || TIFFGetField(tiff, TIFFTAG_STRIPOFFSETS, &offsets) == 0 ||
      TIFFGetField(tiff, TIFFTAG_STRIPBYTECOUNTS, &counts) == 0 ||
      offsets[0] + counts[0] > state_->memory.bytes.size()) {
    return {};
  }
  const auto* first = state_->memory.bytes.data() + offsets[0];
  return {first, first + counts[0]};
}

}  // namespace platen::io
