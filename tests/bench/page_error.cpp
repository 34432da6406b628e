// platen_page_error [--documents [--dark]] [PAGES [SEED [FOLDER]]]: photographs sheets of random shape, print and
// camera, fits each as `platen flatten` does, and says how far it is from the truth and what its confidence said. Pages
// whose error is above that of their photo are marked. Photos go to FOLDER, where one is named. Same seeds, same pages.
// With
// --documents they carry print of other kinds than running text, and lie on any desk (tests/support/random_print.h);
// with --dark that print is light on dark paper.
#include "core/detect/cues.h"
#include "core/optim/fit.h"
#include "tests/support/map_error.h"
#include "tests/support/photo_files.h"
#include "tests/support/random_sheet.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace {

using namespace platen;
using test::kSheetKinds;

constexpr std::array<std::string_view, 3> kModels{"plane", "sheet", "free"};  // WarpModel

double centile(std::vector<double> values, double share) {
  if (values.empty()) {
    return 0;
  }
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(std::lround(share * static_cast<double>(values.size() - 1)))];
}

void printRow(std::string_view name, const std::vector<double>& errors) {
  fmt::print("{:9} {:4} pages: median {:.3f}, 90th centile {:.3f}, worst {:.3f} %\n", name, errors.size(),
             centile(errors, 0.5), centile(errors, 0.9), centile(errors, 1));
}

}  // namespace

int main(int argc, char** argv) {
  const bool documents = argc > 1 && argv[1] == std::string_view("--documents");
  argv += documents ? 1 : 0;
  argc -= documents ? 1 : 0;
  const bool dark = documents && argc > 1 && argv[1] == std::string_view("--dark");
  argv += dark ? 1 : 0;
  argc -= dark ? 1 : 0;
  const int pages = argc > 1 ? std::atoi(argv[1]) : 80;
  const int first_seed = argc > 2 ? std::atoi(argv[2]) : 1;
  const std::filesystem::path folder = argc > 3 ? argv[3] : "";
  constexpr double kConfident = 0.8;
  std::array<std::vector<double>, kSheetKinds.size()> errors_by_kind;
  std::vector<double> errors;
  std::array<std::vector<double>, test::kPrintKinds.size()> errors_by_print;
  int confident = 0;
  int worse = 0;
  int confident_and_worse = 0;
  int failed = 0;
  for (int k = 0; k < pages; ++k) {
    const std::size_t kind = static_cast<std::size_t>(k) % kSheetKinds.size();
    const std::size_t print = static_cast<std::size_t>(k) / kSheetKinds.size() % test::kPrintKinds.size();
    const auto seed = static_cast<std::uint64_t>(first_seed + k);
    test::PhotoRecipe recipe = documents ? test::randomDocument(kSheetKinds[kind], test::kPrintKinds[print], seed)
                                         : test::randomSheet(kSheetKinds[kind], seed);
    if (dark) {
      recipe.print = test::onDarkPaper(recipe.print);
    }
    const std::string_view desk = test::kDeskNames[static_cast<std::size_t>(recipe.desk)];
    const std::string name = documents
                                 ? fmt::format("{}_{}_{}_{}", kSheetKinds[kind], test::kPrintKinds[print], desk, seed)
                                 : fmt::format("{}_{}", kSheetKinds[kind], seed);
    const test::PagePhoto page = test::photograph(recipe);
    if (!folder.empty()) {
      std::filesystem::create_directories(folder);
      test::writeImage(folder / (name + ".png"), page.photo, FileFormat::png);
    }
    const std::vector<PageCues> cues = detect::findCues(test::pyramidOf(page.photo), {});
    if (cues.size() != 1) {
      fmt::print("{:30} taken for {} pages\n", name, cues.size());
      ++failed;
      continue;
    }
    const FitResult fit = optim::fit(cues.front(), {}, {}, 0, {}, {});
    const test::MapError error = test::mapError(page.shape, fit);
    const double before = test::mapErrorOfPhoto(page.shape, page.photo.size()).rms_percent;
    const bool is_worse = error.rms_percent > before;
    const bool is_confident = fit.confidence >= kConfident;
    fmt::print("{:30} {:6.3f} -> {:6.3f} %, shown {:.3f}, outside {:.3f}, confidence {:.2f}, {}, {:.2f} s{}\n", name,
               before, error.rms_percent, error.shown, error.outside, fit.confidence,
               kModels[static_cast<std::size_t>(fit.model)], fit.seconds, is_worse ? ", WORSE" : "");
    errors.push_back(error.rms_percent);
    errors_by_kind[kind].push_back(error.rms_percent);
    errors_by_print[print].push_back(error.rms_percent);
    confident += is_confident ? 1 : 0;
    worse += is_worse ? 1 : 0;
    confident_and_worse += is_worse && is_confident ? 1 : 0;
  }
  for (std::size_t kind = 0; kind < kSheetKinds.size(); ++kind) {
    printRow(kSheetKinds[kind], errors_by_kind[kind]);
  }
  for (std::size_t print = 0; documents && print < test::kPrintKinds.size(); ++print) {
    printRow(test::kPrintKinds[print], errors_by_print[print]);
  }
  printRow("all", errors);
  fmt::print("confidence {} or more: {} pages, {} of them worse than their photo; {} worse in all; {} failed\n",
             kConfident, confident, confident_and_worse, worse, failed);
}
