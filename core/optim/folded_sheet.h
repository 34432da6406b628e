// Paper that bends in more than one direction: folds that cross, a second bend. A sum of developable surfaces seen by
// a pinhole camera, for what the cylinder of sheet_model.h cannot be. Knows nothing of curves.
//
// Bending b has a ruling angle phi_b; with s = u cos phi + v sin phi and n = (cos phi, sin phi) it moves the sheet's
// point (u, v, 0) by ((X(s) - s) n, Z(s)), where X, Z are the integrals of cos theta and sin theta: one bending alone
// is the isometric cylinder. theta is a cubic B-spline plus, for each crease, angle / 2 * tanh((s - position) / w), so
// that a crease turns the paper to both sides alike. The sum of several is no isometry (no paper folded twice is
// without a tear or a curl where the folds cross), but near one for small angles, and it has few parameters.
// Camera: C = Rz(roll) Rx(pitch) Ry(yaw) P + T, T and q as in sheet_model.h; yaw and pitch hold the mean of theta.
//
// Threads: const methods from any thread.
#pragma once

#include "core/geometry.h"
#include "core/optim/sheet_model.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace platen::optim {

struct Crease {
  double position = 0;  // s, sheet units
  double angle = 0;     // radians, by which the paper turns there
};

struct Bending {
  double ruling = 0;            // phi, radians: the direction across which it bends
  double reach = 1;             // the spline spans s in [-reach, reach] and is constant beyond
  std::vector<double> profile;  // spline values of theta, radians; none, 1 or at least 4
  std::vector<Crease> creases;
};

struct FoldedParameters {
  double roll = 0, pitch = 0, yaw = 0, log_focal = 0;
  std::vector<Bending> bendings;
};

template <class P, class Visit>
requires PartsOf<P, FoldedParameters>
void visitParts(P& p, const Visit& visit, const ParameterPart* in) {
  visit(ParameterPart{"roll", "rad", in}, one(p.roll));
  visit(ParameterPart{"pitch", "rad", in}, one(p.pitch));
  visit(ParameterPart{"yaw", "rad", in}, one(p.yaw));
  visit(ParameterPart{"log focal", "", in}, one(p.log_focal));
  ParameterPart bending{"bendings", "", in};
  for (auto& b : p.bendings) {
    ++bending.index;
    visit(ParameterPart{"ruling", "rad", &bending}, one(b.ruling));
    visit(ParameterPart{"profile", "rad", &bending}, std::span(b.profile));
    ParameterPart crease{"creases", "", &bending};
    for (auto& c : b.creases) {
      ++crease.index;
      visit(ParameterPart{"position", "sheet units", &crease}, one(c.position));
      visit(ParameterPart{"angle", "rad", &crease}, one(c.angle));
    }
  }
}

// The cylinder as a sum of one; its mean tilt becomes the camera's yaw.
FoldedParameters foldedFrom(const SheetFrame& frame, const SheetParameters& cylinder);

// Half the length across the rulings that a bending's spline should span on a page of this frame.
double reachAcross(const SheetFrame& frame, double ruling);

class FoldedSheet {
 public:
  FoldedSheet(const SheetFrame& frame, const FoldedParameters& parameters);

  // Forward, work_px; not finite behind the camera.
  [[nodiscard]] SheetModel::Jet jet(Vec2 sheet_uv) const;
  // Inverse by Newton's method from `sheet_uv`, which becomes the point seen at work_px; false, and sheet_uv as it was,
  // where that fails or ends on the sheet's back.
  [[nodiscard]] bool invert(Vec2 work_px, Vec2& sheet_uv) const;
  // The same for many points, to the bit, many at a time: all spans are of one length, `seen` says which were found
  // (0: not; such a sheet_uv stays as it was).
  void invert(std::span<const Vec2> work_px, std::span<Vec2> sheet_uv, std::span<std::uint8_t> seen) const;

  // Makes the tables that derivatives() reads, as far as these points reach; it may then be called at them.
  void differentiateAt(std::span<const Vec2> sheet_uv);
  // How the point seen at an image point moves on the sheet with the parameters, in the order of their vector, at
  // `sheet_uv`: du and dv have as many entries; either may be null where it is not wanted. False where the sheet is
  // seen edge on. std::invalid_argument at a point beyond those of differentiateAt(), or before it.
  bool derivatives(Vec2 sheet_uv, double* du, double* dv) const;
  // q units per sheet unit at a point: f / depth.
  [[nodiscard]] double scaleAt(Vec2 sheet_uv) const;

  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  struct Table {
    double nx = 1, ny = 0;
    std::size_t first = 0;     // index of its phi among the parameters
    std::size_t columns = 0;   // parameters after phi
    std::vector<double> x, z;  // X(s), Z(s)
    // d(X, Z) / d(parameter): [(node - from) * columns + parameter]
    std::size_t from = 1, to = 0;  // the nodes that have them; none at first
    std::vector<double> dx, dz;
  };
  struct At {
    double p[3] = {}, du[3] = {}, dv[3] = {};  // sheet space
    double c[3] = {};                          // camera space
  };
  [[nodiscard]] At at(Vec2 sheet_uv) const;
  [[nodiscard]] bool inSameCells(Vec2 a_sheet_uv, Vec2 b_sheet_uv) const;
  [[nodiscard]] std::size_t cellOf(double s, double& fraction) const;
  void tabulate(const Bending& bending, Table& table) const;
  void tabulateDerivatives(const Bending& bending, std::size_t low, std::size_t high, Table& table) const;
  [[nodiscard]] double angleAt(const Bending& bending, double s) const;

  SheetFrame frame_;
  std::vector<Bending> bendings_;
  std::size_t size_ = 0;
  double focal_ = 1;
  double rotation_[9] = {};
  double turned_[3][9] = {};  // d rotation / d roll, pitch, yaw
  double translation_[3] = {};
  double s_first_ = 0, s_step_ = 1, per_step_ = 1;  // per_step_: 1 / s_step_
  std::vector<Table> tables_;
};

}  // namespace platen::optim
