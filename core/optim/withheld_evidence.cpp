#include "core/optim/withheld_evidence.h"

#include <algorithm>

namespace platen::optim {

PageCues withoutEvidence(PageCues cues, const std::vector<Evidence>& kinds) {
  for (const Evidence kind : kinds) {
    switch (kind) {
      case Evidence::lines:
        cues.segments.clear();
        cues.has_text = false;
        break;
      case Evidence::sides:
        cues.sides.clear();
        cues.fills_photo = false;
        cues.outline.clear();
        cues.quad.reset();
        cues.is_sheet = false;
        cues.photo = {};  // or they would be looked for there
        break;
      case Evidence::rules:
        cues.rules.clear();
        cues.followed_rules.clear();
        break;
      case Evidence::direction:
        cues.direction = {};
        break;
      case Evidence::period:
        cues.row_period = {};
        break;
      case Evidence::surface:
        cues.photo = {};
        break;
      case Evidence::sizes:
        cues.characters.clear();
        break;
      case Evidence::shading:
        cues.shading = {};
        break;
      case Evidence::leading:
      case Evidence::margins:
      case Evidence::focal:
        break;
    }
  }
  return cues;
}

SheetFitOptions sheetOptionsOf(const FitOptions& options, double focal_prior) {
  const auto may_use = [&options](Evidence kind) {
    return std::find(options.without.begin(), options.without.end(), kind) == options.without.end();
  };
  SheetFitOptions sheet;
  sheet.model = options.model;
  sheet.focal_prior = may_use(Evidence::focal) ? focal_prior : 0;
  sheet.margins = may_use(Evidence::margins);
  sheet.leading = may_use(Evidence::leading);
  sheet.paper = options.paper;
  return sheet;
}

}  // namespace platen::optim
