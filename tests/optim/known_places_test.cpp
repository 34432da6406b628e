// Pins, strokes and shapes from elsewhere: what they mean for stage 1 and the grid, and that they are followed.
#include "core/optim/known_places.h"

#include "core/optim/fit.h"
#include "core/optim/grid_descent.h"
#include "core/optim/hand_outline.h"
#include "core/optim/held_sides.h"
#include "core/optim/place_energy.h"
#include "tests/optim/known_sheet.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen::optim {
namespace {

using test::bookRecipe;
using test::knownSheet;
using test::makeSyntheticPage;
using test::mapErrorPercent;
using test::SyntheticPage;
using test::SyntheticRecipe;
using test::wavedRecipe;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

FitResult fitted(const PageCues& cues, const FitStart& start = {}) {
  return fit(cues, start, {}, 0, {}, {});
}

// A pin where the page truly is.
Pin truePin(const SyntheticPage& page, Vec2 page_uv) {
  const Box& box = page.page_sheet_uv;
  return {page.workFromSheet({box.x0 + page_uv.x * box.width(), box.y0 + page_uv.y * box.height()}), page_uv};
}

Vec2 seenAt(const SyntheticPage& page, const FitResult& result, Vec2 page_uv) {
  return page.cues.frame.workFromSource(sourceFromPage(splineNet(result.grid), page_uv));
}

TEST(PlaceEnergy, IsZeroAtThePlacesAndItsGradientIsRight) {
  const SyntheticPage page = makeSyntheticPage(wavedRecipe());
  const SheetFit sheet = knownSheet(page);
  const BaseMap base(SheetModel(sheet.frame, sheet.parameters), sheet.rect);
  constexpr NetShape kShape{8, 10};
  std::vector<KnownPlace> places;
  for (const Vec2 uv : {Vec2{0, 0}, Vec2{0.3, 0.7}, Vec2{1, 0.4}, Vec2{0.55, 1.02}}) {
    places.push_back({base.at(base.sheetFromPage(uv)), uv});
  }
  std::vector<double> none(kShape.size()), unused(kShape.size());
  EXPECT_NEAR(PlaceEnergy("pins", 1, places, 2, 0, base, kShape).add(none, 0, unused), 0, 1e-12);
  EXPECT_NEAR(furthestPlace(places, base, OffsetNet::zero(kShape)), 0, 1e-6);
  places[1].point = places[1].point + Vec2{3, -4};
  EXPECT_NEAR(furthestPlace(places, base, OffsetNet::zero(kShape)), 5, 1e-6);
  EXPECT_NEAR(PlaceEnergy("pins", 1, places, 2, 0, base, kShape).add(none, 0, unused), 6.25 / 4, 1e-9);
  const std::vector<double> at = test::randomControls(kShape, 3, 7);
  for (const double reach : {0.0, 1.5}) {
    PlaceEnergy energy("pins", 1, places, 2, reach, base, kShape);
    std::vector<double> gradient(kShape.size());
    EXPECT_GT(energy.add(at, 1, gradient), 0);
    const auto value = [&](std::span<const double> controls) { return energy.add(controls, 0, unused); };
    EXPECT_LT(test::gradientError(value, at, gradient, 1e-5), 1e-6) << reach;
  }
  EXPECT_THROW(PlaceEnergy("pins", 1, places, 0, 0, base, kShape), std::invalid_argument);
}

// With a reach, a place that is far off lets go: its pull falls.
TEST(PlaceEnergy, AFarShapeLetsGo) {
  const SyntheticPage page = makeSyntheticPage(wavedRecipe());
  const SheetFit sheet = knownSheet(page);
  const BaseMap base(SheetModel(sheet.frame, sheet.parameters), sheet.rect);
  constexpr NetShape kShape{4, 5};
  const auto pull = [&](double off_px) {
    const std::vector<KnownPlace> places{{base.at(base.sheetFromPage({0.5, 0.5})) + Vec2{off_px, 0}, {0.5, 0.5}}};
    std::vector<double> none(kShape.size()), gradient(kShape.size());
    PlaceEnergy("shape", 1, places, 2, 3, base, kShape).add(none, 1, gradient);
    return *std::max_element(gradient.begin(), gradient.end(),
                             [](double a, double b) { return std::abs(a) < std::abs(b); });
  };
  EXPECT_LT(std::abs(pull(60)), 0.1 * std::abs(pull(3)));
}

TEST(KnownLines, CornersAreFourSides) {
  SyntheticPage page = makeSyntheticPage(bookRecipe());
  page.cues.pins = {truePin(page, {0, 0}), truePin(page, {1, 0}), truePin(page, {0, 1}), truePin(page, {1, 1})};
  std::vector<Curve> lines = knownLines(page.cues);
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_EQ(std::count_if(lines.begin(), lines.end(), [](const Curve& line) { return line.is_h; }), 2);
  for (const Curve& line : lines) {
    EXPECT_EQ(line.points.size(), 2u);
    EXPECT_GT(line.length_h, 20);
  }
  page.cues.pins = {truePin(page, {0.1, 0.2}), truePin(page, {0.5, 0.6})};
  EXPECT_TRUE(knownLines(page.cues).empty());
  page.cues.strokes = {{{{100, 200}, {300, 210}, {500, 200}}, true}};
  lines = knownLines(page.cues);
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0].points.front(), (Vec2{100, 200}));
  EXPECT_NEAR(norm(lines[0].points.back() - Vec2{500, 200}), 0, 1e-6);
}

TEST(RectThroughPins, MovesWhatThePinsTellAndNothingElse) {
  const SyntheticPage page = makeSyntheticPage(wavedRecipe());
  const SheetFit sheet = knownSheet(page);
  const SheetModel model(sheet.frame, sheet.parameters);
  const Box rect = sheet.rect;
  const auto pinAt = [&](Vec2 sheet_uv, Vec2 page_uv) { return Pin{model.workFromSheet(sheet_uv), page_uv}; };
  EXPECT_EQ(rectThroughPins(rect, {}, model), rect);
  // The left side lies a tenth further in.
  const double x = rect.x0 + 0.1 * rect.width();
  const Box left = rectThroughPins(rect, {pinAt({x, rect.y0}, {0, 0})}, model);
  EXPECT_NEAR(left.x0, x, 1e-4);
  EXPECT_NEAR(left.x1, rect.x1, 1e-4);
  EXPECT_NEAR(left.y0, rect.y0, 1e-4);
  EXPECT_NEAR(left.y1, rect.y1, 1e-4);
  // The middle moves both ends alike; two corners give both ends.
  const Box both = rectThroughPins(rect, {pinAt({(rect.x0 + rect.x1) / 2 + 0.05, rect.y1 + 0.2}, {0.5, 1})}, model);
  EXPECT_NEAR(both.x0, rect.x0 + 0.05, 1e-4);
  EXPECT_NEAR(both.x1, rect.x1 + 0.05, 1e-4);
  EXPECT_NEAR(both.y1, rect.y1 + 0.2, 1e-4);
  const Box corners =
      rectThroughPins(rect, {pinAt({x, rect.y0 + 0.1}, {0, 0}), pinAt({rect.x1 + 0.1, rect.y1 - 0.1}, {1, 1})}, model);
  EXPECT_NEAR(corners.x0, x, 1e-4);
  EXPECT_NEAR(corners.x1, rect.x1 + 0.1, 1e-4);
  EXPECT_NEAR(corners.y0, rect.y0 + 0.1, 1e-4);
  EXPECT_NEAR(corners.y1, rect.y1 - 0.1, 1e-4);
  // A page turned inside out is refused.
  const Box crossed =
      rectThroughPins(rect, {pinAt({rect.x1, rect.y0}, {0, 0}), pinAt({rect.x0, rect.y0}, {1, 0})}, model);
  EXPECT_NEAR(crossed.x0, rect.x0, 1e-9);
}

TEST(RectThroughPins, HeldSidesStayAndNothingIsThrownFar) {
  const SyntheticPage page = makeSyntheticPage(wavedRecipe());
  const SheetFit sheet = knownSheet(page);
  const SheetModel model(sheet.frame, sheet.parameters);
  const Box rect = sheet.rect;
  const auto at = [&](Vec2 uv, Vec2 off) {
    return Pin{model.workFromSheet(Vec2{rect.x0 + uv.x * rect.width(), rect.y0 + uv.y * rect.height()} + off), uv};
  };
  const std::vector<Pin> inner{at({0.1, 0.5}, {0.05, 0.05})};
  EXPECT_EQ(rectThroughPins(rect, inner, model, {true, true, true, true}), rect);
  // Right alone is open: a pin near the left says little of it.
  HeldEdges left{};
  left[static_cast<std::size_t>(SideKind::left)] = true;
  const Box moved = rectThroughPins(rect, inner, model, left);
  EXPECT_NEAR(moved.x0, rect.x0, 1e-9);
  EXPECT_GT(moved.x1, rect.x1);
  EXPECT_LT(moved.x1, rect.x1 + 0.05);
  // A pin on a side that is open counts in full, whatever lies inside.
  const Box pinned = rectThroughPins(rect, {inner[0], at({1, 0.4}, {0.2, 0})}, model, left);
  EXPECT_NEAR(pinned.x1, rect.x1 + 0.2, 1e-4);
}

TEST(HeldSides, PullTheBorderBackAcrossAndTheirGradientIsRight) {
  SyntheticPage page = makeSyntheticPage(bookRecipe());
  SheetFit sheet = knownSheet(page);
  std::fill(std::begin(sheet.edge_found), std::end(sheet.edge_found), true);
  const BaseMap base(SheetModel(sheet.frame, sheet.parameters), sheet.rect);
  EXPECT_TRUE(heldSides(page.cues, sheet, base).empty()) << "no pin, nothing to hold against";
  page.cues.pins = {truePin(page, {0.5, 0.5}), truePin(page, {0.3, 1})};
  const std::vector<HeldPoint> held = heldSides(page.cues, sheet, base);
  constexpr NetShape kShape{8, 10};
  std::vector<double> unused(kShape.size());
  HeldSideEnergy energy(1, held, 0.3, kShape);
  std::vector<double> lifted(kShape.size());
  for (std::size_t k = 1; k < lifted.size(); k += 2) {
    lifted[k] = -0.6 * page.cues.char_height;
  }
  // All of the page 0.6 h up: the top is two sigmas off, left and right are where they were, the bottom has a pin.
  EXPECT_NEAR(energy.add(lifted, 0, unused), 4.0 / 3, 0.25);
  const std::vector<double> at = test::randomControls(kShape, 3, 9);
  std::vector<double> gradient(kShape.size());
  energy.add(at, 1, gradient);
  const auto value = [&](std::span<const double> controls) { return energy.add(controls, 0, unused); };
  EXPECT_LT(test::gradientError(value, at, gradient, 1e-5), 1e-6);
  EXPECT_THROW(HeldSideEnergy(1, held, 0, kShape), std::invalid_argument);
}

// One point in the middle is dragged by a hundredth of the diagonal: it is kept, its surroundings follow, and the sides
// stay on the edges that were found. Where that bends lines, the fit is less sure.
TEST(GuidedFit, APinInTheMiddleLeavesTheSidesOnTheirEdges) {
  SyntheticPage page = makeSyntheticPage(bookRecipe());
  const double h = page.cues.char_height;
  const double pull = 0.01 * norm(page.cues.frame.extent());
  page.cues.pins.clear();
  const FitResult found = fitted(page.cues);
  ASSERT_TRUE(found.is_full_page);
  const Vec2 place{0.5, 0.45};
  const auto pinned = [&](Vec2 by) {
    page.cues.pins = {{seenAt(page, found, place) + by, place}};
    return fitted(page.cues);
  };
  const FitResult calm = pinned({0, 0});
  for (const Vec2 by : {Vec2{pull, 0}, Vec2{0, pull}}) {
    const FitResult result = pinned(by);
    EXPECT_LT(norm(seenAt(page, result, place) - page.cues.pins[0].point), 0.3 * h);
    EXPECT_GT(dot(seenAt(page, result, {0.5, 0.5}) - seenAt(page, calm, {0.5, 0.5}), by / pull), 0.3 * pull);
    for (const double t : {0.05, 0.3, 0.5, 0.7, 0.95}) {
      const auto moved = [&](Vec2 uv) { return seenAt(page, result, uv) - seenAt(page, calm, uv); };
      EXPECT_LT(std::abs(moved({t, 0}).y), 0.25 * h) << t;
      EXPECT_LT(std::abs(moved({t, 1}).y), 0.25 * h) << t;
      EXPECT_LT(std::abs(moved({0, t}).x), 0.25 * h) << t;
      EXPECT_LT(std::abs(moved({1, t}).x), 0.25 * h) << t;
    }
    if (by.y > 0) {
      EXPECT_LT(result.confidence, calm.confidence - 0.02);
    }
  }
}

// Lines of a table's wood, print of the page below, a mask of something else: none of it outvotes four corners.
TEST(GuidedFit, AnOutlineRulesOverWhatLiesElsewhere) {
  SyntheticRecipe recipe = bookRecipe();
  SyntheticPage page = makeSyntheticPage(recipe);
  const double h = page.cues.char_height;
  const Vec2 extent = page.cues.frame.extent();
  // The lower right quarter of what was found is the page; all the rest, sides too, is another's.
  const std::array<Vec2, 4> corners{{{0.55 * extent.x, 0.52 * extent.y},
                                     {0.9 * extent.x, 0.5 * extent.y},
                                     {0.93 * extent.x, 0.88 * extent.y},
                                     {0.53 * extent.x, 0.9 * extent.y}}};
  const std::array<Vec2, 4> places{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}};
  for (std::size_t k = 0; k < 4; ++k) {
    page.cues.pins.push_back({corners[k], places[k]});
  }
  // False lines inside, which run every way.
  for (int k = 0; k < 40; ++k) {
    TextSegment line;
    const Vec2 at = corners[0] + Vec2{20.0 + 7 * (k % 20), 20.0 + 9 * (k / 2)};
    const double angle = 0.9 * std::sin(3.7 * k);
    for (int i = 0; i < 8; ++i) {
      line.points.push_back(at + Vec2{std::cos(angle), std::sin(angle)} * (1.5 * h * i));
    }
    line.length = 10.5;
    line.strength = 0.5;
    page.cues.segments.push_back(line);
  }
  const FitResult result = fitted(page.cues);
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_LT(norm(seenAt(page, result, places[k]) - corners[k]), 1.5) << k;
  }
  for (const double t : {0.25, 0.5, 0.75}) {
    const Vec2 chord = corners[0] + t * (corners[1] - corners[0]);
    EXPECT_LT(std::abs(seenAt(page, result, {t, 0}).y - chord.y), 0.4 * h) << "nothing bends its sides";
  }
  EXPECT_GT(minRelativeDeterminant(splineNet(result.grid)), 0.2);
}

// A page whose sides were not seen, and of whose print a third is there: four corners set by hand.
TEST(GuidedFit, CornersSetByHandMakeAPageWithoutSides) {
  SyntheticRecipe recipe = wavedRecipe();
  std::fill(std::begin(recipe.sides), std::end(recipe.sides), false);
  recipe.missing_lines = 0.8;
  recipe.ragged_right = true;
  SyntheticPage page = makeSyntheticPage(recipe);
  const double alone = mapErrorPercent(page, fitted(page.cues));
  page.cues.pins = {truePin(page, {0, 0}), truePin(page, {1, 0}), truePin(page, {0, 1}), truePin(page, {1, 1})};
  const FitResult result = fitted(page.cues);
  for (const Pin& pin : page.cues.pins) {
    EXPECT_LT(norm(seenAt(page, result, pin.page_uv) - pin.point), 0.3 * page.cues.char_height);
  }
  EXPECT_LT(mapErrorPercent(page, result), 0.5 * alone) << alone;
  EXPECT_THAT(result.warnings, Not(Contains(HasSubstr("pin"))));
  EXPECT_TRUE(result.is_full_page);  // its edges are known now
}

TEST(GuidedFit, AnOutlineThatCutsThroughPrintIsTold) {
  SyntheticRecipe recipe = wavedRecipe();
  recipe.columns = 2;
  SyntheticPage page = makeSyntheticPage(recipe);
  const auto outline = [&](const Box& part) {
    page.cues.pins.clear();
    for (const Vec2 corner : {Vec2{0, 0}, Vec2{1, 0}, Vec2{1, 1}, Vec2{0, 1}}) {
      const Vec2 on_page{part.x0 + corner.x * part.width(), part.y0 + corner.y * part.height()};
      page.cues.pins.push_back({truePin(page, on_page).point, corner});
    }
  };
  const auto lies_outside = Contains(HasSubstr("printed lines lie outside"));
  outline({0, 0, 1, 1});
  EXPECT_FALSE(cutsThroughPrint(page.cues));
  EXPECT_THAT(fitted(page.cues).warnings, Not(lies_outside));
  outline({0, 0, 0.5, 1});  // one of its columns, on purpose
  EXPECT_FALSE(cutsThroughPrint(page.cues));
  outline({0, 0, 1, 0.5});  // its upper half
  EXPECT_FALSE(cutsThroughPrint(page.cues));
  outline({0, 0, 0.7, 1});
  EXPECT_TRUE(cutsThroughPrint(page.cues));
  EXPECT_THAT(fitted(page.cues).warnings, lies_outside);
  page.cues.pins.pop_back();
  EXPECT_FALSE(cutsThroughPrint(page.cues)) << "three corners are no outline";
}

// The viewer's drag: the pinned place goes along, its surroundings follow, what is far stays.
TEST(GuidedFit, APinMovesItsSurroundings) {
  SyntheticPage page = makeSyntheticPage(bookRecipe());
  const FitResult before = fitted(page.cues);
  const double h = page.cues.char_height;
  const Vec2 place{0.5, 0.5};
  const Vec2 pull{0, 4 * h};
  page.cues.pins = {{seenAt(page, before, place) + pull, place},
                    {seenAt(page, before, {0, 0}), {0, 0}},
                    {seenAt(page, before, {1, 0}), {1, 0}},
                    {seenAt(page, before, {0, 1}), {0, 1}},
                    {seenAt(page, before, {1, 1}), {1, 1}}};
  const FitResult after = fitted(page.cues);
  const auto moved = [&](Vec2 uv) { return seenAt(page, after, uv) - seenAt(page, before, uv); };
  EXPECT_LT(norm(moved(place) - pull), 0.5 * h);
  EXPECT_GT(moved({0.5, 0.56}).y, 1.5 * h);
  EXPECT_GT(moved({0.44, 0.5}).y, 1.5 * h);
  EXPECT_LT(norm(moved({0.02, 0.02})), 0.6 * h);
  EXPECT_LT(norm(moved({0.98, 0.98})), 0.6 * h);
  EXPECT_GT(minRelativeDeterminant(splineNet(after.grid)), 0.1);
}

// Lines drawn by hand on a page on which nothing was traced.
TEST(GuidedFit, StrokesStandForLinesThatWereNotTraced) {
  SyntheticRecipe recipe = bookRecipe();
  recipe.text = false;
  SyntheticPage page = makeSyntheticPage(recipe);
  page.cues.sides.resize(2);  // top and bottom
  for (const double v : {0.1, 0.35, 0.6, 0.85}) {
    Stroke stroke;
    for (int k = 0; k <= 12; ++k) {
      stroke.points.push_back(truePin(page, {0.03 + 0.94 * k / 12, v}).point);
    }
    page.cues.strokes.push_back(stroke);
  }
  for (const double u : {0.05, 0.5, 0.95}) {
    page.cues.strokes.push_back({{truePin(page, {u, 0.05}).point, truePin(page, {u, 0.95}).point}, false});
  }
  const FitResult result = fitted(page.cues);
  for (const Stroke& stroke : page.cues.strokes) {
    std::vector<double> across;
    for (const Vec2 point : stroke.points) {
      const Vec2 uv = test::pageFromSource(splineNet(result.grid), page.cues.frame.sourceFromWork(point), {0.5, 0.5});
      across.push_back(stroke.is_level ? uv.y : uv.x);
    }
    const auto [least, most] = std::minmax_element(across.begin(), across.end());
    EXPECT_LT(*most - *least, 0.01);
  }
}

TEST(GuidedFit, AMissedPinIsNamed) {
  SyntheticPage page = makeSyntheticPage(bookRecipe());
  page.cues.pins = {truePin(page, {0.5, 0.5}), truePin(page, {0.5, 0.5})};
  page.cues.pins[1].point = page.cues.pins[1].point + Vec2{0, 8 * page.cues.char_height};  // they contradict each other
  EXPECT_THAT(fitted(page.cues).warnings, Contains(HasSubstr("could not be met")));
}

// They are not what the fit goes by then, and it is sure of what they speak against.
TEST(GuidedFit, PinsSetAtRandomMakeItUnsure) {
  SyntheticPage page = makeSyntheticPage(bookRecipe());
  const Vec2 extent = page.cues.frame.extent();
  page.cues.pins = {truePin(page, {0.3, 0.2}), truePin(page, {0.7, 0.6})};
  EXPECT_GT(fitted(page.cues).confidence, 0.8);
  page.cues.pins = {{{0.8 * extent.x, 0.7 * extent.y}, {0.3, 0.2}}, {{0.3 * extent.x, 0.1 * extent.y}, {0.7, 0.6}}};
  const FitResult random = fitted(page.cues);
  EXPECT_LT(random.confidence, kUnsureConfidence);
  EXPECT_THAT(random.warnings, Contains(HasSubstr("look at this page")));
}

// A blank page of a book takes the shape of the page before it.
TEST(GuidedFit, AnEmptyPageTakesTheShapeItStartsFrom) {
  const SyntheticPage before = makeSyntheticPage(bookRecipe());
  const FitResult shape = fitted(before.cues);
  PageCues blank;
  blank.frame = before.cues.frame;
  blank.char_height = before.cues.char_height;
  EXPECT_EQ(fitted(blank).confidence, 0);
  blank.shape = shape.grid;
  for (Vec2& point : blank.shape.points) {
    point = blank.frame.workFromSource(point);
  }
  blank.shape_extent_px = shape.page_extent_px;
  const FitResult result = fitted(blank, startFrom(shape.parameters));
  EXPECT_LT(mapErrorPercent(before, result), 0.1);
  EXPECT_EQ(result.page_extent_px, shape.page_extent_px);
  EXPECT_GT(result.confidence, 0);
  EXPECT_THAT(result.warnings, Contains(HasSubstr("nothing on the page tells its shape")));
}

// A start is a hypothesis: a good one is used, one that leads astray is not.
TEST(GuidedFit, AStartThatLeadsAstrayIsLeft) {
  const SyntheticPage page = makeSyntheticPage(bookRecipe());
  const FitResult scratch = fitted(page.cues);
  const FitResult again = fitted(page.cues, startFrom(scratch.parameters));
  EXPECT_LT(mapErrorPercent(page, again), 1.2 * mapErrorPercent(page, scratch) + 0.01);
  FitParameters wrong = scratch.parameters;
  std::vector<double>& sheet = wrong["sheet"];
  for (std::size_t k = 4; k < sheet.size(); ++k) {
    sheet[k] = k % 2 == 0 ? 1.2 : -1.2;
  }
  const double bound = 1.2 * mapErrorPercent(page, scratch) + 0.02;
  EXPECT_LT(mapErrorPercent(page, fitted(page.cues, startFrom(wrong))), bound);
  // Starts on which nothing of the page is seen explain all that is left: nothing.
  wrong = scratch.parameters;
  wrong["frame"][0] += 1500;
  EXPECT_LT(mapErrorPercent(page, fitted(page.cues, startFrom(wrong))), bound);
  wrong = scratch.parameters;
  wrong["frame"][5] *= 0.2;
  EXPECT_LT(mapErrorPercent(page, fitted(page.cues, startFrom(wrong))), bound);
}

TEST(GuidedFit, AStartThatIsNoneIsNotTaken) {
  const FitResult scratch = fitted(makeSyntheticPage(bookRecipe()).cues);
  EXPECT_TRUE(startFrom(scratch.parameters).sheet);
  for (const std::vector<double>& work : {std::vector<double>{0.4, 1e300}, {1e-320, 0}, {0.4, -1}, {NAN, 0}, {0.4}}) {
    FitParameters wrong = scratch.parameters;
    wrong["work"] = work;
    EXPECT_FALSE(startFrom(wrong).sheet);
  }
}

TEST(GuidedFit, ALineThatCannotBeStraightIsNamed) {
  SyntheticPage page = makeSyntheticPage(bookRecipe());
  const auto told = Contains(HasSubstr("could not be made straight"));
  page.cues.pins = {truePin(page, {0, 0}), truePin(page, {1, 0}), truePin(page, {1, 1}), truePin(page, {0, 1})};
  const auto lineAt = [&](double left, double right) {
    Polyline line;
    for (const double x : {0.1, 0.3, 0.5, 0.7, 0.9}) {
      line.push_back(truePin(page, {x, left + (right - left) * x}).point);
    }
    return Stroke{line, true};
  };
  page.cues.strokes = {lineAt(0.4, 0.4)};
  EXPECT_THAT(fitted(page.cues).warnings, Not(told));
  page.cues.strokes = {lineAt(0.4, 0.4), lineAt(0.4, 0.6)};  // they contradict each other
  EXPECT_THAT(fitted(page.cues).warnings, told);
}

// Two places of the page cannot be at one place of the photo; the fit goes on by all else.
TEST(GuidedFit, PinsAtOnePointDoNotStopTheFit) {
  SyntheticPage page = makeSyntheticPage(bookRecipe());
  const double alone = mapErrorPercent(page, fitted(page.cues));
  page.cues.pins = {truePin(page, {0, 0}), truePin(page, {0, 0})};
  page.cues.pins[1].page_uv.x = 0.5;
  EXPECT_TRUE(knownLines(page.cues).empty());
  const FitResult result = fitted(page.cues);
  EXPECT_TRUE(std::isfinite(result.confidence));
  EXPECT_THAT(result.warnings, Contains(HasSubstr("could not be met")));
  page.cues.pins.clear();
  page.cues.strokes = {{{{100, 100}, {100, 100}}, true}};
  EXPECT_TRUE(knownLines(page.cues).empty());
  EXPECT_NEAR(mapErrorPercent(page, fitted(page.cues)), alone, 0.05);
}

// Folded pages are what people pin most: there, too, corners set by hand are met.
TEST(GuidedFit, CornersOfAFoldedPageAreMet) {
  SyntheticRecipe recipe = bookRecipe();
  recipe.displacement_px = [](Vec2 uv) { return Vec2{0, 10 * std::abs(uv.x) + 8 * std::abs(uv.y - 0.2)}; };
  SyntheticPage page = makeSyntheticPage(recipe);
  const FitResult before = fitted(page.cues);
  const Vec2 inwards[4] = {{12, 12}, {-12, 12}, {12, -12}, {-12, -12}};
  int k = 0;
  for (const Vec2 corner : {Vec2{0, 0}, Vec2{1, 0}, Vec2{0, 1}, Vec2{1, 1}}) {
    page.cues.pins.push_back({seenAt(page, before, corner) + inwards[k++], corner});
  }
  const FitResult after = fitted(page.cues);
  for (const Pin& pin : page.cues.pins) {
    EXPECT_LT(norm(seenAt(page, after, pin.page_uv) - pin.point), 0.5 * page.cues.char_height);
  }
  EXPECT_THAT(after.warnings, Not(Contains(HasSubstr("could not be met"))));
}

TEST(GuidedFit, PinsOfAnEmptyPageAreNotForgottenSilently) {
  PageCues blank;
  blank.frame = {{2400, 3200}, 0.5, 0};
  blank.pins = {{{300, 300}, {0.5, 0.5}}};
  EXPECT_THAT(fitted(blank).warnings, Contains(HasSubstr("could not be met")));
}

}  // namespace
}  // namespace platen::optim
