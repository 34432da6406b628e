// platen_spread_error [--upright] [--prints PRINTS] [SPREADS [SEED [FOLDER]]]: photographs open books of random shape,
// print and camera (tests/support/random_spread.h), finds and fits their pages as `platen flatten` does, and says of
// each page that the photo shows how far it is from the truth. Photos go to FOLDER, where one is named. Same seeds,
// same books. With --prints their pages are the pictures in the folder PRINTS, by name, two to a book: upright pages,
// as a PDF is rendered. --upright: it is said that the books stand as they read, as by `platen flatten --rotate 0`.
#include "core/detect/raster.h"
#include "tests/support/fitted_spread.h"
#include "tests/support/map_error.h"
#include "tests/support/photo_files.h"
#include "tests/support/random_spread.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace {

using namespace platen;

// The share of a part of the spread that lies within the photo.
double shareInView(const test::PagePhoto& spread, const Box& part) {
  constexpr int kLattice = 40;
  int seen = 0;
  for (int i = 0; i < kLattice; ++i) {
    for (int j = 0; j < kLattice; ++j) {
      const Vec2 p = spread.shape.sourceFromPage(
          {part.x0 + part.width() * (j + 0.5) / kLattice, part.y0 + part.height() * (i + 0.5) / kLattice});
      seen += p.x > 0 && p.y > 0 && p.x < spread.photo.width() && p.y < spread.photo.height() ? 1 : 0;
    }
  }
  return static_cast<double>(seen) / (kLattice * kLattice);
}

struct Totals {
  int pages = 0;      // that photos show
  int missing = 0;    // no page was made of them
  int more = 0;       // made of what shows none
  int cut = 0;        // without a twentieth or more of what the photo shows
  int foreign = 0;    // with a twentieth or more of what is not theirs
  int worse = 0;      // than their photo
  int confident = 0;  // of those that were made
  int confident_and_worse = 0;
  std::vector<double> errors;
};

void judge(std::string_view name,
           std::string_view leaf,
           const test::PagePhoto& spread,
           std::size_t half,
           double in_view,
           const std::vector<test::FittedLeaf>& fitted,
           Totals& totals) {
  constexpr double kConfident = 0.8;
  ++totals.pages;
  const auto page =
      std::find_if(fitted.begin(), fitted.end(), [&](const test::FittedLeaf& p) { return p.half() == half; });
  if (page == fitted.end()) {
    fmt::print("{:20} {:5} {:8} in view {:.2f}: MISSING, {} pages found\n", name, half == 0 ? "left" : "right", leaf,
               in_view, fitted.size());
    ++totals.missing;
    return;
  }
  const test::MapError& error = page->error();
  const double before = test::mapErrorOfPhoto(spread.shape, spread.photo.size(), test::kSpreadPages[half]).rms_percent;
  const double shown = error.shown / in_view;
  const bool is_cut = shown < 0.95;
  const bool is_foreign = error.outside > 0.05;
  const bool is_worse = error.rms_percent > before;
  const bool is_confident = page->fit.confidence >= kConfident;
  fmt::print(
      "{:20} {:5} {:8} {:6.3f} -> {:6.3f} %, in view {:.2f}, shown {:.3f}, outside {:.3f}, confidence {:.2f}{}{}{}\n",
      name, half == 0 ? "left" : "right", leaf, before, error.rms_percent, in_view, shown, error.outside,
      page->fit.confidence, is_worse ? ", WORSE" : "", is_cut ? ", CUT" : "", is_foreign ? ", FOREIGN" : "");
  totals.errors.push_back(error.rms_percent);
  totals.cut += is_cut ? 1 : 0;
  totals.foreign += is_foreign ? 1 : 0;
  totals.worse += is_worse ? 1 : 0;
  totals.confident += is_confident ? 1 : 0;
  totals.confident_and_worse += is_worse && is_confident ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> given(argv + 1, argv + argc);
  std::vector<std::filesystem::path> prints;
  FitOptions options;
  if (!given.empty() && given[0] == "--upright") {
    options.rotate = Rotation::deg0;
    given.erase(given.begin());
  }
  if (given.size() > 1 && given[0] == "--prints") {
    prints = test::picturesIn(given[1]);
    given.erase(given.begin(), given.begin() + 2);
  }
  const int asked = !given.empty() ? std::atoi(given[0].c_str()) : 40;
  const int spreads = prints.empty() ? asked : std::min(asked, static_cast<int>(prints.size() / 2));
  const int first_seed = given.size() > 1 ? std::atoi(given[1].c_str()) : 1;
  const std::filesystem::path folder = given.size() > 2 ? given[2] : "";
  constexpr double kPage = 0.7;        // so much of it in view makes a page
  constexpr double kMayBePage = 0.45;  // of less, none should be made
  Totals totals;
  for (int k = 0; k < spreads; ++k) {
    const auto seed = static_cast<std::uint64_t>(first_seed + k);
    const auto grey = [&](std::size_t n) { return detect::imageFrom(detect::greyOf(test::readImage(prints[n]))); };
    const auto n = 2 * static_cast<std::size_t>(k);
    const test::RandomSpread book =
        prints.empty() ? test::randomSpread(seed) : test::randomSpreadOf({grey(n), grey(n + 1)}, seed);
    const test::PagePhoto spread = test::photograph(book.recipe);
    const std::string name =
        fmt::format("{}_{}_{}", book.view, test::kDeskNames[static_cast<std::size_t>(book.recipe.desk)], seed);
    if (!folder.empty()) {
      std::filesystem::create_directories(folder);
      test::writeImage(folder / (name + ".png"), spread.photo, FileFormat::png);
    }
    const std::vector<test::FittedLeaf> fitted = test::fitLeaves(spread, options);
    std::size_t expected = 0;
    std::size_t most = 0;
    for (std::size_t half = 0; half < 2; ++half) {
      const double in_view = shareInView(spread, test::kSpreadPages[half]);
      most += in_view > kMayBePage ? 1 : 0;
      if (in_view > kPage) {
        ++expected;
        judge(name, book.leaves[half], spread, half, in_view, fitted, totals);
      }
    }
    if (fitted.size() > most) {
      fmt::print("{:20} {} pages made of {}\n", name, fitted.size(), expected);
      totals.more += static_cast<int>(fitted.size() - most);
    }
  }
  std::sort(totals.errors.begin(), totals.errors.end());
  const auto centile = [&](double share) {
    const auto last = static_cast<double>(totals.errors.size()) - 1;
    return totals.errors.empty() ? 0 : totals.errors[static_cast<std::size_t>(std::lround(share * last))];
  };
  double sum = 0;
  for (const double error : totals.errors) {
    sum += error;
  }
  fmt::print(
      "{} pages in {} photos: {} missing, {} too many, {} cut, {} with what is not theirs, {} worse than their photo\n",
      totals.pages, spreads, totals.missing, totals.more, totals.cut, totals.foreign, totals.worse);
  fmt::print("error: mean {:.3f}, median {:.3f}, 90th centile {:.3f}, worst {:.3f} %\n",
             totals.errors.empty() ? 0 : sum / static_cast<double>(totals.errors.size()), centile(0.5), centile(0.9),
             centile(1));
  fmt::print("confidence .8 or more: {} pages, {} of them worse than their photo\n", totals.confident,
             totals.confident_and_worse);
}
