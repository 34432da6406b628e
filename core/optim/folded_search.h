// The inverse of folded_sheet.h for many points side by side: Newton's method, each search equal to FoldedSheet::invert
// of its point to the bit. Knows the tables of a folded sheet, not what they mean.
#pragma once

#include "core/geometry.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace platen::optim {

struct FoldedSearch {
  static constexpr int kMostSteps = 24;
  static constexpr double kLongestStep = 0.3;  // sheet units, as the next two
  static constexpr double kNear = 1e-7;
  static constexpr double kShort = 1e-4;

  struct Bending {
    const double* x = nullptr;  // X(s), Z(s) at the nodes
    const double* z = nullptr;
    double nx = 1, ny = 0;
  };
  std::vector<Bending> bendings;
  int last_cell = 0;
  double s_first = 0, per_step = 1;  // the nodes: s = s_first + node / per_step
  std::array<double, 9> rotation{};
  std::array<double, 3> translation{};
  double focal = 1, norm = 1;
  Vec2 centre;

  // All spans are of one length. `sheet_uv`: where each search starts, and where it ended if `seen` is not 0.
  void run(std::span<const Vec2> work_px, std::span<Vec2> sheet_uv, std::span<std::uint8_t> seen) const;

 private:
  [[nodiscard]] bool inSameCells(Vec2 a_sheet_uv, Vec2 b_sheet_uv) const;
};

}  // namespace platen::optim
