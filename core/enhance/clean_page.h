// A flat page made cleaner: even light and white paper, grey, or black on white. Geometry is never touched.
//
// The light on a page varies slowly and its paper is the brightest thing nearly everywhere, so the paper's own
// brightness, seen between the print, is the light: dividing by it evens the page. Where a figure, a photograph or a
// coloured box hides the paper over a wide area, the light is carried in from around it. What is as dark as a figure,
// but smooth, and comes in over the page's edge or has print on it, is paper in the shade of something.
//
// Threads: no state; the same input gives the same bytes. Images with 1, 3 (RGB) or 4 (RGBA) channels, u8 or u16.
#pragma once

#include "core/enhance/sharpen.h"
#include "core/image.h"

#include <functional>
#include <stop_token>

namespace platen::enhance {

// The page under even light: its paper becomes white in every channel, print and figures keep their contrast to it.
// Channels and type are kept; alpha is copied.
// Stopped: empty.
Image evenIllumination(const Image& page, const std::stop_token& stop = {});

// One channel (ITU-R BT.601 luma), type kept; transparency shows white paper behind it. Stopped: empty.
Image toGray(const Image& page, const std::stop_token& stop = {});

// Of a page: along which desk may be in view, beyond the paper and all that is printed on it.
struct DeskSides {
  bool left = true, top = true, right = true, bottom = true;
};

// u8 grey, 0 (ink) or 255 (paper): the evened page against a threshold between the ink and the paper around each pixel
// (ink_threshold.h), which thin and faint strokes pass and which solid areas do not hollow. Strips of desk beyond the
// page's edge (dark_rim.h) are paper. What is held against the threshold is sharpened first, if it is to be. Stopped:
// empty.
Image toBitonal(const Image& page,
                const std::stop_token& stop = {},
                const DeskSides& desk = {},
                const Sharpening& sharpening = {});

// The same of a page that is not held: `rows` gives rows [first, first + count) of it, any, several times, good until
// the next call, or an empty image where they can't be had; `take` gets the result's rows from the top, good during the
// call. False: stopped by one of the three, or by the token.
struct PageRows {
  Size size;
  int channels = 0;
  PixelType type = PixelType::u8;
  std::function<Image(int first, int count)> rows;
};
using TakeRows = std::function<bool(const Image& band)>;
bool evenIllumination(const PageRows& page, const TakeRows& take, const std::stop_token& stop);
bool toBitonal(const PageRows& page,
               const TakeRows& take,
               const std::stop_token& stop,
               const DeskSides& desk = {},
               const Sharpening& sharpening = {});

}  // namespace platen::enhance
