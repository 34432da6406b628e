// Folded sheets that may be what a page is: creases added one by one where they explain most, and second smooth
// bendings. Which of them is taken, if any, is said in fold_choice.h.
#pragma once

#include "core/optim/fold_solver.h"
#include "core/optim/sheet_model.h"

#include <stop_token>
#include <vector>

namespace platen::optim {

// The plane that creases and bendings are added to.
struct FlatStart {
  double roll = 0;  // radians
  double log_focal = 0;
};

// `curves` is what the candidates explain; in `rough`, which is a part of them, places of creases are compared.
struct FoldEvidence {
  FoldSolver curves;
  FoldSolver rough;
};

// Descents from the plane, and from the cylinder where it has a profile; at least one. A start beyond them
// is only tried where those before it leave something to explain.
std::vector<FoldState> foldCandidates(const FoldEvidence& evidence,
                                      const SheetFrame& frame,
                                      const FlatStart& start,
                                      const SheetParameters& cylinder,
                                      const std::stop_token& stop);

// Of these, creases added to the plane alone.
std::vector<FoldState> creaseCandidates(const FoldEvidence& evidence,
                                        const SheetFrame& frame,
                                        const FlatStart& start,
                                        const std::stop_token& stop);

}  // namespace platen::optim
