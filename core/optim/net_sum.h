// An objective of nets, descended as the sum of nets on all coarser dyadic grids: a preconditioner for methods that
// scale each unknown by itself (Adam). A step of a coarse net moves a whole region at once; the fine ones only what
// differs inside it. Hierarchical bases: Yserentant, Numerische Mathematik 49 (1986).
#pragma once

#include "core/optim/energy.h"
#include "core/optim/objective.h"
#include "core/optim/offset_net.h"

#include <cstddef>
#include <span>
#include <vector>

namespace platen::optim {

// The objective sees `planes` nets of the finest shape one after the other, then unknowns that are no net: start + the
// sum. Unknowns: for each grid, coarse to fine, its planes; then those that are no net.
class NetSum : public Energy {
 public:
  // `coarsest` and how often it is refined; `start`: as the objective sees it. Throws std::invalid_argument where it is
  // shorter than the planes. `objective` must outlive this.
  NetSum(Objective& objective, NetShape coarsest, int refinements, std::size_t planes, std::vector<double> start);
  double add(std::span<const double> unknowns, double scale, std::span<double> gradient) override;

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::vector<double> sum(std::span<const double> unknowns) const;

 private:
  Objective& objective_;
  std::vector<NetShape> shapes_;
  std::size_t planes_;
  std::vector<double> start_;
  std::size_t size_ = 0, extras_ = 0;
  std::vector<double> d_sum_;
};

}  // namespace platen::optim
