// Standard sheets of paper, told by their proportions.
#pragma once

#include "core/paper.h"

#include <optional>
#include <string>
#include <string_view>

namespace platen::optim {

struct PaperSize {
  std::string name;  // "A4", "Letter", "Legal"
  double width_mm = 0, height_mm = 0;
  [[nodiscard]] double aspect() const { return height_mm / width_mm; }
};

// The sheet, upright or lying, whose proportions a measured aspect (height / width) agrees with; sigma: of the aspect's
// logarithm. None where it is more than 2.5 sigma or 5 % off all of them (3.5 % for a `bound` page: books have any
// proportions near these), or where another shape is nearly as likely. A-sizes are of one shape: A4 stands for them
// all.
std::optional<PaperSize> paperOfAspect(double aspect, double sigma, bool bound);

// For a free sheet of paper whose four edges are in view, and whose bends the model leaves partly unexplained: A4
// or Letter, whichever it most likely is. Folds, curls and crumples make the aspect err by several per cent, most often
// downwards, so A4 and Letter are a near tie; A4 wins ties. None where the aspect is farther off all of them than what
// is unexplained allows, or another shape is likelier. cost: SheetFit::cost. told: the standard deviation of the
// aspect's logarithm as the sheet's curves have it, of which no paper is farther off than 2.5; 0: they were not asked.
// folded: they were asked before the sheet got its folds, and say only how much they leave open.
std::optional<PaperSize> likelyPaper(double aspect, double cost, double told = 0, bool folded = false);

// What a sheet's aspect errs by beyond what its curves tell: little on smooth pages, more where the model leaves much
// of them unexplained. cost: SheetFit::cost.
double aspectSigmaOfModel(double cost);
// The same of a sheet that may be folded or crumpled, with what its curves tell.
double aspectSigmaOfBent(double cost);

// The sheet of the same shape as `name` whose longer side is that long within 2 %: A4 of 210 mm is A5. Empty for none.
std::string paperAtSize(std::string_view name, double longer_mm);

// The sheet that someone says it is, upright or lying as the measured aspect is; none where the aspect is more than 5 %
// off it, or where nobody says so.
std::optional<PaperSize> paperIfClose(const PaperChoice& paper, double aspect);

// By its name, or its size as "170x240"; none for one that is not known.
std::optional<PaperSize> paperNamed(std::string_view name);

}  // namespace platen::optim
