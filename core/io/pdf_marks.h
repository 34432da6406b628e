// What a page's contents draw: its images, where they lie and how dense they are, and whether there is anything else.
// Read token after token (ISO 32000-1, 7.8.2 and annex A). Text in mode 3, which OCR programs lay over their scans,
// shows nothing.
#pragma once

#include <array>
#include <stop_token>
#include <vector>

#define POINTERHOLDER_TRANSITION 4  // qpdf 11: std::shared_ptr throughout
#include <qpdf/QPDFObjectHandle.hh>

namespace platen::io {

// a, b, c, d, e, f of 8.3.3: (x, y) -> (a x + c y + e, b x + d y + f).
using PdfMatrix = std::array<double, 6>;

struct PdfRect {
  double x0 = 0, y0 = 0, x1 = 0, y1 = 0;
};

// In units of the page.
struct PdfMarks {
  struct Drawn {
    QPDFObjectHandle image;
    PdfMatrix page_from_image;
    bool black_ink;  // what a stencil is drawn with
  };
  std::vector<Drawn> images;   // the first two at most; not those in forms
  double densest_dpi = 0;      // of all of them, and of those in forms, per 72 units
  bool others = false;         // other marks; forms are such
  std::vector<PdfRect> clips;  // rectangles that cut off what lies outside
};

// `page`: its dictionary. Throws what qpdf throws. A stop ends it, and what it returns then means nothing.
PdfMarks marksOf(const QPDFObjectHandle& page, const QPDFObjectHandle& resources, const std::stop_token& stop);

}  // namespace platen::io
