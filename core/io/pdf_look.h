// What a page of a PDF draws: is it one image and nothing else, as scanners make them, and how does it lie on the
// paper? (ISO 32000-1, 8 and 9.) pdf_marks.h reads its contents. Links show nothing.
#pragma once

#include "core/geometry.h"

#include <memory>
#include <stop_token>

class QPDFObjectHandle;

namespace platen::io {

struct PdfLook {
  // The image that is all of the page (within a twentieth of its sides); null where there is none such.
  std::shared_ptr<QPDFObjectHandle> image;
  bool black_stencil = false;  // it is a mask that ink is drawn through
  Size image_px;
  Vec2 image_inches;         // on paper, along its own sides
  int exif_orientation = 1;  // how it stands on the page, /Rotate heard
  Vec2 page_inches;          // as it is shown: /Rotate and /UserUnit heard
  Vec2 page_points;          // the same in units of the page
  double densest_dpi = 0;    // of the images on it and in its forms, per 72 units of the page
};

// `page`: a page's dictionary. Throws what qpdf throws. A stop ends it, and what it returns then means nothing.
PdfLook lookAt(const QPDFObjectHandle& page, const std::stop_token& stop);

}  // namespace platen::io
