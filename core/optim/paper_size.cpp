#include "core/optim/paper_size.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace platen::optim {
namespace {

struct Sheet {
  const char* name;
  double width_mm, height_mm;
};

constexpr std::array<Sheet, 3> kSheets{{{"A4", 210, 297}, {"Letter", 215.9, 279.4}, {"Legal", 215.9, 355.6}}};

// Sheets and pages of other shapes (8 x 10 in, 3 : 4, 6 x 9 in, 5 x 8 in), height / width: a tenth as likely as those
// above, and never taken.
constexpr std::array<double, 4> kOthers{1.25, 4.0 / 3, 1.5, 1.6};
constexpr double kLogRarer = 2.3;

}  // namespace

std::optional<PaperSize> paperOfAspect(double aspect, double sigma, bool bound) {
  constexpr double kSigmas = 2.5;
  constexpr double kMostOff = 0.05;
  constexpr double kMostOffBound = 0.035;
  constexpr double kLogOdds = 1.3;  // against any other
  if (!(aspect > 0) || !std::isfinite(aspect) || !(sigma > 0)) {
    return std::nullopt;
  }
  const double upright = std::log(std::max(aspect, 1 / aspect));
  // Squares of how far off, in sigmas.
  const auto square = [&](double sheet) { return std::pow((upright - std::log(sheet)) / sigma, 2); };
  const auto aspectOf = [](const Sheet& sheet) { return sheet.height_mm / sheet.width_mm; };
  const Sheet* best = std::min_element(kSheets.begin(), kSheets.end(), [&](const Sheet& a, const Sheet& b) {
    return square(aspectOf(a)) < square(aspectOf(b));
  });
  const double least = square(aspectOf(*best));
  const double most = std::min(kSigmas, (bound ? kMostOffBound : kMostOff) / sigma);
  const bool alone = std::all_of(kSheets.begin(), kSheets.end(), [&](const Sheet& sheet) {
    return &sheet == best || (square(aspectOf(sheet)) - least) / 2 > kLogOdds;
  });
  const bool likely = std::all_of(kOthers.begin(), kOthers.end(),
                                  [&](double other) { return (square(other) - least) / 2 + kLogRarer > kLogOdds; });
  if (least > most * most || !alone || !likely) {
    return std::nullopt;
  }
  PaperSize paper{best->name, best->width_mm, best->height_mm};
  if (aspect < 1) {
    std::swap(paper.width_mm, paper.height_mm);
  }
  return paper;
}

double aspectSigmaOfModel(double cost) {
  return 0.006 + 0.35 * cost;
}

std::string paperAtSize(std::string_view name, double longer_mm) {
  constexpr double kTolerance = 0.02;
  constexpr std::array<Sheet, 6> kAlike{
      {{"A3", 297, 420}, {"B4", 250, 353}, {"A4", 210, 297}, {"B5", 176, 250}, {"A5", 148, 210}, {"A6", 105, 148}}};
  const auto fits = [&](const Sheet& sheet) { return std::abs(longer_mm / sheet.height_mm - 1) <= kTolerance; };
  if (name == "A4") {
    const auto* found = std::find_if(kAlike.begin(), kAlike.end(), fits);
    return found == kAlike.end() ? "" : found->name;
  }
  const auto* found =
      std::find_if(kSheets.begin(), kSheets.end(), [&](const Sheet& s) { return name == s.name && fits(s); });
  return found == kSheets.end() ? "" : found->name;
}

std::optional<PaperSize> paperNamed(std::string_view name) {
  const auto* found = std::find_if(kSheets.begin(), kSheets.end(), [&](const Sheet& s) { return name == s.name; });
  return found == kSheets.end() ? std::nullopt
                                : std::optional(PaperSize{found->name, found->width_mm, found->height_mm});
}

}  // namespace platen::optim
