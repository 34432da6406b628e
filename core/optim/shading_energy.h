// How bright blank paper is tells how it leans: shape from shading, for a sheet that an offset net and a depth net
// describe over the canvas (form_cues.h). Where neither print nor a side is near, nothing else tells of the slopes.
//
// Paper scatters light evenly (Lambert), so what is seen of blank paper is its normal's component along the light,
// times what of light arrives and what the camera makes of it. Light, lamps' distance and soft shadows change slowly
// over the page, and folds and crumples fast; so of everything only the difference from its mean nearby is looked at:
//
//   s: evidence image (PageCues::shading) at p + u(p), the logarithm of the level; w: how blank it is there
//
//   n = (Z_x, Z_y, 1) / sqrt(1 + Z_x^2 + Z_y^2), the normal of the surface (x, y, Z(x, y)) over the canvas
//
//   a' = a - mean of a nearby, weighted by w and a Gaussian of `reach`
//
//   E = min over b of sum of w rho((s' - b . n') / noise) / (number of points) + ridge |b|^2
//
//   rho(x) = x^2 / (1 + x^2)
//
// over a lattice. The light b is another one on every page and of no interest: it is found anew each time, by
// reweighted least squares. To first order s' is linear in n' whatever the camera's tone curve; b takes up its slope,
// and the ridge keeps light that nothing speaks for at none. Cast shadows, stains and print that was taken for paper
// are outliers to rho. As b is near its minimum (after four rounds), it is left out of the gradient; u has none either:
// it decides which pixel is looked at, the blurred image hardly changes with that, and a net must not slide to where
// the light suits it.
//
// Sources: Horn, Shape from Shading (1970); that the light of a Lambertian surface is linear in its normal: Basri and
// Jacobs, Lambertian Reflectance and Linear Subspaces (2003); rho: Geman and McClure (1987).
//
// Unknowns: the offset net, then the depth net (PaperState); more may follow.
#pragma once

#include "core/form_cues.h"
#include "core/optim/canvas_lattice.h"
#include "core/optim/energy.h"
#include "core/optim/offset_net.h"
#include "core/page_cues.h"
#include "core/sampling/spline_grid.h"

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace platen::optim {

// What values on a lattice are above or below the weighted mean nearby, and the transpose of that.
class LocalContrast {
 public:
  // `reach`: of the Gaussian, in steps of the lattice; it is cut off at twice that.
  LocalContrast(std::size_t rows, std::size_t cols, double reach);
  // >= 0, row by row. Before any of the following.
  void setWeights(std::vector<double> weights);
  [[nodiscard]] std::vector<double> of(std::vector<double> values) const;
  [[nodiscard]] std::vector<double> transposed(std::vector<double> slopes) const;

 private:
  [[nodiscard]] std::vector<double> smoothed(const std::vector<double>& values) const;

  std::size_t rows_, cols_;
  std::vector<double> taps_;  // of the Gaussian's one side, the middle first
  std::vector<double> weights_, mass_;
};

class ShadingEnergy : public Energy {
 public:
  // `image`: as PageCues::shading. `image_from_canvas`: to its pixels, whatever its scale says. `lattice`: over the
  // sheet; a point a span of `shape` is enough. `reach`: canvas_px.
  ShadingEnergy(double weight,
                EvidenceImage image,
                const Homography& image_from_canvas,
                const CanvasLattice& lattice,
                NetShape shape,
                double reach = 100);
  // Throws std::invalid_argument where there are fewer unknowns than these.
  double add(std::span<const double> unknowns, double scale, std::span<double> gradient) override;

 private:
  using Components = std::array<std::vector<double>, 3>;
  // Reads the image where the offsets have the lattice: weights_ and levels_.
  void look(const double* offsets);
  // The normals' components; sets slopes_ and inverse_.
  [[nodiscard]] Components normals(const double* depths);
  [[nodiscard]] std::array<double, 3> light(const Components& contrast, const std::vector<double>& seen) const;

  std::size_t net_size_;
  EvidenceImage image_;
  Homography image_from_canvas_;
  Vec2 extent_;
  std::vector<Vec2> points_;  // canvas_px
  LocalContrast contrast_;
  sampling::SplineLattice<double> value_, along_x_, along_y_;
  std::vector<double> weights_, levels_;
  std::vector<Vec2> slopes_;     // of the depth at each point
  std::vector<double> inverse_;  // 1 / sqrt(1 + |slope|^2)
};

}  // namespace platen::optim
