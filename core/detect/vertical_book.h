// An open book whose lines run along its spine, as those of vertical Japanese and Chinese do (docs/fit.md, spreads).
// Print is read with its lines level, so that the spine lies among them like a wide gap between two. Where it runs is
// told by what else is seen of a book, in the frame in which it stands upright, as if nothing were printed there.
#pragma once

#include "core/detect/book_half.h"
#include "core/detect/open_book.h"
#include "core/detect/page_mask.h"
#include "core/detect/reading.h"
#include "core/options.h"

#include <optional>
#include <stop_token>

#include <opencv2/core.hpp>

namespace platen::detect {

// What was read and found on a photo, seen with the spine upright.
struct SpineView {
  Reading reading;  // without its print
  MaskScene scene;
  PageMask page;
  int quarter_turns = 1;  // clockwise, from the frame of the print to this one: 1 or 3
};

// What print is read in, and where the page was found by it.
struct PrintView {
  const OpenPhoto& photo;
  const cv::Mat& colors;  // the photo's level; of light print the negative
  const Reading& reading;
  const MaskScene& scene;
  const PageMask& page;
};

SpineView spineView(const PrintView& print, int quarter_turns);

// Someone says how the page reads, and its lines run across that: no spine runs across its lines.
bool isToldVertical(const Reading& reading, const FitOptions& options);

// Print that someone says is vertical: by how the page is to be turned (options.rotate), or by reading (Tesseract,
// where it is installed).
struct VerticalPrint {
  SpineView view;
  std::optional<int> reading_turns;  // as PageCues'
};
// Nothing where nobody says so.
std::optional<VerticalPrint> readVerticalPrint(const PrintView& print,
                                               const FitOptions& options,
                                               const std::stop_token& stop);

struct VerticalBook {
  VerticalPrint print;
  OpenBook book;  // in the view's frame
};

// Nothing where the photo shows none, or where nobody says that its print is vertical. Who reads is only asked where
// there seems to be a book.
std::optional<VerticalBook> findVerticalBook(const PrintView& print,
                                             const FitOptions& options,
                                             const std::stop_token& stop);

// A half of such a book as its print is read: without the facing page.
PrintedHalf inPrint(const BookHalf& half, const SpineView& view, const PrintView& print, const std::stop_token& stop);

}  // namespace platen::detect
