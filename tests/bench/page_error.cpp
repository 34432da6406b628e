// platen_page_error [PAGES [SEED [FOLDER]]]: photographs sheets of random shape, print and camera, fits each as `platen
// flatten` does, and says how far it is from the truth and what its confidence said. Pages whose error is above that of
// their photo are marked. Photos go to FOLDER, where one is named. Same seeds, same pages.
#include "core/detect/cues.h"
#include "core/optim/fit.h"
#include "tests/support/map_error.h"
#include "tests/support/page_photo.h"
#include "tests/support/photo_files.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <numbers>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <opencv2/core.hpp>

namespace {

using namespace platen;
using test::Flap;
using test::PhotoRecipe;
using test::Profile;

constexpr double kPi = std::numbers::pi;
constexpr std::array<std::string_view, 8> kKinds{"plane", "book", "curl", "bend", "corner", "fold", "folds", "wave"};

constexpr std::array<std::string_view, 3> kModels{"plane", "sheet", "free"};  // WarpModel

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
    const double direction = (oneIn(random, 2) ? 0 : kPi / 2) + between(random, -0.1, 0.1);
    addFold(flaps, direction, between(random, -0.4, 0.4) * half, sign * between(random, 0.2, 0.6), 3);
  } else if (kind == "folds") {
    addFold(flaps, kPi / 2 + between(random, -0.06, 0.06), between(random, -30, 30), sign * between(random, 0.2, 0.5),
            2);
    addFold(flaps, between(random, -0.06, 0.06), between(random, -20, 20), -sign * between(random, 0.2, 0.5), 2);
  } else if (kind == "wave") {
    flaps.push_back({Profile::wave, between(random, -0.2, 0.2), -half, sign * between(random, 0.08, 0.22),
                     between(random, 70, 130)});
  }
  return flaps;
}

PhotoRecipe recipeOf(std::string_view kind, std::uint64_t seed) {
  static constexpr std::array<Vec2, 4> kPapers{Vec2{210, 297}, Vec2{215.9, 279.4}, Vec2{148, 210}, Vec2{176, 250}};
  cv::RNG random(seed * 7919 + 17);
  PhotoRecipe recipe;
  recipe.seed = recipe.page.seed = seed;
  recipe.page.page_mm = kPapers[static_cast<std::size_t>(random.uniform(0, 4))];
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
  recipe.background = !oneIn(random, 8);
  return recipe;
}

double centile(std::vector<double> values, double share) {
  if (values.empty()) {
    return 0;
  }
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(std::lround(share * static_cast<double>(values.size() - 1)))];
}

void printRow(std::string_view name, const std::vector<double>& errors) {
  fmt::print("{:8} {:4} pages: median {:.3f}, 90th centile {:.3f}, worst {:.3f} %\n", name, errors.size(),
             centile(errors, 0.5), centile(errors, 0.9), centile(errors, 1));
}

}  // namespace

int main(int argc, char** argv) {
  const int pages = argc > 1 ? std::atoi(argv[1]) : 80;
  const int first_seed = argc > 2 ? std::atoi(argv[2]) : 1;
  const std::filesystem::path folder = argc > 3 ? argv[3] : "";
  constexpr double kConfident = 0.8;
  std::array<std::vector<double>, kKinds.size()> errors_by_kind;
  std::vector<double> errors;
  int confident = 0;
  int worse = 0;
  int confident_and_worse = 0;
  int failed = 0;
  for (int k = 0; k < pages; ++k) {
    const std::size_t kind = static_cast<std::size_t>(k) % kKinds.size();
    const std::string name = fmt::format("{}_{}", kKinds[kind], first_seed + k);
    const test::PagePhoto page = test::photograph(recipeOf(kKinds[kind], static_cast<std::uint64_t>(first_seed + k)));
    if (!folder.empty()) {
      std::filesystem::create_directories(folder);
      test::writeImage(folder / (name + ".png"), page.photo, FileFormat::png);
    }
    const std::vector<PageCues> cues = detect::findCues(test::pyramidOf(page.photo), {});
    if (cues.size() != 1) {
      fmt::print("{:12} taken for {} pages\n", name, cues.size());
      ++failed;
      continue;
    }
    const FitResult fit = optim::fit(cues.front(), {}, {}, 0, {}, {});
    const test::MapError error = test::mapError(page.shape, fit);
    const double before = test::mapErrorOfPhoto(page.shape, page.photo.size()).rms_percent;
    const bool is_worse = error.rms_percent > before;
    const bool is_confident = fit.confidence >= kConfident;
    fmt::print("{:12} {:6.3f} -> {:6.3f} %, shown {:.3f}, outside {:.3f}, confidence {:.2f}, {}, {:.2f} s{}\n", name,
               before, error.rms_percent, error.shown, error.outside, fit.confidence,
               kModels[static_cast<std::size_t>(fit.model)], fit.seconds, is_worse ? ", WORSE" : "");
    errors.push_back(error.rms_percent);
    errors_by_kind[kind].push_back(error.rms_percent);
    confident += is_confident ? 1 : 0;
    worse += is_worse ? 1 : 0;
    confident_and_worse += is_worse && is_confident ? 1 : 0;
  }
  for (std::size_t kind = 0; kind < kKinds.size(); ++kind) {
    printRow(kKinds[kind], errors_by_kind[kind]);
  }
  printRow("all", errors);
  fmt::print("confidence {} or more: {} pages, {} of them worse than their photo; {} worse in all; {} failed\n",
             kConfident, confident, confident_and_worse, worse, failed);
}
