// WebP, JPEG 2000 and HEIF photos straight from their libraries, and PDFs out of pieces, for what createPage() never
// writes.
#pragma once

#include "core/image.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace platen::io {

struct WebpKind {
  bool lossless = true;
  std::string exif = {};  // from the byte order on
  std::vector<std::uint8_t> icc_profile = {};
};
std::string encodeWebp(const Image& image, const WebpKind& kind);
std::string animatedWebp(Size size);

struct Jpeg2000Kind {
  bool bare = false;       // a codestream without a file around it
  bool reversible = true;  // without losses
  int bits = 0;            // 0: those of the image's type
  bool subsampled_ycc = false;
  int tile = 0;
  double dpi = 0;  // in a box of its own
  std::string exif = {};
  std::vector<std::uint8_t> icc_profile = {};
};
std::string encodeJpeg2000(const Image& image, const Jpeg2000Kind& kind);

// One page of a PDF with one image on it.
struct PdfImageKind {
  std::string filter = {};      // "/DCTDecode"; empty: as it is
  std::string parameters = {};  // of DecodeParms
  std::string colors = "/DeviceRGB";
  int bits = 8;
  std::string more = {};    // further keys of the image
  std::string packed = {};  // of a Flate stream of three components, which STREAM in `colors` is
  std::string data = {};
  Size size;
  // Contents of the page, on paper of so many points.
  std::string paints = "q 200 0 0 100 0 0 cm /Im0 Do Q";
  std::string page = {};  // further keys of the page
  std::string form = {};  // contents of the form /Fm0 (matrix: twice as large), which has the image, and itself
  Vec2 paper{200, 100};
  bool paints_packed = false;  // by Flate
};
void writePdf(const std::filesystem::path& file,
              const std::vector<PdfImageKind>& pages,
              const std::string& password = {});

}  // namespace platen::io
