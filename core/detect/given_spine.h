// An open book whose spine someone put on the photo: where it runs in the frame of a reading, and what of a page's mask
// lies on one side of it. Nothing is searched for here: open_book.h does that.
#pragma once

#include "core/detect/gutter.h"
#include "core/detect/page_mask.h"
#include "core/detect/reading.h"

#include <optional>
#include <stop_token>

namespace platen::detect {

// The best reading of the photo's text whose lines run across the spine (source_px): one that was not told how the page
// reads, and finds it lying along the spine, is made once more with the photo turned by a quarter. Where there is more
// print along the spine than across it, the reading is that of the print.
Reading readingAcross(const Polyline& spine,
                      const OpenPhoto& photo,
                      const FitOptions& options,
                      const std::stop_token& stop);

// The spine (source_px) from top to bottom; nothing where it runs along the lines of text rather than across them.
std::optional<GutterCurve> gutterAlong(const Polyline& spine, const WorkFrame& frame);

// The part of a page's mask on this side of the spine; empty where `whole` is not to be believed, or nothing is left.
PageMask maskBeside(const MaskScene& scene, const PageMask& whole, const FacingSide& facing, double text_angle);

}  // namespace platen::detect
