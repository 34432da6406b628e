// How far a fitted page is from the truth, in numbers that a reader of the page would care about.
#pragma once

#include "core/fit.h"
#include "core/pyramid.h"
#include "tests/support/bent_page.h"

namespace platen::test {

struct MapError {
  // Distance of the flattened points from where they lie on the true flat page after the best similarity (scale, turn,
  // shift): RMS and worst, in per cent of the page's diagonal. Stretching and wrong aspect count, cropping does not.
  double rms_percent = 0;
  double worst_percent = 0;
  // The best similarity's turn: how far the result is from upright, degrees.
  double turn_degrees = 0;
  // Share of the true page that the fitted one shows, and share of the fitted page that is not the true one.
  double shown = 0;
  double outside = 0;
};

// `part`: the part of the true sheet that the fitted page should show, in its page_uv: one page of a spread.
MapError mapError(const BentPage& truth, const FitResult& fit, const Box& part = {0, 0, 1, 1});

// The error of the photo itself, cropped to nothing: what doing nothing would score.
MapError mapErrorOfPhoto(const BentPage& truth, Size source_px, const Box& part = {0, 0, 1, 1});

// The photo at scales 1, 1/2, 1/4, ... down to about 480 pixels, each the mean of 2 x 2 of the one before.
Pyramid pyramidOf(const Image& photo);

}  // namespace platen::test
