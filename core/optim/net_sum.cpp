#include "core/optim/net_sum.h"

#include "core/sampling/spline_grid.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace platen::optim {

NetSum::NetSum(Objective& objective, NetShape coarsest, int refinements, std::size_t planes, std::vector<double> start)
    : Energy("sum of nets", 1), objective_(objective), planes_(planes), start_(std::move(start)) {
  for (int k = 0; k <= refinements; ++k) {
    shapes_.push_back({coarsest.spans_u << k, coarsest.spans_v << k});
    size_ += planes * shapes_.back().size();
  }
  const std::size_t nets = planes * shapes_.back().size();
  if (start_.size() < nets) {
    throw std::invalid_argument("NetSum: the start is not on the finest grid");
  }
  extras_ = start_.size() - nets;
  size_ += extras_;
  d_sum_.resize(start_.size());
}

std::vector<double> NetSum::sum(std::span<const double> unknowns) const {
  std::vector<double> result = start_;
  for (std::size_t plane = 0; plane < planes_; ++plane) {
    std::size_t begin = 0;
    OffsetNet total;
    for (const NetShape& shape : shapes_) {
      const std::span<const double> own = unknowns.subspan(begin + plane * shape.size(), shape.size());
      begin += planes_ * shape.size();
      if (total.controls.empty()) {
        total = {shape, {own.begin(), own.end()}};
        continue;
      }
      total = refined(total);
      for (std::size_t k = 0; k < own.size(); ++k) {
        total.controls[k] += own[k];
      }
    }
    for (std::size_t k = 0; k < total.controls.size(); ++k) {
      result[plane * total.controls.size() + k] += total.controls[k];
    }
  }
  for (std::size_t k = 0; k < extras_; ++k) {
    result[result.size() - extras_ + k] += unknowns[size_ - extras_ + k];
  }
  return result;
}

double NetSum::add(std::span<const double> unknowns, double scale, std::span<double> gradient) {
  const double value = objective_.evaluate(sum(unknowns), d_sum_);
  if (scale == 0) {
    return value;
  }
  const std::size_t finest = shapes_.back().size();
  for (std::size_t plane = 0; plane < planes_; ++plane) {
    std::vector<double> fine(d_sum_.begin() + static_cast<std::ptrdiff_t>(plane * finest),
                             d_sum_.begin() + static_cast<std::ptrdiff_t>((plane + 1) * finest));
    std::size_t end = size_ - extras_;
    for (std::size_t level = shapes_.size(); level-- > 0;) {
      const std::size_t n = shapes_[level].size();
      end -= planes_ * n;
      for (std::size_t k = 0; k < n; ++k) {
        gradient[end + plane * n + k] += scale * fine[k];
      }
      if (level > 0) {
        std::vector<double> coarse(shapes_[level - 1].size(), 0.0);
        sampling::addRefineTranspose(sampling::NetShape{shapes_[level - 1].spans_v, shapes_[level - 1].spans_u},
                                     fine.data(), coarse.data());
        fine = std::move(coarse);
      }
    }
  }
  for (std::size_t k = 0; k < extras_; ++k) {
    gradient[size_ - extras_ + k] += scale * d_sum_[d_sum_.size() - extras_ + k];
  }
  return value;
}

}  // namespace platen::optim
