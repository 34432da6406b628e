// The sheet's edges around a known form: how far they pull, and what is said of them.
#include "core/optim/form_energy.h"
#include "tests/optim/known_form_cues.h"

#include <cmath>
#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

namespace platen::optim {
namespace {

using test::wavyForm;

constexpr NetShape kShape{4, 5};

TEST(FormEdgeEnergy, AnEdgeOfUnknownPlaceDoesNotPushItself) {
  // Nine points of ten on a line, the rest on something else 6 px away: the edge is straightened, but not moved.
  FormCues cues = wavyForm().cues;
  FormEdge edge;
  edge.kind = SideKind::top;
  edge.step = 4;
  for (int k = 0; k < 130; ++k) {
    edge.across.push_back(k % 10 == 0 ? 91 : 85);
    edge.confidence.push_back(1);
  }
  cues.edges = {edge};
  cues.sheet_is_known = false;
  FormEdgeEnergy energy(1, 8, cues, kShape);
  std::vector<double> controls(kShape.size(), 0.0);
  for (std::size_t k = 1; k < controls.size(); k += 2) {
    controls[k] = 0.05 * static_cast<double>(k);  // tilted
  }
  std::vector<double> gradient(kShape.size(), 0.0);
  energy.add(controls, 1, gradient);
  double up = 0, down = 0;
  for (std::size_t k = 1; k < gradient.size(); k += 2) {
    (gradient[k] > 0 ? down : up) += gradient[k];
  }
  EXPECT_GT(down, 1e-4);
  EXPECT_NEAR(down + up, 0, 1e-3 * down);
}

// No two sheets are printed at quite the same place; where nothing is printed near an edge, nothing tells.
TEST(FormEdgeEnergy, AnEdgeOfAKnownSheetHasSomePlayBesidePrint) {
  FormCues cues = wavyForm().cues;
  cues.sheet_is_known = true;
  const Box sheet = cues.frame.canvasFromForm(cues.sheet.edges_px);
  const auto energyOff = [&](double canvas_px, double print_from, double print_y) {
    FormEdge edge;
    edge.step = 4;
    edge.across.assign(static_cast<std::size_t>(cues.frame.canvas_extent.x / edge.step), sheet.y0 + canvas_px);
    edge.confidence.assign(edge.across.size(), 1);
    cues.edges = {edge};
    cues.levels[0].points.clear();
    for (int k = 0; print_from + 20 * k < sheet.x1; ++k) {
      cues.levels[0].points.push_back({{print_from + 20 * k, print_y}});
    }
    return FormEdgeEnergy(1, 8, cues, kShape).add(OffsetNet::zero(kShape).controls, 0, {});
  };
  const double near = sheet.y0 + 80;
  EXPECT_NEAR(energyOff(2.5, sheet.x0, near), 0, 1e-12);
  EXPECT_NEAR(energyOff(-2.5, sheet.x0, near), 0, 1e-12);
  EXPECT_NEAR(energyOff(11, sheet.x0, near), std::log1p(1), 1e-12) << "8 more than it may be";
  EXPECT_NEAR(energyOff(-11, sheet.x0, near), std::log1p(1), 1e-12);
  EXPECT_NEAR(energyOff(8, sheet.x0, sheet.y0 + 200), std::log1p(1), 1e-12);
  EXPECT_NEAR(energyOff(2.5, sheet.x1 - 100, near), 0, 1e-12) << "print below its right part tells of all";
}

// What nobody saw of an edge, wherever its path went, does not say where it lies beside print.
TEST(FormEdgeEnergy, WhatIsNotSeenMovesNothing) {
  FormCues cues = wavyForm().cues;
  cues.sheet_is_known = true;
  const Box sheet = cues.frame.canvasFromForm(cues.sheet.edges_px);
  FormEdge edge;
  edge.step = 4;
  for (int k = 0; edge.step * k < cues.frame.canvas_extent.x; ++k) {
    const double x = edge.step * k;
    const bool is_seen = x > sheet.x0 + sheet.width() / 2;
    edge.across.push_back(is_seen ? sheet.y0 : sheet.y0 - 40);
    edge.confidence.push_back(is_seen ? 1 : 0);
  }
  cues.edges = {edge};
  const double all = FormEdgeEnergy(1, 8, cues, kShape).add(OffsetNet::zero(kShape).controls, 0, {});
  std::erase_if(cues.levels[0].points, [&](const FormPoint& point) { return point.canvas_px.x > sheet.x0 + 40; });
  EXPECT_NEAR(FormEdgeEnergy(1, 8, cues, kShape).add(OffsetNet::zero(kShape).controls, 0, {}), all, 1e-12);
}

TEST(FormEdgeEnergy, AnEdgeThatIsFarOffIsSaidToBe) {
  // The sheet's top is seen 100 px above where it should be, on a third of its length; elsewhere it is right.
  FormCues cues = wavyForm().cues;
  const Box sheet = cues.frame.canvasFromForm(cues.sheet.edges_px);
  FormEdge edge;
  edge.kind = SideKind::top;
  edge.first = sheet.x0;
  edge.step = 4;
  const auto samples = static_cast<int>(sheet.width() / edge.step) + 1;
  for (int k = 0; k < samples; ++k) {
    edge.across.push_back(3 * k < samples ? sheet.y0 - 100 : sheet.y0);
    edge.confidence.push_back(1);
  }
  cues.edges = {edge};
  cues.sheet_is_known = true;
  FormEdgeEnergy energy(1, 8, cues, kShape);
  energy.add(OffsetNet::zero(kShape).controls, 0, {});
  EXPECT_NEAR(energy.shareBeyond(45), 1 / 3.0, 0.06);
  EXPECT_EQ(energy.shareBeyond(150), 0);
  // What nobody saw is not counted.
  for (std::size_t k = 0; k < edge.confidence.size(); ++k) {
    cues.edges[0].confidence[k] = edge.across[k] < sheet.y0 ? 0 : 1;
  }
  FormEdgeEnergy seen(1, 8, cues, kShape);
  seen.add(OffsetNet::zero(kShape).controls, 0, {});
  EXPECT_LT(seen.shareBeyond(45), 0.04);
}

}  // namespace
}  // namespace platen::optim
