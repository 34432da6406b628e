// Photos of filled-in forms from file to flat page, against the truth of how they were photographed.
#include "core/pipeline/register.h"

#include "tests/io/photo_fixtures.h"
#include "tests/pipeline/filled_forms.h"
#include "tests/support/drawn_form.h"
#include "tests/support/page_photo.h"
#include "tests/support/photo_files.h"
#include "tests/support/typeset_page.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen::pipeline {
namespace {

using test::writeImage;
using ::testing::Contains;
using ::testing::HasSubstr;

TEST_F(Registration, FindsTheFormOnACurledSheet) {
  const test::PagePhoto truth = shotOf(test::filledIn(form_, 3), {});
  const std::filesystem::path photo = keep("photo.png", truth);
  const Result<RegisteredPhoto> registered = registerPhoto(photo, opened(), {}, {}, {});
  ASSERT_TRUE(registered) << describe(registered.error());
  const FitResult& fit = registered->page.fit;
  EXPECT_LT(errorPercent(fit.grid, truth), 0.25);
  EXPECT_NEAR(fit.page_extent_px.y / fit.page_extent_px.x, static_cast<double>(kForm.height) / kForm.width, 1e-9);
  EXPECT_GT(fit.confidence, 0.7);
  EXPECT_EQ(fit.model, WarpModel::free);
  EXPECT_TRUE(fit.parameters.contains("form"));

  // Whatever the threads.
  FitOptions one;
  one.threads = 1;
  const Result<RegisteredPhoto> again = registerPhoto(photo, opened(), {}, one, {});
  ASSERT_TRUE(again);
  EXPECT_EQ(again->page.fit.grid, fit.grid);
}

// By the sheet's outline.
TEST_F(Registration, WithoutKeypointsNothingIsRecognised) {
  const test::PagePhoto truth = shotOf(test::filledIn(form_, 3), {});
  const std::filesystem::path photo = keep("photo.png", truth);
  const auto matchesWithout = [&](std::vector<Evidence> kinds) {
    FitOptions options;
    options.without = std::move(kinds);
    const Result<RegisteredPhoto> registered = registerPhoto(photo, opened(), {}, options, {});
    EXPECT_TRUE(registered) << describe(registered.error());
    EXPECT_LT(errorPercent(registered->page.fit.grid, truth), 0.5);
    return registered->page.fit.parameters.at("form_matches");
  };
  EXPECT_GT(matchesWithout({})[1], 10);
  EXPECT_GT(matchesWithout({Evidence::matches})[1], 10) << "they say where the form is looked for";
  EXPECT_EQ(matchesWithout({Evidence::keypoints}), (std::vector<double>{0, 0}));
}

TEST_F(Registration, AnyTurnOfThePhoto) {
  Shot shot;
  shot.curl = 0;
  shot.roll = 2.8;
  const test::PagePhoto truth = shotOf(test::filledIn(form_, 4), shot);
  const Result<RegisteredPhoto> registered = registerPhoto(keep("turned.png", truth), opened(), {}, {}, {});
  ASSERT_TRUE(registered) << describe(registered.error());
  EXPECT_LT(errorPercent(registered->page.fit.grid, truth), 0.12);
}

TEST_F(Registration, TheLensThatExifNamesReachesTheFit) {
  const std::filesystem::path photo = keep("photo.png", shotOf(test::filledIn(form_, 3), {}));
  const std::string bytes = test::readBytes(photo);
  const auto focal = [&](unsigned millimetres) {
    test::writeBytes(photo, io::pngWithExif(bytes, io::exifOfLens(millimetres)));
    const Result<RegisteredPhoto> registered = registerPhoto(photo, opened(), {}, {}, {});
    EXPECT_TRUE(registered) << describe(registered.error());
    return registered->page.fit.parameters.at("form_camera").at(0);  // the photo's longer sides
  };
  EXPECT_LT(focal(32), 1.05);
  EXPECT_GT(focal(58), 1.4);
}

// White below `share` of its height.
Image blankBelow(const Image& form, double share) {
  Image white = Image::allocate(form.size(), 1);
  for (int j = 0; j < white.height(); ++j) {
    std::fill_n(white.rowAs<std::uint8_t>(j), white.width(), std::uint8_t{255});
  }
  return test::joinedForms(form, white, share);
}

TEST_F(Registration, ABlankPartThatIsFoldedAwayIsWhereItsEdgesAre) {
  // All print lies above the fold, and the paper below it rises by 35 degrees: what is printed knows nothing of it.
  form_ = blankBelow(form_, 0.45);
  writeImage(folder_ / "form.png", form_, FileFormat::png);
  Shot shot;
  shot.pitch = 0.3;
  shot.folds = {{test::Profile::crease, std::numbers::pi / 2, 0, 0.6, 12}};
  const test::PagePhoto truth = shotOf(form_, shot);
  const FormSheet sheet = sheetAt({0, -kAbove, kForm.width, kForm.height + kBelow}, kForm);
  const Result<RegisteredPhoto> registered = registerPhoto(keep("folded.png", truth), opened(), sheet, {}, {});
  ASSERT_TRUE(registered) << describe(registered.error());
  EXPECT_LT(errorPercent(registered->page.fit.grid, truth), 0.5);
}

TEST_F(Registration, ASheetByItselfIsOfAKnownSizeWhereThatExplainsIt) {
  // As above, but nobody says where its edges lie: by itself the fit takes the lower part for much too short.
  form_ = blankBelow(form_, 0.45);
  writeImage(folder_ / "form.png", form_, FileFormat::png);
  Shot shot;
  shot.pitch = 0.2;
  shot.folds = {{test::Profile::crease, std::numbers::pi / 2, 0, -0.6, 12}};
  const test::PagePhoto truth = shotOf(form_, shot);
  const Result<RegisteredPhoto> registered = registerPhoto(keep("folded.png", truth), opened(), {}, {}, {});
  ASSERT_TRUE(registered) << describe(registered.error());
  EXPECT_LT(errorPercent(registered->page.fit.grid, truth), 0.5);
}

TEST_F(Registration, WhatIsFilledInInColumnsIsUpright) {
  // The form's print ends above an oblique fold. Below it words are filled in; only where they stand in columns they
  // say how far to the left or right the paper lies.
  form_ = blankBelow(form_, 0.4);
  writeImage(folder_ / "form.png", form_, FileFormat::png);
  Shot shot;
  shot.pitch = 0.3;
  shot.folds = {{test::Profile::crease, 0.9, 0, 0.2, 12}};
  const FormSheet sheet = sheetAt({0, -kAbove, kForm.width, kForm.height + kBelow}, kForm);
  double error[2] = {};
  for (const double scattered : {0.0, 60.0}) {
    const test::PagePhoto truth = shotOf(test::columnsFilledIn(form_, 0.45, scattered, 5), shot);
    const Result<RegisteredPhoto> registered = registerPhoto(keep("columns.png", truth), opened(), sheet, {}, {});
    ASSERT_TRUE(registered) << describe(registered.error());
    error[scattered > 0 ? 1 : 0] = errorPercent(registered->page.fit.grid, truth);
  }
  EXPECT_LT(error[0], 0.7 * error[1]) << error[0] << " " << error[1];
}

// How far one end of a word lies below where it should lie beside the other, in per cent of the form's width: RMS over
// the lower half.
double slantOf(const WarpGrid& grid, const test::PagePhoto& truth) {
  const SplineNet net = splineNet(grid);
  const auto off = [&](double u, double v) {
    return sourceFromPage(net, {u, v}) - truth.shape.sourceFromPage({u, (kAbove + v * kForm.height) / kSheetHeight});
  };
  double sum = 0;
  int words = 0;
  for (int row = 0; row < 15; ++row) {
    const double v = 0.5 + 0.03 * row;
    for (const double middle : {0.18, 0.49, 0.8}) {
      const double slant = off(middle + 0.05, v).y - off(middle - 0.05, v).y;
      sum += slant * slant;
      ++words;
    }
  }
  const double width = norm(truth.shape.sourceFromPage({1, 0.5}) - truth.shape.sourceFromPage({0, 0.5}));
  return 100 * std::sqrt(sum / words) / width;
}

TEST_F(Registration, WordsThatAreFilledInAreLevel) {
  // As above, on paper that is bent twice more: words that stand in no columns are straight and level all the same; but
  // where all of them slant, whoever wrote them meant it.
  form_ = blankBelow(form_, 0.4);
  writeImage(folder_ / "form.png", form_, FileFormat::png);
  Shot shot;
  shot.pitch = 0.3;
  shot.folds = {{test::Profile::crease, 0.9, 0, 0.25, 12}, {test::Profile::crease, -0.6, 40, 0.25, 12}};
  const FormSheet sheet = sheetAt({0, -kAbove, kForm.width, kForm.height + kBelow}, kForm);
  for (const double slope : {0.0, 0.05}) {
    const test::PagePhoto truth = shotOf(test::filledInAslant(form_, 0.45, slope, 5), shot);
    const Result<RegisteredPhoto> registered = registerPhoto(keep("words.png", truth), opened(), sheet, {}, {});
    ASSERT_TRUE(registered) << describe(registered.error());
    // .19 by the columns alone, .5 made level.
    EXPECT_LT(slantOf(registered->page.fit.grid, truth), 0.14) << slope;
  }
}

// Other paper just below the sheet, as bright as that: what is followed as the lower side is the other sheet's. The
// lowest part of the photographed sheet is blank. `length`: of the sheet's.
void addPaperBelow(test::PagePhoto& photo, double length) {
  const Vec2 left = photo.shape.sourceFromPage({0, 0.99});
  const Vec2 right = photo.shape.sourceFromPage({1, 0.99});
  const Vec2 down = photo.shape.sourceFromPage({0.5, 0.99}) - photo.shape.sourceFromPage({0.5, 0.99 - length});
  const Image before = photo.photo.clone();
  Image after = before.clone();
  for (int j = 0; j < after.height(); ++j) {
    for (int i = 0; i < after.width(); ++i) {
      const Vec2 p{i + 0.5, j + 0.5};
      const double t = (p.y - left.y - (right.y - left.y) * (p.x - left.x) / (right.x - left.x)) / down.y;
      const Vec2 mirrored = p - 2 * t * down;
      const double s = (p.x - t * down.x - left.x) / (right.x - left.x);
      if (t > 0 && t < 1 && s > 0 && s < 1) {
        std::copy_n(before.rowAs<std::uint8_t>(static_cast<int>(mirrored.y)) + 3 * static_cast<int>(mirrored.x), 3,
                    after.rowAs<std::uint8_t>(j) + 3 * i);
      }
    }
  }
  photo.photo = after;
}

TEST_F(Registration, AnOutlineThatIsNotTheSheetsDoesNotStretchTheForm) {
  form_ = blankBelow(form_, 0.75);
  writeImage(folder_ / "form.png", form_, FileFormat::png);
  Shot shot;
  shot.fill = 0.65;
  test::PagePhoto truth = shotOf(form_, shot);
  addPaperBelow(truth, 0.14);
  const FormSheet sheet = sheetAt({0, -kAbove, kForm.width, kForm.height + kBelow}, kForm);
  const Result<RegisteredPhoto> registered = registerPhoto(keep("two_sheets.png", truth), opened(), sheet, {}, {});
  ASSERT_TRUE(registered) << describe(registered.error());
  EXPECT_LT(errorPercent(registered->page.fit.grid, truth), 0.25);  // 3 with that side for the sheet's
}

TEST_F(Registration, AnotherFormIsRefused) {
  writeImage(folder_ / "other.png", test::typeset({}).flat, FileFormat::png);
  const std::filesystem::path photo = keep("photo.png", shotOf(test::filledIn(form_, 3), {}));
  const Result<RegisteredPhoto> refused = registerPhoto(photo, opened("other.png"), {}, {}, {});
  ASSERT_FALSE(refused) << refused->page.fit.parameters.at("form_agreement")[0] << ' '
                        << refused->page.fit.parameters.at("form_agreement")[1] << ' '
                        << refused->page.fit.parameters.at("form_matches")[0];
  EXPECT_EQ(refused.error().kind, ErrorKind::noPage);
  EXPECT_THAT(refused.error().message, HasSubstr("other.png"));
}

TEST_F(Registration, AnotherLayoutUnderTheSameHeadingIsRefused) {
  // The heading's places are recognised, so that the pose is right; what is below agrees only by chance.
  writeImage(folder_ / "sibling.png", test::joinedForms(form_, test::drawForm(kForm, 2), 0.35), FileFormat::png);
  for (const double curl : {0.0, 0.4}) {
    Shot shot;
    shot.curl = curl;
    const std::filesystem::path photo = keep("photo.png", shotOf(test::filledIn(form_, 3), shot));
    const Result<RegisteredPhoto> refused = registerPhoto(photo, opened("sibling.png"), {}, {}, {});
    ASSERT_FALSE(refused) << ::testing::PrintToString(refused->page.fit.parameters.at("form_agreement"));
    EXPECT_EQ(refused.error().kind, ErrorKind::noPage);
  }
}

// A doubtful form is fitted twice by one sight of it and twice by another. A stop in the last step of a fit lets that
// fit go to its end; what follows is not begun, and is no lack of a second opinion.
TEST_F(Registration, AStopAtTheEndOfAFitThatDoesNotConvinceIsAStop) {
  writeImage(folder_ / "sibling.png", test::joinedForms(form_, test::drawForm(kForm, 2), 0.35), FileFormat::png);
  const std::filesystem::path photo = keep("photo.png", shotOf(test::filledIn(form_, 3), {}));
  const OpenedForm form = opened("sibling.png");
  std::vector<std::string> stages;
  std::vector<int> steps;
  FitHooks hooks;
  FitOptions options;
  options.steps = 60;
  hooks.onStep = [&](const FitProgress& progress) {
    stages.push_back(progress.stage);
    steps.push_back(progress.step);
  };
  ASSERT_FALSE(registerPhoto(photo, form, {}, options, hooks));
  std::vector<std::size_t> begins;
  for (std::size_t k = 0; k < steps.size(); ++k) {
    if (steps[k] == 1 && (k == 0 || stages[k] < stages[k - 1])) {
      begins.push_back(k);
    }
  }
  ASSERT_EQ(begins.size(), 4U) << "no second opinion was asked for";
  for (const std::size_t last : {begins[1] - 1, begins[2] - 1, steps.size() - 1}) {
    std::stop_source source;
    std::size_t calls = 0;
    hooks.onStep = [&](const FitProgress&) {
      if (calls++ == last) {
        source.request_stop();
      }
    };
    const Result<RegisteredPhoto> stopped = registerPhoto(photo, form, {}, options, hooks, source.get_token());
    ASSERT_FALSE(stopped) << last;
    EXPECT_EQ(stopped.error().kind, ErrorKind::stopped) << last << " of " << steps.size();
    EXPECT_EQ(calls, last + 1);
  }
}

TEST_F(Registration, TheFormItselfIsNotRefusedInBadLight) {
  Shot shot;
  shot.curl = 0.6;
  shot.falloff = 0.75;
  shot.noise = 8;
  const Result<RegisteredPhoto> registered =
      registerPhoto(keep("dark.png", shotOf(test::filledIn(form_, 3), shot)), opened(), {}, {}, {});
  ASSERT_TRUE(registered) << describe(registered.error());
  EXPECT_GT(registered->page.fit.parameters.at("form_agreement")[2], 0.9);
}

TEST_F(Registration, WhatIsOutOfViewIsSaidAndTooLittleIsRefused) {
  Shot shot;
  shot.curl = 0;
  shot.pitch = shot.roll = 0;
  test::PagePhoto truth = shotOf(test::filledIn(form_, 3), shot);
  const Image whole = truth.photo;
  const auto upper = [&](double share) {
    truth.photo = whole.crop(0, 0, {whole.width(), static_cast<int>(share * whole.height())});
    return registerPhoto(keep("upper.png", truth), opened(), {}, {}, {});
  };
  const Result<RegisteredPhoto> most = upper(0.8);
  ASSERT_TRUE(most) << describe(most.error());
  EXPECT_THAT(most->page.fit.warnings, Contains(HasSubstr("outside the photo")));
  const Result<RegisteredPhoto> little = upper(0.4);
  ASSERT_FALSE(little);
  EXPECT_EQ(little.error().kind, ErrorKind::noPage);
}

TEST_F(Registration, AStripIsNoForm) {
  writeImage(folder_ / "strip.png", Image::allocate({60, 900}, 1), FileFormat::png);
  const Result<OpenedForm> refused = openForm(folder_ / "strip.png");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::badInput);
}

TEST_F(Registration, ABlankFormIsRefused) {
  Image blank = Image::allocate({600, 800}, 1);
  for (int j = 0; j < blank.height(); ++j) {
    std::fill_n(blank.rowAs<std::uint8_t>(j), blank.width(), std::uint8_t{255});
  }
  writeImage(folder_ / "blank.png", blank, FileFormat::png);
  const Result<OpenedForm> refused = openForm(folder_ / "blank.png");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::badInput);
  EXPECT_FALSE(openForm(folder_ / "missing.png"));
}

TEST_F(Registration, APhotoThatNeedsMoreThanAllOfTheMemoryIsSkipped) {
  const std::filesystem::path photo = keep("photo.png", shotOf(test::filledIn(form_, 3), {}));
  const std::vector<Result<RegisteredPhoto>> registered = registerPhotos({photo}, opened(), {}, {}, {2, 1000});
  ASSERT_EQ(registered.size(), 1U);
  ASSERT_FALSE(registered[0]);
  EXPECT_EQ(registered[0].error().kind, ErrorKind::tooLarge);
}

TEST_F(Registration, TheSheetIsLearnedFromSeveralPhotos) {
  std::vector<std::filesystem::path> photos;
  std::vector<test::PagePhoto> truths;
  for (const std::uint64_t seed : {5U, 6U}) {
    Shot shot;
    shot.seed = seed;
    shot.curl = seed == 5 ? 0 : 0.35;
    shot.pitch = seed == 5 ? 0.1 : -0.1;
    truths.push_back(shotOf(test::filledIn(form_, seed), shot));
    photos.push_back(keep("photo" + std::to_string(seed) + ".png", truths.back()));
  }
  const OpenedForm form = opened();
  const RegisterJobs both{2, 0};
  std::vector<std::size_t> learned;
  const std::optional<FormSheet> sheet =
      learnForm(photos, form, {}, {}, {}, both, [&](std::size_t done, std::size_t of) {
        EXPECT_EQ(of, 4U) << "each photo twice";
        learned.push_back(done);
      }).sheet;
  ASSERT_TRUE(sheet);
  EXPECT_TRUE(std::ranges::is_sorted(learned));
  EXPECT_EQ(learned.front(), 0U);
  EXPECT_EQ(learned.back(), 4U);
  const double scale = 1000.0 / kForm.width;
  EXPECT_NEAR(sheet->edges_px.y0, -kAbove * scale, 6);
  EXPECT_NEAR(sheet->edges_px.y1, (kForm.height + kBelow) * scale, 6);
  EXPECT_NEAR(sheet->edges_px.x0, 0, 6);
  EXPECT_NEAR(sheet->edges_px.x1, 1000, 6);
  photos.insert(photos.begin() + 1, folder_ / "missing.png");
  truths.insert(truths.begin() + 1, truths[0]);
  const std::vector<Result<RegisteredPhoto>> registered = registerPhotos(photos, form, sheet, {}, both);
  ASSERT_EQ(registered.size(), photos.size());
  for (const std::size_t k : {0U, 2U}) {
    ASSERT_TRUE(registered[k]) << describe(registered[k].error());
    EXPECT_LT(errorPercent(registered[k]->page.fit.grid, truths[k]), 0.25);
  }
  ASSERT_FALSE(registered[1]);
  EXPECT_EQ(registered[1].error().kind, ErrorKind::notFound);
  const Result<RegisteredPhoto> alone = registerPhoto(photos[2], form, sheet, {}, {});
  ASSERT_TRUE(alone);
  EXPECT_EQ(alone->page.fit.grid, registered[2]->page.fit.grid) << "whatever the jobs";
  EXPECT_FALSE(learnForm({photos[0]}, form, {}, {}, {}).sheet);
  // Given instead of learned, in pixels of the reference.
  const FormSheet given = sheetAt({0, -kAbove, kForm.width, kForm.height + kBelow}, kForm);
  EXPECT_NEAR(given.edges_px.y0, sheet->edges_px.y0, 6);
  EXPECT_EQ(learnForm(photos, form, given, {}, {}).sheet->edges_px, given.edges_px) << "it was told";
}

// RMS distance from where the words of columnsFilledIn are seen, in per cent of the photographed form's width.
double errorAtWords(const WarpGrid& grid, const test::PagePhoto& truth) {
  const SplineNet net = splineNet(grid);
  double sum = 0;
  int words = 0;
  for (int row = 0; row < 16; ++row) {
    const double v = 0.48 + 0.03 * row;
    for (const double u : {0.16, 0.47, 0.78}) {
      const Vec2 d = sourceFromPage(net, {u, v}) - seenAt(truth, {u, v});
      sum += dot(d, d);
      ++words;
    }
  }
  return 100 * std::sqrt(sum / words) / norm(seenAt(truth, {1, 0.5}) - seenAt(truth, {0, 0.5}));
}

TEST_F(Registration, WhatOtherCopiesHaveInCommonPlacesABlankPartThatIsBent) {
  // The form's print ends above two folds. Below it machines fill in words, other ones on each copy: where they stand
  // on the same lines and begin at the same x, flat copies say where those of the folded one are.
  form_ = blankBelow(form_, 0.4);
  writeImage(folder_ / "form.png", form_, FileFormat::png);
  const FormSheet sheet = sheetAt({0, -kAbove, kForm.width, kForm.height + kBelow}, kForm);
  Shot folded;
  folded.pitch = 0.3;
  folded.folds = {{test::Profile::crease, 1.62, 0, 0.25, 12}, {test::Profile::crease, -1.08, 40, 0.25, 12}};
  const auto copiesOf = [&](double step, std::uint64_t seeds) {
    std::vector<std::filesystem::path> photos;
    for (std::uint64_t k = 0; k < 2; ++k) {
      Shot flat;
      flat.curl = 0;
      flat.seed = seeds + k;
      flat.pitch = 0.05 * static_cast<double>(k);
      const Image filled =
          test::columnsFilledIn(form_, 0.45 + step * static_cast<double>(k + 1), 1000 * step, seeds + k);
      photos.push_back(keep("copy" + std::to_string(seeds + k) + ".png", shotOf(filled, flat)));
    }
    return photos;
  };
  const test::PagePhoto truth = shotOf(test::columnsFilledIn(form_, 0.45, 0, 5), folded);
  const std::filesystem::path photo = keep("folded.png", truth);
  const auto errorBy = [&](const OpenedForm& form) {
    const Result<RegisteredPhoto> registered = registerPhoto(photo, form, sheet, {}, {});
    EXPECT_TRUE(registered) << describe(registered.error());
    return errorAtWords(registered->page.fit.grid, truth);
  };
  const double alone = errorBy(opened());
  const double with = errorBy(learnForm(copiesOf(0, 20), opened(), sheet, {}, {}).form);
  // The straighter the page, the more is placed: two looks at its print leave .162 of the error, four .132.
  EXPECT_LT(with, 0.145 * alone) << with << " " << alone;
  // Copies that have their words each at other places say nothing.
  const double others = errorBy(learnForm(copiesOf(0.012, 30), opened(), sheet, {}, {}).form);
  EXPECT_LT(others, 1.05 * alone) << others << " " << alone;
}

TEST(SheetMeasurements, AreCombinedWhereTheyAgree) {
  FormSheet a;
  a.edges_px = {-5, -60, 1003, 1360};
  a.weight.fill(1);
  FormSheet b = a;
  b.edges_px = {-7, -64, 1001, 1358};
  FormSheet wrong = a;
  wrong.edges_px = {-50, -200, 940, 1450};
  const std::optional<FormSheet> sheet = combined({a, wrong, b}, {1000, 1294});
  ASSERT_TRUE(sheet);
  EXPECT_NEAR(sheet->edges_px.x0, -6, 1.01);
  EXPECT_NEAR(sheet->edges_px.y1, 1359, 1.01);
  // A bent sheet says less.
  b.bend_px = 50;
  const std::optional<FormSheet> flat = combined({a, b}, {1000, 1294});
  ASSERT_TRUE(flat);
  EXPECT_NEAR(flat->edges_px.x0, -5, 0.1);
  EXPECT_FALSE(combined({a}, {1000, 1294}));
  EXPECT_FALSE(combined({}, {1000, 1294}));
}

TEST(SheetMeasurements, ASingleSheetIsProbablyOfAKnownSize) {
  constexpr Vec2 kExtent{1000, 1294};
  const Box a4{-4, -60, 1004, 1365.5};
  FormSheet seen;
  seen.edges_px = a4;
  seen.weight = {0.5, 0.9, 0.9, 0.4};
  EXPECT_TRUE(likelySheets(seen, kExtent).empty()) << "there is nothing to say";
  const auto expectTop = [&] {
    const std::vector<FormSheet> sheets = likelySheets(seen, kExtent);
    ASSERT_FALSE(sheets.empty());
    EXPECT_NEAR(sheets.front().edges_px.y0, a4.y0, 7);
    EXPECT_NEAR(sheets.front().edges_px.height(), 1008 * std::numbers::sqrt2, 0.1);
    EXPECT_EQ(sheets.front().edges_px.x0, a4.x0);
    EXPECT_THAT(sheets.front().weight, ::testing::Each(1));
  };
  seen.edges_px.y0 = -160;  // too far: the sheet is folded there
  expectTop();
  seen.weight[0] = 0;  // not seen at all
  expectTop();
  // Too near; Letter is as likely, and comes next.
  seen.edges_px.y0 = -3;
  seen.weight[0] = 0.9;
  expectTop();
  EXPECT_EQ(likelySheets(seen, kExtent).size(), 2U);
  // Across, where top and bottom are sure and the left edge is not.
  seen.edges_px = {-95, a4.y0, a4.x1, a4.y1};
  seen.weight = {0.9, 0.9, 0.1, 0.9};
  const std::vector<FormSheet> sheets = likelySheets(seen, kExtent);
  ASSERT_FALSE(sheets.empty());
  EXPECT_NEAR(sheets.front().edges_px.x0, a4.x0, 4);
  // No known paper is so long; or there is but one edge to go by.
  seen.edges_px = {-5, -160, 1003, 2200};
  seen.weight.fill(0.9);
  EXPECT_TRUE(likelySheets(seen, {1000, 2100}).empty());
  seen.weight = {0.9, 0, 0, 0.9};
  EXPECT_TRUE(likelySheets(seen, kExtent).empty());
}

}  // namespace
}  // namespace platen::pipeline
