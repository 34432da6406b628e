// The parameters of a sheet, and what is fixed while they move. What they mean: sheet_model.h.
#pragma once

#include "core/geometry.h"
#include "core/optim/parameter_parts.h"

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace platen::optim {

struct FoldedParameters;

// What is fixed while parameters move.
struct SheetFrame {
  Vec2 centre;              // work_px
  double norm = 1;          // work_px per unit of q: the longer side of the work image
  Vec2 origin_q;            // where the sheet's origin is seen
  double half_width_q = 1;  // half the evidence's width in q: the unit of sheet_uv at the origin
  double aspect = 1;        // evidence height / width
};

template <class P, class Visit>
requires PartsOf<P, SheetFrame>
void visitParts(P& p, const Visit& visit, const ParameterPart* in) {
  visit(ParameterPart{"centre x", "work_px", in}, one(p.centre.x));
  visit(ParameterPart{"centre y", "work_px", in}, one(p.centre.y));
  visit(ParameterPart{"norm", "work_px", in}, one(p.norm));
  visit(ParameterPart{"origin x", "q", in}, one(p.origin_q.x));
  visit(ParameterPart{"origin y", "q", in}, one(p.origin_q.y));
  visit(ParameterPart{"half width", "q", in}, one(p.half_width_q));
  visit(ParameterPart{"aspect", "", in}, one(p.aspect));
}

struct SheetParameters {
  double roll = 0;                // radians
  double pitch = 0;               // radians
  double log_focal = 0;           // log of the focal length in units of `norm`
  double ruling = 0;              // phi, radians
  std::vector<double> bend{0.0};  // theta_k, radians; K = 1 (a plane turned about its rulings) or K >= 4

  // Set: the sheet is not this cylinder but what grew from it (folded_sheet.h). No part of the vector.
  std::shared_ptr<const FoldedParameters> folded = nullptr;

  // The same profile with more spline values (least squares at the new knots).
  [[nodiscard]] SheetParameters withBendSize(int k, const SheetFrame& frame) const;
};

template <class P, class Visit>
requires PartsOf<P, SheetParameters>
void visitParts(P& p, const Visit& visit, const ParameterPart* in) {
  visit(ParameterPart{"roll", "rad", in}, one(p.roll));
  visit(ParameterPart{"pitch", "rad", in}, one(p.pitch));
  visit(ParameterPart{"log focal", "", in}, one(p.log_focal));
  visit(ParameterPart{"ruling", "rad", in}, one(p.ruling));
  visit(ParameterPart{"bend", "rad", in}, std::span(p.bend));
}

// Where each part begins in the vector.
struct SheetIndex {
  static constexpr std::size_t kRoll = 0, kPitch = 1, kLogFocal = 2, kRuling = 3, kBend = 4;
};

template <class P, class Visit>
requires PartsOf<P, Box>
void visitParts(P& p, const Visit& visit, const ParameterPart* in) {
  visit(ParameterPart{"x0", "", in}, one(p.x0));
  visit(ParameterPart{"y0", "", in}, one(p.y0));
  visit(ParameterPart{"x1", "", in}, one(p.x1));
  visit(ParameterPart{"y1", "", in}, one(p.y1));
}

}  // namespace platen::optim
