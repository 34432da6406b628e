// Which way up a fitted page reads. Its letters say, and where they leave a doubt and Tesseract is installed, what that
// reads on the flat page (detect/reading_turn.h): a few lines of it first, since it takes its time by the letter; the
// whole page where these do not say the same as the letters do.
// Threads: synchronous; any number of pages at once.
#pragma once

#include "core/fit.h"
#include "core/page_cues.h"
#include "core/pyramid.h"

#include <optional>
#include <stop_token>

namespace platen::pipeline {

// The clockwise quarter turns that make the page of `fit` read upright, 0..3; none where that can't be told.
// `lies_level`: whether someone said which way its lines run, so that it does not lie on its side. `threads`: as of
// RenderOptions. Takes up to half a second where Tesseract is asked; a stop ends it before that, with what the letters
// say.
std::optional<int> turnToUpright(const PageCues& cues,
                                 const FitResult& fit,
                                 const Pyramid& photo,
                                 bool lies_level,
                                 int threads,
                                 const std::stop_token& stop);

}  // namespace platen::pipeline
