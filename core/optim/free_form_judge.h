// What decides whether a page takes the free form: the evidence that judges, and the plans that are tried (FIT part
// E.2). Most of it no trial was fitted to; a free sheet's sides and followed margins judge although they took part.
// Threads: a judge belongs to one.
#pragma once

#include "core/optim/grid_descent.h"
#include "core/optim/grid_evidence.h"
#include "core/optim/offset_net.h"

#include <vector>

namespace platen::optim {

// What is wrong with a page under some offsets, by each kind of evidence.
struct FreeFormJudgement {
  double lines = 0;      // straightness of the held-out lines
  double sides = 0;      // straightness of a free sheet's sides
  double direction = 0;  // E_dir
  double margins = 0;    // straightness of the followed ones
};

class FreeFormJudge {
 public:
  // `judging`: the lines that judge. `problem` must outlive it.
  FreeFormJudge(const GridProblem& problem, std::vector<Curve> judging);

  [[nodiscard]] FreeFormJudgement operator()(const OffsetNet& offsets) const;

  // How much of the error is left, 1: all of it. The geometric mean of what each kind of evidence says, floored where
  // its own noise begins (a bend of some .05 h), weighted by how much of it there is: lines by their number, direction
  // by how wrong it was. Margins count only where the lines did not lose.
  [[nodiscard]] double left(const FreeFormJudgement& before, const FreeFormJudgement& after) const;

 private:
  const GridProblem& problem_;
  std::vector<Curve> lines_, sides_, margins_;
  double char_height_;
};

struct FreeFormPlan {
  const char* stage;
  GridWeights weights;
  int levels = 3;
  bool with_sides = true;
};

// E_dir from which on the direction image contradicts the sheet, and takes part.
inline constexpr double kContradicted = 2;

// The ways to go that are tried, from safe to free. `direction`: E_dir at stage 1's end.
std::vector<FreeFormPlan> plansFor(const GridProblem& problem, double direction);

}  // namespace platen::optim
