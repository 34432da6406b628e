// What else a page could have been made into, and how each shape would have been judged: is the choice that the fit
// makes as it goes (docs/fit.md, section 12) worse than one that fits every model to its end and takes the one whose
// page looks flattest?
#pragma once

#include "core/fit.h"
#include "core/image.h"
#include "core/optim/page_score.h"
#include "core/options.h"
#include "core/page_cues.h"
#include "tests/support/bent_page.h"

#include <string>
#include <string_view>
#include <vector>

namespace platen::test {

struct PageCandidate {
  std::string_view name;  // "chosen", "plane", "sheet", "free" (what --model asks for) or "photo"
  optim::PageScore score;
  double error = 0;  // RMS, % of the page's diagonal (map_error.h)
};

// The chosen one first.
std::vector<PageCandidate> candidatesOf(
    const PageCues& cues, const BentPage& truth, Size photo_px, const FitOptions& options, const FitResult& chosen);

// What every rule of choosing would have come to on all pages, a line each.
class CandidateRules {
 public:
  void add(std::vector<PageCandidate> candidates);
  [[nodiscard]] std::string table() const;

 private:
  std::vector<std::vector<PageCandidate>> pages_;
};

}  // namespace platen::test
