// All that a fit found of a page's shape, as one structure: camera and sheet, the folds in it, the free form on top of
// it, and the paper net. Each part of it that is named here is one array of a sidecar's "parameters" (fit_start.h);
// vector and names of the whole follow from the same list (parameter_parts.h).
#pragma once

#include "core/geometry.h"
#include "core/optim/folded_sheet.h"
#include "core/optim/offset_net.h"
#include "core/optim/parameter_parts.h"
#include "core/optim/sheet_parameters.h"

#include <optional>

namespace platen::optim {

// What the free form was fitted with, and what the evidence that was held out for that said of it.
struct GridPlan {
  double strain = 0;  // weights, as in GridWeights
  double direction = 0;
  double with_sides = 1;       // 0: without the sides
  double held_out_lines = -1;  // GridFit's; -1: no evidence was held out, so that nothing can be told from it
  double held_out_direction = 0;

  [[nodiscard]] bool isJudged() const { return held_out_lines >= 0; }
};

template <class P, class Visit>
requires PartsOf<P, GridPlan>
void visitParts(P& p, const Visit& visit, const ParameterPart* in) {
  visit(ParameterPart{"strain", "", in}, one(p.strain));
  visit(ParameterPart{"direction", "", in}, one(p.direction));
  visit(ParameterPart{"with sides", "", in}, one(p.with_sides));
  visit(ParameterPart{"held-out lines", "", in}, one(p.held_out_lines));
  visit(ParameterPart{"held-out direction", "", in}, one(p.held_out_direction));
}

// The free form over the page's rectangle (BaseMap's net_uv).
struct GridNet {
  GridPlan plan;
  OffsetNet net;  // work_px
};

// The nets of PaperNet, which are of one shape.
struct PaperNets {
  double aspect = 1;  // of the page: height over width
  double steps = 0;   // that it took to get there
  OffsetNet offsets, depths;
};

struct FittedShape {
  SheetFrame frame;
  SheetParameters sheet;  // `folded` is not used
  Box rect;               // the page's, in sheet_uv
  std::optional<FoldedParameters> folds;
  std::optional<GridNet> grid;
  std::optional<PaperNets> paper;
};

// The arrays of a sidecar, in the order of the vector.
template <class P, class Visit>
requires PartsOf<P, FittedShape>
void visitParts(P& p, const Visit& visit, const ParameterPart* in) {
  const auto nested = [&](const char* name, auto& part) {
    const ParameterPart whole{name, "", in};
    visitParts(part, visit, &whole);
  };
  nested("frame", p.frame);
  nested("sheet", p.sheet);
  nested("rect", p.rect);
  if (p.folds) {
    nested("folds", *p.folds);
  }
  if (p.grid) {
    nested("grid plan", p.grid->plan);
    nested("grid", p.grid->net);
  }
  if (p.paper) {
    nested("paper offsets", p.paper->offsets);
    nested("paper depths", p.paper->depths);
  }
}

}  // namespace platen::optim
