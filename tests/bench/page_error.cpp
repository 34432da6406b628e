// platen_page_error [--documents [--dark] | --prints PRINTS [--flat]] [--without KINDS] [--candidates] [--page SIZE]
// [--paper PAPER] [PAGES [SEED [FOLDER]]]: photographs sheets of random shape, print and camera, fits each as `platen
// flatten` does, and says how far it is from the truth and what its confidence said. Pages whose error is above that of
// their photo are marked, and those that lost more than a twentieth of what it shows of them. Photos go to FOLDER,
// where one is named. Same seeds, same pages. With --documents they carry print of other kinds than running text, and
// lie on any desk (tests/support/random_print.h); with --dark that print is light on dark paper. With --prints they
// carry the pictures in the folder PRINTS, one each, by name: upright pages, as a PDF is rendered; with --flat these
// are not photographed but taken as they are, as from a scanner, and should come back so. --without leaves out evidence
// (`platen fit --without`); with --candidates every page is fitted with each model as well, and what would have come of
// other ways to choose among them is said at the end (page_candidates.h). --page: sheets of running text are of this
// size (a paper's name, or mm as 152x229); --paper: what the fit is told of that (`platen fit --paper`).
#include "core/detect/cues.h"
#include "core/detect/raster.h"
#include "core/optim/fit.h"
#include "core/options.h"
#include "core/paper.h"
#include "tests/bench/page_candidates.h"
#include "tests/support/map_error.h"
#include "tests/support/photo_files.h"
#include "tests/support/random_sheet.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <limits>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
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

struct Arguments {
  bool documents = false, dark = false, flat = false, candidates = false;
  FitOptions fit;
  std::optional<Vec2> page_mm;
  std::filesystem::path prints;
  int pages = 80;
  int seed = 1;
  std::filesystem::path folder;
};

// lines,margins
std::vector<Evidence> kindsOf(const std::string& list) {
  std::vector<Evidence> kinds;
  std::istringstream names(list);
  for (std::string name; std::getline(names, name, ',');) {
    const auto* const kind = std::ranges::find_if(kPageEvidence, [&](Evidence evidence) {
      return EnumNames<Evidence>::kNames[static_cast<std::size_t>(evidence)] == name;
    });
    if (kind == kPageEvidence.end()) {
      throw std::invalid_argument("no evidence of pages is called " + name);
    }
    kinds.push_back(*kind);
  }
  return kinds;
}

PaperChoice paperNamed(const std::string& name) {
  const std::optional<PaperChoice> paper = paperOfText(name);
  if (!paper) {
    throw std::invalid_argument("no paper is called " + name);
  }
  return *paper;
}

Arguments parse(const std::vector<std::string>& given) {
  Arguments arguments;
  std::vector<std::string> places;  // PAGES, SEED, FOLDER
  std::size_t k = 0;
  const auto next = [&]() -> const std::string& {
    if (++k >= given.size()) {
      throw std::invalid_argument(given.back() + " wants a value");
    }
    return given[k];
  };
  for (; k < given.size(); ++k) {
    const std::string& word = given[k];
    if (word == "--documents") {
      arguments.documents = true;
    } else if (word == "--dark") {
      arguments.dark = true;
    } else if (word == "--flat") {
      arguments.flat = true;
    } else if (word == "--candidates") {
      arguments.candidates = true;
    } else if (word == "--prints") {
      arguments.prints = next();
    } else if (word == "--without") {
      arguments.fit.without = kindsOf(next());
    } else if (word == "--paper") {
      arguments.fit.paper = paperNamed(next());
    } else if (word == "--page") {
      const PaperChoice page = paperNamed(next());
      if (page.kind != PaperKind::sheet) {
        throw std::invalid_argument("--page wants a size");
      }
      arguments.page_mm = Vec2{page.width_mm, page.height_mm};
    } else if (word.starts_with("-")) {
      throw std::invalid_argument(word + " is not known");
    } else {
      places.push_back(word);
    }
  }
  if (arguments.dark && !arguments.documents) {
    throw std::invalid_argument("--dark goes with --documents");
  }
  if (arguments.flat && arguments.prints.empty()) {
    throw std::invalid_argument("--flat goes with --prints");
  }
  if (arguments.page_mm && (arguments.documents || !arguments.prints.empty())) {
    throw std::invalid_argument("--page is for sheets of running text");
  }
  if (!arguments.prints.empty()) {
    if (!std::filesystem::is_directory(arguments.prints)) {
      throw std::invalid_argument("--prints wants a folder of pictures");
    }
    arguments.pages = std::numeric_limits<int>::max();
  }
  if (!places.empty()) {
    arguments.pages = std::stoi(places[0]);
  }
  if (places.size() > 1) {
    arguments.seed = std::stoi(places[1]);
  }
  if (places.size() > 2) {
    arguments.folder = places[2];
  }
  return arguments;
}

// What is fitted, and what is known of it.
struct Page {
  std::string name;
  Image photo;
  test::BentPage shape;
};

Page photographed(std::string name, const test::PhotoRecipe& recipe) {
  test::PagePhoto page = test::photograph(recipe);
  return {std::move(name), std::move(page.photo), std::move(page.shape)};
}

Page pageOf(const Arguments& arguments, int k, const std::vector<std::filesystem::path>& prints) {
  const auto number = static_cast<std::size_t>(k);
  const std::string_view kind = kSheetKinds[number % kSheetKinds.size()];
  const auto seed = static_cast<std::uint64_t>(arguments.seed + k);
  const auto desk_of = [](const test::PhotoRecipe& recipe) {
    return test::kDeskNames[static_cast<std::size_t>(recipe.desk)];
  };
  if (!prints.empty()) {
    const std::string stem = prints[number].stem().string();
    Image print = test::readImage(prints[number]);
    if (arguments.flat) {
      const Vec2 size{static_cast<double>(print.width()), static_cast<double>(print.height())};
      test::BentPage shape(size, {}, {.fill = 1}, print.size());
      return {stem, std::move(print), std::move(shape)};
    }
    const test::PhotoRecipe recipe = test::randomPhotoOf(detect::imageFrom(detect::greyOf(print)), kind, seed);
    return photographed(fmt::format("{}_{}_{}", stem, kind, desk_of(recipe)), recipe);
  }
  if (!arguments.documents) {
    return photographed(fmt::format("{}_{}", kind, seed), test::randomSheet(kind, seed, arguments.page_mm));
  }
  const std::string_view print = test::kPrintKinds[number / kSheetKinds.size() % test::kPrintKinds.size()];
  test::PhotoRecipe recipe = test::randomDocument(kind, print, seed);
  if (arguments.dark) {
    recipe.print = test::onDarkPaper(recipe.print);
  }
  return photographed(fmt::format("{}_{}_{}_{}", kind, print, desk_of(recipe), seed), recipe);
}

void run(const Arguments& arguments) {
  const std::vector<std::filesystem::path> prints =
      arguments.prints.empty() ? std::vector<std::filesystem::path>{} : test::picturesIn(arguments.prints);
  const int pages =
      arguments.prints.empty() ? arguments.pages : std::min(arguments.pages, static_cast<int>(prints.size()));
  constexpr double kConfident = 0.8;
  constexpr double kWhole = 0.95;  // of the part of a page that its photo shows
  std::array<std::vector<double>, kSheetKinds.size()> errors_by_kind;
  std::vector<double> errors;
  std::array<std::vector<double>, test::kPrintKinds.size()> errors_by_print;
  int confident = 0;
  int worse = 0;
  int confident_and_worse = 0;
  int cut = 0;
  int confident_and_cut = 0;
  int failed = 0;
  test::CandidateRules rules;
  for (int k = 0; k < pages; ++k) {
    const Page page = pageOf(arguments, k, prints);
    if (!arguments.folder.empty()) {
      std::filesystem::create_directories(arguments.folder);
      test::writeImage(arguments.folder / (page.name + ".png"), page.photo, FileFormat::png);
    }
    const std::vector<PageCues> cues = detect::findCues(test::pyramidOf(page.photo), {});
    if (cues.size() != 1) {
      fmt::print("{:30} taken for {} pages\n", page.name, cues.size());
      ++failed;
      continue;
    }
    const FitResult fit = optim::fit(cues.front(), {}, arguments.fit, 0, {}, {});
    const test::MapError error = test::mapError(page.shape, fit);
    const test::MapError of_photo = test::mapErrorOfPhoto(page.shape, page.photo.size());
    const double before = of_photo.rms_percent;
    const bool is_cut = error.shown < kWhole * of_photo.shown;
    const bool is_worse = error.rms_percent > before + 1e-6;
    const bool is_confident = fit.confidence >= kConfident;
    fmt::print("{:30} {:6.3f} -> {:6.3f} %, shown {:.3f}, outside {:.3f}, confidence {:.2f}, {}, {:.2f} s{}{}\n",
               page.name, before, error.rms_percent, error.shown, error.outside, fit.confidence,
               kModels[static_cast<std::size_t>(fit.model)], fit.seconds, is_worse ? ", WORSE" : "",
               is_cut ? ", CUT" : "");
    if (arguments.candidates) {
      rules.add(test::candidatesOf(cues.front(), page.shape, page.photo.size(), arguments.fit, fit));
    }
    errors.push_back(error.rms_percent);
    errors_by_kind[static_cast<std::size_t>(k) % kSheetKinds.size()].push_back(error.rms_percent);
    errors_by_print[static_cast<std::size_t>(k) / kSheetKinds.size() % test::kPrintKinds.size()].push_back(
        error.rms_percent);
    confident += is_confident ? 1 : 0;
    worse += is_worse ? 1 : 0;
    cut += is_cut ? 1 : 0;
    confident_and_cut += is_cut && is_confident ? 1 : 0;
    confident_and_worse += is_worse && is_confident ? 1 : 0;
  }
  for (std::size_t kind = 0; !arguments.flat && kind < kSheetKinds.size(); ++kind) {
    printRow(kSheetKinds[kind], errors_by_kind[kind]);
  }
  for (std::size_t print = 0; arguments.documents && print < test::kPrintKinds.size(); ++print) {
    printRow(test::kPrintKinds[print], errors_by_print[print]);
  }
  printRow("all", errors);
  fmt::print("confidence {} or more: {} pages, {} of them worse than their photo; {} worse in all; {} failed\n",
             kConfident, confident, confident_and_worse, worse, failed);
  fmt::print("of the page that the photo shows less than {} is left: {} pages, {} of them with such a confidence\n",
             kWhole, cut, confident_and_cut);
  if (arguments.candidates) {
    fmt::print("{}", rules.table());
  }
}

}  // namespace

int main(int argc, char** argv) try {
  run(parse({argv + 1, argv + argc}));
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "platen_page_error: {}\n", error.what());
  return 1;
}
