#include "core/optim/withheld_evidence.h"

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
        cues.outline.clear();
        cues.quad.reset();
        cues.is_sheet = false;
        cues.photo = {};  // or they would be looked for there
        break;
      case Evidence::rules:
        cues.rules.clear();
        break;
      case Evidence::direction:
        cues.direction = {};
        break;
      case Evidence::surface:
        cues.photo = {};
        break;
      case Evidence::leading:
      case Evidence::margins:
      case Evidence::focal:
        break;
    }
  }
  return cues;
}

}  // namespace platen::optim
