// How sure a fit is of its page, and what its reader is warned of.
#pragma once

#include "core/optim/sheet_fit.h"
#include "core/page_cues.h"

#include <string>
#include <vector>

namespace platen::optim {

// What the stages after the sheet found out.
struct FitDoubts {
  double held_out_lines = 0;  // GridFit
  double direction = 0;       // GridFit
  double bent_lines = 0;      // GridFit
  double stretch = 0;         // PageScore
  double missed_h = 0;        // MissedGuide
};

// 0..1: the share of the text (or sides and rules) that the sheet explains, times how much holds its frame, less what
// casts doubt on it:
//   what a sheet that does not stretch leaves unexplained: there the free form straightens lines, but how far apart
//   things lie is a guess (on the bench's pages no other number follows the true map error so closely);
//   lines held out of the free form's fit that are not straight on it;
//   lines that pins and strokes have bent;
//   pins and strokes that could not be met: either they are wrong, or the page is not what it was taken for;
//   a direction of print that the image shows otherwise, beyond what figures and music always do;
//   a map that the evidence leaves open: few lines and sides suit many cameras (map_sigma.h);
//   few lines; and lines whose distance grows down the page, which a page seen at the right slant seldom shows.
double confidenceOf(const SheetFit& sheet, const PageCues& cues, const FitDoubts& doubts);

// What the evidence and the sheet ask to be told, one sentence each. `whole_photo`: the page is all of the photo.
std::vector<std::string> warningsOf(const SheetFit& sheet, const PageCues& cues, bool whole_photo);

}  // namespace platen::optim
