#include "tests/support/random_sheet.h"

#include <cmath>
#include <cstddef>
#include <numbers>
#include <utility>
#include <vector>

#include <opencv2/core.hpp>

namespace platen::test {
namespace {

constexpr double kPi = std::numbers::pi;
double between(cv::RNG& random, double low, double high) {
  return random.uniform(low, high);
}

bool oneIn(cv::RNG& random, int n) {
  return random.uniform(0, n) == 0;
}

// A fold that turns the paper to both sides of it alike.
void addFold(std::vector<Flap>& flaps, double direction, double place_mm, double angle, double width_mm) {
  flaps.push_back({Profile::crease, direction, place_mm, angle / 2, width_mm, true});
  flaps.push_back({Profile::crease, direction + kPi, -place_mm, angle / 2, width_mm, true});
}

std::vector<Flap> flapsOf(std::string_view kind, Vec2 page_mm, cv::RNG& random) {
  const double half = page_mm.x / 2;
  const double sign = oneIn(random, 2) ? 1 : -1;
  std::vector<Flap> flaps;
  if (kind == "book") {
    const double side = oneIn(random, 2) ? 0 : kPi;
    flaps.push_back(
        {Profile::spine, side, between(random, -0.6, 0) * half, between(random, 0.6, 1.3), page_mm.x * 0.8});
  } else if (kind == "curl") {
    flaps.push_back({Profile::arc, between(random, -0.3, 0.3), -0.9 * half, between(random, 0.4, 0.9), 2 * half});
  } else if (kind == "bend") {
    flaps.push_back({Profile::arc, between(random, 0, 2 * kPi), between(random, -0.8, 0.2) * half,
                     sign * between(random, 0.3, 0.9), 1.7 * half});
  } else if (kind == "corner") {
    const double across = between(random, 0.6, 1.0);  // near the diagonal
    const std::array<double, 4> corners{across, kPi - across, kPi + across, -across};
    const double corner_mm = half * std::cos(across) + page_mm.y / 2 * std::sin(across);
    flaps.push_back({Profile::arc, corners[static_cast<std::size_t>(random.uniform(0, 4))],
                     corner_mm - between(random, 60, 130), between(random, 0.5, 1.1), 110});
  } else if (kind == "fold") {
    const double direction = oneIn(random, 2) ? 0 : kPi / 2;
    const double askew = between(random, -0.1, 0.1);
    const double angle = sign * between(random, 0.2, 0.6);
    addFold(flaps, direction + askew, between(random, -0.4, 0.4) * half, angle, 3);
  } else if (kind == "folds") {
    for (const double direction : {kPi / 2, 0.0}) {
      const bool level = direction > 0;
      const double angle = (level ? sign : -sign) * between(random, 0.2, 0.5);
      const double place = level ? between(random, -30, 30) : between(random, -20, 20);
      addFold(flaps, direction + between(random, -0.06, 0.06), place, angle, 2);
    }
  } else if (kind == "wave") {
    flaps.push_back({Profile::wave, between(random, -0.2, 0.2), -half, sign * between(random, 0.08, 0.22),
                     between(random, 70, 130)});
  }
  return flaps;
}

void layOnAnyDesk(PhotoRecipe& recipe, std::uint64_t seed) {
  static constexpr std::array<Desk, 6> kDesks{Desk::wooden, Desk::white,  Desk::cloth,
                                              Desk::tiles,  Desk::papers, Desk::pale};
  cv::RNG random((seed + 1) * 0x9E3779B97F4A7C15ULL);  // near seeds give near first numbers
  recipe.desk = kDesks[static_cast<std::size_t>(random.uniform(0, static_cast<int>(kDesks.size())))];
  recipe.thumb = oneIn(random, 6);
}

}  // namespace

PhotoRecipe randomSheet(std::string_view kind, std::uint64_t seed, std::optional<Vec2> page_mm) {
  static constexpr std::array<Vec2, 4> kPapers{Vec2{210, 297}, Vec2{215.9, 279.4}, Vec2{148, 210}, Vec2{176, 250}};
  cv::RNG random(seed * 7919 + 17);
  PhotoRecipe recipe;
  recipe.seed = recipe.page.seed = seed;
  const Vec2 usual_mm = kPapers[static_cast<std::size_t>(random.uniform(0, 4))];
  recipe.page.page_mm = page_mm.value_or(usual_mm);
  const double small = recipe.page.page_mm.x / 210;
  recipe.page.px_per_mm = 6 / small;
  recipe.page.text_mm = small * between(random, 1.6, 2.4);
  recipe.page.leading = between(random, 2.5, 3.3);
  recipe.page.margin_mm = {small * between(random, 16, 28), small * between(random, 18, 30)};
  recipe.page.column_gap_mm = 7 * small;
  recipe.page.columns = oneIn(random, 4) ? 2 : 1;
  recipe.page.justified = !oneIn(random, 3);
  recipe.page.title = oneIn(random, 2);
  recipe.page.figure = oneIn(random, 4);
  recipe.page.table = oneIn(random, 5);
  recipe.flaps = flapsOf(kind, recipe.page.page_mm, random);
  recipe.camera = {.pitch = between(random, -0.1, 0.45),
                   .yaw = between(random, -0.3, 0.3),
                   .roll = between(random, -0.12, 0.12),
                   .focal = between(random, 0.8, 1.6),
                   .fill = oneIn(random, 6) ? between(random, 1.0, 1.06) : between(random, 0.75, 0.95)};
  recipe.shading = between(random, 0, 0.7);
  recipe.falloff = between(random, 0, 0.4);
  recipe.blur_px = between(random, 0.4, 1.2);
  recipe.noise = between(random, 1, 5);
  recipe.desk = oneIn(random, 8) ? Desk::white : Desk::wooden;
  return recipe;
}

PhotoRecipe randomDocument(std::string_view kind, std::string_view print, std::uint64_t seed) {
  PhotoRecipe recipe = randomSheet(kind, seed);
  recipe.print = randomPrint(print, recipe.page.page_mm, recipe.page.px_per_mm, seed);
  layOnAnyDesk(recipe, seed);
  return recipe;
}

PhotoRecipe randomPhotoOf(Image print, std::string_view kind, std::uint64_t seed) {
  constexpr double kPaper = 210 * 297;  // mm^2: flaps are made for sheets of about this size
  PhotoRecipe recipe = randomSheet(kind, seed);
  recipe.page.px_per_mm = std::sqrt(static_cast<double>(print.width()) * print.height() / kPaper);
  recipe.page.page_mm =
      Vec2{static_cast<double>(print.width()), static_cast<double>(print.height())} / recipe.page.px_per_mm;
  cv::RNG random(seed * 7919 + 5);
  recipe.flaps = flapsOf(kind, recipe.page.page_mm, random);
  if (print.width() > print.height()) {
    std::swap(recipe.photo_px.width, recipe.photo_px.height);
  }
  recipe.print = std::move(print);
  layOnAnyDesk(recipe, seed);
  return recipe;
}

}  // namespace platen::test
