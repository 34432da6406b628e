// Paper bends but does not stretch: the sheet in space that an offset net and a depth net describe has the form's own
// distances. What is seen of a form in one place so says how its blank parts lie.
//
// Given what is seen of a point of the form, p + u(p), and the depth Z(p), the view (canvas_view.h) says where the
// point is in space: S(p) = (P ((p + u) (1 + m_w Z) - (m_x, m_y) Z), Z), in canvas_px from the canvas' middle. And
//   E = mean of rho(|S_x|^2 - 1) + rho(|S_y|^2 - 1) + 2 rho(S_x . S_y),  rho(g) = sqrt((g / t)^2 + 1) - 1
// over a lattice. Where a sharp crease is finer than the net, rho lets it stretch. The idea of reconstructing from one
// view a surface whose flat shape is known: Salzmann and Fua, Deformable Surface 3D Reconstruction (2010).
//
// Where camera and proportions are only roughly known (a sheet without a known form, paper_net.h), a stretch that is
// the same everywhere says nothing of the sheet: `even` of the mean of each of the three terms g is taken off first.
//
// Unknowns: PaperState.
#pragma once

#include "core/form_cues.h"
#include "core/optim/canvas_lattice.h"
#include "core/optim/canvas_view.h"
#include "core/optim/energy.h"
#include "core/optim/offset_net.h"
#include "core/sampling/spline_grid.h"

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace platen::optim {

inline constexpr double kDepthUnit = 3;

// What a sheet in space and its view are fitted by.
struct PaperState {
  OffsetNet offsets;
  OffsetNet depths;          // of the same shape; its first components, in units of kDepthUnit canvas_px
  std::vector<double> view;  // the view's unknowns; empty: as yet not fitted
};

template <class P, class Visit>
requires PartsOf<P, PaperState>
void visitParts(P& p, const Visit& visit, const ParameterPart* in) {
  const ParameterPart offsets{"offsets", "canvas_px", in};
  visitParts(p.offsets, visit, &offsets);
  const ParameterPart depths{"depths", "", in};
  visitParts(p.depths, visit, &depths);
  visit(ParameterPart{"view", "", in}, std::span(p.view));
}

class FormPaperEnergy : public Energy {
 public:
  // `lattice`: over the sheet; a point a span of `shape` is enough. `stretch`: t, the relative change of length
  // that costs little. `even`: 0..1, the share of an even stretch that is free.
  FormPaperEnergy(double weight,
                  double stretch,
                  const CanvasLattice& lattice,
                  std::shared_ptr<const ViewModel> view,
                  NetShape shape,
                  double even = 0);
  // Throws std::invalid_argument where there are fewer unknowns than these.
  double add(std::span<const double> unknowns, double scale, std::span<double> gradient) override;

 private:
  struct Field {
    std::vector<double> value, along_x, along_y;  // [rows, cols, 2]
  };
  // What there is to know of one point: the sheet's slopes in space and what they were made of.
  struct Slopes {
    Vec2 view_x, view_y;  // of what is seen
    double w = 1;
    Vec2 flat_x, flat_y;  // of the plane's point below
    Vec2 lean;            // d(X, Y) / dZ where the view stays
    double z_x = 0, z_y = 0;
    std::array<double, 3> along_x{}, along_y{};
  };
  [[nodiscard]] Slopes slopesAt(std::size_t point, const CanvasView& view) const;
  // The terms g of all points into strains_; then their sum of rho, and its slopes into strains_.
  void findStrains(const CanvasView& view);
  double sumOfStrains();
  void expand(const double* net, Field& field);
  void pullBack(const Field& field, double* gradient);

  std::size_t net_size_;
  Vec2 extent_;
  std::shared_ptr<const ViewModel> view_;
  double per_stretch_, even_;
  std::vector<Vec2> points_;  // canvas_px from the middle
  sampling::SplineLattice<double> value_, along_x_, along_y_;
  Field offset_, depth_, d_offset_, d_depth_;
  std::vector<std::array<double, 3>> strains_;  // of along_x, along_y and between them, per point
};

}  // namespace platen::optim
