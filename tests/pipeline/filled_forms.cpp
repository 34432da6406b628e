#include "tests/pipeline/filled_forms.h"

#include <cmath>
#include <numbers>

namespace platen::pipeline {

test::PagePhoto shotOf(const Image& filled, const Shot& shot) {
  test::PhotoRecipe recipe;
  recipe.print = test::onLargerSheet(filled, 0, kAbove, 0, kBelow);
  recipe.page.page_mm = {210, 210 * kSheetHeight / kForm.width};
  if (!shot.folds.empty()) {
    recipe.flaps = shot.folds;
  } else if (shot.curl > 0) {
    recipe.flaps = {{test::Profile::arc, std::numbers::pi / 2, -10, shot.curl, 110}};
  }
  recipe.camera.pitch = shot.pitch;
  recipe.camera.roll = shot.roll;
  recipe.camera.fill = shot.fill;
  recipe.seed = shot.seed;
  recipe.falloff = shot.falloff;
  recipe.noise = shot.noise;
  return test::photograph(recipe);
}

Vec2 seenAt(const test::PagePhoto& truth, Vec2 form_uv) {
  return truth.shape.sourceFromPage({form_uv.x, (kAbove + form_uv.y * kForm.height) / kSheetHeight});
}

double errorPercent(const WarpGrid& grid, const test::PagePhoto& truth) {
  const SplineNet net = splineNet(grid);
  double sum = 0;
  for (int i = 0; i <= 20; ++i) {
    for (int j = 0; j <= 20; ++j) {
      const Vec2 at{j / 20.0, i / 20.0};
      const Vec2 d = sourceFromPage(net, at) - seenAt(truth, at);
      sum += dot(d, d);
    }
  }
  const Vec2 diagonal = truth.shape.sourceFromPage({1, 1}) - truth.shape.sourceFromPage({0, 0});
  return 100 * std::sqrt(sum / 441) / norm(diagonal);
}

}  // namespace platen::pipeline
