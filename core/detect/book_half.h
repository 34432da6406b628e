// What lies on either side of a gutter: the print, the mask and the width of what may be a page of an open book.
#pragma once

#include "core/detect/gutter.h"
#include "core/detect/page_mask.h"
#include "core/detect/reading.h"

#include <array>
#include <cstddef>
#include <optional>
#include <stop_token>
#include <vector>

namespace platen::detect {

// The rows between which print lies, less what lies far out: wood and cloth around the book have lines too, but pale or
// short ones. Of negative height where there is none.
Rows rowsOf(const std::vector<TextSegment>& segments, double h);

// What of the lines lies on a page: cloth, wood and tiles around it have some, too. All, where the mask tells nothing.
std::vector<TextSegment> printOn(const PageMask& page, const MaskScene& scene, std::vector<TextSegment> segments);

// One side of a gutter, read again without the other.
struct BookHalf {
  FacingSide facing;
  SideKind inner = SideKind::right;  // which of the page's sides lies at the gutter
  Reading reading;
  PageMask mask;
  double width = 0;           // of the mask, from the gutter outwards: median over the rows of the text, work_px
  bool cut_by_frame = false;  // the photo ends before the page does
  bool is_page = true;        // false: a glimpse of the facing page
};

// How a half is read, and where its page lies.
struct PrintedHalf {
  Reading reading;
  PageMask mask;
};

// The half left (0) or right (1) of a gutter; its width is not measured.
BookHalf halfBeside(const Reading& reading,
                    const MaskScene& scene,
                    const GutterCurve& gutter,
                    std::size_t half,
                    const std::stop_token& stop);

// Both halves. page: what was found as one page without knowing of a gutter; a half that cannot be told from the desk
// by itself takes its part of that, or is looked for beside the other one. is_one_sheet: both halves are parts of
// `page`. rows: where widths are measured.
std::array<BookHalf, 2> halvesBeside(const Reading& reading,
                                     const MaskScene& scene,
                                     const PageMask& page,
                                     const GutterCurve& gutter,
                                     const Rows& rows,
                                     bool is_one_sheet,
                                     const std::stop_token& stop);

// Whether both halves are parts of what was found as one page.
bool areOneSheet(const std::array<BookHalf, 2>& halves, const PageMask& page);

// How far from the gutter, in h, what lies on either side of it is compared.
inline constexpr double kBesideGutter_h = 4;

// From where to where a half reaches at `off` work_px from the gutter; nothing where its mask is not there.
std::optional<Rows> endsBeside(const BookHalf& half, const MaskScene& scene, double off);

}  // namespace platen::detect
