// Lines that are straight on the flat page should come out straight (CurveEnergy), and lines of text should keep their
// distance (LeadingEnergy). FIT section 8.
//
// For point k of an h-curve, seen on the sheet at (u_k, v_k), the free form is asked at (u_k, m) with m the curve's
// mean v; n_k is the unit normal of the sheet's B_u there and h the character height:
//   e_k = n_k . (B(u_k, m) + offset - p_k) / h,   g_k = n_k . B_v / h,   residual r_k = e_k - g_k c
// where the curve's own constant c = sum w g e / sum w g^2 is eliminated in closed form, and differentiated through.
// v-curves likewise with u and v exchanged. All of it is a sparse linear map of the controls, constant on one level.
#pragma once

#include "core/optim/base_map.h"
#include "core/optim/curves.h"
#include "core/optim/energy.h"
#include "core/optim/leading.h"

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace platen::optim {

// Curves of one direction, turned into that sparse map for one net.
class CurveSet {
 public:
  // Takes of `curves` those with is_h == h_curves; `char_height` in work_px. Points that the sheet does not see, or
  // that lie outside the net, are left out; curves with fewer than three points left too.
  CurveSet(const BaseMap& base, NetShape shape, std::span<const Curve> curves, bool h_curves, double char_height);
  // The same curves for another net.
  [[nodiscard]] CurveSet on(NetShape shape) const;

  struct Point {
    Vec2 normal;      // n / h
    double constant;  // e without offsets
    double slope;     // g
    double weight;    // w
    Vec2 net_uv;      // where the net is asked
  };
  struct Line {
    std::size_t begin = 0, end = 0;  // points
    double mean = 0;                 // m, sheet_uv
    double from = 0, to = 0;         // its extent along the other coordinate, sheet_uv
    double slope_square_sum = 0;     // sum w g^2
    CurveKind kind = CurveKind::text;
  };
  [[nodiscard]] const std::vector<Point>& points() const { return points_; }
  [[nodiscard]] const std::vector<Line>& lines() const { return lines_; }
  [[nodiscard]] bool empty() const { return lines_.empty(); }

  // e of every point under the given controls, then c of every line.
  void evaluate(std::span<const double> controls, std::vector<double>& e, std::vector<double>& c) const;
  // Adds to `gradient` what dE/de of every point means for the controls.
  void pullBack(std::span<const double> d_e, std::span<double> gradient) const;

 private:
  void findShares();

  NetShape shape_;
  std::vector<Point> points_;
  std::vector<Line> lines_;
  std::vector<std::size_t> first_;  // of each point: where its 4 x 4 controls begin
  // Likewise: d e / d control is a product of these, of a row of controls by the spline along v, and along it by the
  // spline along u and the normal, x and y.
  std::vector<double> of_row_, along_row_;
};

// A set at the controls that were asked for last: energies of the same curves evaluate them once, and what several of
// them mean for the controls is added up before it is pulled back.
class SharedCurves {
 public:
  explicit SharedCurves(CurveSet set) : set_(std::move(set)) {}

  [[nodiscard]] const CurveSet& set() const { return set_; }
  void moveTo(std::span<const double> controls);
  [[nodiscard]] const std::vector<double>& e() const { return e_; }
  [[nodiscard]] const std::vector<double>& c() const { return c_; }
  // dE/de that waits to be pulled back along with another's; empty: none.
  std::vector<double> waiting;

 private:
  CurveSet set_;
  std::vector<double> controls_, e_, c_;
};

// E = sum w (r/s)^2 / (1 + (r / (a sc))^2) / sc / sum w, sc = 4 for page sides (their edge is drawn more loosely),
// else 1.
struct CurveScale {
  double sigma = 0.15;  // s, in character heights
  double reach = 0.35;  // a: beyond it a point hardly counts; annealed over the levels
};

class CurveEnergy : public Energy {
 public:
  CurveEnergy(std::string name, double weight, CurveSet curves, CurveScale scale);
  CurveEnergy(std::string name, double weight, std::shared_ptr<SharedCurves> curves, CurveScale scale);
  double add(std::span<const double> controls, double scale, std::span<double> gradient) override;

 private:
  std::shared_ptr<SharedCurves> curves_;
  CurveScale scale_;
  double weight_sum_ = 0;
  std::vector<double> d_e_;  // scratch
};

// E = mean over pairs of consecutive text lines of z^2 / (1 + (z/3)^2), z = (gap / median gap - 1) / .05, where gap =
// (m_b - c_b) - (m_a - c_a). The only cue for stretch across the lines. Takes part only with at least 8 pairs.
class LeadingEnergy : public Energy {
 public:
  LeadingEnergy(double weight, CurveSet text, double char_height_sheet);
  // Beside a CurveEnergy of the same curves, which is asked next and pulls back for both.
  LeadingEnergy(double weight, std::shared_ptr<SharedCurves> text, double char_height_sheet);
  double add(std::span<const double> controls, double scale, std::span<double> gradient) override;
  [[nodiscard]] std::size_t pairCount() const { return leading_.pairs.size(); }

 private:
  std::shared_ptr<SharedCurves> text_;
  bool is_first_of_two_ = false;
  Leading leading_;
  std::vector<double> d_e_, d_c_;  // scratch
};

// |r| of every line: its weighted root mean square, in character heights, under the given controls.
std::vector<double> lineRms(const CurveSet& curves, std::span<const double> controls);

}  // namespace platen::optim
