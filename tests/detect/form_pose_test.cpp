// What someone tells of a form, brought onto its canvas.
#include "core/detect/form_pose.h"

#include <optional>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen::detect {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// A form whose plane leans away: its horizon is seen at y = 0 of the photo.
FormFrame leaning() {
  FormFrame frame;
  frame.form_extent = {1000, 1400};
  frame.margin = {100, 100};
  frame.canvas_extent = {1200, 1600};
  frame.source_size = {3000, 4000};
  // y = 4000 / (1 + (1600 - v) / 400): v = 1600 at the photo's lower border, far away at its upper one.
  frame.source_from_canvas.m = {2.5, 0, 0, 0, 0, 4000, 0, -1.0 / 400, 5};
  return frame;
}

TEST(ToldOnCanvas, PinsAndLinesComeOntoTheCanvas) {
  const FormFrame frame = leaning();
  PageGuide told;
  told.pins = {{frame.source_from_canvas({600, 800}), {0.5, 0.5}}};
  told.strokes = {{{frame.source_from_canvas({200, 900}), frame.source_from_canvas({900, 900})}, true}};
  const ToldOnCanvas seen = toldOnCanvas(told, frame);
  ASSERT_EQ(seen.pins.size(), 1U);
  EXPECT_LT(norm(seen.pins[0].point - Vec2{600, 800}), 1e-6);
  EXPECT_EQ(seen.pins[0].page_uv, (Vec2{0.5, 0.5}));
  ASSERT_EQ(seen.strokes.size(), 1U);
  EXPECT_LT(norm(seen.strokes[0].points[1] - Vec2{900, 900}), 1e-6);
  EXPECT_THAT(seen.notes, IsEmpty());
}

// Beyond the horizon the plane is seen from behind; just below it, miles away.
TEST(ToldOnCanvas, WhatLiesBeyondTheHorizonSaysNothing) {
  PageGuide told;
  for (const double y : {-1000.0, -1.0, 1.0, 100.0}) {
    told.pins.push_back({{1500, y}, {0.5, 0}});
  }
  told.strokes = {{{{100, -500}, {2000, -500}}, true}, {{{100, 3000}, {2000, 3000}, {2500, -400}}, true}};
  const ToldOnCanvas seen = toldOnCanvas(told, leaning());
  EXPECT_THAT(seen.pins, IsEmpty());
  ASSERT_EQ(seen.strokes.size(), 1U);
  EXPECT_EQ(seen.strokes[0].points.size(), 2U) << "as much of the line as lies on the plane";
  EXPECT_THAT(seen.notes, ElementsAre(HasSubstr("(100, -500)")));
}

// Places of a form that are recognised on a photo twice as large, shifted; and pins at its corners, moved by a part of
// the form's width.
class PlaceOf : public ::testing::Test {
 protected:
  PlaceOf() {
    form_.frame = leaning();
    form_.frame.source_from_canvas = {};
    photo_.source_size = {3000, 4000};
    for (int k = 0; k < 60; ++k) {
      const Vec2 at{150.0 + 97 * (k % 10), 180.0 + 211 * (k / 10)};
      pairs_.form.push_back(at);
      pairs_.photo.push_back(seen(at));
    }
  }
  static Vec2 seen(Vec2 canvas_px) { return canvas_px * 2 + Vec2{120, 90}; }
  [[nodiscard]] std::vector<Pin> corners(double moved_px) const {
    std::vector<Pin> pins;
    for (const Vec2 uv : {Vec2{0, 0}, Vec2{1, 0}, Vec2{1, 1}, Vec2{0, 1}}) {
      pins.push_back({seen(form_.frame.canvasFromPage(uv) + Vec2{moved_px, 0}), uv});
    }
    return pins;
  }
  [[nodiscard]] std::optional<FormPlace> placed(const PairedPlaces& pairs, const std::vector<Pin>& pins) const {
    return placeOf(photo_, form_, pairs, {}, {}, FormSearch::withOutline, pins);
  }

  KnownForm form_;
  Pyramid photo_;
  PairedPlaces pairs_;
};

TEST_F(PlaceOf, WhatIsRecognisedPlacesTheFormBetterThanPinsNearIt) {
  const std::optional<FormPlace> place = placed(pairs_, corners(100));
  ASSERT_TRUE(place);
  EXPECT_EQ(place->by, FormPlace::By::matches);
  EXPECT_EQ(place->inliers, 60);
  EXPECT_LT(norm(place->source_from_canvas({500, 700}) - seen({500, 700})), 1);
}

TEST_F(PlaceOf, PinsThatSayAnotherPlaceAreBelieved) {
  const std::optional<FormPlace> place = placed(pairs_, corners(200));
  ASSERT_TRUE(place);
  EXPECT_EQ(place->by, FormPlace::By::pins);
  EXPECT_EQ(place->inliers, 0);
  EXPECT_LT(norm(place->source_from_canvas({500, 700}) - seen({700, 700})), 1);
}

TEST_F(PlaceOf, PinsPlaceWhatIsNotRecognised) {
  EXPECT_FALSE(placed({}, {}));
  const std::optional<FormPlace> place = placed({}, corners(0));
  ASSERT_TRUE(place);
  EXPECT_EQ(place->by, FormPlace::By::pins);
  std::vector<Pin> mirrored = corners(0);
  for (Pin& pin : mirrored) {
    pin.page_uv.x = 1 - pin.page_uv.x;
  }
  EXPECT_FALSE(placed({}, mirrored)) << "no camera sees a sheet from behind";
  EXPECT_FALSE(placed({}, {corners(0)[0], corners(0)[1], corners(0)[2]})) << "three pins may be any";
}

}  // namespace
}  // namespace platen::detect
