// What makes a PDF of page images one for archives, PDF/A-2b (ISO 19005-2): metadata as XMP beside the document's
// information, the same in both, and an output intent (sRGB) that says what colours without a profile of their own are.
// And what a reader shows of it: title, page labels. Nothing in it depends on when it is made: the same pages give the
// same bytes.
#pragma once

#include <map>
#include <string>

class QPDF;

namespace platen::io {

struct PdfAbout {
  std::string title;
  std::string producer = "Platen";
  std::string date_time;  // EXIF, of its newest photo; empty or no date: none is written
};
// "YYYY:MM:DD HH:MM:SS", of a day that there may be.
bool isDateTime(const std::string& text);

// With all pages in `pdf`. `labels`: of pages, by their index from 0; pages without one are numbered. Texts may hold
// any bytes: what is no UTF-8 shows as U+FFFD.
void makeArchive(QPDF& pdf, const PdfAbout& about, const std::map<int, std::string>& labels);

// The packet of XMP (ISO 16684-1).
std::string xmpPacket(const PdfAbout& about);

}  // namespace platen::io
