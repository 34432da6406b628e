// How well a photo of a form agrees with the known form at the positions of an offset net: the print, the places that
// were recognised, the sheet's edges and lines of text. docs/fit.md, part B.
//
// The net lies over the canvas (form_cues.h): net_uv = canvas_px / canvas_extent, offsets in canvas_px. A point p of
// the form is seen on the canvas at p + u(p).
#pragma once

#include "core/form_cues.h"
#include "core/optim/energy.h"
#include "core/optim/offset_net.h"
#include "core/sampling/spline_grid.h"

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace platen::optim {

// E = mean over points and features of sqrt(r^2 + 1/4) - 1/2, r = F_photo(p + u(p)) - F_form(p), in deviations of the
// feature over the form. All of it in one pass over bands of points: offsets from the net, samples, the term, and back
// to the net.
class FormPrintEnergy : public Energy {
 public:
  // `level` must outlive the energy. Throws std::invalid_argument for an image that is not four 8-bit channels.
  FormPrintEnergy(double weight, const FormLevel& level, NetShape shape, Vec2 canvas_extent);
  double add(std::span<const double> controls, double scale, std::span<double> gradient) override;

 private:
  static constexpr std::size_t kFeatures = 4;
  // Points [first, end), in the first-level cache while they are worked on.
  struct Band {
    static constexpr std::size_t kPoints = 256;
    std::size_t first = 0, end = 0;
    std::array<double, 2 * kPoints> offsets{}, d_offsets{};
    std::array<float, 2 * kPoints> at{};
    std::array<float, kFeatures * kPoints> values{}, d_dx{}, d_dy{};
  };
  void sample(Band& band, bool wants_gradient) const;
  // Adds to `sum`; the gradient of the band's offsets, times `factor`.
  void addTerm(Band& band, double factor, double& sum) const;

  const FormLevel& level_;
  sampling::SplinePoints<double> points_;
};

// E = mean over matches of log(1 + |p + u(p) - q|^2 / reach^2): wrong matches pull less the farther off they are.
class FormMatchEnergy : public Energy {
 public:
  FormMatchEnergy(
      double weight, double reach_px, const std::vector<FormMatch>& matches, NetShape shape, Vec2 canvas_extent);
  double add(std::span<const double> controls, double scale, std::span<double> gradient) override;

 private:
  const std::vector<FormMatch>& matches_;
  double reach_;
  sampling::SplinePoints<double> points_;
  std::vector<double> offsets_, d_offsets_;
};

// The sheet's rectangle comes to lie on the edges that were followed on the photo:
//   E = mean over its points of confidence * log(1 + ((across - edge(along) - c) / reach)^2)
// with c the place where each side settles (the c of the least sum): it is only straight. Where the rectangle is known,
// c is the place where what was seen of the side near print of the form settles, but no more than 3 canvas_px from 0,
// and 0 where nothing was; the gradient takes it as given.
class FormEdgeEnergy : public Energy {
 public:
  FormEdgeEnergy(double weight, double reach_px, const FormCues& cues, NetShape shape);
  double add(std::span<const double> controls, double scale, std::span<double> gradient) override;
  [[nodiscard]] bool empty() const { return at_.empty(); }
  // How far off the rectangle each edge settles on the form, canvas_px, and the mean confidence along it; of the net
  // that was last evaluated.
  struct Off {
    SideKind kind = SideKind::top;
    double place = 0, confidence = 0;
  };
  [[nodiscard]] std::vector<Off> off() const { return off_; }
  // Share of the points with an edge beside them that lie farther than this from it; of the net that was last
  // evaluated.
  [[nodiscard]] double shareBeyond(double canvas_px) const;

 private:
  // How far off its known place the edge with these points may be taken to lie, canvas_px.
  [[nodiscard]] double playOf(std::size_t begin, std::size_t end) const;

  const FormCues& cues_;
  double reach_;
  std::vector<Vec2> at_;  // canvas_px, on the sheet's rectangle
  std::vector<std::size_t> edge_;
  std::vector<bool> near_print_;  // of a known sheet: whether any of the form's print is near
  sampling::SplinePoints<double> points_;
  std::vector<double> offsets_, d_offsets_, residual_, weight_, slope_;
  std::vector<Off> off_;
};

// Where the sheet's edges lie around the form by this photo, once the form is fitted.
// weight: mean confidence along it.
FormSheet measuredSheet(const FormCues& cues, const OffsetNet& offsets);

// E = mean rho(u_xx) + mean rho(u_yy) + 2 mean rho(u_xy) of second differences of the controls, in form_px per
// (100 form_px)^2; rho(a) = sqrt(a^2 + 4) - 2, so that a fold costs no more than its angle.
class FormBendingEnergy : public Energy {
 public:
  // The net's controls begin at `first` and are in units of `unit` canvas_px.
  FormBendingEnergy(
      std::string name, double weight, NetShape shape, const FormFrame& frame, std::size_t first = 0, double unit = 1);
  double add(std::span<const double> controls, double scale, std::span<double> gradient) override;

 private:
  NetShape shape_;
  std::size_t first_;
  double per_xx_, per_yy_, per_xy_;
};

}  // namespace platen::optim
