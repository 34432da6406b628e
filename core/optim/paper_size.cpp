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
constexpr double kSigmas = 2.5;  // of what the curves tell: further off it is another shape

// How far off a standard sheet, as a logarithm, that sheet may look. Of 91 photos of A4 sheets, most of them folded or
// crumpled, the aspect errs by .35 of the cost (RMS); of 133 drawn ones by less. As long as a sheet explains its curves
// no error is beyond 2.5 of these. Where it does not, a wrong side may be among them: up to 4.2 were seen. What the
// curves leave open comes on top: few lines seen from straight above.
double mostOffOfBent(double cost, double told) {
  constexpr double kLeastError = 0.006;
  constexpr double kOfTold = 1.5;
  constexpr double kErrorOfCost = 0.35;
  constexpr double kExplained = 0.05;
  constexpr double kUnexplained = 0.07;
  constexpr double kMoreSigmas = 4.5;
  const double doubt = std::clamp((cost - kExplained) / (kUnexplained - kExplained), 0.0, 1.0);
  const double of_cost = std::lerp(kSigmas, kMoreSigmas, doubt) * std::hypot(kLeastError, kErrorOfCost * cost);
  return std::hypot(of_cost, kOfTold * told);
}

}  // namespace

std::optional<PaperSize> paperOfAspect(double aspect, double sigma, bool bound) {
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

std::optional<PaperSize> likelyPaper(double aspect, double cost, double told, bool folded) {
  const double sigma = aspectSigmaOfBent(cost);
  constexpr double kMostOff = 0.2;   // of the logarithm
  constexpr double kUnlikely = 4.5;  // three sigmas
  constexpr double kLogRarerLetter = 2.5;
  constexpr double kLogRarerOther = 3.5;
  constexpr std::array<double, 5> kRarer{kOthers[0], kOthers[1], kOthers[2], kOthers[3], 355.6 / 215.9};
  if (!(aspect > 0) || !std::isfinite(aspect) || !(cost >= 0)) {
    return std::nullopt;
  }
  const double upright = std::log(std::max(aspect, 1 / aspect));
  const auto unlikelihood = [&](double sheet, double rarer) {
    return 0.5 * std::pow((upright - std::log(sheet)) / sigma, 2) + rarer;
  };
  // Most sheets err by much less than sigma, some by more: which of the two it is, Student's t of three degrees of
  // freedom tells. On 91 photos of A4 sheets whose proportions are not known better .35 of sigma is likeliest; with .6
  // none of them is taken for Letter. What is squarer than both is nearer to Letter, however far off.
  const double a4 = kSheets[0].height_mm / kSheets[0].width_mm;
  const double letter = kSheets[1].height_mm / kSheets[1].width_mm;
  const auto tailed = [&](double sheet, double rarer) {
    constexpr double kScale = 0.6;
    const double off = std::max(upright, std::log(letter)) - std::log(sheet);
    return 2 * std::log1p(std::pow(off / (kScale * sigma), 2) / 3) + rarer;
  };
  const bool is_a4 = tailed(a4, 0) < tailed(letter, kLogRarerLetter);
  const Sheet& best = is_a4 ? kSheets[0] : kSheets[1];
  const double own = is_a4 ? unlikelihood(a4, 0) : unlikelihood(letter, kLogRarerLetter);
  const double least = std::min({unlikelihood(a4, 0), unlikelihood(letter, kLogRarerLetter), kUnlikely});
  const bool other = std::any_of(kRarer.begin(), kRarer.end(),
                                 [&](double rarer) { return unlikelihood(rarer, kLogRarerOther) < least; });
  const bool is_told = told > 0 && !folded;
  const double most = std::min({kMostOff, mostOffOfBent(cost, told), is_told ? kSigmas * told : kMostOff});
  if (own >= kUnlikely || other || std::abs(upright - std::log(best.height_mm / best.width_mm)) > most) {
    return std::nullopt;
  }
  PaperSize paper{best.name, best.width_mm, best.height_mm};
  if (aspect < 1) {
    std::swap(paper.width_mm, paper.height_mm);
  }
  return paper;
}

double aspectSigmaOfModel(double cost) {
  return 0.006 + 0.35 * cost;
}

double aspectSigmaOfBent(double cost) {
  // Measured on 105 photos of A4 sheets, most of them bent, folded or crumpled, by an earlier fit: the logarithm of the
  // aspect errs by .02 to .04 at a cost of .02 to .05, and by .07 at .1. Now it errs by about half of that
  // (mostOffOfBent); the odds of one sheet and another were set with these.
  return 0.015 + 0.6 * cost;
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

std::optional<PaperSize> paperIfClose(const PaperChoice& paper, double aspect) {
  constexpr double kMostOff = 0.05;
  if (paper.kind != PaperKind::sheet || !(aspect > 0) || !std::isfinite(aspect)) {
    return std::nullopt;
  }
  const double longer = std::max(paper.width_mm, paper.height_mm);
  const double shorter = std::min(paper.width_mm, paper.height_mm);
  const PaperSize sheet{textOf(paper), aspect < 1 ? longer : shorter, aspect < 1 ? shorter : longer};
  return std::abs(std::log(aspect / sheet.aspect())) <= kMostOff ? std::optional(sheet) : std::nullopt;
}

std::optional<PaperSize> paperNamed(std::string_view name) {
  const std::optional<PaperChoice> paper = paperOfText(name);
  return paper && paper->kind == PaperKind::sheet
             ? std::optional(PaperSize{textOf(*paper), paper->width_mm, paper->height_mm})
             : std::nullopt;
}

}  // namespace platen::optim
