// Pins and lines that someone sets on a photo of a form: where they place it, where print judges them.
#include "core/page_inverse.h"
#include "tests/pipeline/filled_forms.h"
#include "tests/support/typeset_page.h"

#include <algorithm>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen::pipeline {
namespace {

using test::writeImage;
using ::testing::Contains;
using ::testing::HasSubstr;

using RegistrationByPins = Registration;

PageGuide pinned(const test::PagePhoto& truth, const std::vector<Vec2>& places) {
  PageGuide told;
  for (const Vec2 uv : places) {
    told.pins.push_back({seenAt(truth, uv), uv});
  }
  return told;
}

double furthest(const std::vector<Pin>& pins, const WarpGrid& grid) {
  const SplineNet net = splineNet(grid);
  double most = 0;
  for (const Pin& pin : pins) {
    most = std::max(most, norm(sourceFromPage(net, pin.page_uv) - pin.point));
  }
  return most;
}

// What someone pins is the form, whatever is recognised of it: another edition, or print that faded.
TEST_F(RegistrationByPins, AFormThatIsNotRecognisedIsPlacedByItsPins) {
  writeImage(folder_ / "other.png", test::typeset({}).flat, FileFormat::png);
  const test::PagePhoto truth = shotOf(test::filledIn(form_, 3), {});
  const std::filesystem::path photo = keep("photo.png", truth);
  const PageGuide told = pinned(truth, {{0, 0}, {1, 0}, {0.5, 0.5}, {0, 1}, {1, 1}});
  const Result<RegisteredPhoto> registered = registerPhoto(photo, opened("other.png"), {}, {}, {}, {}, told);
  ASSERT_TRUE(registered) << describe(registered.error());
  EXPECT_LT(furthest(told.pins, registered->page.fit.grid), 0.005 * norm(truth.shape.sourceFromPage({1, 1})));
  EXPECT_LT(errorPercent(registered->page.fit.grid, truth), 0.3) << "another form's print draws it to and fro";
  EXPECT_LE(registered->page.fit.confidence, 0.3);
  EXPECT_THAT(registered->page.fit.warnings, Contains(HasSubstr("only the pins say")));

  // Mirrored: no camera sees it so.
  PageGuide mirrored = told;
  for (Pin& pin : mirrored.pins) {
    pin.page_uv.x = 1 - pin.page_uv.x;
  }
  const Result<RegisteredPhoto> refused = registerPhoto(photo, opened("other.png"), {}, {}, {}, {}, mirrored);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("are their places mixed up"));
}

// A few pins in one corner of a form that is recognised mend that corner; they do not place the rest.
TEST_F(RegistrationByPins, PinsInACornerDoNotPlaceTheForm) {
  const test::PagePhoto truth = shotOf(test::filledIn(form_, 3), {});
  const std::filesystem::path photo = keep("photo.png", truth);
  const PageGuide told = pinned(truth, {{0.1, 0.1}, {0.2, 0.1}, {0.2, 0.16}, {0.1, 0.16}});
  const Result<RegisteredPhoto> registered = registerPhoto(photo, opened(), {}, {}, {}, {}, told);
  ASSERT_TRUE(registered) << describe(registered.error());
  EXPECT_LT(errorPercent(registered->page.fit.grid, truth), 0.25);
  EXPECT_GT(registered->page.fit.confidence, 0.7);
}

// Four pins that a camera could see so, but elsewhere: print tells.
TEST_F(RegistrationByPins, PinsThatTearTheFormOffItsPrintAreLeftOut) {
  const test::PagePhoto truth = shotOf(test::filledIn(form_, 3), {});
  PageGuide told = pinned(truth, {{0, 0}, {1, 0}, {1, 1}, {0, 1}});
  const Vec2 middle = seenAt(truth, {0.5, 0.5});
  for (Pin& pin : told.pins) {
    pin.point = middle + (pin.point - middle) * 0.4;
  }
  const Result<RegisteredPhoto> registered = registerPhoto(keep("photo.png", truth), opened(), {}, {}, {}, {}, told);
  ASSERT_TRUE(registered) << describe(registered.error());
  EXPECT_LT(errorPercent(registered->page.fit.grid, truth), 0.25);
  EXPECT_THAT(registered->page.fit.warnings,
              Contains(HasSubstr(" and 3 more contradict what is printed there, and were left out")));
  EXPECT_GT(registered->page.fit.confidence, 0.4) << "the page is as good as without them";
}

// Two of six that were swapped: the others are heard.
TEST_F(RegistrationByPins, PinsThatWereSwappedAreLeftOut) {
  const test::PagePhoto truth = shotOf(test::filledIn(form_, 3), {});
  PageGuide told = pinned(truth, {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0.4, 0.3}, {0.6, 0.7}});
  std::swap(told.pins[4].page_uv, told.pins[5].page_uv);
  const Result<RegisteredPhoto> registered = registerPhoto(keep("photo.png", truth), opened(), {}, {}, {}, {}, told);
  ASSERT_TRUE(registered) << describe(registered.error());
  EXPECT_LT(errorPercent(registered->page.fit.grid, truth), 0.25);
  EXPECT_THAT(registered->page.fit.warnings, Contains(HasSubstr(" and 1 more contradict what is printed there")));
}

// A pin and a level line, both moved off where they are seen: what is set by hand is meant so.
TEST_F(RegistrationByPins, PinsAndLinesAreMetBesideThePrint) {
  const test::PagePhoto truth = shotOf(test::filledIn(form_, 3), {});
  const std::filesystem::path photo = keep("photo.png", truth);
  PageGuide told = pinned(truth, {{0.3, 0.3}});
  told.pins[0].point = told.pins[0].point + Vec2{9, -7};
  Stroke line;
  for (const double u : {0.2, 0.35, 0.5, 0.65, 0.8}) {
    line.points.push_back(seenAt(truth, {u, 0.7}) + Vec2{0, u > 0.3 && u < 0.7 ? 10.0 : 0.0});
  }
  told.strokes = {line};
  const Result<RegisteredPhoto> without = registerPhoto(photo, opened(), {}, {}, {});
  const Result<RegisteredPhoto> with = registerPhoto(photo, opened(), {}, {}, {}, {}, told);
  ASSERT_TRUE(without && with);
  EXPECT_GT(furthest(told.pins, without->page.fit.grid), 9);
  EXPECT_LT(furthest(told.pins, with->page.fit.grid), 2.5);
  const auto bend = [&](const WarpGrid& grid) {
    std::vector<double> v;
    for (const Vec2 p : line.points) {
      v.push_back(pageFromSource(grid, splineNet(grid), p, 0.1)->y);
    }
    const auto [least, most] = std::minmax_element(v.begin(), v.end());
    return *most - *least;
  };
  EXPECT_LT(bend(with->page.fit.grid), 0.5 * bend(without->page.fit.grid));
  // Far from them print says where the form is.
  const PageGuide far = pinned(truth, {{0.9, 0.95}, {0.95, 0.1}, {0.1, 0.95}});
  EXPECT_LT(furthest(far.pins, with->page.fit.grid), furthest(far.pins, without->page.fit.grid) + 1);
}

// Near their places, but not on them, and each to another side.
TEST_F(RegistrationByPins, PinsThatTwistThePrintAreLeftOut) {
  const test::PagePhoto truth = shotOf(test::filledIn(form_, 3), {});
  const std::filesystem::path photo = keep("photo.png", truth);
  const Result<RegisteredPhoto> without = registerPhoto(photo, opened(), {}, {}, {});
  PageGuide told = pinned(truth, {{0.3, 0.4}, {0.33, 0.4}, {0.8, 0.8}});
  const Vec2 off = 0.055 * (seenAt(truth, {0, 1}) - seenAt(truth, {0, 0}));
  told.pins[0].point = told.pins[0].point + off;
  told.pins[1].point = told.pins[1].point - off;
  const Result<RegisteredPhoto> registered = registerPhoto(photo, opened(), {}, {}, {}, {}, told);
  ASSERT_TRUE(without && registered);
  EXPECT_EQ(registered->page.fit.grid, without->page.fit.grid);
  EXPECT_THAT(registered->page.fit.warnings, Contains(HasSubstr(" and 2 more contradict what is printed there")));
  EXPECT_LE(registered->page.fit.confidence, 0.5);
}

// A line over half the form, drawn along a diagonal of it: the pin beside it is heard.
TEST_F(RegistrationByPins, ALineThatIsNoneIsLeftOut) {
  const test::PagePhoto truth = shotOf(test::filledIn(form_, 3), {});
  PageGuide told = pinned(truth, {{0.3, 0.3}});
  told.pins[0].point = told.pins[0].point + Vec2{9, -7};
  for (const double t : {0.1, 0.3, 0.5, 0.7, 0.9}) {
    told.strokes.resize(1);
    told.strokes[0].points.push_back(seenAt(truth, {t, t}));
  }
  const Result<RegisteredPhoto> registered = registerPhoto(keep("photo.png", truth), opened(), {}, {}, {}, {}, told);
  ASSERT_TRUE(registered) << describe(registered.error());
  EXPECT_LT(furthest(told.pins, registered->page.fit.grid), 2.5);
  EXPECT_THAT(registered->page.fit.warnings, Contains(HasSubstr("the line")));
}

TEST(GuideOfForm, IsOfItsOnlyPage) {
  Guide guide;
  EXPECT_TRUE(guideOfForm("pins.json", guide)->empty());
  guide.pages.resize(1);
  guide.pages[0].pins = {{{10, 20}, {0, 0}}};
  ASSERT_TRUE(guideOfForm("pins.json", guide));
  EXPECT_EQ(guideOfForm("pins.json", guide)->pins, guide.pages[0].pins);
  const auto refuses = [](const Guide& wrong) {
    const Result<PageGuide> refused = guideOfForm("pins.json", wrong);
    return !refused && refused.error().kind == ErrorKind::badInput && refused.error().path == "pins.json";
  };
  Guide turned = guide;
  turned.pages[0].reading_rotation = 90;
  EXPECT_TRUE(refuses(turned));
  Guide with_spine = guide;
  with_spine.pages[0].spine = {{0, 0}, {0, 100}};
  EXPECT_TRUE(refuses(with_spine));
  Guide two = guide;
  two.pages.resize(2);
  EXPECT_TRUE(refuses(two));
  Guide second = guide;
  second.pages[0].index = 2;
  EXPECT_TRUE(refuses(second));
}

}  // namespace
}  // namespace platen::pipeline
