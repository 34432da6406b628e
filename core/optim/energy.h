// One term of the grid's objective: a number and its gradient with respect to the offset net's controls, both in one
// pass, without a graph inside. objective.h sums terms, objective_value.h shows the sum to torch as one autograd node.
//
// The unknowns are one flat vector, row-major [nv + 3][nu + 3][x, y], in work_px (offset_net.h).
#pragma once

#include <span>
#include <string>
#include <utility>

namespace platen::optim {

// Threads: an energy keeps scratch buffers, so one object serves one thread at a time.
class Energy {
 public:
  Energy(std::string name, double weight) : name_(std::move(name)), weight_(weight) {}
  virtual ~Energy() = default;
  Energy(const Energy&) = delete;
  Energy& operator=(const Energy&) = delete;

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] double weight() const { return weight_; }

  // Returns the unweighted value and adds `scale` times its gradient to `gradient`, which is as long as `controls`.
  virtual double add(std::span<const double> controls, double scale, std::span<double> gradient) = 0;

 private:
  std::string name_;
  double weight_;
};

}  // namespace platen::optim
