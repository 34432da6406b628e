#include "core/optim/map_sigma.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace platen::optim {
namespace {

constexpr int kSide = 7;            // points along a side of the rectangle
constexpr std::size_t kFewest = 8;  // of these

// A column of points on the sheet: what they move by with one parameter, or where they are.
using Field = std::vector<Vec2>;

double dotOf(const Field& a, const Field& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum += dot(a[i], b[i]);
  }
  return sum;
}

void centre(Field& field) {
  Vec2 mean{};
  for (const Vec2 v : field) {
    mean = mean + v / static_cast<double>(field.size());
  }
  for (Vec2& v : field) {
    v = v - mean;
  }
}

// Moves less those of the similarity that is nearest to them. `at`: where the points are, centred.
void dropSimilarity(Field& moves, const Field& at) {
  centre(moves);
  Field turned;
  for (const Vec2 p : at) {
    turned.push_back({-p.y, p.x});
  }
  const double spread = dotOf(at, at);
  const double grown = dotOf(moves, at) / spread;
  const double turn = dotOf(moves, turned) / spread;
  for (std::size_t i = 0; i < at.size(); ++i) {
    moves[i] = moves[i] - grown * at[i] - turn * turned[i];
  }
}

// By parameter: how the points of the rectangle move on the sheet, their image points held.
std::vector<Field> movesOf(const SheetModel& sheet, const Box& rect, std::size_t parameters) {
  std::vector<Field> moves(parameters);
  Field at;
  std::vector<double> du(parameters);
  std::vector<double> dv(parameters);
  std::vector<double> dscale(parameters);
  for (int j = 0; j < kSide; ++j) {
    for (int i = 0; i < kSide; ++i) {
      const Vec2 point{rect.x0 + rect.width() * (i + 0.5) / kSide, rect.y0 + rect.height() * (j + 0.5) / kSide};
      const Vec2 work = sheet.workFromSheet(point);
      if (!std::isfinite(work.x) || !std::isfinite(work.y)) {
        continue;
      }
      const SheetModel::Seen seen = sheet.sheetDerivatives(work, du.data(), dv.data(), dscale.data());
      if (!seen.visible) {
        continue;
      }
      at.push_back(seen.sheet_uv);
      for (std::size_t k = 0; k < parameters; ++k) {
        moves[k].push_back({du[k], dv[k]});
      }
    }
  }
  if (at.size() < kFewest) {
    return {};
  }
  centre(at);
  for (Field& of_one : moves) {
    dropSimilarity(of_one, at);
  }
  return moves;
}

}  // namespace

std::optional<double> mapSigma(const SheetModel& sheet, const Box& rect, const NormalEquations& equations) {
  if (!(rect.width() > 0) || !(rect.height() > 0)) {
    return std::nullopt;
  }
  const std::size_t n = equations.size;
  const std::vector<Field> moves = movesOf(sheet, rect, n);
  if (moves.empty()) {
    return std::nullopt;
  }
  std::vector<double> hessian = equations.hessian;
  for (std::size_t i = 0; i < n; ++i) {
    hessian[i * n + i] += 1e-12;
  }
  // The trace of M (2 H)^-1, M the products of the moves, a column of the inverse at a time: n is 21 at most.
  double squares = 0;
  for (std::size_t k = 0; k < n; ++k) {
    std::vector<double> column(n, 0.0);
    column[k] = 1;
    if (!solveCholesky(hessian, column)) {
      return std::nullopt;
    }
    for (std::size_t i = 0; i < n; ++i) {
      squares += 0.5 * column[i] * dotOf(moves[i], moves[k]);
    }
  }
  const auto points = static_cast<double>(moves.front().size());
  const double sigma = std::sqrt(std::max(0.0, squares / points)) / std::hypot(rect.width(), rect.height());
  return std::isfinite(sigma) ? std::optional(sigma) : std::nullopt;
}

}  // namespace platen::optim
