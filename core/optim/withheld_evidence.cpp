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
      case Evidence::matches:
      case Evidence::print:
      case Evidence::isometry:
      case Evidence::bending:
      case Evidence::camera:
      case Evidence::keypoints:
        break;
    }
  }
  return cues;
}

FormCues withoutEvidence(FormCues cues, const std::vector<Evidence>& kinds) {
  for (const Evidence kind : kinds) {
    switch (kind) {
      case Evidence::lines:
        cues.rows.clear();
        cues.baselines.clear();
        break;
      case Evidence::margins:
        cues.columns.clear();
        cues.ends.clear();
        break;
      case Evidence::sides:
        cues.edges.clear();
        cues.sheet.weight = {};
        cues.sheet_is_known = false;
        break;
      case Evidence::sizes:
        cues.characters.clear();
        break;
      case Evidence::shading:
        cues.shading = {};
        break;
      case Evidence::focal:
        cues.frame.focal = 0;
        break;
      case Evidence::matches:
        cues.matches.clear();
        break;
      case Evidence::leading:
      case Evidence::rules:
      case Evidence::direction:
      case Evidence::period:
      case Evidence::surface:
      case Evidence::print:
      case Evidence::isometry:
      case Evidence::bending:
      case Evidence::camera:
      case Evidence::keypoints:
        break;
    }
  }
  return cues;
}

bool isWithheld(const FitOptions& options, Evidence kind) {
  return std::find(options.without.begin(), options.without.end(), kind) != options.without.end();
}

SheetFitOptions sheetOptionsOf(const FitOptions& options, double focal_prior) {
  const auto may_use = [&options](Evidence kind) { return !isWithheld(options, kind); };
  SheetFitOptions sheet;
  sheet.model = options.model;
  sheet.focal_prior = may_use(Evidence::focal) ? focal_prior : 0;
  sheet.margins = may_use(Evidence::margins);
  sheet.leading = may_use(Evidence::leading);
  sheet.bending = may_use(Evidence::bending);
  sheet.camera = may_use(Evidence::camera);
  sheet.paper = options.paper;
  return sheet;
}

}  // namespace platen::optim
