#include "core/io/pdf_look.h"

#include "core/io/pdf_marks.h"
#include "core/io/pdf_values.h"

#include <algorithm>
#include <cmath>
#include <utility>

#define POINTERHOLDER_TRANSITION 4  // qpdf 11: std::shared_ptr throughout
#include <qpdf/QPDFObjectHandle.hh>
#include <qpdf/QPDFPageObjectHelper.hh>

namespace platen::io {
namespace {

constexpr double kEdge = 0.05;
PdfRect rectOf(QPDFObjectHandle array, const PdfRect& otherwise) {
  if (!array.isRectangle()) {
    return otherwise;
  }
  const auto at = [&](int k) { return numberOf(array.getArrayItem(k), 0); };
  return {std::min(at(0), at(2)), std::min(at(1), at(3)), std::max(at(0), at(2)), std::max(at(1), at(3))};
}

// Clockwise by quarter turns: (x, y) -> (y, -x).
Vec2 turned(Vec2 v, int quarters) {
  for (int k = 0; k < quarters; ++k) {
    v = {v.y, -v.x};
  }
  return v;
}

// From where the image's right and its top point, y up. 0: askew. EXIF 2.32, tag 0x0112.
int orientationOf(Vec2 right, Vec2 up) {
  constexpr double kSkew = 1e-3;
  const double r = std::hypot(right.x, right.y);
  const double u = std::hypot(up.x, up.y);
  const bool upright = std::abs(right.y) <= kSkew * r && std::abs(up.x) <= kSkew * u;
  const bool lying = std::abs(right.x) <= kSkew * r && std::abs(up.y) <= kSkew * u;
  if (r <= 0 || u <= 0 || (!upright && !lying)) {
    return 0;
  }
  if (upright) {
    return up.y > 0 ? (right.x > 0 ? 1 : 2) : (right.x > 0 ? 4 : 3);
  }
  return up.x > 0 ? (right.y < 0 ? 6 : 7) : (right.y < 0 ? 5 : 8);
}

// Something drawn over the page: a stamp, a note, a filled-in field. Links and what is hidden are not seen.
bool hasVisibleNotes(QPDFObjectHandle page) {
  QPDFObjectHandle notes = page.getKey("/Annots");
  for (int k = 0; notes.isArray() && k < notes.getArrayNItems(); ++k) {
    QPDFObjectHandle note = notes.getArrayItem(k);
    if (!note.isDictionary() || note.getKey("/Subtype").isNameAndEquals("/Link") ||
        note.getKey("/Subtype").isNameAndEquals("/Popup")) {
      continue;
    }
    constexpr int kHidden = 2;
    QPDFObjectHandle flags = note.getKey("/F");
    if (!note.getKey("/AP").isNull() && !(flags.isInteger() && (flags.getIntValueAsInt() & kHidden) != 0)) {
      return true;
    }
  }
  return false;
}

bool isNear(const PdfRect& a, const PdfRect& page) {
  const double w = kEdge * (page.x1 - page.x0);
  const double h = kEdge * (page.y1 - page.y0);
  return std::abs(a.x0 - page.x0) <= w && std::abs(a.x1 - page.x1) <= w && std::abs(a.y0 - page.y0) <= h &&
         std::abs(a.y1 - page.y1) <= h;
}

bool holds(const PdfRect& clip, const PdfRect& page) {
  const double w = kEdge * (page.x1 - page.x0);
  const double h = kEdge * (page.y1 - page.y0);
  return clip.x0 <= page.x0 + w && clip.y0 <= page.y0 + h && clip.x1 >= page.x1 - w && clip.y1 >= page.y1 - h;
}

}  // namespace

PdfLook lookAt(const QPDFObjectHandle& page_object, const std::stop_token& stop) {
  QPDFPageObjectHelper page(page_object);
  const PdfRect paper = rectOf(page.getAttribute("/MediaBox", false), {0, 0, 612, 792});
  PdfRect box = rectOf(page.getAttribute("/CropBox", false), paper);
  box = {std::max(box.x0, paper.x0), std::max(box.y0, paper.y0), std::min(box.x1, paper.x1),
         std::min(box.y1, paper.y1)};
  const double unit = numberOf(page.getObjectHandle().getKey("/UserUnit"), 1);
  const double inches = (unit > 0 ? unit : 1) / kPointsPerInch;
  QPDFObjectHandle rotate = page.getAttribute("/Rotate", false);
  const int quarters = rotate.isInteger() ? ((rotate.getIntValueAsInt() / 90) % 4 + 4) % 4 : 0;

  PdfLook look;
  look.page_points = {box.x1 - box.x0, box.y1 - box.y0};
  if (quarters % 2 == 1) {
    std::swap(look.page_points.x, look.page_points.y);
  }
  look.page_inches = {look.page_points.x * inches, look.page_points.y * inches};

  const QPDFObjectHandle resources = page.getAttribute("/Resources", false);
  const PdfMarks marks = marksOf(page.getObjectHandle(), resources, stop);
  look.densest_dpi = marks.densest_dpi;
  if (marks.others || marks.images.size() != 1 || hasVisibleNotes(page.getObjectHandle()) ||
      !std::all_of(marks.clips.begin(), marks.clips.end(), [&](const PdfRect& clip) { return holds(clip, box); })) {
    return look;
  }
  const PdfMarks::Drawn& only = marks.images.front();
  const PdfMatrix& m = only.page_from_image;
  const PdfRect covered{
      m[4] + std::min({0.0, m[0], m[2], m[0] + m[2]}), m[5] + std::min({0.0, m[1], m[3], m[1] + m[3]}),
      m[4] + std::max({0.0, m[0], m[2], m[0] + m[2]}), m[5] + std::max({0.0, m[1], m[3], m[1] + m[3]})};
  look.image_px = {sideOf(only.image, "/Width"), sideOf(only.image, "/Height")};
  look.image_inches = {std::hypot(m[0], m[1]) * inches, std::hypot(m[2], m[3]) * inches};
  look.exif_orientation = orientationOf(turned({m[0], m[1]}, quarters), turned({m[2], m[3]}, quarters));
  QPDFObjectHandle image = only.image;
  QPDFObjectHandle mask = image.getDict().getKey("/ImageMask");
  const bool is_stencil = mask.isBool() && mask.getBoolValue();
  look.black_stencil = is_stencil && only.black_ink;
  if (isNear(covered, box) && look.exif_orientation != 0 && look.image_px.width > 0 && look.image_px.height > 0 &&
      (!is_stencil || look.black_stencil)) {
    look.image = std::make_shared<QPDFObjectHandle>(image);
  }
  return look;
}

}  // namespace platen::io
