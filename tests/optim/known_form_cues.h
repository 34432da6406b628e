// A form and a photo of it whose offset is known exactly, as the cues that detection would hand to the registration.
#pragma once

#include "core/form_cues.h"
#include "core/optim/offset_net.h"

#include <functional>

namespace platen::test {

struct FormRecipe {
  // Where a point of the form is seen, canvas_px, less the point itself; smooth, below some 20 px.
  std::function<Vec2(Vec2 canvas_px)> offset;
  bool other_form = false;   // the photo shows another print
  bool with_matches = true;  // one in eight of them wrong
  bool with_edges = true;
};

struct KnownFormCues {
  FormCues cues;
  std::function<Vec2(Vec2 canvas_px)> offset;
};

// An offset that differs from place to place, canvas_px.
Vec2 wavyOffset(Vec2 canvas_px);

KnownFormCues makeFormCues(const FormRecipe& recipe);
// By wavyOffset(), and its cues, made once.
FormRecipe wavyRecipe();
const KnownFormCues& wavyForm();

// RMS distance of an offset from the truth over the form's rectangle, canvas_px.
double offsetError(const KnownFormCues& truth, const std::function<Vec2(Vec2 canvas_px)>& offset);

// A sheet bent about a slanted axis without stretching, through the camera that looks straight at the photo of
// makeFormCues(): what is seen of it, and its depth (x), canvas_px. kCurl_px: the radius.
inline constexpr double kCurl_px = 420;
Vec2 curledOffset(Vec2 canvas_px);
Vec2 curledDepth(Vec2 canvas_px);

// The net that interpolates an offset.
optim::OffsetNet netOf(optim::NetShape shape, Vec2 canvas_extent, const std::function<Vec2(Vec2 canvas_px)>& offset);

}  // namespace platen::test
