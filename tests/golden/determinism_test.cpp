// The same photo gives the same pages to the last bit, whatever the number of threads (options.threads), and again in
// one process that has worked on another page in between.
#include "core/detect/cues.h"
#include "core/optim/fit.h"
#include "tests/support/map_error.h"
#include "tests/support/page_photo.h"

#include <cstddef>
#include <numbers>
#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace platen::test {
namespace {

struct Case {
  std::string name;
  PhotoRecipe recipe;
};

void PrintTo(const Case& c, std::ostream* out) {
  *out << c.name;
}

// One for each way through the fit: a bent sheet, a free form with images, and an outline without a line of text.
std::vector<Case> cases() {
  Case bent{"BentSheet", {}};
  bent.recipe.flaps = {{Profile::arc, 0.0, -90, 0.7, 180}};
  bent.recipe.camera = {.pitch = 0.35, .yaw = -0.1, .roll = 0.03};
  Case creased{"CreasedTwice", {}};
  creased.recipe.flaps = {{Profile::crease, std::numbers::pi / 2, 48, 0.35, 4}, {Profile::crease, 0, 10, 0.25, 4}};
  creased.recipe.camera = {.pitch = 0.2, .yaw = 0.15, .roll = 0.03};
  Case blank{"NoText", {}};
  blank.recipe.page.title = false;
  blank.recipe.page.margin_mm.y = 146;  // no room for a line
  blank.recipe.flaps = {{Profile::arc, 0.5, -60, 0.8, 180}};
  blank.recipe.camera = {.pitch = 0.3, .yaw = 0.1, .roll = 0.03};
  return {bent, creased, blank};
}

struct Outcome {
  std::vector<FitResult> fits;
  std::vector<bool> upside_down;
};

Outcome run(const Pyramid& photo, int threads) {
  FitOptions options;
  options.threads = threads;
  Outcome out;
  for (const PageCues& cues : detect::findCues(photo, options)) {
    out.fits.push_back(optim::fit(cues, {}, options, 0, {}, {}));
    out.upside_down.push_back(detect::uprightness(cues, photo).upsideDown());
  }
  return out;
}

void expectSame(const Outcome& a, const Outcome& b) {
  EXPECT_EQ(a.upside_down, b.upside_down);
  ASSERT_EQ(a.fits.size(), b.fits.size());
  for (std::size_t k = 0; k < a.fits.size(); ++k) {
    const FitResult& x = a.fits[k];
    const FitResult& y = b.fits[k];
    EXPECT_TRUE(x.grid == y.grid) << "page " << k + 1;
    EXPECT_EQ(x.model, y.model);
    EXPECT_EQ(x.confidence, y.confidence);
    EXPECT_EQ(x.page_extent_px.x, y.page_extent_px.x);
    EXPECT_EQ(x.page_extent_px.y, y.page_extent_px.y);
    EXPECT_EQ(x.parameters, y.parameters);
    EXPECT_EQ(x.warnings, y.warnings);
    EXPECT_EQ(x.steps, y.steps);
  }
}

class Determinism : public testing::TestWithParam<Case> {};

TEST_P(Determinism, SamePageWithAnyNumberOfThreads) {
  const Pyramid photo = pyramidOf(photograph(GetParam().recipe).photo);
  const Outcome one = run(photo, 1);
  expectSame(one, run(photo, 2));
  const std::vector<Case> all = cases();
  const Case& other = all.front().name == GetParam().name ? all.back() : all.front();
  run(pyramidOf(photograph(other.recipe).photo), 1);
  expectSame(one, run(photo, 5));
}

INSTANTIATE_TEST_SUITE_P(Pages, Determinism, testing::ValuesIn(cases()), [](const auto& page) {
  return page.param.name;
});

}  // namespace
}  // namespace platen::test
