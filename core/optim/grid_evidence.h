// What the grid stage may believe: which of the sheet's curves it uses, the deterministic split into curves that are
// fitted and curves that judge, and the judgement itself (FIT part E.2: the free form must win on what it has not
// seen).
#pragma once

#include "core/optim/base_map.h"
#include "core/optim/curves.h"
#include "core/optim/offset_net.h"
#include "core/optim/sheet_fit.h"
#include "core/page_cues.h"

#include <vector>

namespace platen::optim {

// Text of at least 5 h that deviates less than 6 h from the sheet, the accepted margins and rules, and sides: all of a
// free sheet, else only those that agree with the sheet (median residual under .6 h for top and bottom, .8 h for left
// and right) and are no spine. Margins are followed where they leave their line (followed_margins.h);
// a net of paper takes those with the weight of any line.
std::vector<Curve> gridCurves(const PageCues& cues, const SheetFit& sheet);

// Text lines are grouped by their height on the page, so that the pieces of one line stay together, and every fifth
// group judges; so does every fifth rule. Margins, sides and strokes are never held out here.
struct CurveSplit {
  std::vector<Curve> fitted;
  std::vector<Curve> judging;
};
CurveSplit splitCurves(const std::vector<Curve>& curves, const BaseMap& base, double char_height);

std::vector<Curve> withoutSides(const std::vector<Curve>& curves);
std::vector<Curve> onlySides(const std::vector<Curve>& curves);

// How far from straight the curves are under the given offsets: the robust curve energy at sigma .15 h, reach .6 h,
// each curve's own constant eliminated. 0 for no curves.
double straightnessEnergy(const std::vector<Curve>& curves,
                          const BaseMap& base,
                          const OffsetNet& offsets,
                          double char_height);

}  // namespace platen::optim
